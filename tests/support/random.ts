/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Picks one of several by a random number. */
export function picker(random: () => number) {
  return <It>(from: readonly It[]): It => {
    const it = from[Math.floor(random() * from.length)];
    if (it === undefined) throw new Error('There is nothing to pick.');
    return it;
  };
}
