// Keeps the screen on. Where the browser has a wake lock (only by https and on the machine itself),
// by that; else by a silent video of a blank canvas, which a phone does not fall asleep over.

let lock = null;
let video = null;
let wanted = false;

async function byLock() {
  if (!navigator.wakeLock || document.hidden) return false;
  try {
    lock = await navigator.wakeLock.request("screen");
    return true;
  } catch {
    return false; // a low battery, or a browser that will not
  }
}

async function byVideo() {
  if (video === null) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2;
    const pen = canvas.getContext("2d");
    setInterval(() => wanted && pen.fillRect(0, 0, 2, 2), 1000); // a stream that stands still ends
    video = document.createElement("video");
    video.muted = video.playsInline = video.loop = true;
    video.setAttribute("aria-hidden", "true");
    video.className = "unseen";
    video.srcObject = canvas.captureStream(1);
    document.body.append(video);
  }
  try {
    await video.play();
  } catch {
    // the browser wants another touch, or has no video: the screen may sleep
  }
}

/** To be called within a touch or a key. */
export async function keep() {
  wanted = true;
  if (!(await byLock())) await byVideo();
}

export function release() {
  wanted = false;
  lock?.release();
  lock = null;
  video?.pause();
}

/** How the screen is kept on: "lock", "video" or "". */
export function kept() {
  if (lock && !lock.released) return "lock";
  return video && !video.paused ? "video" : "";
}

// A browser drops the lock with the page out of sight.
document.addEventListener("visibilitychange", () => wanted && !document.hidden && keep());
