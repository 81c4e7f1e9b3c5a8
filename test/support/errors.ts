import { inspect } from "node:util";
import { RegError, type RegErrorKind } from "@reg/sdk";
import type { RegErrorKinds } from "@reg/sdk/supplier";
import { expect } from "vitest";
import { canarySecret, canaryToken, textsOf } from "./canaries.js";

/** Returns the reason with which a promise rejects; fails the test if it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ failed: false as const }),
    (reason: unknown) => ({ failed: true as const, reason }),
  );
  if (!outcome.failed) throw new Error("the promise was fulfilled, where a rejection was expected");
  return outcome.reason;
}

/** Returns the error with which a promise rejects; it must have this kind and contain no secret. */
export async function failure<K extends RegErrorKind>(promise: Promise<unknown>, kind: K): Promise<RegErrorKinds[K]> {
  return checked(await rejection(promise), kind);
}

/** Returns the error that a function throws, with the same checks. */
export function thrown<K extends RegErrorKind>(task: () => unknown, kind: K): RegErrorKinds[K] {
  let caught: unknown;
  try {
    task();
  } catch (error) {
    caught = error;
  }
  return checked(caught, kind);
}

function checked<K extends RegErrorKind>(error: unknown, kind: K): RegErrorKinds[K] {
  if (!RegError.is(error, kind)) throw new Error(`expected an error of kind ${kind}, got ${inspect(error)}`);
  expectNoSecrets(error);
  return error;
}

/** Checks that neither the canary token nor the canary secret is at any depth of a value. */
export function expectNoSecrets(value: unknown): void {
  for (const text of textsOf(value)) {
    expect(text).not.toContain(canaryToken);
    expect(text).not.toContain(canarySecret);
  }
}
