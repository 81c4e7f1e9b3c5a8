/** How long the pauses between attempts are, in milliseconds. */
export interface Backoff {
  /** The most that the first pause can be. */
  readonly minTimeout: number;
  /** The most that any pause can be. */
  readonly maxTimeout: number;
}

/** Beyond it the power is Infinity, and 0 × Infinity is no number. */
const largestExponent = 1023;

/**
 * Exponential back-off with full jitter: a random share of `minTimeout × 2^(failures - 1)`, at most `maxTimeout`.
 *
 * @param failures how many attempts have failed so far, from 1
 * @param random a number from 0 to 1
 */
export function backoffDelay({ minTimeout, maxTimeout }: Backoff, failures: number, random: number): number {
  return Math.min(maxTimeout, minTimeout * 2 ** Math.min(failures - 1, largestExponent)) * random;
}
