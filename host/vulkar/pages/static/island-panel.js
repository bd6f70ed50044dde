// What stands beside the island: whose turn it is, the fireball, everybody, what happened, buttons.

import { el, part, sign } from "./seat-dom.js";

export class Panel {
  // does: what the buttons do; each resolves to whether its view is shown now
  constructor(words, does, hasCamera) {
    this.words = words;
    this.banner = el("div", { class: "banner" });
    this.ball = el("div", { class: "ball", role: "status" });
    this.people = el("ul", { class: "people" });
    this.tasks = el("section", { class: "tasks" });
    this.events = el("ol", {});
    this.said = el("p", { class: "busy", role: "status" });
    this.again = this.button(words.replay, () => does.replay());
    this.again.disabled = true;
    this.solid = this.button(words.solid, async () => this.pressed(this.solid, await does.solid(), words.solid, words.flat));
    this.camera = hasCamera ? this.button(words.camera, async () => this.pressed(this.camera, await does.camera(), words.camera, words.camera_off)) : null;
    this.full = document.fullscreenEnabled ? this.button(words.full, () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())) : null;
    this.root = el(
      "section",
      { class: "panel", "aria-label": words.players },
      this.banner,
      this.ball,
      el("h2", { class: "unseen" }, words.players),
      this.people,
      this.tasks,
      el("h2", {}, words.events),
      el("div", { class: "events", role: "log" }, this.events),
      el("div", { class: "views" }, this.again, this.solid, this.camera, this.full),
      this.said,
    );
  }

  button(label, act) {
    return el("button", { type: "button", onclick: act }, label);
  }

  pressed(button, on, off, back) {
    button.textContent = on ? back : off;
    button.setAttribute("aria-pressed", String(Boolean(on)));
  }

  busy(text) {
    this.said.textContent = text;
  }

  replaying(on) {
    this.again.textContent = on ? this.words.replay_end : this.words.replay;
    this.again.setAttribute("aria-pressed", String(on));
  }

  show(row) {
    const { banner, people, ball } = row;
    const who = people.find((each) => each.seat === banner.seat);
    part(this.banner, [banner, who, row.paused], () => [
      who ? sign(who, 28) : null,
      el("div", {}, el("h1", {}, banner.title), el("p", {}, row.paused || banner.line)),
    ]);
    part(this.ball, ball && [ball.on, ball.line, ball.stage, ball.leaves_ms === null], () => this.fireball(ball, people));
    this.count(ball);
    this.again.disabled = !ball || ball.on;
    part(this.people, people, () => people.map((each) => this.person(each)));
    part(this.tasks, row.tasks, () => (row.tasks.length ? [el("h2", {}, this.words.tasks), ...row.tasks.map((task) => el("p", {}, task))] : []));
    this.log(row.events);
  }

  fireball(ball, people) {
    if (!ball) return [];
    const [by, at] = [ball.by, ball.target].map((seat) => people.find((each) => each.seat === seat));
    return el(
      "div",
      { class: ball.on ? "hot" : "cold" },
      el("div", { class: "duel", "aria-hidden": "true" }, by ? sign(by, 28) : null, el("span", { class: "arrow" }, "→"), at ? sign(at, 28) : el("span", { class: "nobody" }, "·")),
      el("div", {}, el("strong", {}, ball.line), el("p", {}, ball.stage)),
      ball.leaves_ms === null ? null : el("output", { class: "seconds" }),
    );
  }

  // The seconds of an announced fireball, counted here.
  count(ball) {
    clearInterval(this.counting);
    const out = this.ball.querySelector(".seconds");
    if (!out || ball.leaves_ms === null) return;
    const due = performance.now() + ball.leaves_ms;
    const tick = () => (out.textContent = String(Math.max(0, Math.ceil((due - performance.now()) / 1000))));
    this.counting = setInterval(tick, 200);
    tick();
  }

  person(each) {
    const facts = [each.where, each.cards, ...each.notes].filter(Boolean).join(" · ");
    return el(
      "li",
      { class: `person${each.turn ? " turn" : ""}${each.won ? " won" : ""}`, "aria-current": each.turn ? "true" : null },
      sign(each, 28),
      el("div", {}, el("strong", {}, each.name), el("small", {}, facts)),
      each.jewel ? el("span", { class: "has-jewel" }, "◆ ", this.words.jewel) : null,
    );
  }

  // Newest first; only what is new is said to who cannot see it.
  log(events) {
    const there = new Set([...this.events.children].map((node) => node.dataset.n));
    const now = new Set(events.map(({ n }) => String(n)));
    for (const node of [...this.events.children]) if (!now.has(node.dataset.n)) node.remove();
    for (const { n, text } of [...events].reverse()) {
      if (!there.has(String(n))) this.events.prepend(el("li", { "data-n": n }, text));
    }
  }
}
