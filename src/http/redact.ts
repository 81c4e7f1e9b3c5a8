import { toPrintable } from "../values/text.js";
import type { Call } from "./call.js";

/** Replaces the part that was removed. */
const redacted = "[redacted]";

/** This many characters reveal a secret, whatever follows them: a service may cut the text that it echoes. */
const revealingLength = 12;

/** `Bearer` and the text after it, also percent-encoded: it is where a token belongs, so it may be one. */
const bearer = /bearer(?:[\s\x85:=+]|%20|%3a)+["']?[\w\-.~+/%=]+/gi;

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
 * user's own `fetch` may echo them in any spelling that `normalize` knows, or cut.
 */
export function redactor(call: Pick<Call, "operation" | "body" | "headers">): (text: string) => string {
  const secrets = [
    ...secretsOf(call).flatMap((text) => secretsFrom(text, false)),
    ...headerValues(call.headers).flatMap((text) => secretsFrom(text, true)),
  ];
  return (text) => removeSecrets(text.replaceAll(bearer, redacted), secrets);
}

function secretsOf({ operation, body, headers }: Parameters<typeof redactor>[0]): string[] {
  const fields = operation.input === "form" && typeof body === "string" ? [...new URLSearchParams(body)] : [];
  const values = fields.filter(([name]) => name !== "grant_type").map(([, value]) => value);
  return [headers["authorization"]?.replace(/^Bearer /, "") ?? "", ...values];
}

/** The values of the headers that may contain a secret, and the parts of each that may be one, such as one cookie. */
function headerValues(headers: Call["headers"]): string[] {
  const values = Object.entries(headers)
    .filter(([name]) => name !== "authorization" && !harmlessHeaders.has(name))
    .map(([, value]) => value);
  const parts = values.flatMap((value) => value.split(/[\s;,=:&"']+/)).filter(isPossibleSecret);
  return [...new Set([...values, ...parts])];
}

/** Digits and punctuation, or capitals where no word has them, in camelCase either: in `dXNlcjpw`, but not in `ApiKey`. */
const unlikeWords = /[^\p{L}./+_-]|[a-z][A-Z]{2,}[a-z]|[A-Z][a-z][A-Z]/u;

/** Shorter parts are often part of an ordinary text. */
const shortestPart = 6;

function isPossibleSecret(part: string): boolean {
  return part.length >= revealingLength || (part.length >= shortestPart && unlikeWords.test(part));
}

/** A secret that is searched in normalized texts. */
interface Secret {
  /** Normalized. */
  readonly text: string;
  /** The part of it that reveals it. */
  readonly start: string;
  /** The text after its start belongs to it, whatever it is: a service may echo more than one token. */
  readonly isLong: boolean;
  /** It is found only as a whole word: `1` or `nl` is part of many words and codes. */
  readonly isWord: boolean;
}

/** The secret in both encodings of characters outside ASCII that percent-encoding may use. */
function secretsFrom(secret: string, fromHeader: boolean): Secret[] {
  const isLong = [...secret].length >= revealingLength;
  const encodings = /[^\0-\x7f]/.test(secret) ? [toUtf8, toLatin1] : [toUtf8];
  return encodings
    .map((encode) => normalize(secret.trim(), encode).text)
    .filter((text) => /[^ ]/.test(text))
    .map((text) => ({
      text,
      start: isLong ? text.slice(0, revealingLength) : text,
      isLong,
      isWord: fromHeader && !isLong,
    }));
}

/** A text with one spelling for each character: in lower case, with the bytes of UTF-8 for characters outside ASCII. */
interface Normalized {
  readonly text: string;
  /** The position in the original text at which each character begins. */
  readonly begins: Uint32Array;
  /** The position in the original text at which each character ends. */
  readonly ends: Uint32Array;
}

const backslashes = String.raw`(?:\\|%(?:25)*5c)+`;

/** The characters that have several spellings: see {@link normalize}. */
const spellings = new RegExp(
  [
    String.raw`(?<blank>[\s\x85+]+|${backslashes}[fnrtv])`,
    String.raw`${backslashes}u(?<unit>[\da-f]{4})`,
    String.raw`(?<quoting>${backslashes})(?=[^\w\s\\])`,
    `(?<backslash>${backslashes})`,
    String.raw`%(?:25)*(?<byte>[\da-f]{2})`,
    String.raw`&(?:#(?<decimal>\d{1,6})|#x(?<hex>[\da-f]{1,5})|(?<name>amp|apos|gt|lt|quot));`,
    String.raw`(?<other>[^\0-\x7f])`,
  ].join("|"),
  "giu",
);

/**
 * Replaces all spellings of a character by one: in upper or lower case, percent-encoded once or several times, escaped
 * with backslashes, as in the JSON of a text that is JSON, or escaped for HTML. White space becomes one blank, because
 * messages print a line break as a blank, and so does a plus, which is a blank in a form.
 *
 * @param encode returns the bytes of a character outside ASCII, as one character each
 */
function normalize(original: string, encode: Encode = toUtf8): Normalized {
  // A character has at most three bytes for each of its UTF-16 code units.
  const begins = new Uint32Array(original.length * 3);
  const ends = new Uint32Array(original.length * 3);
  let length = 0;
  let text = "";
  // Not read from the text, because that would copy the whole text each time.
  let previous = "";
  let position = 0;
  const copyTo = (end: number) => {
    if (position === end) return;
    previous = original.slice(position, end);
    text += previous;
    for (; position < end; length++) {
      begins[length] = position;
      position += 1;
      ends[length] = position;
    }
  };
  for (const match of original.matchAll(spellings)) {
    copyTo(match.index);
    position += match[0].length;
    const characters = decode(match.groups ?? {}, encode);
    if (characters === " " && previous === " ") continue;
    previous = characters;
    text += characters;
    begins.fill(match.index, length, length + characters.length);
    ends.fill(position, length, length + characters.length);
    length += characters.length;
  }
  copyTo(original.length);
  return { text: text.toLowerCase(), begins, ends };
}

type Encode = (character: string) => string;

/** `TextEncoder` takes 40 times as long for single characters. */
const toUtf8: Encode = (character) => {
  const code = character.codePointAt(0) ?? 0;
  const next = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), next(0));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), next(6), next(0));
  return String.fromCharCode(0xf0 | (code >> 18), next(12), next(6), next(0));
};

