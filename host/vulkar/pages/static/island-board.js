// The island from above: a picture drawn once, and on it all that moves.

import { el, svg } from "./seat-dom.js";
import { burstAt, cueRing, gem, lampParts, marbles, pawnParts, rolling } from "./island-pieces.js";
import { along, nearest, paced, play, still } from "./island-roll.js";

const LEAST_PAWN_PX = 13; // half a pawn, however small the screen is
const PAWN_MM = 11.5;
const STEP_MS = 260; // of a pawn, from space to space
const AFTER_MS = 7000; // how long the marble's way stays after it counted
const dark = matchMedia("(prefers-color-scheme: dark)");

export class Board {
  constructor(data, pictures, words) {
    this.data = data;
    this.pictures = pictures;
    this.words = words;
    this.onreplay = () => {};
    const [w, d] = data.size;
    this.base = el("img", { class: "base", alt: "", draggable: "false" });
    this.layers = Object.fromEntries(["lamps", "cues", "route", "marbles", "pawns", "roll", "marks"].map((name) => [name, svg("g", { class: name })]));
    this.over = svg("svg", { class: "over", viewBox: `0 0 ${w} ${d}`, role: "img", "aria-label": words.map }, ...Object.values(this.layers));
    this.note = el("p", { class: "note", hidden: true });
    this.root = el("div", { class: "board", style: { "--ratio": `${w / d}` } }, this.base, this.over, this.note);
    this.pawns = new Map(); // seat -> { node, at, stop }
    this.stops = []; // of what is being played
    this.key = null; // of the roll whose way was shown
    this.walked = null;
    new ResizeObserver(() => this.sized()).observe(this.root);
    dark.addEventListener("change", () => this.lit());
    this.lit();
  }

  lit() {
    const theme = document.documentElement.dataset.theme;
    this.night = theme === "dark" || (theme !== "light" && dark.matches);
    this.base.src = this.night ? this.pictures.night : this.pictures.day;
  }

  sized() {
    const px = this.root.clientWidth / this.data.size[0];
    if (!px) return;
    this.half = Math.max(PAWN_MM, LEAST_PAWN_PX / px);
    if (this.row) this.draw(true);
  }

  show(row) {
    const first = !this.row;
    const before = this.row?.ball;
    this.row = row;
    if (first) this.key = row.ball?.track ? row.ball.key : null;
    this.draw(first);
    this.fireball(before, row.ball);
  }

  // --- what stands ------------------------------------------------------------------------------
  draw(atOnce) {
    const { row } = this;
    this.half ??= PAWN_MM;
    this.layers.lamps.replaceChildren(...row.lamps.flatMap((lamp) => this.lamp(lamp)));
    this.layers.marbles.replaceChildren(...Object.entries(row.marbles).flatMap(([source, n]) => this.marblesAt(source, n)));
    if (!this.replays) this.place(row.pieces, atOnce);
  }

  spot(space, k = 0, mates = 1) {
    const spots = this.data.spaces[space] ?? [[0, 0, 0]];
    const apart = spots.length > 1 ? Math.hypot(spots[1][0] - spots[0][0], spots[1][1] - spots[0][1]) : 0;
    if (mates === 1 || (k < spots.length && apart > this.half * 1.6)) return spots[k] ?? spots[0];
    const [x, y, z] = spots[0];
    return [x + (k - (mates - 1) / 2) * this.half * 2.1, y, z];
  }

  /** Where each piece stands, several on a space side by side: rows of [piece, [x, y, z]]. */
  spots(pieces) {
    const held = {};
    for (const piece of pieces) (held[piece.space] ??= []).push(piece);
    return pieces.map((piece) => {
      const mates = held[piece.space];
      return [piece, this.spot(piece.space, mates.indexOf(piece), mates.length)];
    });
  }

  place(pieces, atOnce) {
    const { walk } = this.row;
    const seats = new Set(pieces.map((piece) => piece.seat));
    for (const [seat, pawn] of this.pawns) {
      if (seats.has(seat)) continue;
      pawn.node.remove();
      this.pawns.delete(seat);
    }
    for (const [piece, at] of this.spots(pieces)) {
      const who = this.row.people.find((row) => row.seat === piece.seat);
      if (!who) continue;
      const pawn = this.pawns.get(piece.seat) ?? this.newPawn(piece.seat, at);
      const walks = walk && walk.seat === piece.seat && walk.n !== this.walked && walk.path.at(-1) === piece.space;
      const way = walks ? [pawn.at, ...walk.path.slice(0, -1).map((space) => this.spot(space)), at] : [pawn.at, at];
      this.paint(pawn, who, piece);
      this.moveTo(pawn, way, atOnce);
    }
    this.walked = walk?.n ?? null;
    this.jewel();
  }

