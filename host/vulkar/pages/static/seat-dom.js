// Elements made of plain data. Words always go in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const el = (tag, props, ...children) => filled(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => filled(document.createElementNS(SVG, tag), props, children);

const shown = new WeakMap();
const SETTLE_MS = 350;

// Builds a part of the page again when its data have changed. Whoever was focused stays focused, if
// an element of the same data-key is there again, and lists stay scrolled where they were.
export function part(host, data, build) {
  const key = JSON.stringify(data);
  if (shown.get(host) === key) return false;
  shown.set(host, key);
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const scrolled = [...host.querySelectorAll("[data-scrolls]")].map((node) => node.scrollLeft);
  const before = new Set(keys(host));
  host.replaceChildren(...[build()].flat().filter(Boolean));
  host.querySelectorAll("[data-scrolls]").forEach((node, k) => (node.scrollLeft = scrolled[k] ?? 0));
  if (focused) host.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  host.querySelectorAll("[data-settles]").forEach((node) => before.has(node.dataset.key) || settle(node));
  return true;
}

const keys = (host) => [...host.querySelectorAll("[data-key]")].map((node) => node.dataset.key);

// What has just come under the finger does not count for a moment: it was aimed at what was there.
function settle(node) {
  node.disabled = true;
  setTimeout(() => (node.disabled = false), SETTLE_MS);
}

// A button that does something at the table, carried out by tap.js.
export function tap(label, order, { kind = "", hint = "", reloads = false } = {}) {
  return el(
    "button",
    { type: "button", class: `tap ${kind}`, "data-tap": JSON.stringify(order), "data-key": order.key, "data-settles": true, "data-reloads": reloads },
    el("span", { class: "tap-label" }, label),
    hint ? el("small", { class: "tap-hint" }, hint) : null,
  );
}

// A seat's shape with its letter: the sign that goes with its colour everywhere.
export function sign(who, size = 28) {
  return svg(
    "svg",
    { class: "sign", viewBox: "-12 -12 24 24", width: size, height: size, "aria-hidden": "true" },
    ...signShapes(who),
  );
}

export const SHAPES = {
  circle: "M0-10a10 10 0 1 0 .01 0z",
  square: "M-9-9H9V9H-9z",
  triangle: "M0-11.5 12 9H-12z",
  diamond: "M0-12 12 0 0 12-12 0z",
};

export function signShapes(who) {
  const low = who.shape === "triangle" ? 3.5 : 0;
  return [
    svg("path", { d: SHAPES[who.shape] ?? SHAPES.circle, fill: who.colour, class: "sign-shape" }),
    svg("text", { y: low, fill: who.ink, class: "sign-letter" }, who.letter),
  ];
}
