// Shows of lamps on the drawn board, as the board's own lamps show them.
//
// Light that flashes can make people ill: a picture follows another one after 167 ms at the earliest
// (three flashes a second), and whoever wants less motion sees no show at all.

const GAP_MS = 167;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Shows {
  /** `draw` is given the colour by space of what a show lights, over what lamps tell at rest. */
  constructor(draw) {
    this.draw = draw;
    this.running = null;
    this.shown = "{}";
    this.free = 0;
  }

  play(show) {
    const now = performance.now();
    const running = this.running;
    if (still.matches || (running && now < running.ends && show.priority < running.priority)) return;
    this.running = { ...show, begun: now, ends: now + show.length_ms };
    this.look();
  }

  wanted(now) {
    if (!this.running || now >= this.running.ends) return {};
    const { begun, pictures } = this.running;
    return pictures.findLast(([at]) => begun + at <= now)?.[1] ?? {};
  }

  look() {
    clearTimeout(this.timer);
    const now = performance.now();
    const colours = this.wanted(now);
    const text = JSON.stringify(colours);
    if (text !== this.shown) {
      if (now < this.free) return this.later(this.free - now);
      this.shown = text;
      this.free = now + GAP_MS;
      this.draw(colours);
    }
    if (!this.running || now >= this.running.ends) return undefined;
    const { begun, ends, pictures } = this.running;
    const next = pictures.map(([at]) => begun + at).find((at) => at > now) ?? ends;
    return this.later(next - now);
  }

  later(ms) {
    this.timer = setTimeout(() => this.look(), Math.ceil(ms));
  }
}
