// What the page's own scripts show and say: notices, errors, a question, the choice of language and
// theme. Their elements stand outside of what NiceGUI draws.

import { connected, on, words } from "./net.js";

function made(tag, id, role) {
  const element = document.createElement(tag);
  element.id = id;
  element.setAttribute("role", role);
  document.body.append(element);
  return element;
}

const notice = made("div", "vulkar-notice", "alert");
const errors = made("div", "vulkar-wrong", "alert");
const notes = made("div", "vulkar-note", "status");
const spoken = made("div", "vulkar-said", "status");
let away = false;
let timer;

/** Says something to who cannot see the page. */
export function say(text) {
  spoken.textContent = "";
  setTimeout(() => (spoken.textContent = text), 50);
}

/** Shows what went wrong for a while; a touch puts it away. */
export function wrong(text) {
  errors.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (errors.textContent = ""), 8000);
}
errors.addEventListener("click", () => (errors.textContent = ""));

/** Tells something that is no error for a while; a touch puts it away. */
export function note(text) {
  notes.textContent = text;
  setTimeout(() => notes.textContent === text && (notes.textContent = ""), 8000);
}
notes.addEventListener("click", () => (notes.textContent = ""));

function notices() {
  const text = !connected() ? words.offline : away ? words.away : "";
  if (notice.textContent !== text) notice.textContent = text;
  const main = document.getElementById("main");
  if (main) main.inert = !connected(); // the stop is outside of it
}
on("net", notices);
on("away", (gone) => {
  away = gone;
  notices();
});

/** An open dialog makes all else inert, so it has a stop of its own; who stops has said no. */
function stopWithin(dialog) {
  const stop = document.querySelector(".bar [data-stop]").cloneNode(true);
  stop.removeAttribute("id");
  stop.removeAttribute("data-state");
  stop.addEventListener("click", () => dialog.close("no"));
  return stop;
}

/** Resolves to whether the person says yes. */
export function confirmed(question) {
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  const text = document.createElement("p");
  text.textContent = question;
  dialog.append(text);
  for (const [value, label] of [
    ["no", words.no],
    ["yes", words.yes],
  ]) {
    const button = document.createElement("button");
    button.className = value === "yes" ? "tap danger" : "tap";
    button.textContent = label;
    button.addEventListener("click", () => dialog.close(value));
    dialog.append(button);
  }
  dialog.append(stopWithin(dialog));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-cookie]");
  if (!button) return;
  const { cookie, value } = button.dataset;
  document.cookie = `${cookie}=${value}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
});
