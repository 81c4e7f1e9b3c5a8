import { within } from "../../base/cancellation.js";
import { type Clock, graceAfterBlock } from "../../base/clock.js";
import type { CallBody } from "../../base/files.js";
import { isInstance } from "../../base/instances.js";
import { parseJson } from "../../base/json.js";
import { isTransientStatus } from "../../base/status.js";
import { htmlType } from "../../document/content.js";
import { apiErrorFor, type RegApiError, RegConnectionError, RegResponseError } from "../../errors/errors.js";
import { hasFunctions } from "../../errors/input.js";
import { apiErrorMessage } from "../../errors/messages.js";
import { parseProblem, type RegProblem } from "../../errors/problem.js";
import { type Call, outcomeIfSent } from "../call/call.js";
import type { AttemptLimit } from "../call/timeouts.js";
import { redactor, sanitizeCause, unreadableError } from "../diagnostics/redact.js";
import type { ValidateResponse } from "../diagnostics/response-validation.js";
import { readText } from "./body.js";
import { judgeResponse } from "./own-response.js";
import type { TransportResponse } from "./types.js";

/** Whether a transport of the user has resolved to a response. */
export function isResponse(value: TransportResponse): boolean {
  const { status, headers, body } = Object(value) as TransportResponse;
  return typeof status === "number" && hasFunctions("get")(headers) && hasFunctions("read", "cancel")(body);
}

/** Creates the error for a `fetch` or a transport of the user that resolved to something other than a response. */
export function notAResponseError(call: Call): RegConnectionError {
  const problem = "the option fetch or transport did not resolve to a response; check that function";
  return newConnectionError(call, problem, { sent: true, transient: false });
}

/**
 * Whether Next.js has stopped the rendering of a page with this error, instead of sending the request. It has to receive
 * the error as it is.
 */
export function stopsRendering(error: unknown): boolean {
  try {
    return typeof Object(error).digest === "string";
  } catch {
    // A getter of the error threw, or a proxy.
    return false;
  }
}

interface Sending {
  /** Whether the request was sent, whatever the failure's code says. Default: the code decides. */
  readonly isSent?: boolean | undefined;
  /** What was sent, if no response has arrived. */
  readonly body?: CallBody | undefined;
}

/** Creates the error for a connection that failed while the request was sent, or while the response was read. */
export function connectionError(error: unknown, call: Call, sending: Sending = {}): RegConnectionError {
  try {
    return describeFailure(error, call, sending);
  } catch {
    // A getter of the error threw, or a proxy.
    return describeFailure(unreadableError(), call, sending);
  }
}

function describeFailure(error: unknown, call: Call, { isSent, body }: Sending): RegConnectionError {
  const clean = redactor(call);
  const failures = readFailures(error);
  const [first] = failures;
  const refusal = refusalOf(first);
  const code = refusal?.code ?? (first.code && clean(first.code));
  const hasConnected = !failures.every(isBeforeSending);
  const sent = isSent ?? hasConnected;
  const badCertificate = certificateFailure.test(code ?? "") || rejectedByDeno.test(first.message ?? "");
  const tls = badCertificate || (code !== undefined && tlsFailure.test(code));
  const { origin } = new URL(call.url);
  const what = badCertificate
    ? `the certificate of ${origin} was rejected`
    : refusal
      ? `the proxy refused to connect to ${origin} with status ${refusal.status}`
      : `the ${tls ? "TLS " : ""}connection to ${origin} failed`;
  const mayBeTooLarge = sent && hasConnected && sizeOf(body) > largestRepeated;
  const hint = hintFor({ ...first, code }, origin) ?? (mayBeTooLarge ? tooLarge : undefined);
  const transient = refusal ? isTransientStatus(refusal.status) : !tls && !isProgramError(error, first);
  return newConnectionError(
    call,
    `${what}${code === undefined ? "" : ` (${code})`}${sent ? "" : "; nothing was sent"}${hint === undefined ? "" : `. ${hint}`}`,
    { cause: sanitizeCause(error, clean), sent, code, transient: transient && !mayBeTooLarge },
  );
}

