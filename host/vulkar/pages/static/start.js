// The button that starts sound and keeps the screen on, and `vulkar.call()`, which calls the person
// by sound and vibration.

import { words } from "./net.js";
import { say } from "./look.js";
import * as awake from "./awake.js";
import * as sounds from "./sound.js";

const BUZZ_MS = [120, 60, 120];

function call() {
  navigator.vibrate?.(BUZZ_MS);
  sounds.sound("call");
}

async function pressed(event) {
  const button = event.target.closest?.("[data-awake]");
  if (!button) return;
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  if (on) {
    await Promise.all([sounds.start(), awake.keep()]);
    sounds.sound("call");
  } else {
    awake.release();
    await sounds.stop();
  }
  say(on ? words.awake_on : words.awake_off);
}

document.addEventListener("click", pressed);
const { kept } = awake;
const { sound, sounding } = sounds;
Object.assign(window.vulkar, { call, kept, sound, sounding });
