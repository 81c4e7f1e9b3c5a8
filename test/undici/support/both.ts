import { onTestFinished } from "vitest";
import type { Fetch } from "../../../src/http/call.js";
import { type UndiciFetch, type UndiciFetchOptions, undiciFetch } from "../../../src/undici/index.js";

/** A transport that is closed after the test. */
export function transport(options: UndiciFetchOptions = {}): UndiciFetch {
  const made = undiciFetch(options);
  onTestFinished(() => made.close());
  return made;
}

/** What a task gives with the global fetch, and what it gives with ours. */
export async function withBoth<T>(task: (fetch: Fetch) => Promise<T>): Promise<{ expected: T; actual: T }> {
  const expected = await task((url, init) => globalThis.fetch(url, init));
  return { expected, actual: await task(transport()) };
}

/** An error and its causes, as far as a caller may look into them. */
export function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "code");
  return { name: error.name, message: error.message, code, cause: told(error.cause) };
}
