import { RegConnectionError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent } from "../call.js";

/** What carries requests: the shape of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Failures in which no byte of the request can have reached the service, whenever they happen. */
const neverSent = new Set(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]);

/** A certificate that was not accepted, before the request was sent. */
const badCertificate =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/;

/** Every failure of TLS, also one in the middle of a connection: another attempt would end the same way. */
const tlsFailure = /^ERR_(TLS|SSL)_/;

/** Requests that fetch refuses to make: a mistake in the program, which another attempt repeats. */
const refusedByFetch = /^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_)/;

/** What the runtimes say when the network failed and they give no cause. */
const networkMessage =
  /^(fetch failed|failed to fetch|network|load failed|terminated|error sending request|the (internet|network) connection)/i;

/** Sends one attempt. Redirects are never followed, because a followed one would carry the body elsewhere. */
export function transport(fetch: Fetch): (call: Call) => Promise<Response> {
  return async (call) => {
    const init: RequestInit = { method: call.operation.method, headers: call.headers, redirect: "manual" };
    if (call.signal !== undefined) init.signal = call.signal;
    if (call.body !== undefined) init.body = call.body;
    if (call.body instanceof ReadableStream) init.duplex = "half";
    call.progress.sent = true;
    call.progress.inFlight = true;
    let response: Response;
    try {
      response = await fetch(call.url, init);
    } catch (error) {
      throw connectionError(error, call);
    }
    if (!isResponse(response)) throw noResponse(call);
    return response;
  };
}

/** By its members: a fetch of another package brings a Response of its own. */
function isResponse(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { status, headers } = value as Partial<Response>;
  return typeof status === "number" && typeof headers?.get === "function";
}

function noResponse({ operation }: Call): RegConnectionError {
  return new RegConnectionError("the fetch option did not resolve to a Response; look into that function", {
    operationId: operation.id,
    sent: true,
    transient: false,
    outcome: doubtOnceSent(operation),
  });
}

/**
 * The error for a connection that failed while sending, or while the answer's body was read.
 *
 * @param answered an answer had begun: whatever the failure is called, the request had been sent
 */
export function connectionError(
  error: unknown,
  { operation, url }: Call,
  answered = false,
): RegConnectionError {
  const failures = failuresOf(error);
  const code = failures[0]?.code;
  const sent = answered || !failures.every(isBeforeSending);
  const tls = code !== undefined && (badCertificate.test(code) || tlsFailure.test(code));
  const { origin } = new URL(url);
  const what = tls
    ? `the certificate or TLS connection of ${origin} was refused`
    : `the connection to ${origin} failed`;
  return new RegConnectionError(
    `${what}${code === undefined ? "" : ` (${code})`}${sent ? "" : "; nothing was sent"}${hintFor(origin, code)}`,
    {
      operationId: operation.id,
      cause: error,
      sent,
      code,
      transient: !tls && !isMistake(error, code),
      outcome: sent ? doubtOnceSent(operation) : undefined,
    },
  );
}

const unknownHost = /^(ENOTFOUND|EAI_AGAIN)$/;

/** The sandbox's addresses exist nowhere but in its own `fetch`. */
function hintFor(origin: string, code: string | undefined): string {
  return code !== undefined && unknownHost.test(code) && /\.reg\.invalid(:\d+)?$/.test(origin)
    ? ". This address exists in the sandbox only: give the client fetch: sandbox.fetch"
    : "";
}

/** A system's code such as EHOSTUNREACH also befalls an open connection: it counts only for the connecting itself. */
function isBeforeSending({ code, syscall }: Failure): boolean {
  if (syscall === "connect") return true;
  return code !== undefined && (neverSent.has(code) || badCertificate.test(code));
}

/** Whether the program is at fault, not the network: a TypeError of fetch has a cause or a message of its own. */
function isMistake(error: unknown, code: string | undefined): boolean {
  if (code !== undefined) return refusedByFetch.test(code);
  if (error instanceof ReferenceError || error instanceof RangeError || error instanceof SyntaxError)
    return true;
  return error instanceof TypeError && error.cause === undefined && !networkMessage.test(error.message);
}

interface Failure {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

/** What went wrong: Node tries several addresses at once, and gathers the failures of all. */
function failuresOf(error: unknown): readonly Failure[] {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const all: readonly unknown[] =
    cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors : [cause];
  return all.map((each) => ({ code: textOf(each, "code"), syscall: textOf(each, "syscall") }));
}

function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
