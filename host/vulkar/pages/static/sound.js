// Short sounds without files, and the touch that a browser wants before the first of them.

const SOUNDS = { call: { hz: [523, 784], each_s: 0.14 } };
const LOUD = 0.25;
let audio = null;

/** To be called within a touch or a key: from now on there may be sound. */
export async function start() {
  audio ??= new AudioContext();
  await audio.resume();
}

export const stop = () => audio?.suspend();

/** Whether there is sound now. */
export const sounding = () => audio?.state === "running";

/** Plays one of the sounds; nothing where there may be none. */
export function sound(name) {
  if (!sounding()) return;
  const { hz, each_s } = SOUNDS[name];
  hz.forEach((pitch, k) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + k * each_s;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 2 * each_s);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 2 * each_s);
  });
}
