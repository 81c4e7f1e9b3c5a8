import type { Random } from "../support/random.js";

/** Replaces the random numbers and the ids of the runtime by those of a seed, until the returned function is called. */
export function replaceCrypto(random: Random): () => void {
  const before = globalThis.crypto;
  const fill = (bytes: Uint8Array) => bytes.map(() => random.between(0, 255));
  const hex = (digits: number) => Buffer.from(fill(new Uint8Array(digits / 2))).toString("hex");
  const seeded = {
    subtle: before.subtle,
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(4).slice(1)}-8${hex(4).slice(1)}-${hex(12)}`,
    getRandomValues(array: Uint8Array) {
      array.set(fill(array));
      return array;
    },
  };
  const define = (value: unknown) =>
    Object.defineProperty(globalThis, "crypto", { value, configurable: true, writable: true });
  define(seeded);
  return () => void define(before);
}
