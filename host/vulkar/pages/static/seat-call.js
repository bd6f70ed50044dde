// Calls the person when the seat is waited for: title, sound, vibration. Once for each occasion.

const plain = document.title;
const WHAT = { f: "trigger", w: "window", q: "question" }; // by the first letter of a call
let last = null;

export function called(model) {
  document.title = model.banner.mine ? `● ${model.banner.title}` : plain;
  if (model.call === last) return;
  const first = last === null;
  last = model.call;
  if (model.call && !first) window.vulkar.call(WHAT[model.call[0]]);
}
