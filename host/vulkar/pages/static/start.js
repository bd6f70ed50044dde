// Cues as they are heard: the button that starts sound and keeps the screen on, volume and mute, and
// `vulkar.call(what)`, which calls the person by sound and vibration.

import { on, words } from "./net.js";
import { note, say } from "./look.js";
import * as awake from "./awake.js";
import * as sounds from "./sound.js";

const BUZZ_MS = [120, 60, 120];
// What happens on this device -> the names of its sounds.
const { own } = JSON.parse(document.getElementById("vulkar-cues").textContent);
let told = false;

function play(names) {
  if (!names?.length || sounds.wishes().mute) return;
  for (const name of names) sounds.sound(name);
  if (told || sounds.sounding()) return;
  told = true; // once is enough: whoever wants no sound goes on without
  note(words.sound_off);
}

/** The seat of this page is waited for: `what` is a question, a window or the trigger. */
function call(what = "question") {
  navigator.vibrate?.(BUZZ_MS);
  play(own[`called.${what}`]);
}

on("cue", (cue) => play(cue.sounds));
document.addEventListener("vulkar-cue", (event) => play(own[event.detail]));

// --- the button

const button = () => document.querySelector("[data-awake]");

async function turn(wanted) {
  told = true;
  button().setAttribute("aria-pressed", String(wanted));
  sounds.wish({ on: wanted });
  if (!wanted) {
    awake.release();
    await sounds.stop();
    say(words.awake_off);
    return;
  }
  const [heard] = await Promise.all([sounds.start(), awake.keep()]);
  if (heard) sounds.sound("call");
  else note(words.no_sound);
  say(words.awake_on);
}

function touched(event) {
  const pressed = event.target.closest?.("[data-awake]");
  if (pressed) turn(pressed.getAttribute("aria-pressed") !== "true");
  // A device on which sound was on before has it again at the first touch of anything.
  else if (sounds.wishes().on && button()?.getAttribute("aria-pressed") === "false") turn(true);
}

document.addEventListener("click", touched);

// --- volume and mute

function shown() {
  const { mute, volume } = sounds.wishes();
  const [slider, box] = [document.querySelector("[data-volume]"), document.querySelector("[data-mute]")];
  if (!slider || !box) return setTimeout(shown, 10); // NiceGUI makes them after this script has run
  slider.value = volume;
  box.checked = mute;
}
shown();

function set(event) {
  const box = event.target;
  if (box.dataset?.mute !== undefined) sounds.wish({ mute: box.checked });
  else if (box.dataset?.volume !== undefined) sounds.wish({ volume: Number(box.value) });
  else return;
  if (event.type === "change") sounds.sound("call");
}

for (const kind of ["input", "change"]) document.addEventListener(kind, set);
const { kept } = awake;
const { sound, sounding } = sounds;
Object.assign(window.vulkar, { call, kept, sound, sounding });
