import fc from "fast-check";

/** Chooses by weight, with constants. */
export function weighted<T>(...choices: readonly (readonly [weight: number, value: T])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}

/** Often nothing. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>, nothing = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: nothing, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** True once in a while. */
export const rarely = (weight = 12): fc.Arbitrary<boolean> => weighted([weight, false], [1, true]);
