import { toPrintable, toPrintableLines } from "../../base/text.js";
import type { Call } from "../call/call.js";

const redacted = "[redacted]";

/** `Bearer` and the text after it, also percent-encoded: it is where a token belongs, so it may be one. */
const bearer = /bearer(?:[\s:=+]|%20|%3a)+["']?[\w\-.~+/%=\\]+/gi;

/** Longer than every text that is kept: what follows is not searched, because that takes seconds for a long text. */
const longestText = 16_384;

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
 * client secret, longer parts of these, and the values of its headers, of which a caller may use any for a key. A
 * service, a proxy or the user's own `fetch` may echo them. The function cuts very long texts.
 */
export function redactor(call: Pick<Call, "operation" | "body" | "headers">): (text: string) => string {
  const credentials = credentialsOf(call);
  const spellings = new Set([...credentials, ...headerSecrets(call.headers)].flatMap(spellingsOf));
  const longestFirst = [...spellings].sort((one, other) => other.length - one.length);
  const nothing = "(?!)";
  const secrets = new RegExp(longestFirst.map(patternOf).join("|") || nothing, "gi");
  const parts = new Set(credentials.flatMap(partsOf));
  const removeFrom = (text: string) =>
    withoutParts(text.replaceAll(bearer, redacted).replaceAll(secrets, redacted), parts);
  return (text) => {
    if (text.length <= longestText) return removeFrom(text);
    const clean = removeFrom(text.slice(0, longestText));
    // The beginning of a secret may stand where the text was cut.
    return `${clean.slice(0, Math.max(0, clean.length - (longestFirst[0]?.length ?? 0)))}…`;
  };
}

function credentialsOf({ operation, body, headers }: Parameters<typeof redactor>[0]): string[] {
  const fields = operation.input === "form" && typeof body === "string" ? [...new URLSearchParams(body)] : [];
  const values = fields.filter(([name]) => name !== "grant_type").map(([, value]) => value);
  return [headers["authorization"]?.replace(/^Bearer /, "") ?? "", ...values];
}

/** Shorter texts are a part of many words: they are removed only as a whole word. */
const shortestPart = 8;

/** The values of the headers that may contain a secret, and the parts of each that may be one, such as one cookie. */
function headerSecrets(headers: Call["headers"]): string[] {
  const values = Object.entries(headers)
    .filter(([name]) => name !== "authorization" && !harmlessHeaders.has(name))
    .map(([, value]) => value);
  const parts = values.flatMap((value) => value.split(/[\s;,=:&"']+/));
  return [...values, ...parts.filter((part) => part.length >= shortestPart)];
}

/** The spellings in which a secret is searched: as it is, percent-encoded, as in a form, as in JSON, and in Base64. */
function spellingsOf(secret: string): string[] {
  const text = secret.trim();
  if (text === "") return [];
  const json = JSON.stringify(text).slice(1, -1);
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, "");
  return [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
    json,
    json.replaceAll("/", "\\/"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ];
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function patternOf(text: string): string {
  const literal = escapePattern(text);
  return text.length < shortestPart ? `(?<!\\w)${literal}(?!\\w)` : literal;
}

/** The length of the shortest part of a long credential that is removed: a JWT without its header, or its beginning. */
const partLength = 12;

// `toLowerCase` can change the length of a text (İ), and the positions must stay.
const lowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Every part of `partLength` characters of a long credential, in all spellings and in lower case. */
function partsOf(credential: string): string[] {
  if (credential.length < 2 * partLength) return [];
  return [...new Set(spellingsOf(credential))].map(lowerCase).flatMap((text) => {
    return Array.from({ length: text.length - partLength + 1 }, (_, start) => text.slice(start, start + partLength));
  });
}

/** Replaces the parts of credentials in a text; those that overlap are replaced together. */
function withoutParts(text: string, parts: ReadonlySet<string>): string {
  const searched = lowerCase(text);
  const isPart = (start: number) => parts.has(searched.slice(start, start + partLength));
  let clean = "";
  let keptFrom = 0;
  for (let start = 0; start <= text.length - partLength; start++) {
    if (!isPart(start)) continue;
    if (start >= keptFrom) clean += text.slice(keptFrom, start) + redacted;
    keptFrom = start + partLength;
  }
  return clean + text.slice(keptFrom);
}

/** The number of errors that are kept of a chain: an error, its cause, and the cause of that. */
const maxDepth = 3;

const keptFields = ["code", "syscall", "address", "port"] as const;

/**
 * Copies an error as `copyError` does. A getter of it may throw, or a proxy: then a plain error stands for it.
 *
 * @param clean removes secrets from a text
 */
export function sanitizeCause(error: unknown, clean: (text: string) => string, depth: number = maxDepth): unknown {
  try {
    return copyError(error, clean, depth);
  } catch {
    return unreadableError();
  }
}

/** Stands for a thrown value that cannot be read. */
export function unreadableError(): Error {
  return new Error("the thrown value cannot be read");
}

/**
 * Copies an error and its causes as plain errors with their name, message, stack, code, system call, address and port.
 * Other fields may hold the request or the response, including the token: undici's parser keeps the bytes that it could
 * not read, and other libraries keep the request's headers.
 */
function copyError(error: unknown, clean: (text: string) => string, depth: number): unknown {
  const cleanValue = (value: unknown) => {
    if (typeof value === "string") return clean(value);
    return typeof value === "number" && clean(String(value)) === String(value) ? value : undefined;
  };
  if (error === null) return null;
  if (typeof error !== "object") return cleanValue(error);
  const read = (name: string): unknown => cleanValue(Reflect.get(error, name));
  const [message, name, stack] = ["message", "name", "stack"].map(read);
  const text = typeof message === "string" ? message : "the thrown value is not an error";
  const copy = new Error(toPrintable(text));
  defineHidden(copy, "name", typeof name === "string" ? toPrintable(name) : "Error");
  const printable = typeof stack === "string" && toPrintableLines(stack.replace(text, () => toPrintable(text)));
  defineHidden(copy, "stack", printable || String(copy));
  for (const field of keptFields) {
    const value = read(field);
    if (value !== undefined) Object.assign(copy, { [field]: value });
  }
  const cause = depth > 1 ? sanitizeCause(causeOf(error), clean, depth - 1) : undefined;
  if (cause !== undefined) defineHidden(copy, "cause", cause);
  return copy;
}

/** Node collects the failures of all addresses of a host in one error; the first one stands for all. */
function causeOf(error: object): unknown {
  const [cause, name, errors] = ["cause", "name", "errors"].map((field): unknown => Reflect.get(error, field));
  return cause === undefined && name === "AggregateError" ? Object(errors)[0] : cause;
}

/** Defines a property that loops over the error's fields do not show, as errors do. */
function defineHidden(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}