/**
 * The largest body that is sent again after a lost connection, in bytes. A gateway that accepts no larger one responds
 * with 413 and closes the connection; while the rest is still being sent, that response is lost. Common limits are
 * larger.
 */
const largestRepeated = 64 * 1024;

const tooLarge = "A gateway may limit the size of requests, so it is not sent again by itself";

/** The size of a body in bytes: of text, at least; of a stream, which is sent only once, it is not known. */
function sizeOf(body: CallBody | undefined = ""): number {
  if (typeof body === "string") return body.length;
  if (isInstance(body, "FormData")) return [...body.values()].reduce((sum, part) => sum + sizeOf(part), 0);
  if (body instanceof ReadableStream) return Number.POSITIVE_INFINITY;
  return "size" in body ? body.size : body.byteLength;
}

/** Creates the error for an upload whose own stream failed: that stream's code says nothing about the connection. */
export function uploadError(error: unknown, call: Call): RegConnectionError {
  const { origin } = new URL(call.url);
  return newConnectionError(call, `the upload's own stream failed while it was sent to ${origin}; see the cause`, {
    cause: sanitizeCause(error, redactor(call)),
    sent: true,
    transient: false,
  });
}

type ConnectionDetails = ConstructorParameters<typeof RegConnectionError>[1];

function newConnectionError({ operation }: Call, message: string, details: ConnectionDetails) {
  return new RegConnectionError(message, {
    ...details,
    operationId: operation.id,
    outcome: details.sent ? outcomeIfSent(operation) : undefined,
  });
}

interface ConnectionFailure {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly message: string | undefined;
}

/** Lists the failures behind an error: Node tries several addresses at once and collects the failures of all. */
function readFailures(error: unknown): readonly [ConnectionFailure, ...ConnectionFailure[]] {
  const direct = causeOf(error);
  // fetch wraps the refusal of a proxy twice.
  const cause = isInstance(direct, "DOMException") ? causeOf(direct) : direct;
  const { name, errors } = Object(cause);
  const [first, ...others]: readonly unknown[] = name === "AggregateError" ? errors : [cause];
  return [readFailure(first ?? cause), ...others.map(readFailure)];
}

function causeOf(error: unknown): unknown {
  return isInstance(error, "Error") && isInstance(error.cause, "Error", "DOMException") ? error.cause : error;
}

function readFailure(error: unknown): ConnectionFailure {
  const read = (name: keyof ConnectionFailure) => {
    const value: unknown = isInstance(error, "Error", "DOMException") ? Reflect.get(error, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return { code: read("code"), syscall: read("syscall"), message: read("message") };
}

/** Codes of failures in which no byte of the request can have reached the service, whenever they occur. */
const codesBeforeSending = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "UND_ERR_INVALID_ARG",
]);

/** Codes of a certificate that was rejected, before the request was sent. */
const certificateFailure =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/;

/** Deno has no code for that. */
const rejectedByDeno = /invalid peer certificate/;

/** Codes of any TLS failure, also in the middle of a connection: another attempt would end the same way. */
const tlsFailure = /^(ERR_(TLS|SSL)_|EPROTO$)/;

/**
 * Codes of requests that fetch rejects without sending them: an error in the program, which another attempt would
 * repeat.
 */
const rejectedByFetch = /^(UND_ERR_(INVALID_ARG|NOT_SUPPORTED|CLOSED)|ERR_INVALID_)/;

/** The message of undici for a proxy that refuses to connect to the service; it has no field with the status. */
const refusedByProxy = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** The response of a proxy that refused to connect to the service, so that nothing was sent to it. */
function refusalOf({
  message = "",
}: ConnectionFailure): { readonly status: number; readonly code: string } | undefined {
  const status = refusedByProxy.exec(message)?.[1];
  return status === undefined ? undefined : { status: Number(status), code: `PROXY_${status}` };
}

