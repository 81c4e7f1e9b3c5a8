import { systemClock } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { isObject, parseJson } from "../base/json.js";
import { checkEnvironment } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import {
  anything,
  asInput,
  checkInput,
  clock,
  hasFunctions,
  optionsSchema,
  positiveTime,
  problemOfFields,
} from "../errors/input.js";
import { decodeBase64, readSecret, secretForm } from "./secret.js";
import type { WebhookEvent, WebhookHeaders, WebhookOptions } from "./types.js";

/** In milliseconds. */
const defaultTolerance = 300_000;

/** A sender that replaces its secret sends two. Each one costs a hash of the body. */
const mostSignatures = 10;

const webhookOptions = optionsSchema<WebhookOptions>(
  { secret: anything, tolerance: positiveTime, clock },
  `must be ${secretForm}, a list of such texts, or an object with a secret`,
);

/**
 * Verifies what the command `follow --post` has sent, and resolves to the event. Respond with 2xx once it is handled:
 * the command sends it again otherwise, and also if your response is lost. So leave out an event whose `id` you have
 * handled. Needs Web Crypto: Node.js, Bun, Deno or Workers.
 *
 * @param headers all headers of the request
 * @param body the text or the bytes as received: not what a parser of JSON returns
 * @param secret the secret of the command, several of them, or options
 *
 * @throws RegInputError whose `field` is `webhook-id`, `webhook-timestamp` or `webhook-signature` if the message is not
 *   accepted: respond with 400. Any other field is a mistake of the program
 *
 * @example
 * const event = await verifyWebhook(received.headers, await received.text(), secret);
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: WebhookOptions["secret"] | WebhookOptions,
): Promise<WebhookEvent> {
  checkEnvironment("crypto.subtle");
  const options = readOptions(secret);
  const id = readHeader(headers, "webhook-id");
  // It separates the parts of what is signed: with one more, another id and body would have the same signature.
  if (id.includes(".")) throw new RegInputError("webhook-id", "must not contain a dot");
  const timestamp = readHeader(headers, "webhook-timestamp");
  checkTimestamp(timestamp, options);
  const signatures = readSignatures(readHeader(headers, "webhook-signature"));
  const bytes = readBody(body);
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + bytes.length);
  content.set(start);
  content.set(bytes, start.length);
  if (!(await isSigned(content, signatures, options.keys)))
    throw new RegInputError(
      "webhook-signature",
      "does not fit. Either the sender has another secret, or body is not the text as received: a parser has changed it",
    );
  // Not `bytes`, which the caller may have changed meanwhile.
  return { ...parseEvent(content.subarray(start.length)), id };
}

interface ReadOptions {
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
  readonly now: number;
  /** In milliseconds. */
  readonly tolerance: number;
}

function readOptions(given: WebhookOptions["secret"] | WebhookOptions): ReadOptions {
  const options = typeof given === "string" || Array.isArray(given) ? { secret: given } : given;
  checkInput(webhookOptions, options, { whole: "secret" });
  const { secret, tolerance = defaultTolerance, clock = systemClock } = options as WebhookOptions;
  const isList = Array.isArray(secret);
  const secrets: readonly unknown[] = isList ? secret : [secret];
  if (secrets.length === 0) throw new RegInputError("secret", "has no entries");
  const keys = secrets.map((each, index) => {
    const key = typeof each === "string" ? readSecret(each) : undefined;
    if (key === undefined) throw new RegInputError(isList ? `secret[${index}]` : "secret", `must be ${secretForm}`);
    return key;
  });
  return { keys, tolerance, now: clock.now() };
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = asInput("headers", undefined, () => {
    if (!isObject(headers)) throw new RegInputError("headers", "must be a Headers, or an object with the headers");
    if (isHeaders(headers)) return headers.get(name);
    const problem = problemOfFields(headers);
    if (problem !== undefined) throw new RegInputError("headers", problem);
    const entries = Object.entries<unknown>(headers).filter(([key]) => key.toLowerCase() === name);
    return entries.flatMap(([, each]) => each ?? []).join(" ");
  });
  if (typeof value === "string" && value !== "") return value;
  throw new RegInputError(name, "is missing: give all headers of the request, and let no proxy remove it");
}

/** Whatever its class: frameworks have their own. */
function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, "get"> {
  return hasFunctions("get")(headers);
}

function checkTimestamp(timestamp: string, { now, tolerance }: ReadOptions): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new RegInputError("webhook-timestamp", "must be a whole number of seconds since 1970");
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (Math.abs(age) * 1000 <= tolerance) return;
  throw new RegInputError(
    "webhook-timestamp",
    `is ${Math.abs(age)} s ${age > 0 ? "before" : "after"} the time of this machine, and ${tolerance / 1000} s are tolerated. Either an old message was sent again, or a clock is wrong`,
  );
}

function readSignatures(header: string): readonly Uint8Array<ArrayBuffer>[] {
  const ofVersion1 = header.split(" ").filter((each) => each.startsWith("v1,"));
  if (ofVersion1.length === 0) throw new RegInputError("webhook-signature", "has no signature of the version v1");
  if (ofVersion1.length > mostSignatures)
    throw new RegInputError("webhook-signature", `has more than ${mostSignatures} signatures`);
  return ofVersion1.map((each) => decodeBase64(each.slice("v1,".length))).filter((each) => each !== undefined);
}

function readBody(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (isInstance(body, "Uint8Array", "ArrayBuffer")) return asInput("body", undefined, () => new Uint8Array(body));
  throw new RegInputError(
    "body",
    'must be the text or the bytes as received, not a parsed object: use express.raw({ type: "application/json" }), or request.text()',
  );
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  for (const bytes of keys) {
    const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    // Compares in constant time.
    for (const signature of signatures) if (await subtle.verify("HMAC", key, signature, content)) return true;
  }
  return false;
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  const event = parseJson(new TextDecoder().decode(bytes));
  if (isObject(event) && typeof event["type"] === "string") {
    const subject = event[event["type"] === "notification" ? "notification" : "request"];
    if (subject !== undefined && subject !== null) return event as WebhookEvent;
  }
  throw new RegInputError(
    "body",
    "is signed, but is no event of the command follow: does another program use the secret?",
  );
}
