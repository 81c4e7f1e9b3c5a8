/** The limit of both the sandbox and the throttle. It is lower than the load, so that calls are queued. */
export const limit = 200;

/** The length of a window in milliseconds: short, so that a short run has many windows. */
export const window = 4000;

/** The lifetime of the lessor's tokens in milliseconds. */
export const tokenLifetime = 2000;

export const callers = 50;

/** Returns the vehicle that only this caller works on. */
export const licensePlateFor = (caller: number): string => `SK-${100 + caller}-T`;

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
