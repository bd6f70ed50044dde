// Buttons that do something at the table. The server wrote what they ask for into `data-tap`.
//
// One request for a tap, given up after 2 s: "not sent, tap again". A further tap on the same button
// sends the same `id`, so that the table gives the first result again if that one did arrive.

import { connected, moment, words } from "./net.js";
import { confirmed, say, wrong } from "./look.js";

const PATIENCE_MS = 2000;
const REST_MS = 700; // after an acknowledged tap: the second half of a double tap is no new one
const taps = new Map(); // key -> { id, state }

function show(button, state) {
  const text = state === "unsent" ? words.unsent : state === "sending" ? words.sending : "";
  if (button.dataset.state === state && button.dataset.said === text) return;
  button.dataset.state = state;
  button.dataset.said = text;
  button.setAttribute("aria-disabled", String(state === "sending" || state === "done"));
}

function buttons(key) {
  const all = [...document.querySelectorAll("[data-tap]")];
  return all.filter((button) => JSON.parse(button.dataset.tap).key === key);
}

const cue = (name) => document.dispatchEvent(new CustomEvent("vulkar-cue", { detail: name }));

function set(key, state) {
  const tap = taps.get(key);
  tap.state = state;
  for (const button of buttons(key)) show(button, state);
}

/** What the page was built with again shows what was going on. */
export function refresh() {
  if (!taps.size) return;
  for (const button of document.querySelectorAll("[data-tap]")) {
    show(button, taps.get(JSON.parse(button.dataset.tap).key)?.state ?? "");
  }
}

/** When an event was made, if the browser says so. */
function madeAt(event) {
  const now = performance.now();
  return event && event.timeStamp <= now && now - event.timeStamp < 60000 ? event.timeStamp : now;
}

function picked(answer, place) {
  return place.split(".").reduce((part, name) => part?.[name], answer);
}

function fields(form) {
  const values = {};
  for (const box of form?.elements ?? []) {
    if (!box.name || (box.type === "radio" && !box.checked)) continue;
    if (box.type === "checkbox") values[box.name] = box.checked;
    else if (box.type === "number" || box.dataset.number !== undefined) {
      if (box.value !== "") values[box.name] = Number(box.value);
    } else if (box.value !== "" || box.dataset.empty !== undefined) values[box.name] = box.value;
  }
  return values;
}

async function asked(path, init, signal, when) {
  const headers = { "content-type": "application/json", "vulkar-tap": when };
  const answer = await fetch(path, { ...init, headers, signal, cache: "no-store" });
  return [answer, await answer.json()];
}

async function send(tap, order, more, when) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), PATIENCE_MS);
  try {
    const args = { ...order.args, ...more };
    if (order.fresh) {
      const where = `${order.fresh.path}?${new URLSearchParams(order.fresh.args)}`;
      const [answer, found] = await asked(where, {}, given.signal, when);
      if (!answer.ok) return [answer, found];
      for (const [name, place] of Object.entries(order.fresh.take)) args[name] = picked(found, place);
    }
    if (order.id) args.id = tap.id;
    const init = { method: "POST", body: JSON.stringify(args) };
    return await asked(order.path, init, given.signal, when);
  } catch {
    return null; // no answer: nobody knows whether it arrived
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does what an order says; `made` is the moment of the tap on performance.now()'s scale.
 * Resolves to the table's answer, or null when there was none or a refusal (the person is told).
 */
export async function press(order, more = {}, made = performance.now()) {
  const before = taps.get(order.key);
  if (before && before.state !== "unsent") return null;
  const tap = before ?? { id: newId(), state: "" };
  taps.set(order.key, tap);
  const when = moment(made);
  set(order.key, "sending");
  const heard = connected() ? await send(tap, order, more, when) : null;
  if (heard === null) {
    set(order.key, "unsent");
    cue("unsent");
    say(words.unsent);
    return null;
  }
  const [answer, body] = heard;
  set(order.key, answer.ok ? "done" : "");
  if (answer.status === 401) window.location.assign("/");
  if (!answer.ok) cue("refused");
  if (!answer.ok) wrong(body.error ? `${body.error.what} ${body.error.todo}` : words.failed);
  if (answer.ok) await new Promise((done) => setTimeout(done, REST_MS));
  taps.delete(order.key);
  for (const button of buttons(order.key)) show(button, "");
  return answer.ok ? body : null;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function clicked(event) {
  const button = event.target.closest?.("[data-tap]");
  if (!button || button.disabled) return;
  event.preventDefault();
  const form = button.closest("form");
  if (form && !form.reportValidity()) return;
  const order = JSON.parse(button.dataset.tap);
  let made = madeAt(event);
  if (order.ask) {
    if (!(await confirmed(order.ask))) return;
    made = performance.now();
  }
  const body = await press(order, fields(form), made);
  if (body !== null) {
    button.dispatchEvent(new CustomEvent("vulkar-done", { bubbles: true, detail: body }));
  }
}

document.addEventListener("click", clicked);

// --- the emergency stop: at first touch, not when the finger leaves; never too late to count

async function stop(event) {
  const button = event.target.closest?.("[data-stop]");
  if (!button || (event.type === "click" && event.detail !== 0)) return; // 0: by keyboard
  if (event.type === "pointerdown" && event.button !== 0) return;
  button.dataset.state = "sending";
  cue("stop");
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), PATIENCE_MS);
  try {
    const [answer, body] = await asked("/api/estop", { method: "POST" }, given.signal, moment());
    button.dataset.state = answer.ok ? "done" : "";
    if (answer.ok) say(words.stopped);
    else wrong(`${body.error.what} ${body.error.todo}`);
  } catch {
    button.dataset.state = "unsent";
    wrong(words.stop_unsent);
  } finally {
    clearTimeout(timer);
  }
}

document.addEventListener("pointerdown", stop);
document.addEventListener("click", stop);
