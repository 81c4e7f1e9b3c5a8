import { parseDateTime } from "../base/dates.js";
import { isObject } from "../base/json.js";

/**
 * One difference of a service, as data. It is bridged in both directions: the client brings messages of the service into
 * the form of the document and back, and a sandbox with the same adapter does the opposite.
 *
 * - `is`: the value has another name, or is in another wrapper: `{ at: "/data/licensePlate", is: "/data/plate" }`;
 *   `{ at: "", is: "/result" }` for a body that is wrapped in `result`; `{ at: "/data", is: "" }` for one without its
 *   wrapper. The other fields of a wrapper come along with an object or a list that does not become the whole body; those
 *   beside another value stay.
 * - `form`: the value is written in another form. A value that does not have that form stays as it is.
 *
 * A message that already has the documented form stays as it is, too.
 */
export type Bridge = {
  /** The message: a success, any other response, the JSON or the query of a request. Default: `response`. */
  readonly in?: "response" | "error" | "request" | "query" | undefined;
  /**
   * The documented place as a JSON pointer, in which `*` stands for every entry of a list, such as `/data/components/*`
   * with `/price`; `""` is the whole body. In a query: `/licensePlate`. What earlier bridges of the list have moved is
   * where the document has it.
   */
  readonly at: string;
} & (
  | { /** Where the service has it. */ readonly is: string; readonly form?: undefined }
  | { readonly is?: undefined; readonly form: BridgeForm }
);

/**
 * How the service writes a value:
 *
 * - `decimal text`: a number as a text, such as `"95.50"`.
 * - `number`: a text as a number.
 * - `boolean text`: a boolean as `"true"` or `"false"`.
 * - `date with time`: a date with a time, which is left out; with an offset only midnight, because another time may be
 *   another day elsewhere. A sandbox sends `T00:00:00`.
 * - `time with offset`: a time with an offset instead of UTC. A sandbox sends `+00:00`.
 * - `null`: null where the document leaves the field out. A sandbox sends null for each field that is missing.
 */
export type BridgeForm = keyof typeof forms;

interface FormConversion {
  toDocument(value: unknown): unknown;
  toService(value: unknown): unknown;
}

const textIf = (pattern: RegExp, convert: (text: string) => unknown) => (value: unknown) =>
  typeof value === "string" && pattern.test(value) ? convert(value) : value;

/** A text as a number, unless digits would be lost: those of a number of JavaScript end, and an id may begin with 0. */
const toNumber = textIf(/^-?(0|[1-9]\d*)(\.\d+)?$/, (text) =>
  text.replace(/\D/g, "").length <= maxDigits ? Number(text) : text,
);

const maxDigits = 15;

/** A larger number has lost digits already when it was parsed. */
const numberToText = (value: unknown) =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value;

const forms = {
  "decimal text": { toDocument: toNumber, toService: numberToText },
  number: { toDocument: numberToText, toService: toNumber },
  "boolean text": {
    toDocument: textIf(/^(true|false)$/i, (text) => text.toLowerCase() === "true"),
    toService: (value) => (typeof value === "boolean" ? String(value) : value),
  },
  "date with time": {
    toDocument: textIf(/^\d{4}-\d{2}-\d{2}T([\d:.]+|00:00[:0.]*(Z|[+-]\d{2}:?\d{2}))$/, (text) =>
      text.slice(0, "yyyy-MM-dd".length),
    ),
    toService: textIf(/^\d{4}-\d{2}-\d{2}$/, (text) => `${text}T00:00:00`),
  },
  "time with offset": {
    toDocument: textIf(/^\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2}:?\d{2}$/, toUtc),
    toService: textIf(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, (text) => text.replace("Z", "+00:00")),
  },
  null: { toDocument: () => undefined, toService: () => null },
} as const satisfies Readonly<Record<string, FormConversion>>;

function toUtc(text: string): string {
  const instant = parseDateTime(text.replace(/(\d{2}):?(\d{2})$/, "$1:$2"));
  return instant === undefined ? text : `${new Date(instant).toISOString().slice(0, "yyyy-MM-ddThh:mm:ss".length)}Z`;
}

