// The hand: cards as they lie on a table. A tap turns one up: what it does, when, what it can do now.

import { el } from "./seat-dom.js";
import { choiceRow, rowsOf } from "./seat-choices.js";

// A colour of its own for each kind, the same on every phone; kinds that differ in a number share it.
export function hue(kind) {
  let sum = 7;
  for (const letter of kind.replace(/\d+/g, "")) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return sum;
}

const usesOf = (card, rows) => rows.filter((row) => Array.isArray(row.value) && row.value.slice(1).includes(card.kind));

export function hand(model, ui, words) {
  if (model.paper) return el("p", { class: "quiet" }, words.paper);
  if (!model.hand.length) return el("p", { class: "quiet" }, words.no_cards);
  const rows = rowsOf(model);
  const open = model.hand[ui.card];
  return [
    el(
      "ul",
      { class: "cards", "data-scrolls": true },
      model.hand.map((card, k) => el("li", {}, face(card, k, usesOf(card, rows), ui, words))),
    ),
    open ? uses(open, usesOf(open, rows), ui, words) : null,
  ];
}

function face(card, k, uses, ui, words) {
  return el(
    "button",
    {
      type: "button",
      class: `card ${card.family}${uses.length ? " can" : ""}`,
      style: { "--hue": hue(card.kind) },
      "aria-expanded": String(ui.card === k),
      "data-key": `card${k}`,
      onclick: () => ui.turn(k, uses),
    },
    el("span", { class: "card-name" }, card.name),
    el("span", { class: "card-mark", "aria-hidden": "true" }, card.mark),
    el("span", { class: "card-help" }, card.help),
    el("span", { class: "card-state" }, uses.length ? words.now : words.not_now),
  );
}

function uses(card, rows, ui, words) {
  return el(
    "div",
    { class: "uses" },
    el("h3", {}, words.when),
    el("p", {}, el("strong", {}, `${card.name}. `), card.help),
    rows.length ? el("ul", { class: "options" }, rows.map((row) => el("li", {}, choiceRow(row, ui)))) : el("p", { class: "quiet" }, words.not_now),
  );
}
