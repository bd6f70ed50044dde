// The small map: pawns, the jewel, the last way, the ways that can be chosen. A tap chooses one.

import { el, svg, signShapes } from "./seat-dom.js";

const REACH_PX = 34; // so near a tap must be to what it chooses
const PAWN_PX = 12; // half a pawn
const LEAST_MM = 250; // the map is never drawn closer than this
const MARGIN_MM = 45;
const TRAILS_FROM = 0.8; // pixels per mm from which names of trails can be read
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class IslandMap {
  // choose(n): somebody tapped what row n of the choices leads to
  constructor(host, words, choose) {
    this.words = words;
    this.choose = choose;
    this.base = svg("g", { class: "base" });
    this.over = svg("g", { class: "over" });
    this.picture = svg("svg", { role: "img", "aria-label": words.map, onclick: (e) => this.tapped(e) }, this.base, this.over);
    this.zoom = el("button", { class: "zoom", type: "button", onclick: () => this.toggle() });
    host.replaceChildren(this.picture, this.zoom);
    this.near = true; // as near as the choices allow
    new ResizeObserver(() => this.drawn()).observe(host);
  }

  island(map) {
    this.map = map;
    this.base.innerHTML = map.svg;
    const [w, d] = map.size;
    this.box = [0, 0, w, d];
    this.picture.setAttribute("viewBox", this.box.join(" "));
    this.picture.style.aspectRatio = `${w} / ${d}`;
    this.draw();
  }

  // pieces, jewel, people, last: as in the model; rows: choices; chosen: n or null
  show(now) {
    this.now = now;
    if (now.asked !== this.asked) {
      this.asked = now.asked;
      this.near = true;
    }
    this.draw();
  }

  draw() {
    if (!this.map || !this.now) return;
    this.move(this.wanted());
    this.drawn();
  }

  toggle() {
    this.near = !this.near;
    this.draw();
  }

  // --- what is seen ---------------------------------------------------------------------------
  points(way) {
    if (!way) return [];
    if (way.track) return way.track;
    if (way.walk) return way.walk.map((space) => this.map.spaces[space]).filter(Boolean);
    if (way.at) return [this.map.spaces[way.at]].filter(Boolean);
    return [];
  }

  wanted() {
    const [w, d] = this.map.size;
    const ways = this.now.rows.map((row) => row.way).filter((way) => way && !way.route);
    const close = ways.some((way) => way.walk) && !this.now.rows.some((row) => row.way?.route);
    this.canZoom = close;
    if (!close || !this.near) return [0, 0, w, d];
    const all = ways.flatMap((way) => this.points(way));
    const xs = all.map((p) => p[0]);
    const ys = all.map((p) => p[1]);
    let [left, right] = [Math.min(...xs) - MARGIN_MM, Math.max(...xs) + MARGIN_MM];
    let [top, bottom] = [Math.min(...ys) - MARGIN_MM, Math.max(...ys) + MARGIN_MM];
    const wide = Math.min(w, Math.max(LEAST_MM, right - left, ((bottom - top) * w) / d));
    const high = (wide * d) / w;
    left = Math.max(-20, Math.min((left + right) / 2 - wide / 2, w + 20 - wide));
    top = Math.max(-20, Math.min((top + bottom) / 2 - high / 2, d + 20 - high));
    return [left, top, wide, high];
  }

  move(to) {
    const from = this.box;
    if (to.every((v, k) => Math.abs(v - from[k]) < 0.5)) return;
    cancelAnimationFrame(this.frame);
    const begun = performance.now();
    const step = (t) => {
      const part = still.matches ? 1 : Math.min(1, (t - begun) / 260);
      const ease = 1 - (1 - part) ** 3;
      this.box = from.map((v, k) => v + (to[k] - v) * ease);
      this.picture.setAttribute("viewBox", this.box.map((v) => v.toFixed(1)).join(" "));
      this.drawn();
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    step(still.matches ? begun + 1 : begun);
  }

  // --- the layer on top -----------------------------------------------------------------------
  drawn() {
    if (!this.map || !this.now || !this.picture.clientWidth) return;
    this.px = this.box[2] / this.picture.clientWidth; // mm of one pixel
    this.over.replaceChildren(
      ...this.names(),
      ...this.last(),
      ...this.ways(),
      ...this.chosen(),
      ...this.pawns(),
      ...this.jewel(),
      ...this.ends(),
      ...this.named(),
    );
    this.zoom.textContent = this.near ? this.words.whole : this.words.near;
    this.zoom.hidden = !this.canZoom;
  }

  names() {
    if (1 / this.px < TRAILS_FROM || this.row()) return [];
    const [left, top, wide, high] = this.box;
    return this.map.trails
      .filter(([, x, y]) => x > left && x < left + wide && y > top && y < top + high)
      .map(([name, x, y]) => this.words_at("trail", name, [x, y - 16], 12));
  }

  // Words whose middle is at a place, moved aside where they would leave the picture.
  words_at(kind, words, [x, y], size) {
    const [left, top, wide, high] = this.box;
    const half = (words.length * 0.33 * size + 4) * this.px;
    const at = Math.max(left + half, Math.min(x, left + wide - half));
    const low = Math.max(top + size * this.px, Math.min(y, top + high - 6 * this.px));
    return svg("text", { class: kind, x: at, y: low, "font-size": size * this.px, "stroke-width": 4 * this.px }, words);
  }

  line(way, kind, wide) {
    const d = way.route && !way.track ? this.map.routes[way.route] : "M" + this.points(way).map((p) => p.join(" ")).join("L");
    return d && d !== "M" ? svg("path", { class: `way ${kind}`, d, "stroke-width": wide * this.px }) : null;
  }

  last() {
    const way = this.now.last?.way;
    if (!way || this.row()) return [];
    const kind = way.route || way.track ? "marble" : "walk";
    return [this.line(way, `was ${kind} under`, 8), this.line(way, `was ${kind}`, 4)].filter(Boolean);
  }

  ways() {
    if (this.row()) return [];
    const ways = this.now.rows.filter((row) => row.way && !row.way.at);
    return [
      ...ways.map((row) => this.line(row.way, "may under", 7)),
      ...ways.map((row) => this.line(row.way, "may", 4)),
    ].filter(Boolean);
  }

  // The number of each row at the place that it leads to.
  ends() {
    const chosen = this.row();
    return this.targets()
      .filter(({ row }) => !chosen || row === chosen)
      .flatMap(({ at: [x, y], row }) => [
        svg("circle", { class: `aim ${row.tone}`, cx: x, cy: y, r: 12 * this.px, "stroke-width": 2 * this.px }),
        svg("text", { class: "count", x, y, "font-size": 14 * this.px }, row.mark),
      ]);
  }

  chosen() {
    const row = this.row();
    if (!row?.way) return [];
    const points = this.points(row.way);
    const out = row.way.at ? [] : [this.line(row.way, "chosen under", 10), this.line(row.way, "chosen", 6)];
    if (row.way.walk) {
      const dots = points.slice(1, -1);
      out.push(...dots.map(([x, y]) => svg("circle", { class: "step", cx: x, cy: y, r: 5 * this.px, "stroke-width": 1.5 * this.px })));
    }
    return out;
  }

  named() {
    const row = this.row();
    const space = row?.way?.walk?.at(-1) ?? row?.way?.at;
    const end = row && this.points(row.way).at(-1);
    return end && space ? [this.words_at("place", this.map.names[space], [end[0], end[1] + 28 * this.px], 13)] : [];
  }

  // Several on one space stand side by side.
  spots() {
    const held = Map.groupBy ? Map.groupBy(this.now.pieces, (p) => p.space) : group(this.now.pieces);
    return this.now.pieces.map((piece) => {
      const mates = held.get(piece.space);
      const k = mates.indexOf(piece);
      const [x, y] = this.map.spaces[piece.space] ?? [0, 0];
      return { piece, at: [x + (k - (mates.length - 1) / 2) * 2 * PAWN_PX * this.px, y] };
    });
  }

  // The reader's own lies on top.
  pawns() {
    const me = (spot) => this.now.people.find((p) => p.seat === spot.piece.seat)?.me === true;
    const spots = this.spots();
    return [...spots.filter((s) => !me(s)), ...spots.filter(me)].map(({ piece, at: [x, y] }) => {
      const who = this.now.people.find((p) => p.seat === piece.seat);
      const scale = (PAWN_PX / 10.5) * this.px;
      const lying = piece.up === "lying" ? " rotate(90)" : "";
      return svg(
        "g",
        { class: `pawn${who?.me ? " me" : ""}${who?.turn ? " turn" : ""}`, transform: `translate(${x} ${y}) scale(${scale})${lying}` },
        who?.turn ? svg("circle", { class: "halo", r: 15 }) : null,
        ...(who ? signShapes(who) : []),
      );
    });
  }

  jewel() {
    const { seat, space } = this.now.jewel ?? {};
    const spot = seat !== null && seat !== undefined ? this.spots().find((s) => s.piece.seat === seat)?.at : this.map.spaces[space];
    if (!spot) return [];
    const beside = seat !== null && seat !== undefined ? PAWN_PX * 0.9 * this.px : 0;
    const scale = this.px * 0.95;
    return [
      svg("path", {
        class: "jewel",
        d: "M-8-3-4-8H4L8-3 0 8zM-8-3H8M-3-3 0 8 3-3",
        transform: `translate(${spot[0] + beside} ${spot[1] - beside * 1.2}) scale(${scale})`,
      }),
    ];
  }

  // --- taps -------------------------------------------------------------------------------------
  row() {
    return this.now.rows.find((row) => row.n === this.now.chosen) ?? null;
  }

  // Where a row's number stands: the end of a walk, a place, on a marble's route away from the others.
  targets() {
    const rows = this.now.rows.filter((row) => row.way && row.mark);
    const lines = rows.map((row) => (row.way.route ? this.along(row.way.route) : []));
    return rows
      .map((row, k) => ({ row, at: row.way.route ? apart(lines[k], lines.filter((_, j) => j !== k)) : this.points(row.way).at(-1) }))
      .filter(({ at }) => at);
  }

  along(route) {
    this.lines ??= new Map();
    if (!this.lines.has(route)) {
      const path = svg("path", { d: this.map.routes[route] });
      const step = path.getTotalLength() / 16;
      const all = Array.from({ length: 17 }, (_, k) => path.getPointAtLength(k * step));
      this.lines.set(route, all.map((p) => [p.x, p.y]));
    }
    return this.lines.get(route);
  }

  tapped(event) {
    if (!this.map || !this.now) return;
    const frame = this.picture.getBoundingClientRect();
    const x = this.box[0] + (event.clientX - frame.left) * this.px;
    const y = this.box[1] + (event.clientY - frame.top) * this.px;
    const far = ([px, py]) => Math.hypot(px - x, py - y) / this.px;
    const near = this.targets().filter(({ at }) => far(at) < REACH_PX);
    for (const path of this.now.rows.filter((row) => row.way?.route)) {
      const gap = this.gap(path.way.route, x, y) / this.px;
      if (gap < REACH_PX / 2) near.push({ row: path, at: null, gap });
    }
    if (!near.length) return;
    near.sort((a, b) => (a.gap ?? far(a.at)) - (b.gap ?? far(b.at)));
    // a second tap at the same place takes the next one that ends there
    const k = near.findIndex(({ row }) => row.n === this.now.chosen);
    this.choose(near[(k + 1) % near.length].row.n);
  }

  gap(route, x, y) {
    return Math.min(...this.along(route).map((p) => Math.hypot(p[0] - x, p[1] - y)));
  }
}

// The point of a line that is farthest from all other lines; its ends do not count.
function apart(line, others) {
  const rest = others.flat();
  const room = ([x, y]) => Math.min(400, ...rest.map((p) => Math.hypot(p[0] - x, p[1] - y)));
  return line.slice(2, -1).reduce((best, p) => (room(p) > room(best) + 1 ? p : best));
}

function group(pieces) {
  const held = new Map();
  for (const piece of pieces) held.set(piece.space, [...(held.get(piece.space) ?? []), piece]);
  return held;
}
