import { onTestFinished } from "vitest";
import type { Fetch } from "../../../src/http/options.js";
import { type UndiciFetch, type UndiciFetchOptions, undiciFetch } from "../../../src/undici/index.js";
import { tcpServer } from "../../support/server.js";

/** Creates a transport that is closed after the test. */
export function transport(options: UndiciFetchOptions = {}): UndiciFetch {
  const fetch = undiciFetch(options);
  onTestFinished(() => fetch.close());
  return fetch;
}

/** Runs a task with the global fetch and with our transport, and returns both results. */
export async function runWithBoth<T>(
  task: (fetch: Fetch) => Promise<T>,
): Promise<{ expected: T; actual: T }> {
  const expected = await task((url, init) => globalThis.fetch(url, init));
  return { expected, actual: await task(transport()) };
}

/** Describes an error and its causes by their name, message and code. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code: unknown = Reflect.get(error, "code");
  return { name: error.name, message: error.message, code, cause: describeError(error.cause) };
}

/** A response as raw bytes. */
export interface RawResponse {
  readonly status?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** The method of the request; GET by default. */
  readonly method?: string;
  /** The Content-Length of a response without a body. */
  readonly length?: number;
}

/** Starts a server that sends this response to every request. */
export async function serveRaw({ status = "200 OK", headers = [], body, length }: RawResponse) {
  const bytes = Buffer.from(body ?? "");
  const size =
    body === undefined && length === undefined ? [] : [`content-length: ${length ?? bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, ...headers, ...size, "connection: close", "", ""].join("\r\n");
  return tcpServer((socket) => socket.end(Buffer.concat([Buffer.from(head, "latin1"), bytes])));
}
