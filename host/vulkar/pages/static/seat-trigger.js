// The trigger: large, and it says why it cannot be pulled. Its nonce is looked up as it is pulled.

import { el, tap } from "./seat-dom.js";
import { paths } from "./seat-choices.js";

export function trigger(model, words) {
  const t = model.trigger;
  if (!t) return null;
  const order = {
    path: paths.fire,
    args: { seat: model.seat, question: t.question },
    key: `fire ${t.question}`,
    id: true,
    fresh: { path: paths.view, args: { seat: model.seat }, take: { nonce: "trigger.nonce" } },
  };
  const shown = t.live
    ? tap(words.fire, order, { kind: "fire live" })
    : el("button", { type: "button", class: "fire", disabled: true, "aria-describedby": "fire-why", "data-key": "fire" }, words.fire);
  return el(
    "div",
    { class: `trigger ${t.state}${t.mine ? " mine" : ""}` },
    t.aim ? el("p", { class: "fire-aim" }, t.aim) : null,
    shown,
    t.live ? null : el("p", { class: "fire-why", id: "fire-why" }, el("strong", {}, t.reason), " ", t.todo),
    t.announced_ms === null ? null : el("p", { class: "announced" }, `${words.announced} `, el("span", { "data-counts": "announced" }), " s"),
  );
}
