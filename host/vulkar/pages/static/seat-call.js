// Calls the person when the seat is waited for: title, sound, vibration. Once for each occasion.

const plain = document.title;
let last = null;

export function called(model) {
  document.title = model.banner.mine ? `● ${model.banner.title}` : plain;
  if (model.call === last) return;
  const first = last === null;
  last = model.call;
  if (model.call && !first) window.vulkar.call();
}