  newPawn(seat, at) {
    const pawn = { node: svg("g", { class: "pawn", "data-seat": seat }), at, stop: () => {} };
    this.pawns.set(seat, pawn);
    this.layers.pawns.append(pawn.node);
    return pawn;
  }

  paint(pawn, who, piece) {
    const look = JSON.stringify([piece.lying, who]);
    if (pawn.look === look) return;
    pawn.look = look;
    pawn.node.replaceChildren(...pawnParts(who, piece.lying));
  }

  moveTo(pawn, way, atOnce) {
    const end = way.at(-1);
    const goes = (to) => Math.hypot(end[0] - to[0], end[1] - to[1]) > 0.5;
    if (pawn.goal && !goes(pawn.goal) && !atOnce) return; // it is on its way there
    pawn.stop();
    pawn.goal = null;
    if (!goes(pawn.at) || atOnce || still.matches) {
      this.put(pawn, end);
      return;
    }
    const last = way.length - 1;
    const took = Math.min(last * STEP_MS, 3000) + (last === 1 ? 200 : 0);
    this.layers.pawns.append(pawn.node); // whoever moves goes in front
    pawn.goal = end;
    const step = (ms) => {
      const part = Math.min(last, (ms / took) * last);
      const k = Math.min(last - 1, Math.floor(part));
      const at = way[k].map((v, i) => v + (way[k + 1][i] - v) * (part - k));
      this.put(pawn, [at[0], at[1] - Math.sin(Math.PI * (part - k)) * 7, at[2]]);
      pawn.at = at;
      this.jewel();
    };
    pawn.stop = play(took, step, () => (pawn.goal = null));
  }