/** Fetch rejects with this message for a port that belongs to another protocol, without connecting. */
const badPort = "bad port";

/** Deno rejects with this message if the program has no permission. */
const notPermitted = /^Requires net access/;

/** The messages of the runtimes for a network failure without a cause. */
const networkMessage =
  /^(fetch failed|failed to fetch|network|load failed|terminated|error (sending request|reading a body)|the (internet|network) connection)/i;

/** The service refuses a stream of HTTP/2 before it processes anything of it (RFC 9113 §8.7). */
const refusedStream = /NGHTTP2_REFUSED_STREAM/;

/** What Deno (without a code) and Bun say of a failure before there was a connection, or a TLS session. */
const failedToConnect = /client error \(Connect\)|TLS handshake failed|^Requires net access/;

/** A system code such as EHOSTUNREACH can also occur on an open connection: it proves something only for `connect`. */
function isBeforeSending(failure: ConnectionFailure): boolean {
  const { code, syscall, message = "" } = failure;
  if (syscall === "connect" || message === badPort || refusalOf(failure)) return true;
  if (refusedStream.test(message) || failedToConnect.test(message)) return true;
  return code !== undefined && (codesBeforeSending.has(code) || certificateFailure.test(code));
}

/**
 * Whether something outside the program prevents a connection, such as a certificate that has expired, or a proxy: it
 * may be repaired while the program runs. A program error has no code, or one of those with which fetch rejects input.
 */
export function isOutsideProgram({ code, transient }: RegConnectionError): boolean {
  return transient || (code !== undefined && !rejectedByFetch.test(code));
}

/** Whether the program caused the failure and not the network: fetch's TypeErrors have a cause or a known message. */
function isProgramError(error: unknown, { code, message }: ConnectionFailure): boolean {
  if (message === badPort || notPermitted.test(message ?? "")) return true;
  if (code !== undefined) return rejectedByFetch.test(code);
  const { name, cause, message: text } = Object(error);
  if (["ReferenceError", "RangeError", "SyntaxError"].includes(name)) return true;
  return name === "TypeError" && cause === undefined && !networkMessage.test(text);
}

/** The next step for failures that the client's configuration causes, by code; the first match counts. */
const hints: readonly (readonly [code: RegExp, hint: string])[] = [
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, "Check that this port speaks HTTPS"],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    "If the certificate is your own, name the file of its authority in NODE_EXTRA_CA_CERTS",
  ],
  [/^PROXY_407$/, "The address of the proxy needs a user name and a password"],
  [/^PROXY_4/, "Ask the operator of the proxy whether this machine may connect to the service"],
  [/^PROXY_/, "The proxy does not reach the service: ask its operator"],
  [
    /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/,
    "Node's fetch waits at most 300 s for a response, whatever the option timeout is: createUndiciTransport() has no limit of its own",
  ],
  [/^UND_ERR_CLOSED$/, "The transport was closed before the client; close the client first"],
  [rejectedByFetch, "See the cause for the invalid part of the request"],
];

/** No host has such a name (RFC 6761): a program chooses one for what only its own `fetch` knows. */
const unresolvable = /\.invalid(:\d+)?$/;

function hintFor({ code = "", message }: ConnectionFailure, origin: string): string | undefined {
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code) && unresolvable.test(origin))
    return "No host has a name that ends with .invalid: create the client with the fetch that knows it, such as fetch: sandbox.fetch";
  const [, hint] = hints.find(([pattern]) => pattern.test(code)) ?? [];
  if (notPermitted.test(message ?? "")) return "Run Deno with --allow-net";
  return hint ?? (message === badPort ? "fetch blocks this port; use another one" : undefined);
}

interface UnreadableResponse {
  readonly status: number;
  readonly problem: string;
  readonly transient?: boolean | undefined;
  readonly cause?: unknown;
}

