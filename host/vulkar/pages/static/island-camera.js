// The camera's picture with how far it is behind; see /island/camera for what comes in.

import { el } from "./seat-dom.js";

const AGAIN_MS = 2000;

export class Camera {
  constructor(words) {
    this.words = words;
    this.open = false;
    this.picture = el("img", { alt: words.camera_alt, hidden: true });
    this.delay = el("figcaption", { role: "status" });
    this.root = el("figure", { class: "camera", hidden: true }, this.picture, this.delay);
  }

  toggle(open) {
    this.open = open;
    this.root.hidden = !open;
    this.given?.abort();
    clearInterval(this.ticking);
    if (!open) return;
    this.taken = null;
    this.ahead = -Infinity; // of the server's clock before this browser's
    this.delay.textContent = "";
    this.ticking = setInterval(() => this.tell(), 500);
    this.look();
  }

  async look() {
    const given = (this.given = new AbortController());
    while (!given.signal.aborted) {
      try {
        const answer = await fetch("/island/camera", { signal: given.signal, cache: "no-store" });
        if (answer.ok) await this.read(answer.body.getReader());
        else this.gone();
      } catch {
        if (!given.signal.aborted) this.gone();
      }
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  async read(reader) {
    let left = new Uint8Array();
    for (let row = null; ; ) {
      const end = row ? row.bytes : left.indexOf(10);
      if (end >= 0 && left.length >= end) {
        const data = left.slice(0, end);
        if (row) this.show(row, data);
        const head = row ? null : JSON.parse(new TextDecoder().decode(data));
        left = left.slice(row ? end : end + 1);
        // whatever holds a line up makes the server seem earlier: the latest is nearest to the truth
        if (head) this.ahead = Math.max(this.ahead, head.now_ms - performance.now());
        if (head && !head.bytes) this.gone();
        row = head?.bytes ? head : null;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return;
      const more = new Uint8Array(left.length + value.length);
      more.set(left);
      more.set(value, left.length);
      left = more;
    }
  }

  async show(row, data) {
    const url = URL.createObjectURL(new Blob([data], { type: row.type }));
    const before = this.picture.src;
    this.picture.src = url;
    this.picture.hidden = false;
    await this.picture.decode().catch(() => {});
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
    this.taken = row;
    this.tell();
  }

  gone() {
    this.taken = null;
    this.delay.textContent = this.words.camera_gone;
  }

  // Behind by the server's clock, as far as its lines tell it here.
  tell() {
    if (!this.taken) return;
    const ms = Math.round(this.ahead + performance.now() - this.taken.taken_ms);
    const words = this.taken.sure ? this.words.camera_delay : this.words.camera_least;
    this.root.dataset.ms = String(ms);
    this.delay.textContent = words.replace("{s}", (Math.max(0, ms) / 1000).toFixed(ms < 950 ? 2 : 1));
  }
}
