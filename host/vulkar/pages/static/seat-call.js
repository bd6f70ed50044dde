// Calls the person when the seat is waited for: title, sound, vibration. Once for each occasion.

const plain = document.title;
const NOTES_HZ = [523, 784];
const NOTE_S = 0.14;
let last = null;
let audio = null;

// A browser lets a page sound only after somebody has touched it.
addEventListener("pointerdown", () => (audio ??= new AudioContext()), { once: true });

function chime() {
  if (window.vulkar.sound) return window.vulkar.sound("call");
  if (audio?.state !== "running") return undefined;
  NOTES_HZ.forEach((hz, k) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + k * NOTE_S;
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0.25, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 2 * NOTE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 2 * NOTE_S);
  });
  return undefined;
}

export function called(model) {
  document.title = model.banner.mine ? `● ${model.banner.title}` : plain;
  if (model.call === last) return;
  const first = last === null;
  last = model.call;
  if (!model.call || first) return;
  navigator.vibrate?.([120, 60, 120]);
  chime();
}
