import { createHmac } from "node:crypto";

/**
 * Bytes that follow from a secret text and from what they are for: 32 of them, the same for the same arguments.
 * With a seed for the secret they can be worked out by anybody, which does no harm: a sandbox guards nothing.
 */
export function derived(secret: string, ...purpose: readonly (string | number)[]): Buffer {
  return createHmac("sha256", secret).update(JSON.stringify(purpose)).digest();
}
