// Focus stays where it is when the page is built again around it, and goes to the page's content
// when what had it is gone.

import { refresh } from "./tap.js";

let last = null; // the name of what has the focus, "" if it has none

function nameOf(element) {
  if (element.dataset?.tap) return `tap:${JSON.parse(element.dataset.tap).key}`;
  if (element.dataset?.focus) return `focus:${element.dataset.focus}`;
  return element.id && !/^c\d+$/.test(element.id) ? `id:${element.id}` : "";
}

function find(name) {
  const all = document.querySelectorAll("[data-tap], [data-focus], [id]");
  return [...all].find((element) => nameOf(element) === name);
}

document.addEventListener("focusin", (event) => {
  last = { element: event.target, name: nameOf(event.target) };
});
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("a, button, input, select, textarea, summary, [tabindex]")) last = null;
});

new MutationObserver(() => {
  refresh();
  if (!last || last.element.isConnected || document.activeElement !== document.body) return;
  const again = last.name ? find(last.name) : undefined;
  last = null;
  (again ?? document.getElementById("main"))?.focus({ preventScroll: true });
}).observe(document.getElementById("app") ?? document.body, { childList: true, subtree: true });
