/** Choices that are the same for the same seed. */
export interface Random {
  /** From 0, 1 excluded. */
  next(): number;
  /** Whether something happens that is as likely as this. */
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** One of several. */
  pick<T>(first: T, ...others: readonly T[]): T;
}

/** mulberry32: small, and the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (first, ...others) => [first, ...others][Math.floor(next() * (others.length + 1))] ?? first,
  };
}
