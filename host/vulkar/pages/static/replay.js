// A game step by step: the island as it stood, and what happened. By slider, buttons and keys.

import { Board } from "./island-board.js";
import { el } from "./seat-dom.js";

const BEAT_MS = 1600;
const steps = []; // { texts, island, walk }
let board;
let begun;
let at = 0;
let timer = null;
let parts;

vulkar.on("replay-begin", (given) => {
  const host = document.querySelector("[data-replay]");
  if (!host || begun) return;
  begun = given;
  board = new Board(given.board, given.pictures, given.words);
  const button = (name, then) => {
    const made = el("button", { type: "button" }, given.words[name]);
    made.addEventListener("click", then);
    return made;
  };
  parts = {
    where: el("p", { class: "where" }),
    said: el("ol", { class: "said", "aria-live": "polite" }),
    slider: el("input", { type: "range", min: "0", max: String(given.total - 1), value: "0", "aria-label": given.words.where }),
    play: button("play", toggle),
  };
  parts.slider.addEventListener("input", () => go(Number(parts.slider.value), true));
  const buttons = el("div", { class: "replay-buttons" }, button("first", () => go(0)), button("back", () => go(at - 1)), parts.play, button("next", () => go(at + 1)), button("last", () => go(begun.total - 1)));
  const side = el("div", { class: "replay-side" }, parts.where, parts.slider, buttons, parts.said, el("p", { class: "hint" }, given.words.keys));
  host.replaceChildren(board.root, side);
});

vulkar.on("replay-steps", (rows) => {
  const first = steps.length === 0;
  for (const row of rows) steps.push({ ...row, island: row.island ?? steps.at(-1)?.island });
  if (first) go(0, true);
});

function go(wanted, atOnce = false) {
  if (!steps.length) return;
  const next = Math.max(0, Math.min(steps.length - 1, wanted));
  const forward = next === at + 1 && !atOnce;
  at = next;
  const { island, texts, walk } = steps[at];
  const people = begun.people.map((row) => ({ ...row, turn: row.seat === island.active }));
  board.show({ people, ...island, lamps: [], ball: null, walk: forward && walk ? { ...walk, n: at } : null });
  if (!forward) board.draw(true);
  parts.slider.value = String(at);
  const where = begun.words.step.replace("{n}", at + 1).replace("{of}", begun.total);
  parts.where.textContent = island.turn ? `${begun.words.turn.replace("{n}", island.turn)} · ${where}` : where;
  parts.slider.setAttribute("aria-valuetext", parts.where.textContent);
  parts.said.replaceChildren(...texts.map((text) => el("li", {}, text)));
}

function toggle() {
  if (timer) stop();
  else {
    timer = setInterval(() => (at + 1 < begun.total ? go(at + 1) : stop()), BEAT_MS);
    parts.play.textContent = begun.words.pause;
  }
}

function stop() {
  clearInterval(timer);
  timer = null;
  parts.play.textContent = begun.words.play;
}

const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(begun.total - 1) };

document.addEventListener("keydown", (event) => {
  if (!begun || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, summary, details")) return;
  if (KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
