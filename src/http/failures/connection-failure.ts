import type { Call } from "../call.js";
import { harmlessCause } from "./harmless-cause.js";
import { redactor } from "./redact.js";

/** Failures in which no byte of the request can have reached the service, whenever they happen. */
const neverSent = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "UND_ERR_INVALID_ARG",
]);

/** A certificate that was not accepted, before the request was sent. */
const badCertificate =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/;

/** Every failure of TLS, also one in the middle of a connection: another attempt would end the same way. */
const tlsFailure = /^ERR_(TLS|SSL)_/;

/** Requests that fetch refuses to make: a mistake in the program, which another attempt repeats. */
const refusedByFetch = /^(UND_ERR_(INVALID_ARG|NOT_SUPPORTED|CLOSED)|ERR_INVALID_)/;

/** What the runtimes say when the network failed and they give no cause. */
const networkMessage =
  /^(fetch failed|failed to fetch|network|load failed|terminated|error sending request|the (internet|network) connection)/i;

/** What is known of a connection that failed. */
export interface ConnectionFailure {
  readonly message: string;
  /** What may be shown of what was thrown. */
  readonly cause?: unknown;
  /** `false` if it is certain that nothing reached the service. */
  readonly sent: boolean;
  readonly code?: string | undefined;
  /** Whether another attempt has a chance. */
  readonly transient: boolean;
}

/**
 * Tells what went wrong with a connection while a request was sent, or while the answer's body was read.
 *
 * @param certainlySent an answer or an upload had begun: whatever the failure is called, the request had been sent
 */
export function connectionFailure(error: unknown, call: Call, certainlySent = false): ConnectionFailure {
  const clean = redactor(call);
  const failures = failuresOf(error);
  const code = failures[0].code && clean(failures[0].code);
  const sent = certainlySent || !failures.every(isBeforeSending);
  const tls = code !== undefined && (badCertificate.test(code) || tlsFailure.test(code));
  const { origin } = new URL(call.url);
  const what = tls
    ? `the certificate or TLS connection of ${origin} was refused`
    : `the connection to ${origin} failed`;
  return {
    message: `${what}${code === undefined ? "" : ` (${code})`}${sent ? "" : "; nothing was sent"}${hintFor(failures[0], origin)}`,
    cause: harmlessCause(error, clean),
    sent,
    code,
    transient: !tls && !isMistake(error, failures[0]),
  };
}

/** The same for an upload whose own stream failed: its code says nothing about the connection. */
export function uploadFailure(error: unknown, call: Call): ConnectionFailure {
  const { origin } = new URL(call.url);
  return {
    message: `the upload's own stream failed while it was sent to ${origin}; see the cause`,
    cause: harmlessCause(error, redactor(call)),
    sent: true,
    transient: false,
  };
}

/** What is known where fetch resolved to anything else than a response. */
export const notAResponse: ConnectionFailure = {
  message: "the fetch option did not resolve to a Response; look into that function",
  sent: true,
  transient: false,
};

const sandboxHost = /\.reg\.invalid(:\d+)?$/;

/** What to do about a failure that the client's settings cause; of two that fit the first one counts. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, "Does this port speak https?"],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    "Is it one of your own? Then name its authority in NODE_EXTRA_CA_CERTS",
  ],
  [/^UND_ERR_CLOSED$/, "The transport was closed before the client"],
  [refusedByFetch, "The cause says what is wrong with the request"],
];

function hintFor({ code = "", message }: Failure, origin: string): string {
  // The sandbox's addresses exist nowhere but in its own `fetch`.
  const isSandbox = /^(ENOTFOUND|EAI_AGAIN)$/.test(code) && sandboxHost.test(origin);
  const hint = isSandbox
    ? "This address exists in the sandbox only: give the client fetch: sandbox.fetch"
    : (hints.find(([codes]) => codes.test(code))?.[1] ??
      (message === badPort ? "Fetch never connects to this port" : undefined));
  return hint === undefined ? "" : `. ${hint}`;
}

/** What fetch says of a port that belongs to another protocol; it does not even try. */
const badPort = "bad port";

/** A system's code such as EHOSTUNREACH also befalls an open connection: it counts only for the connecting itself. */
function isBeforeSending({ code, syscall, message }: Failure): boolean {
  if (syscall === "connect" || message === badPort) return true;
  return code !== undefined && (neverSent.has(code) || badCertificate.test(code));
}

/** Whether the program is at fault, not the network: a TypeError of fetch has a cause or a message of its own. */
function isMistake(error: unknown, { code, message }: Failure): boolean {
  if (message === badPort) return true;
  if (code !== undefined) return refusedByFetch.test(code);
  if (error instanceof ReferenceError || error instanceof RangeError || error instanceof SyntaxError)
    return true;
  return error instanceof TypeError && error.cause === undefined && !networkMessage.test(error.message);
}

interface Failure {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly message: string | undefined;
}

/** What went wrong: Node tries several addresses at once, and gathers the failures of all. */
function failuresOf(error: unknown): readonly [Failure, ...Failure[]] {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const [first, ...others]: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return [failureOf(first ?? cause), ...others.map(failureOf)];
}

function failureOf(error: unknown): Failure {
  return {
    code: textOf(error, "code"),
    syscall: textOf(error, "syscall"),
    message: textOf(error, "message"),
  };
}

function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
