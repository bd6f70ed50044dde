// Calls the person when the seat is waited for: title, sound, vibration. Once for each occasion.

let last = null;
const plain = document.title;

export function called(model) {
  document.title = model.banner.mine ? `● ${model.banner.title}` : plain;
  if (model.call === last) return;
  const first = last === null;
  last = model.call;
  if (!model.call || first) return;
  navigator.vibrate?.([120, 60, 120]);
  window.vulkar.sound?.("call");
}
