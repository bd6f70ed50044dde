// A marble on its way: where it is at a time, and a clock that plays it. Rows are [ms, x, y, z].

const ROUTE_MM_S = 260; // where nothing has seen the marble, it is shown at this pace

/** The place at a time, between the rows; before the first and after the last, those. */
export function along(track, ms) {
  if (ms <= track[0][0]) return track[0].slice(1);
  let low = 0;
  let high = track.length - 1;
  if (ms >= track[high][0]) return track[high].slice(1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (track[middle][0] <= ms) low = middle;
    else high = middle;
  }
  const [a, b] = [track[low], track[high]];
  const part = (ms - a[0]) / (b[0] - a[0]);
  return a.slice(1).map((v, k) => v + (b[k + 1] - v) * part);
}

/** Points [x, y, z] as rows, at an even pace. */
export function paced(points, mmPerS = ROUTE_MM_S) {
  let ms = 0;
  return points.map((point, k) => {
    if (k) ms += (Math.hypot(...point.map((v, i) => v - points[k - 1][i])) / mmPerS) * 1000;
    return [ms, ...point];
  });
}

/** The time at which a track comes nearest to a place [x, y]. */
export function nearest(track, [x, y]) {
  let best = track[0];
  for (const row of track) {
    if (Math.hypot(row[1] - x, row[2] - y) < Math.hypot(best[1] - x, best[2] - y)) best = row;
  }
  return best[0];
}

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Calls `frame(ms)` on every picture until `end` ms, then `done()`. Without motion: the end at once. */
export function play(end, frame, done = () => {}, loop = false) {
  let handle = 0;
  if (still.matches) {
    frame(end);
    handle = setTimeout(done, 1500);
    return () => clearTimeout(handle);
  }
  let begun = null;
  const step = (now) => {
    begun ??= now;
    let ms = now - begun;
    if (loop) ms %= end;
    frame(Math.min(ms, end));
    if (ms >= end) done();
    else handle = requestAnimationFrame(step);
  };
  handle = requestAnimationFrame(step);
  return () => cancelAnimationFrame(handle);
}
