// Sounds made of tones, as the table of cues describes them; volume and mute are kept by the device.

const RECIPES = JSON.parse(document.getElementById("vulkar-cues").textContent).sounds;
const LOUD = 0.5; // of the loudest tone at full volume
const GENTLE = 50; // the volume in percent until somebody sets another one
const MOST = 4; // sounds at once: whatever more happens meanwhile is not heard
const ATTACK_S = 0.008; // a tone that begins at once clicks
const SILENCE = 0.001;
let audio = null;
let master = null;
let noise = null;
let ends = []; // of what is heard now

function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise; // a browser that keeps nothing
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // it is as it is until the page is closed
  }
}

const said = kept("vulkar-sound", {});
const settings = {
  on: said.on === true,
  mute: said.mute === true,
  volume: Number.isFinite(said.volume) ? Math.min(100, Math.max(0, said.volume)) : GENTLE,
};

/** What this device keeps: `on` (sound is wanted), `mute`, `volume` in percent. */
export const wishes = () => ({ ...settings });

/** Changes some of that, and what is heard at this moment. */
export function wish(more) {
  Object.assign(settings, more);
  keep("vulkar-sound", settings);
  master?.gain.setTargetAtTime(loudness(), audio.currentTime, 0.01);
}

// Half the way of the slider is heard as half as loud.
const loudness = () => (settings.mute ? 0 : LOUD * (settings.volume / 100) ** 2);

/** To be called within a touch or a key. Resolves to whether there may be sound from now on. */
export async function start() {
  if (!window.AudioContext) return false;
  if (!audio) {
    audio = new AudioContext();
    master = audio.createGain();
    master.gain.value = loudness();
    master.connect(audio.destination);
  }
  // A browser that allows none leaves this open for ever.
  await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 1000))]);
  return sounding();
}

export const stop = () => audio?.suspend();

/** Whether there is sound now. */
export const sounding = () => audio?.state === "running";

/** Plays one of the sounds; nothing where there may be none. Returns whether it is heard. */
export function sound(name) {
  const recipe = RECIPES[name];
  if (!recipe || !sounding() || settings.mute || !settings.volume) return false;
  const now = audio.currentTime;
  ends = ends.filter((end) => end > now);
  if (ends.length >= MOST) return false;
  ends.push(Math.max(...recipe.notes.map((note) => tone(recipe.wave, note, now))));
  return true;
}

/** One tone; returns when it ends. */
function tone(wave, { at_ms, for_ms, hz, to_hz, level_percent }, now) {
  const begin = now + at_ms / 1000;
  const end = begin + for_ms / 1000;
  const fade = audio.createGain();
  fade.gain.setValueAtTime(SILENCE, begin);
  fade.gain.linearRampToValueAtTime(Math.max(level_percent / 100, SILENCE), begin + ATTACK_S);
  fade.gain.exponentialRampToValueAtTime(SILENCE, end);
  fade.connect(master);
  const [source, pitch] = wave === "noise" ? rushing(fade) : ringing(wave, fade);
  pitch.setValueAtTime(hz, begin);
  if (to_hz) pitch.exponentialRampToValueAtTime(to_hz, end);
  source.start(begin);
  source.stop(end);
  return end;
}

function ringing(wave, out) {
  const source = audio.createOscillator();
  source.type = wave;
  source.connect(out);
  return [source, source.frequency];
}

function rushing(out) {
  const [source, band] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise ??= hiss();
  source.loop = true;
  band.type = "bandpass";
  source.connect(band).connect(out);
  return [source, band.frequency];
}

function hiss() {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let k = 0; k < samples.length; k++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[k] = state / 2 ** 31 - 1;
  }
  return buffer;
}