/** The names of all forms. */
export const bridgeForms = Object.keys(forms) as BridgeForm[];

/** Finds the form of which a bridge makes a value that the document accepts; undefined if none does. */
export function findForm(value: unknown, isAccepted: (value: unknown) => boolean): BridgeForm | undefined {
  return bridgeForms.find((form) => {
    const holder: Holder = { value };
    convertToDocument(holder, "value", form);
    return holder["value"] !== value && isAccepted(holder["value"]);
  });
}

/** The messages that a bridge can be in. */
export const bridgedMessages = ["response", "error", "request", "query"] as const;

type Message = (typeof bridgedMessages)[number];

/** Whether a bridge is about a kind of message. */
export const isIn = (bridge: Bridge, message: Message) => (bridge.in ?? "response") === message;

/** Brings a parsed body of the service into the form of the document; may change it. */
export function toDocument(bridges: readonly Bridge[], message: Message, body: unknown): unknown {
  let whole = body;
  for (const bridge of bridges) {
    if (!isIn(bridge, message)) continue;
    const { at, is, form } = bridge;
    whole =
      is === undefined
        ? convertAt(whole, segmentsOf(at), (holder, key) => convertToDocument(holder, key, form))
        : moveIn(whole, { from: segmentsOf(is), to: segmentsOf(at), isDone: isPresent });
  }
  return whole;
}

/** The opposite of {@link toDocument}; may change the body. */
export function toService(bridges: readonly Bridge[], message: Message, body: unknown): unknown {
  let whole = body;
  for (const bridge of bridges.toReversed()) {
    if (!isIn(bridge, message)) continue;
    const { at, is, form } = bridge;
    whole =
      is === undefined
        ? convertAt(whole, segmentsOf(at), (holder, key) => convertToService(holder, key, form))
        : moveIn(whole, { from: segmentsOf(at), to: segmentsOf(is), isDone: () => false });
  }
  return whole;
}

/** Renames the parameters of a query, all at once: one may have the name that another one had. */
export function renameInQuery(bridges: readonly Bridge[], query: URLSearchParams, to: "document" | "service"): void {
  const names = new Map<string, string>();
  for (const bridge of bridges) {
    if (!isIn(bridge, "query") || bridge.is === undefined) continue;
    const [documented, own] = [bridge.at.slice(1), bridge.is.slice(1)];
    if (to === "service") names.set(documented, own);
    else names.set(own, documented);
  }
  const given = [...query];
  if (!given.some(([name]) => names.has(name))) return;
  for (const [name] of given) query.delete(name);
  for (const [name, value] of given) query.append(names.get(name) ?? name, value);
}

/**
 * Says why a bridge cannot be applied, as the end of a sentence; undefined if it can. Of two places, only what they have
 * in common may be a list.
 */
