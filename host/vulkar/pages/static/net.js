// The page and its server: is there a connection, what does the server send, what time is it there?
//
// The server's messages come on NiceGUI's own socket, numbered as its others, so that NiceGUI sends
// again what a broken connection has swallowed. Nothing is kept to be sent later.

const page = JSON.parse(document.getElementById("vulkar-page").textContent);
const SILENT_MS = 6000; // a beat is sent every 2 s
const REMEMBERED_MS = 60000;
const listeners = new Map();
let heardAt = performance.now();
let socket;
let up = true;
let begun = false; // the socket was connected once

export const words = page.words;
export const language = page.language;

export function on(name, then) {
  listeners.set(name, [...(listeners.get(name) ?? []), then]);
}

function tell(name, data) {
  for (const then of listeners.get(name) ?? []) {
    try {
      then(data);
    } catch (error) {
      console.error(error);
    }
  }
}

// --- time: the server's clock as far as its beats tell; whatever holds a beat up makes it seem
// earlier, so the latest of them is the nearest to the truth.

let run = "";
let beats = [];

function beat(moment) {
  const [now, ms] = moment.split("-");
  if (now !== run) beats = [];
  run = now;
  const at = performance.now();
  beats = [...beats.filter((b) => at - b.at < REMEMBERED_MS), { at, ahead: Number(ms) - at }];
}

/** The moment of something that happened at `at` (of performance.now()), for the server. */
export function moment(at = performance.now()) {
  return `${run}-${Math.max(0, Math.floor(Math.max(...beats.map((b) => b.ahead)) + at))}`;
}

on("beat", beat);
beat(page.beat);

// --- is it there?

/** Whether the server was heard of lately. */
export const connected = () => up;

function set(now) {
  if (now === up) return;
  up = now;
  document.documentElement.dataset.net = up ? "up" : "down";
  tell("net", up);
}

function heard() {
  heardAt = performance.now();
  if (navigator.onLine) set(true);
}

setInterval(() => performance.now() - heardAt > SILENT_MS && set(false), 500);
window.addEventListener("offline", () => set(false));
for (const name of ["online", "pageshow"]) window.addEventListener(name, again);
document.addEventListener("visibilitychange", () => !document.hidden && again());

function again() {
  if (!begun) return;
  if (!socket.connected) socket.disconnect().connect(); // now, not after its pause
  else if (performance.now() - heardAt < SILENT_MS) heard();
  else set(false);
}

// NiceGUI makes its socket when its own script runs, after this one.
Object.defineProperty(window, "socket", { configurable: true, get: () => socket, set: attach });

function attach(made) {
  socket = made;
  const emit = socket.emit.bind(socket);
  socket.emit = (...args) => (socket.connected && up ? emit(...args) : socket);
  socket.on("connect", () => {
    begun = true;
    heard();
  });
  socket.on("disconnect", () => set(false));
  socket.on("connect_error", () => set(false));
  socket.onAny(heard);
  socket.on("vulkar", (message) => {
    if (message._id < window.nextMessageId) return;
    window.nextMessageId = message._id + 1;
    tell(message.name, message.data);
  });
  // What was missed is no longer known: NiceGUI wants to load the page again by evaluated code.
  socket.on("run_javascript", (message) => {
    if (message.code.includes("outbox rewind failed")) window.location.reload();
  });
}
