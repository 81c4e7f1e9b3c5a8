import { onTestFinished } from "vitest";
import type { Fetch } from "../../../src/http/options.js";
import { type UndiciFetch, type UndiciFetchOptions, undiciFetch } from "../../../src/undici/index.js";

/** Creates a transport that is closed after the test. */
export function transport(options: UndiciFetchOptions = {}): UndiciFetch {
  const fetch = undiciFetch(options);
  onTestFinished(() => fetch.close());
  return fetch;
}

/** Runs a task with the global fetch and with our transport, and returns both results. */
export async function withBoth<T>(task: (fetch: Fetch) => Promise<T>): Promise<{ expected: T; actual: T }> {
  const expected = await task((url, init) => globalThis.fetch(url, init));
  return { expected, actual: await task(transport()) };
}

/** Describes an error and its causes by their name, message and code. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "code");
  return { name: error.name, message: error.message, code, cause: describeError(error.cause) };
}
