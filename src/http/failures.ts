import { parseProblem, type RegProblem } from "../errors/problem.js";
import type { Call } from "./call.js";

/** So many errors in a row are kept: an error, its cause, and the cause of that. */
const deepest = 3;

/** What is kept of an error beside its name, message and stack. */
const kept = ["code", "syscall", "address", "port"] as const;

/**
 * What may be shown of the failure of a request: its name, message, stack, code, system call, address and port, and
 * its causes likewise, as plain errors. All else may hold the request or the answer, token and all: undici's parser
 * keeps the bytes that it could not read, and other libraries keep the request's headers.
 *
 * @param clean takes out of a text what must not be shown
 */
export function sanitizeCause(
  error: unknown,
  clean: (text: string) => string,
  depth: number = deepest,
): unknown {
  if (typeof error === "string") return clean(error);
  if (typeof error !== "object" || error === null) return typeof error === "function" ? undefined : error;
  const read = (name: string): unknown => cleaned(Reflect.get(error, name), clean);
  const message = read("message");
  const harmless = new Error(typeof message === "string" ? message : "what was thrown is no error");
  hide(harmless, "name", textOr(read("name"), "Error"));
  hide(harmless, "stack", textOr(read("stack"), String(harmless)));
  for (const name of kept) {
    const value = read(name);
    if (value !== undefined) Object.assign(harmless, { [name]: value });
  }
  const below = depth > 1 ? sanitizeCause(causeOf(error), clean, depth - 1) : undefined;
  if (below !== undefined) hide(harmless, "cause", below);
  return harmless;
}

/** Of several errors at once, as Node gathers them for the addresses of a host, the first speaks for all. */
function causeOf(error: object): unknown {
  const cause: unknown = Reflect.get(error, "cause");
  return cause === undefined && error instanceof AggregateError ? error.errors[0] : cause;
}

function cleaned(value: unknown, clean: (text: string) => string): string | number | undefined {
  if (typeof value === "string") return clean(value);
  return typeof value === "number" ? value : undefined;
}

const textOr = (value: unknown, otherwise: string) => (typeof value === "string" ? value : otherwise);

/** Sets a property as errors have it: not one of those that a loop over its fields shows. */
function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Stands where something was taken out. */
const redacted = "[redacted]";

/** So many characters of a secret give it away, whatever follows them: a service may cut what it repeats. */
const tellingLength = 12;

/** `Bearer` and what follows it, also percent-encoded: whatever it is, it stood where a token stands. */
const bearer = /bearer(?:[\s:=+]|%20|%3a)+["']?[\w\-.~+/%=]+/gi;

/**
 * Makes what takes a call's secrets out of a text: its token, and all that a form holds, which may be a client's
 * secret. A service, a proxy or the user's own `fetch` may repeat them as they are, in other case, percent-encoded
 * or cut.
 */
export function redactor(call: Pick<Call, "operation" | "body" | "headers">): (text: string) => string {
  const patterns = secretsOf(call).map(patternOf);
  return (text) =>
    [bearer, ...patterns].reduce((clean, pattern) => clean.replaceAll(pattern, redacted), text);
}

function secretsOf({ operation, body, headers }: Parameters<typeof redactor>[0]): string[] {
  const fields = operation.input === "form" && typeof body === "string" ? [...new URLSearchParams(body)] : [];
  const values = fields.filter(([name]) => name !== "grant_type").map(([, value]) => value);
  const token = headers["authorization"]?.replace(/^Bearer /, "");
  return [token ?? "", ...values].filter((secret) => secret !== "");
}

/** The secret as a whole if it is short, otherwise all that begins as it does. */
function patternOf(secret: string): RegExp {
  const characters = [...secret];
  const start = characters.slice(0, tellingLength).map(writings).join("");
  return new RegExp(characters.length < tellingLength ? start : `${start}[\\w\\-.~+/%=\\\\]*`, "gi");
}

/** A character in all ways in which it may be written. */
function writings(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const encoded = bytes.map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
  if (/\w/.test(character)) return `(?:${character}|${encoded})`;
  const plain = `\\\\?${character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")}`;
  return character === " " ? `(?:${plain}|\\+|${encoded})` : `(?:${plain}|${encoded})`;
}

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
    cause: sanitizeCause(error, clean),
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
    cause: sanitizeCause(error, redactor(call)),
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

/**
 * Reads the body of an error answer.
 *
 * @throws SyntaxError if it is not JSON
 */
export function readProblem(bytes: Uint8Array, call: Call): RegProblem {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  // Not before it is parsed: JSON can write the same character in several ways.
  const problem = parseProblem(body, redactor(call));
  return call.operation.input === "form" ? onlyCode(problem) : problem;
}

/** Of the token endpoint's refusal only the code is kept: its texts may echo the secret. */
function onlyCode({ error }: RegProblem): RegProblem {
  return { errors: [], error: error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : undefined };
}