export function problemOfBridge({ in: message = "response", at, is, form }: Bridge): string | undefined {
  if (message === "query")
    return is !== undefined && [at, is].every((each) => /^\/[^/*]+$/.test(each))
      ? undefined
      : "can only give a parameter of the query another name, such as /plate";
  if (form === "null" && (at === "" || at.endsWith("/*"))) return "cannot leave out a body or an entry of a list";
  if (`${at}/${is}/`.includes("/__proto__/")) return "cannot have the name __proto__";
  if (is === undefined) return undefined;
  const [from, to] = restsOf(segmentsOf(is), segmentsOf(at)).rests;
  return [...from, ...to].includes("*") ? "can only move a value inside of one entry of a list" : undefined;
}

/** The names on the way to a place. */
export const segmentsOf = (pointer: string): readonly string[] => pointer.split("/").slice(1);

type Holder = Record<string, unknown>;

/** A field that an object has itself: every object inherits some, such as `constructor`. */
const ownValue = (holder: object, key: string): unknown =>
  Object.hasOwn(holder, key) ? (holder as Holder)[key] : undefined;

/** Calls a function with each object or list that has, or may have, a value at a place, and the key there. */
function visit(whole: unknown, segments: readonly string[], change: (holder: Holder, key: string) => void): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof whole !== "object" || whole === null) return;
  const holder = whole as Holder;
  const isEvery = segment === "*";
  // The fields of an object have names.
  if (Array.isArray(whole) !== isEvery) return;
  for (const key of isEvery ? Object.keys(holder) : [segment])
    if (rest.length === 0) change(holder, key);
    else visit(ownValue(holder, key), rest, change);
}

/** Converts the values at a place; the whole is inside of another object, so that it has a holder as well. */
function convertAt(whole: unknown, segments: readonly string[], change: (holder: Holder, key: string) => void) {
  const root: Holder = { whole };
  visit(root, ["whole", ...segments], change);
  return root["whole"];
}

function convertToDocument(holder: Holder, key: string, form: BridgeForm): void {
  const value = ownValue(holder, key);
  if (form !== "null") {
    if (value !== undefined && value !== null) holder[key] = forms[form].toDocument(value);
  } else if (value === null) delete holder[key];
}

function convertToService(holder: Holder, key: string, form: BridgeForm): void {
  const value = ownValue(holder, key);
  if (form === "null" ? value === undefined : value !== undefined && value !== null)
    holder[key] = forms[form].toService(value);
}

interface Move {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Whether a value is at its place already. */
  readonly isDone: (value: unknown, to: readonly string[]) => boolean;
}

function moveIn(whole: unknown, { from, to, isDone }: Move): unknown {
  const { shared, rests } = restsOf(from, to);
  const [fromRest, toRest] = rests;
  return convertAt(whole, shared, (holder, key) => {
    const value = ownValue(holder, key);
    if (typeof value === "object" && value !== null && !isDone(value, toRest))
      holder[key] = moveValue(value, fromRest, toRest);
  });
}

/** What two places have in common, and the rest of each. */
function restsOf(from: readonly string[], to: readonly string[]) {
  const different = from.findIndex((name, index) => name !== to[index]);
  const length = different === -1 ? Math.min(from.length, to.length) : different;
  return { shared: from.slice(0, length), rests: [from.slice(length), to.slice(length)] as const };
}

const isPresent = (value: unknown, to: readonly string[]) => to.length > 0 && valueAt(value, to) !== undefined;

/** The value inside of objects; undefined if it is not there. */
const valueAt = (value: unknown, names: readonly string[]) =>
  names.reduce((inner, name) => (isObject(inner) ? ownValue(inner, name) : undefined), value);

/** Moves a value inside of another one, which is changed or replaced. */
function moveValue(value: object, from: readonly string[], to: readonly string[]): unknown {
  const content = valueAt(value, from);
  if (content === undefined) return value;
  // A text beside other fields is no body: `error` is also a code of OAuth.
  if (to.length === 0) return typeof content === "object" ? content : value;
  const holder = from.length === 0 ? {} : (value as Holder);
  if (from.length > 0) take(holder, from, typeof content === "object" && content !== null);
  put(holder, to, content);
  return holder;
}

/** Takes a value out of an object. A wrapper goes with it, and leaves its other fields; so does what is empty then. */
function take(holder: Holder, [name = "", ...inner]: readonly string[], isWrapped: boolean): void {
  const value = holder[name] as Holder;
  if (inner.length === 0) {
    delete holder[name];
    return;
  }
  take(value, inner, isWrapped);
  if (!isWrapped && Object.keys(value).length > 0) return;
  delete holder[name];
  Object.assign(holder, value);
}

/** Puts a value into an object, beside the fields that are there. */
function put(holder: Holder, [name = "", ...inner]: readonly string[], content: unknown): void {
  if (inner.length === 0) holder[name] = content;
  else {
    const known = ownValue(holder, name);
    const within: Holder = isObject(known) ? known : {};
    holder[name] = within;
    put(within, inner, content);
  }
}
