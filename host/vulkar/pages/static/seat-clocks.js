// Times that run down: the window's, a choice's, an announced fireball's. An end that was heard once
// never moves later: what is told again was measured earlier.

export class Clocks {
  constructor() {
    this.ends = new Map();
    setInterval(() => this.tick(), 200);
  }

  hear(model) {
    const now = performance.now();
    const keep = new Map();
    const note = (key, left_ms, length_ms) => {
      const old = this.ends.get(key);
      const end = now + left_ms;
      keep.set(key, { end: old ? Math.min(old.end, end) : end, length: length_ms ?? old?.length ?? left_ms });
    };
    if (model.window) note(`left ${model.window.window}`, model.window.left_ms, model.window.length_ms);
    else if (model.question?.deadline_ms) note(`left q${model.question.question}`, model.question.deadline_ms);
    if (model.trigger?.announced_ms) note(`announced ${model.trigger.question}`, model.trigger.announced_ms);
    this.ends = keep;
  }

  show(root) {
    this.root = root;
    this.tick();
  }

  tick() {
    if (!this.root) return;
    const now = performance.now();
    for (const [key, { end, length }] of this.ends) {
      const left = Math.max(0, end - now);
      const name = key.split(" ")[0];
      for (const node of this.root.querySelectorAll(`[data-counts="${name}"]`)) node.textContent = String(Math.ceil(left / 1000));
      if (name === "left") for (const node of this.root.querySelectorAll(".clock-fill")) node.style.setProperty("--left", String(Math.min(1, left / length)));
    }
  }
}
