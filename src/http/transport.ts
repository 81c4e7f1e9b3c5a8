import { RegConnectionError } from "../errors/client-errors.js";
import type { Call } from "./call.js";
import type { Emit } from "./diagnostics.js";

/** What carries requests: the shape of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Failures in which no byte of the request can have reached the service. */
const neverSent = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Failures of the TLS handshake: nothing was sent, and another attempt would end the same way. */
const handshake =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/;

/** Requests that fetch refuses to make: a mistake in the program, which another attempt repeats. */
const refusedByFetch = /^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_)/;

/** What the runtimes say when the network failed and they give no cause. */
const networkMessage =
  /^(fetch failed|failed to fetch|network|load failed|terminated|error sending request|the (internet|network) connection)/i;

/** Sends one attempt. Redirects are never followed, because a followed one would carry the body elsewhere. */
export function transport(fetch: Fetch, emit: Emit): (call: Call) => Promise<Response> {
  return async (call) => {
    const init: RequestInit = { method: call.operation.method, headers: call.headers, redirect: "manual" };
    if (call.signal !== undefined) init.signal = call.signal;
    if (call.body !== undefined) init.body = call.body;
    if (call.body instanceof ReadableStream) init.duplex = "half";
    call.progress.inFlight = true;
    emit(call, { type: "attempt" });
    try {
      return await fetch(call.url, init);
    } catch (error) {
      throw connectionError(error, call);
    }
  };
}

/** The error for a connection that failed while sending, or while the answer's body was read. */
export function connectionError(error: unknown, { operation }: Call): RegConnectionError {
  const { code, syscall } = failureOf(error);
  const badHandshake = code !== undefined && handshake.test(code);
  const sent = !(badHandshake || syscall === "connect" || (code !== undefined && neverSent.has(code)));
  const what = badHandshake
    ? "the service's certificate or TLS handshake was refused"
    : "the connection failed";
  return new RegConnectionError(
    `${what}${code === undefined ? "" : ` (${code})`}${sent ? "" : "; nothing was sent"}`,
    {
      operationId: operation.id,
      cause: error,
      sent,
      code,
      transient: !badHandshake && !isMistake(error, code),
      outcome: sent && operation.effects !== "read" ? "unknown" : undefined,
    },
  );
}

/** Whether the program is at fault, not the network: a TypeError of fetch has a cause or a message of its own. */
function isMistake(error: unknown, code: string | undefined): boolean {
  if (code !== undefined) return refusedByFetch.test(code);
  if (error instanceof ReferenceError || error instanceof RangeError || error instanceof SyntaxError)
    return true;
  return error instanceof TypeError && error.cause === undefined && !networkMessage.test(error.message);
}

function failureOf(error: unknown): { code: string | undefined; syscall: string | undefined } {
  const outer = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Node tries several addresses at once, and gathers what went wrong with each.
  const cause: unknown = outer instanceof AggregateError ? outer.errors[0] : outer;
  const read = (name: string) => {
    const value: unknown = cause instanceof Error ? Reflect.get(cause, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return { code: read("code"), syscall: read("syscall") };
}
