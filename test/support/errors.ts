import { inspect } from "node:util";
import { expect } from "vitest";
import type { RegErrorKinds } from "../../src/errors/errors.js";
import { RegError, type RegErrorKind } from "../../src/errors/index.js";
import { canarySecret, canaryToken } from "./clients.js";

/** What a promise rejects with; a test that expects a failure fails if there is none. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ failed: false as const }),
    (reason: unknown) => ({ failed: true as const, reason }),
  );
  if (!outcome.failed) throw new Error("the promise was fulfilled, where a rejection was expected");
  return outcome.reason;
}

/** What a promise rejects with, which must be an error of this kind, without a secret in it. */
export async function failure<K extends RegErrorKind>(
  promise: Promise<unknown>,
  kind: K,
): Promise<RegErrorKinds[K]> {
  return checked(await rejection(promise), kind);
}

/** What a function throws, with the same checks. */
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

/** Neither the canary token nor the canary secret shows up, however deep one looks. */
export function expectNoSecrets(value: unknown): void {
  const views = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value) ?? ""];
  if (value instanceof Error) views.push(value.message, value.stack ?? "", String(value));
  for (const view of views) {
    expect(view).not.toContain(canaryToken);
    expect(view).not.toContain(canarySecret);
  }
}
