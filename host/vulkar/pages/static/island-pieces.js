// What stands and rolls on the island, each drawn around its own middle.

import { svg, signShapes } from "./seat-dom.js";

/** A pawn, 10.5 units to its rim: its sign, and what it is besides. */
export function pawnParts(who, lying) {
  return [
    svg("ellipse", { class: "shade", cx: 0, cy: 10.5, rx: 11, ry: 4 }),
    who.turn && !lying ? svg("circle", { class: "halo", r: 16.5 }) : "",
    svg("g", { class: "body", transform: lying ? "rotate(90) scale(.92)" : "" }, ...signShapes(who)),
    lying ? svg("path", { class: "down", d: "M-13 13H13" }) : "",
    who.won ? svg("path", { class: "crown", d: "M-9-13-11-24-4-18 0-26 4-18 11-24 9-13z" }) : "",
  ];
}

/** The jewel. */
export function gem(x, y, scale) {
  return svg(
    "g",
    { class: "jewel", transform: `translate(${x} ${y}) scale(${scale})` },
    svg("path", { class: "gem", d: "M-8-3-4-8H4L8-3 0 8z" }),
    svg("path", { class: "cut", d: "M-8-3H8M-3-3 0 7 3-3-1-8" }),
  );
}

/** The marbles of a source: one in its cradle, the others beside it; or the empty cradle. */
export function marbles(x, y, r, n) {
  if (!n) return [svg("circle", { class: "empty", cx: x, cy: y, r: r - 1 })];
  return Array.from({ length: n }, (_, k) => svg("circle", { class: "marble", cx: x + k * 2.2 * r, cy: y, r }));
}

/** A lamp's ring, of its own kind for all that it tells; around a target's pawn a cross-hair. */
export function lampParts(x, y, r, tells, far) {
  const ring = svg("circle", { class: `lamp ${tells}`, cx: x, cy: y, r });
  if (tells !== "target") return [ring];
  const d = `M${x - far} ${y}h${-9}M${x + far} ${y}h9M${x} ${y - far}v-9M${x} ${y + far}v9`;
  return [ring, svg("circle", { class: "cross", cx: x, cy: y, r: far + 1 }), svg("path", { class: "cross", d })];
}

/** A lamp as a show has it; without a colour it is dark. */
export function cueRing(x, y, r, colour) {
  return svg("circle", { class: `lamp cue${colour ? "" : " dark"}`, cx: x, cy: y, r, ...(colour && { stroke: colour }) });
}

/** A marble on its way, of radius 1. */
export function rolling() {
  return svg(
    "g",
    { class: "rolling" },
    svg("circle", { class: "glow", r: 2.1 }),
    svg("circle", { class: "fire", r: 1 }),
    svg("circle", { class: "shine", cx: -0.32, cy: -0.35, r: 0.24 }),
  );
}

/** Somebody was touched here. */
export function burstAt(x, y, scale, seat) {
  const points = Array.from({ length: 18 }, (_, k) => {
    const [r, a] = [k % 2 ? 14 : 23, (Math.PI * k) / 9];
    return `${(r * Math.sin(a)).toFixed(1)},${(r * Math.cos(a)).toFixed(1)}`;
  });
  const transform = `translate(${x} ${y}) scale(${scale})`;
  return svg("g", { class: "burst", "data-seat": seat, transform }, svg("polygon", { points: points.join(" ") }));
}
