// The marshal's picture of the board: fields, servos, link and console, from a look each second
// while somebody sees it. Also the countdown of a fireball that settles.

import { el, svg } from "./seat-dom.js";

const EVERY_MS = 1000;
const JUST_MS = 3000; // a change that is shown as one
const box = document.querySelector("[data-feel]");
const about = box ? JSON.parse(box.dataset.feel) : null;
const words = about?.words;

const part = (name) => box.querySelector(`.feel-${name}`);

// --- the field: colour, number and shape; the shape alone tells what it is

function kindOf(hall, belong) {
  if (hall.dead) return "dead";
  if (hall.present) return belong > 0 ? "present" : "stranger";
  return belong > 0 ? "missing" : "empty";
}

function mark(hall, kind, [x, y]) {
  const r = about.pad / 2;
  const just = hall.changed_ms !== null && hall.changed_ms < JUST_MS;
  const shapes = {
    empty: () => svg("circle", { r: r * 0.7 }),
    present: () => svg("circle", { r: r * 1.05 }),
    stranger: () => svg("path", { d: `M0 ${-r * 1.3}L${r * 1.25} ${r}L${-r * 1.25} ${r}z` }),
    missing: () => svg("circle", { r: r * 1.05, "stroke-dasharray": "4 3" }),
    dead: () => svg("path", { d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}` }),
  };
  const name = about.names[hall.space] ?? hall.space;
  const said = `${name} (${hall.space}): ${hall.mt.toFixed(1)} mT, ${words[kind]}${just ? `, ${words.changed}` : ""}`;
  return svg(
    "g",
    { class: `hall ${kind}${just ? " just" : ""}`, transform: `translate(${x} ${y})` },
    svg("title", null, said),
    shapes[kind](),
    svg("text", { y: 3 }, Math.abs(hall.mt) < 0.95 ? "0" : hall.mt.toFixed(0)),
  );
}

function map(look) {
  const [wide, high] = about.size;
  const belong = {};
  for (const space of Object.values(look.standing)) belong[space] = (belong[space] ?? 0) + 1;
  const lines = about.links.map(([a, b]) => {
    const [[[x1, y1]], [[x2, y2]]] = [about.spots[a], about.spots[b]];
    return svg("line", { x1, y1, x2, y2, class: "way" });
  });
  const left = { ...belong };
  const marks = look.halls.map((hall) => {
    const kind = kindOf(hall, left[hall.space] ?? 0);
    if (hall.present || kind === "missing") left[hall.space] = (left[hall.space] ?? 0) - 1;
    const spots = about.spots[hall.space] ?? [[0, 0]];
    return mark(hall, kind, spots[hall.slot] ?? spots[0]);
  });
  const marbles = Object.entries(look.marbles).map(([source, home]) => {
    const [x, y] = about.sources[source];
    return svg(
      "g",
      { class: `source ${home ? "home" : "away"}`, transform: `translate(${x} ${y})` },
      svg("title", null, `${source}: ${home ? words.marble_home : words.marble_away}`),
      svg("rect", { x: -11, y: -11, width: 22, height: 22, rx: 4 }),
      svg("text", { y: 5 }, source === "idol" ? "I" : source),
    );
  });
  const picture = svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", class: "field" });
  picture.setAttribute("aria-label", spoken(look, belong));
  picture.append(...lines, ...marbles, ...marks);
  return picture;
}

function spoken(look, belong) {
  const rows = look.halls
    .map((hall) => [hall, kindOf(hall, belong[hall.space] ?? 0)])
    .filter(([, kind]) => kind !== "empty");
  return rows.map(([hall, kind]) => `${hall.space} ${words[kind]}`).join(", ") || words.empty;
}

// --- servos as dials

function dial(servo) {
  const [low, high] = servo.limits;
  const turret = servo.kind === "turret";
  const share = servo.value === null ? null : (servo.value - low) / (high - low);
  const angle = share === null ? null : turret ? servo.value : -120 + 240 * Math.min(1, Math.max(0, share));
  const text =
    servo.kind === "gate"
      ? servo.phase === "open" ? words.open_gate : words.closed_gate
      : servo.value === null ? words.unknown : turret ? `${Math.round(servo.value)}°` : servo.value.toFixed(2);
  const hand = angle === null ? [] : [svg("line", { x1: 0, y1: 0, x2: 0, y2: -30, class: "hand", transform: `rotate(${angle})` })];
  return el(
    "figure",
    { class: `dial${servo.driven ? " driven" : ""}` },
    svg("svg", { viewBox: "-40 -40 80 80", "aria-hidden": "true" }, svg("circle", { r: 36 }), ...hand, svg("circle", { r: 4, class: "hub" })),
    el("figcaption", null, el("strong", null, servo.name), ` ${text}`, el("small", null, `${servo.pulse_us === null ? "–" : `${servo.pulse_us} µs`} · ${servo.driven ? words.driven : words.rests}`)),
  );
}

// --- link and console

const sum = (counts) => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);

function figures(look) {
  const s = look.stats;
  const low = look.supply && look.supply.mv && look.supply.mv < look.supply.low_mv;
  const supply = look.supply?.mv ? `${(look.supply.mv / 1000).toFixed(2)} V${low ? ` · ${words.supply_low}` : ""}` : words.not_read;
  return [
    [words.state, look.state],
    [words.round_trip, `${(s.round_trip_us / 1000).toFixed(1)} ms`],
    [words.frames, `${s.frames_out} / ${s.frames_in}`],
    [words.damaged, `${sum(s.discarded)} / ${sum(s.chip_discarded)}`],
    [words.repeats, `${s.retries} / ${s.chip_resent}`],
    [words.supply, supply],
    [words.load, `${(s.chip_longest_pass_us / 1000).toFixed(1)} ms`],
    [words.scan, `${(s.chip_scan_us / 1000).toFixed(1)} ms`],
    [words.memory, s.chip_free_bytes < 0 ? "–" : `${Math.round(s.chip_free_bytes / 1024)} kB`],
    [words.firmware, look.firmware],
  ];
}

function show(look) {
  const here = look?.link === "here";
  part("state").textContent = here ? "" : words[look?.link ?? "closed"];
  box.classList.toggle("dark-board", !here);
  if (!here) return;
  part("map").replaceChildren(map(look));
  part("servos").replaceChildren(...look.servos.map(dial));
  part("link").replaceChildren(...figures(look).map(([name, value]) => el("div", null, el("dt", null, name), el("dd", null, String(value)))));
  const said = [...look.recent.slice(-8), ...look.console].join("\n") || words.nothing;
  if (part("console").textContent !== said) part("console").textContent = said;
}

async function looks() {
  if (!document.hidden && window.vulkar?.connected()) {
    try {
      const answer = await fetch("/api/board/look", { cache: "no-store" });
      if (answer.status === 401) window.location.assign("/");
      show(answer.ok ? await answer.json() : null);
    } catch {
      // no connection: the page says so
    }
  }
  setTimeout(looks, EVERY_MS);
}
if (box) looks();

// --- the countdown: each roll's begins when this page first hears of it

const began = new Map();
function count() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const { roll, until, says } = clock.dataset;
    if (!began.has(roll)) began.set(roll, performance.now());
    const left = Math.max(0, Math.ceil((began.get(roll) + Number(until) - performance.now()) / 1000));
    const text = says.replace("{n}", left);
    if (clock.textContent !== text) clock.textContent = text;
  }
  setTimeout(count, 200);
}
count();
