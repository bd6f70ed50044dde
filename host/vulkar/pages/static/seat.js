// The page of a seat: draws what the table says. It keeps only what is looked at: a chosen row, a card.

import { el, part, sign, tap } from "./seat-dom.js";
import { IslandMap } from "./seat-map.js";
import { bar, choiceList, paths, rowsOf } from "./seat-choices.js";
import { hand } from "./seat-cards.js";
import { trigger } from "./seat-trigger.js";
import { Clocks } from "./seat-clocks.js";
import { called } from "./seat-call.js";

const PARTS = ["banner", "last", "work", "island", "act", "hand", "trigger", "people", "log", "bar"];
const clocks = new Clocks();
let root = null;
let words = {};
let model = null;
let log = [];
let map = null;
const at = (name) => root.querySelector(`[data-part="${name}"]`);

const ui = {
  asked: null,
  chosen: null,
  card: null,
  choose(n) {
    ui.chosen = n;
    draw();
  },
  turn(k, uses) {
    const close = ui.card === k;
    ui.card = close ? null : k;
    ui.chosen = !close && uses.length === 1 ? uses[0].n : null;
    draw();
  },
};

function draw() {
  if (!model || !root) return;
  const asked = model.window?.window ?? model.question?.question ?? null;
  if (asked !== ui.asked) [ui.asked, ui.chosen, ui.card] = [asked, null, null];
  if (ui.card !== null && !model.hand[ui.card]) ui.card = null;
  root.dataset.mood = model.banner.mood;
  const seen = { chosen: ui.chosen, card: ui.card };
  part(at("banner"), [model.banner, model.people], banner);
  part(at("last"), model.last?.text, () => el("p", {}, model.last?.text ?? ""));
  part(at("work"), model.work, work);
  part(at("act"), [model.question, model.window, model.trigger?.mine, seen, model.marks], act);
  part(at("hand"), [model.hand, model.paper, rowsOf(model), seen, model.banner.mood === "covered"], cards);
  part(at("people"), [model.people, model.others], people);
  part(at("trigger"), [model.trigger, model.state], () => (model.state === "running" && model.trigger && !model.trigger.mine ? trigger(model, words) : null));
  part(at("bar"), [model.question, model.window, model.trigger, model.orders, seen], bottom);
  story();
  clocks.show(root);
  map.show({ ...model, rows: mapRows(), chosen: model.trigger?.mine ? -1 : ui.chosen, asked: ui.asked });
}

function mapRows() {
  if (model.trigger?.mine) return model.trigger.way ? [{ n: -1, way: model.trigger.way, tone: "danger", mark: "" }] : [];
  return rowsOf(model);
}

function banner() {
  const active = model.people.find((p) => p.turn);
  return el("div", { class: "banner-row" }, active ? sign(active, 44) : null, el("div", {}, el("h1", {}, model.banner.title), model.banner.detail ? el("p", {}, model.banner.detail) : null));
}

function work() {
  if (!model.work.length) return null;
  return [el("h2", {}, el("a", { href: "/board" }, words.work)), el("ul", {}, model.work.map((task) => el("li", {}, task)))];
}

function act() {
  if (model.trigger?.mine) return null;
  const lists = choiceList(model, ui);
  const marks = model.marks.map((mark) => el("p", { class: "mark" }, mark));
  if (!lists.length) return marks;
  return [el("h2", { class: "unseen" }, words.choices), ...marks, ...lists];
}

function cards() {
  if (model.banner.mood === "covered" || model.state !== "running") return null;
  return [el("h2", {}, words.hand), hand(model, ui, words)].flat();
}

function people() {
  return [
    el("h2", {}, words.people),
    el("ul", { class: "people" }, model.people.map(person)),
    ...(model.others ?? []).map((s) => el("a", { class: "hand-on", href: `/seat/${s.seat}` }, `${words.hand_on}: ${s.name}`)),
  ];
}

function aside(p) {
  const said = [p.called, p.me ? words.me : ""].filter(Boolean).join(", ");
  return said ? ` (${said})` : "";
}

function person(p) {
  const facts = [p.where, p.cards, p.jewel ? `◆ ${words.jewel}` : "", ...p.marks].filter(Boolean);
  return el(
    "li",
    { class: `person${p.turn ? " turn" : ""}${p.me ? " me" : ""}` },
    sign(p, 32),
    el("div", {}, el("strong", {}, p.name), aside(p), el("br"), el("span", { class: "facts" }, facts.join(" · "))),
  );
}

function bottom() {
  if (model.trigger?.mine) return trigger(model, words);
  const made = [bar(model, ui, words)].flat().filter(Boolean);
  const timed = model.window || model.question?.deadline_ms;
  const clock = timed ? el("div", { class: "clock", role: "timer", "aria-label": words.time }, el("span", { class: "clock-fill" }), el("span", { class: "clock-left", "data-counts": "left" })) : null;
  const orders = model.orders.map((o) => tap(words[o.word], o.order, { kind: "big", reloads: o.reloads }));
  return clock || made.length || orders.length ? [clock, ...made, ...orders].filter(Boolean) : null;
}

function story() {
  const rows = [...log].reverse();
  const line = (row) => el("li", { class: row.private ? "private" : "" }, row.private ? el("span", { class: "only" }, words.private) : null, row.text);
  part(at("log"), rows, () => [el("h2", {}, words.log), el("ol", { class: "log", reversed: true, tabindex: "0", "aria-label": words.log, "data-key": "log" }, rows.map(line))]);
}

function done({ tap: order, reloads }) {
  const { path, args } = JSON.parse(order);
  if (reloads !== undefined) window.location.reload(); // it is another seat's page from now on
  if (path !== paths.intend || args.window !== model.window?.window) return;
  model.window.said = args.value; // nobody is told of it, so the table tells nothing either
  model.banner = { ...model.banner, title: words.deciding, detail: words.ends, mood: "wait" };
  ui.choose(null);
}

// NiceGUI makes the page's own elements after this script has run.
function begin(found) {
  words = found.words;
  Object.assign(paths, found.paths);
  root = document.getElementById("seat");
  if (root.childElementCount === 0) {
    root.append(...PARTS.map((name) => el(name === "banner" ? "div" : "section", { "data-part": name })));
    at("banner").setAttribute("role", "status");
    at("last").setAttribute("aria-live", "polite");
    root.addEventListener("keydown", (event) => event.key === "Escape" && ui.chosen !== null && ui.choose(null));
    root.addEventListener("vulkar-done", (event) => done(event.target.dataset));
    map = new IslandMap(at("island"), words, (n) => ui.choose(n));
  }
  map.island(found.map);
  draw();
}

const heard = {
  "seat.begin": begin,
  seat(found) {
    model = found;
    clocks.hear(found);
    draw();
    called(found);
  },
  "seat.log"(found) {
    log = found;
    draw();
  },
};

// What the table said while the page was made stands in it; what it says before the page is drawn
// takes its place.
const said = JSON.parse(document.getElementById("seat-first").textContent);
for (const [name, then] of Object.entries(heard)) {
  window.vulkar.on(name, (found) => (root ? then(found) : (said[name] = found)));
}

function first() {
  if (!document.getElementById("seat")) return setTimeout(first, 10);
  return Object.entries(heard).forEach(([name, then]) => then(said[name]));
}
first();