/** One byte for each character up to U+00FF, as headers are sent. */
const toLatin1: Encode = (character) => (character <= "\xff" ? character : toUtf8(character));

const entities: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };

/** Decodes a match of {@link spellings}. */
function decode(groups: Readonly<Record<string, string>>, encode: Encode): string {
  const { blank, unit, quoting, backslash, byte, decimal, hex, name, other } = groups;
  if (blank !== undefined) return " ";
  if (quoting !== undefined) return "";
  if (backslash !== undefined) return "\\";
  if (byte !== undefined) return plusToBlank(String.fromCharCode(Number.parseInt(byte, 16)));
  const code = decimal === undefined ? Number.parseInt(unit ?? hex ?? "", 16) : Number(decimal);
  const character = other ?? entities[name?.toLowerCase() ?? ""] ?? String.fromCodePoint(code);
  return character <= "\x7f" ? plusToBlank(character) : encode(character);
}

const plusToBlank = (character: string) => (/[\t-\r +]/.test(character) ? " " : character);

/** The place of a secret in a text. */
interface Place {
  readonly begin: number;
  readonly end: number;
  readonly secret: Secret;
}

function removeSecrets(text: string, secrets: readonly Secret[]): string {
  const normalized = normalize(text);
  const places = secrets
    // Most secrets are in no text.
    .filter(({ start }) => normalized.text.includes(start))
    .flatMap((secret) => findPlaces(secret, normalized));
  let clean = "";
  let position = 0;
  for (const { begin, end, secret } of places.sort((one, other) => one.begin - other.begin)) {
    if (begin >= position) clean += text.slice(position, begin) + redacted;
    if (end > position) position = secret.isLong ? endOfToken(text, end) : end;
  }
  return clean + text.slice(position);
}

/** Finds the places of a secret in the original text: of its start, and of what is equal to the rest of it. */
function findPlaces(secret: Secret, { text, begins, ends }: Normalized): Place[] {
  const { start, text: whole, isWord } = secret;
  const places: Place[] = [];
  let next = 0;
  for (let begin = text.indexOf(start); begin !== -1; begin = text.indexOf(start, next)) {
    next = begin + start.length;
    while (next < begin + whole.length && text[next] === whole[next - begin]) next += 1;
    const isCut = next < begin + whole.length;
    // The blank after a secret that was cut stays.
    const last = isCut && text[next - 1] === " " ? next - 2 : next - 1;
    if (!isWord || isWholeWord(text, begin, next))
      places.push({ begin: begins[begin] ?? 0, end: ends[last] ?? 0, secret });
  }
  return places;
}

/** The characters of tokens that follow; others end a secret that deviates from the known one. */
function endOfToken(text: string, from: number): number {
  const rest = /[\w\-.~+/%=\\]*/y;
  rest.lastIndex = from;
  rest.test(text);
  return rest.lastIndex;
}

const partOfWord = /[\w-]/;

function isWholeWord(text: string, begin: number, end: number): boolean {
  return !partOfWord.test(text[begin - 1] ?? "") && !partOfWord.test(text[end] ?? "");
}

/** The number of errors that are kept of a chain: an error, its cause, and the cause of that. */
const maxDepth = 3;

/** The fields that are kept beside an error's name, message and stack. */
const keptFields = ["code", "syscall", "address", "port"] as const;

/**
 * Copies an error as `copyError` does. A getter of it may throw, or a proxy: then a plain error stands for it.
 *
 * @param clean removes secrets from a text
 */
export function sanitizeCause(
  error: unknown,
  clean: (text: string) => string,
  depth: number = maxDepth,
): unknown {
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