  put(pawn, at) {
    pawn.at = at;
    pawn.node.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)}) scale(${(this.half / 10.5).toFixed(3)})`);
  }

  jewel() {
    const { seat, space } = this.row.jewel;
    const holder = this.pawns.get(seat);
    const spot = holder?.at ?? (space ? this.spot(space) : null);
    const scale = this.half / (holder ? 12 : 10.5);
    const [dx, dy] = holder ? [this.half * 1.05, -this.half * 1.05] : [0, 0];
    this.layers.marks.replaceChildren(...(spot ? [gem(spot[0] + dx, spot[1] + dy, scale)] : []));
  }

  marblesAt(source, n) {
    const [x, y] = this.data.cradles[source] ?? [0, 0];
    return marbles(x, y, this.data.marble / 2 + 1.5, n);
  }

  /** What a show lights: colour by space; "" is a lamp that is dark for now. */
  cue(colours) {
    this.layers.cues.replaceChildren(...Object.entries(colours).map(([space, colour]) => {
      const [x, y] = this.spot(space);
      return cueRing(x, y, this.data.pad / 2 + 4, colour);
    }));
  }

  lamp({ space, tells }) {
    const [x, y] = this.spot(space);
    return lampParts(x, y, this.data.pad / 2 + 4, tells, this.half + 9);
  }

  // --- a fireball -------------------------------------------------------------------------------
  fireball(before, ball) {
    this.root.classList.toggle("is-fire", Boolean(ball?.on));
    if (this.replays) return;
    this.routes(ball?.on ? ball.route : null);
    if (!ball) return this.clear();
    if (ball.key !== this.shown) this.clear();
    this.shown = ball.key;
    if (ball.track && ball.key !== this.key) {
      this.key = ball.key;
      this.clear();
      this.roll(this.flipped(ball.track), ball, () => this.row.ball?.on || this.fade());
    } else if (ball.state === "rolling" && !ball.track && before?.state !== "rolling") {
      this.clear();
      const way = paced(this.data.routes[ball.route]);
      this.stops.push(play(way.at(-1)[0], (ms) => this.marble(along(way, ms), true), () => {}, true));
    } else if (ball.state !== "rolling" && !ball.track && before?.state === "rolling") {
      this.clear();
    }
    if (ball.state === "over" && before && before.state !== "over") {
      this.touched(ball, ball.hits);
      this.fade();
    }
  }

  flipped(track) {
    return track.map(([ms, x, y, z]) => [ms, x, this.data.size[1] - y, z]);
  }

  routes(route) {
    const points = this.data.routes[route];
    if (!points) return this.layers.route.replaceChildren();
    if (this.lit_route === route && this.layers.route.childElementCount) return;
    this.lit_route = route;
    const d = "M" + points.map(([x, y]) => `${x} ${y}`).join("L");
    this.layers.route.replaceChildren(svg("path", { class: "casing", d }), svg("path", { class: "hot", d }), svg("path", { class: "flow", d }));
  }

  // Plays a way once; whoever was touched shows it when the marble comes by.
  roll(track, ball, done) {
    const end = track.at(-1)[0];
    const line = svg("polyline", { class: "track" });
    const under = svg("polyline", { class: "track under" });
    this.layers.roll.replaceChildren(under, line);
    const standing = this.standing(ball);
    const due = ball.hits.map((seat) => [nearest(track, standing.get(seat) ?? [0, 0]), seat]);
    const told = new Set();
    this.stops.push(
      play(
        end,
        (ms) => {
          const passed = track.filter((row) => row[0] <= ms);
          const at = along(track, ms);
          const points = [...passed.map((row) => row.slice(1)), at].map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
          line.setAttribute("points", points);
          under.setAttribute("points", points);
          this.marble(at, false);
          const now = due.filter(([when, seat]) => when <= ms && !told.has(seat)).map(([, seat]) => seat);
          now.forEach((seat) => told.add(seat));
          if (now.length) this.touched(ball, now);
        },
        done,
      ),
    );
  }

  standing(ball) {
    const pieces = Object.entries(ball.standing).map(([seat, space]) => ({ seat: Number(seat), space }));
    return new Map(this.spots(pieces).map(([piece, at]) => [piece.seat, at]));
  }

  marble([x, y], glows) {
    const r = Math.max(this.data.marble / 2 + 1.5, this.half * 0.62);
    if (!this.ball?.isConnected) {
      this.ball = rolling();
      this.layers.roll.append(this.ball);
    }
    this.ball.classList.toggle("unseen-way", glows);
    this.ball.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${r.toFixed(2)})`);
  }

  touched(ball, seats) {
    const standing = this.standing(ball);
    for (const seat of seats) {
      const at = standing.get(seat) ?? this.pawns.get(seat)?.at;
      if (!at || this.layers.roll.querySelector(`.burst[data-seat="${seat}"]`)) continue;
      const burst = burstAt(at[0], at[1], this.half / 10.5, seat);
      this.layers.roll.append(burst);
    }
  }

  // What it did stays for a while after it counted.
  fade() {
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.row.ball?.on || this.replays || this.clear(), AFTER_MS);
  }

  clear() {
    this.stops.forEach((stop) => stop());
    this.stops = [];
    clearTimeout(this.fading);
    this.layers.roll.replaceChildren();
  }

  // --- the last one again -----------------------------------------------------------------------
  replay() {
    const ball = this.row?.ball;
    if (this.replays) return this.live();
    if (!ball || ball.on) return;
    this.replays = true;
    this.onreplay(true);
    this.clear();
    const pieces = Object.entries(ball.standing).map(([seat, space]) => ({ seat: Number(seat), space, lying: false }));
    const gone = this.row.pieces.filter((piece) => !(piece.seat in ball.standing));
    if (pieces.length) this.place([...pieces, ...gone], true);
    this.routes(ball.route);
    this.note.textContent = ball.track ? this.words.replay_true : this.words.replay_route;
    this.note.hidden = false;
    const way = ball.track ? this.flipped(ball.track) : paced(this.data.routes[ball.route]);
    this.roll(way, ball, () => {
      const wait = setTimeout(() => this.live(), 3000);
      this.stops.push(() => clearTimeout(wait));
    });
  }

  live() {
    this.replays = false;
    this.note.hidden = true;
    this.clear();
    this.routes(this.row.ball?.on ? this.row.ball.route : null);
    this.place(this.row.pieces, true);
    this.onreplay(false);
  }
}
