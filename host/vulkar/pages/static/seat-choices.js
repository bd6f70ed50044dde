// What can be answered: rows to look at first, and one bar at the bottom that does it.

import { el, tap } from "./seat-dom.js";

export const paths = {}; // operation -> its address, told by the server

export const answer = (model, row) => ({
  path: paths.answer,
  args: { seat: model.seat, question: model.question.question, value: row.value },
  key: `answer ${model.question.question} ${JSON.stringify(row.value)}`,
  id: true,
});

export const intend = (model, row) => ({
  path: paths.intend,
  args: { seat: model.seat, window: model.window.window, value: row.value },
  key: `intend ${model.window.window} ${JSON.stringify(row.value)}`,
  id: true,
});

const PASS = JSON.stringify(["pass"]);
export const isPass = (row) => JSON.stringify(row.value) === PASS;

// All rows that can be chosen now, of the question or of the window.
export function rowsOf(model) {
  if (model.trigger?.mine) return [];
  if (model.window) return model.window.rows.filter((row) => !isPass(row));
  return model.question?.groups.flatMap((group) => group.rows) ?? [];
}

export const usualOf = (model) =>
  model.window || !model.question ? null : (rowsOf(model).find((row) => row.n === model.question.usual) ?? null);

export function choiceRow(row, ui) {
  const open = ui.chosen === row.n;
  return el(
    "button",
    {
      type: "button",
      class: `choice ${row.tone}`,
      "aria-pressed": String(open),
      "data-key": `c${row.n}`,
      onclick: () => ui.choose(open ? null : row.n),
    },
    el("span", { class: "choice-label" }, row.mark ? el("span", { class: "choice-mark", "aria-hidden": "true" }, row.mark) : null, row.label),
    row.tags.length ? el("span", { class: "tags" }, row.tags.map((t) => el("span", { class: `tag ${t.tone}` }, t.text))) : null,
    row.help ? el("span", { class: "help" }, row.help) : null,
  );
}

// The list: groups with their headings; what the bar does by itself is not repeated.
export function choiceList(model, ui) {
  const usual = usualOf(model);
  const groups = model.window
    ? [{ group: "window", title: "", rows: rowsOf(model) }]
    : (model.question?.groups ?? []).map((g) => ({ ...g, rows: g.rows.filter((row) => row !== usual) }));
  const some = groups.filter((g) => g.rows.length);
  return some.map((g) =>
    el(
      "div",
      { class: `group ${g.group}` },
      g.title && (some.length > 1 || usual) ? el("h3", {}, g.title) : null,
      el("ul", { class: "options" }, g.rows.map((row) => el("li", {}, choiceRow(row, ui)))),
    ),
  );
}

// The bar: the chosen row, else what most people do now.
export function bar(model, ui, words) {
  const rows = rowsOf(model);
  const row = rows.find((r) => r.n === ui.chosen);
  const order = model.window ? intend : answer;
  if (row) {
    const danger = row.tags.find((t) => t.tone === "danger");
    return el(
      "div",
      { class: "bar-row" },
      el("button", { type: "button", class: "back", "data-key": "back", "aria-label": words.back, onclick: () => ui.choose(null) }, "✕"),
      tap(row.label, order(model, row), { kind: danger ? "big danger" : "big", hint: danger?.text ?? "" }),
    );
  }
  if (model.window) return windowBar(model, words);
  const usual = usualOf(model);
  return usual ? tap(usual.label, answer(model, usual), { kind: "big" }) : null;
}

function windowBar(model, words) {
  if (!model.window.can && !model.window.asked) return null;
  const said = model.window.rows.find((row) => JSON.stringify(row.value) === JSON.stringify(model.window.said));
  const pass = model.window.rows.find(isPass);
  return [
    said ? el("p", { class: "said" }, el("strong", {}, said.label), " ", words.chosen) : null,
    pass && said !== pass ? tap(pass.label, intend(model, pass), { kind: "big calm" }) : null,
  ].filter(Boolean);
}
