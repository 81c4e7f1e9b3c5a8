import { toPrintable } from "../values/text.js";
import type { Call } from "./call.js";

/** Replaces the part that was removed. */
const redacted = "[redacted]";

/** This many characters reveal a secret, whatever follows them: a service may cut the text that it echoes. */
const revealingLength = 12;

/** `Bearer` and the text after it, also percent-encoded: it is where a token belongs, so it may be one. */
const bearer = /bearer(?:[\s:=+]|%20|%3a)+["']?[\w\-.~+/%=]+/gi;

/** The headers whose values are no secrets and help to understand an error. All others may contain a key. */
const harmlessHeaders = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-disposition",
  "content-language",
  "content-type",
  "traceparent",
  "user-agent",
  "x-correlation-id",
  "x-request-id",
]);

/**
 * Creates a function that removes a call's secrets from a text: its token, every value of its form, which may be a
 * client secret, and the values of its headers, of which a caller may use any for a key. A service, a proxy or the
 * user's own `fetch` may echo them unchanged, in other case, percent-encoded or cut.
 */
export function redactor(call: Pick<Call, "operation" | "body" | "headers">): (text: string) => string {
  const patterns = [
    ...secretsOf(call).map(secretPattern),
    ...headerValues(call.headers).map((value) =>
      value.length < revealingLength ? wholeWord(value) : secretPattern(value),
    ),
  ];
  return (text) =>
    [bearer, ...patterns].reduce((clean, pattern) => clean.replaceAll(pattern, redacted), text);
}

function secretsOf({ operation, body, headers }: Parameters<typeof redactor>[0]): string[] {
  const fields = operation.input === "form" && typeof body === "string" ? [...new URLSearchParams(body)] : [];
  const values = fields.filter(([name]) => name !== "grant_type").map(([, value]) => value);
  const token = headers["authorization"]?.replace(/^Bearer /, "");
  return [token ?? "", ...values].filter((secret) => secret !== "");
}

/** The values of the headers that may contain a secret, and the long parts of each, such as that of one cookie. */
function headerValues(headers: Call["headers"]): string[] {
  return Object.entries(headers)
    .filter(([name]) => name !== "authorization" && !harmlessHeaders.has(name))
    .map(([, value]) => value.trim())
    .flatMap((value) => [value, ...value.split(/[\s;,=]+/).filter((part) => part.length >= revealingLength)])
    .filter((value) => value !== "");
}

/** Matches a short value only as a whole word: `1` or `nl` is part of many words and codes. */
function wholeWord(value: string): RegExp {
  return new RegExp(`(?<![\\w-])${secretPattern(value).source}(?![\\w-])`, "gi");
}

/**
 * Matches the whole secret if it is short. Otherwise it matches every text that starts like it, up to a character that
 * is neither part of tokens nor of this secret. White space ends such a text, unless the whole secret follows.
 */
function secretPattern(secret: string): RegExp {
  const characters = [...secret];
  const start = characters.slice(0, revealingLength).map(spellings).join("");
  if (characters.length < revealingLength) return new RegExp(start, "gi");
  const rest = characters.slice(revealingLength, longestRest).map(spellings).join("");
  const others = [...new Set(secret.replace(/[\w\s]/g, ""))].map((character) => `\\${character}`).join("");
  return new RegExp(`${start}${/\s/.test(secret) ? `(?:${rest})?` : ""}[\\w\\-.~+/%=\\\\${others}]*`, "gi");
}

/** In characters. Compiling a much longer pattern would delay the error, and the engine has a limit. */
const longestRest = 200;

/** Matches a character in every spelling: plain, escaped, and percent-encoded once or several times. */
function spellings(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const encoded = bytes.map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
  if (/\w/.test(character)) return `(?:${character}|${encoded})`;
  const plain = `\\\\?${character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")}`;
  return character === " " ? `(?:${plain}|\\+|${encoded})` : `(?:${plain}|${encoded})`;
}

/** The number of errors that are kept of a chain: an error, its cause, and the cause of that. */
const maxDepth = 3;

/** The fields that are kept beside an error's name, message and stack. */
const keptFields = ["code", "syscall", "address", "port"] as const;

/**
 * Copies an error and its causes as plain errors with their name, message, stack, code, system call, address and port.
 * Other fields may hold the request or the response, including the token: undici's parser keeps the bytes that it could
 * not read, and other libraries keep the request's headers.
 *
 * @param clean removes secrets from a text
 */
export function sanitizeCause(
  error: unknown,
  clean: (text: string) => string,
  depth: number = maxDepth,
): unknown {
  if (typeof error === "string") return clean(error);
  if (typeof error !== "object" || error === null) return typeof error === "function" ? undefined : error;
  const read = (name: string): unknown => {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string") return clean(value);
    return typeof value === "number" ? value : undefined;
  };
  const [message, name, stack] = ["message", "name", "stack"].map(read);
  const text = typeof message === "string" ? message : "the thrown value is not an error";
  const copy = new Error(toPrintable(text));
  defineHidden(copy, "name", typeof name === "string" ? toPrintable(name) : "Error");
  defineHidden(copy, "stack", typeof stack === "string" ? printableStack(stack, text) : String(copy));
  for (const field of keptFields) {
    const value = read(field);
    if (value !== undefined) Object.assign(copy, { [field]: value });
  }
  const cause = depth > 1 ? sanitizeCause(causeOf(error), clean, depth - 1) : undefined;
  if (cause !== undefined) defineHidden(copy, "cause", cause);
  return copy;
}

/** Only the line breaks between the frames of a stack stay. */
function printableStack(stack: string, message: string): string {
  const lines = stack.replace(message, () => toPrintable(message)).split("\n");
  return lines.map(toPrintable).join("\n");
}

/** Node collects the failures of all addresses of a host in one error; the first one stands for all. */
function causeOf(error: object): unknown {
  const cause: unknown = Reflect.get(error, "cause");
  return cause === undefined && error instanceof AggregateError ? error.errors[0] : cause;
}

/** Defines a property that loops over the error's fields do not show, as errors do. */
function defineHidden(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}
