import fc from "fast-check";

export { maybe, weighted } from "../../sandbox/model/choose.js";

/** One of some constants, all as likely. */
export function choose<const T>(...values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}
