// What every page loads; other scripts find it as `vulkar`.

import { connected, language, moment, on, words } from "./net.js";
import { confirmed, say, wrong } from "./look.js";
import { press } from "./tap.js";
import "./focus.js";

window.vulkar = { connected, confirmed, language, moment, on, press, say, words, wrong };

// A value that somebody enters, as an event whose `detail` NiceGUI can hand on.
document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.dataset?.told === undefined) return;
  const detail = box.type === "checkbox" ? box.checked : box.value;
  box.dispatchEvent(new CustomEvent("told", { detail }));
});

// The skip link; the address keeps no fragment.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-skip]")) return;
  event.preventDefault();
  document.getElementById("main")?.focus();
});