/** Creates the error for a response that cannot be read, or is not the service's own. */
export function unreadableResponseError(
  { operation }: Call,
  { status, problem, transient = false, cause }: UnreadableResponse,
): RegResponseError {
  return new RegResponseError(`the response with status ${status} ${problem}`, {
    operationId: operation.id,
    status,
    transient,
    outcome: outcomeIfSent(operation),
    cause,
  });
}

/** How the body of an error response is read. */
export interface ErrorReading {
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
  /** What to do about each of the service's error codes. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
  readonly validate?: ValidateResponse | undefined;
}

interface RejectedAttempt {
  readonly call: Call;
  readonly limit: AttemptLimit;
  readonly response: TransportResponse;
  readonly retryAfterMs: number | undefined;
}

/**
 * Reads a response with an error status, and creates the error from its status, headers and body: a RegResponseError if
 * it is not the service's own.
 *
 * @throws RegResponseError if the response differs from the document and the validator does not allow that
 */
export async function readApiError(
  rejected: RejectedAttempt,
  reading: ErrorReading,
): Promise<RegApiError | RegResponseError> {
  const { call, limit, retryAfterMs } = rejected;
  const { status, headers } = rejected.response;
  const text = await readErrorText(rejected, reading).catch(() => undefined);
  const problem = problemOfText(call, text);
  const isHtml = htmlType.test(headers.get("content-type") ?? "");
  const error = apiErrorFor({
    status,
    operationId: call.operation.id,
    problem,
    isHtml,
    message: apiErrorMessage({
      status,
      problem,
      isHtml,
      retryAfterMs,
      // The authorization layer has added it to the headers of this attempt.
      hasToken: "authorization" in call.headers,
      actions: reading.actions,
    }),
    retryAfterMs,
    // A 429 says that the service did nothing.
    outcome: isTransientStatus(status) && status !== 429 ? outcomeIfSent(call.operation) : undefined,
  });
  const body = text === undefined ? { isIncomplete: true } : { text };
  if (!limit.signal.aborted) reading.validate?.(call, { status, headers, ...body, error });
  const decoded = text === undefined ? undefined : { text, isExact: true };
  const judgement = judgeResponse(call, { status, headers, decoded });
  if (judgement.problem === undefined) return error;
  const { problem: why, isTransient } = judgement;
  return unreadableResponseError(call, { status, problem: why, transient: isTransient, cause: error });
}

/** Returns an empty problem for a body that is not JSON or did not arrive: the status alone is an error. */
function problemOfText(call: Call, text = ""): RegProblem {
  // Secrets are removed after parsing, because JSON can spell the same character in several ways.
  const problem = parseProblem(parseJson(text), redactor(call));
  return call.operation.input === "form" ? onlyCode(problem) : problem;
}

/** The longest time to wait for the body of an error response, in milliseconds: its status has arrived already. */
const errorBodyTimeout = 2000;

/** The longest error body that is read, in bytes (1 MiB). Removing secrets from a much longer one takes seconds. */
const maxErrorBytes = 1024 * 1024;

/**
 * Reads the body of an error response. Waits for at most half of the remaining time, so that the attempt does not time
 * out before its status is reported.
 */
export async function readErrorText(
  { call: { deadline }, limit: { endsAt }, response }: Omit<RejectedAttempt, "retryAfterMs">,
  { clock, maxBytes }: ErrorReading,
): Promise<string> {
  const leftMs = Math.min(endsAt, deadline?.expiresAt ?? endsAt) - clock.monotonic();
  const { body, headers } = response;
  // Bytes in another encoding must not hide the codes, so this text need not be exact.
  const text = readText(body, Math.min(maxBytes, maxErrorBytes), headers.get("content-type"));
  return within(text, {
    clock,
    limitMs: Math.min(errorBodyTimeout, (leftMs > 0 ? leftMs : graceAfterBlock) / 2),
    createError() {
      body.cancel().catch(() => {});
      return new Error("the body of the error response did not arrive in time");
    },
  });
}

/** Keeps only the error code of the token endpoint: its texts may echo the client secret. */
function onlyCode({ error }: RegProblem): RegProblem {
  return { errors: [], error: error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : undefined };
}
