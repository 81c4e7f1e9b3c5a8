import { parseDateTime } from "../base/dates.js";
import { isObject } from "../base/json.js";
import { isBareId } from "../base/text.js";
import { RegInputError } from "../errors/errors.js";
import {
  type Bridge,
  type BridgedMessage,
  type BridgeForm,
  bridgeForms,
  isIn,
  isInside,
  restsOf,
  segmentsOf,
} from "./bridge.js";

/** Brings a parsed body of the service into the form of the document; may change it. */
export function toDocument(bridges: readonly Bridge[], message: BridgedMessage, body: unknown): unknown {
  const own = bridges.filter((each) => isIn(each, message));
  let whole = body;
  for (const bridge of own)
    if (bridge.is !== undefined) {
      const move = { ...bridge, message, isDissolved: isDissolved(bridge, message, own) };
      whole = moveIn(whole, [bridge.is, bridge.at], (...parts) => moveToDocument(move, ...parts));
    }
  // Each value is where the document has it now.
  for (const { at, form } of own)
    if (form !== undefined)
      whole = convertAt(whole, segmentsOf(at), (holder, key) => convertToDocument(holder, key, form));
  return whole;
}

/**
 * The opposite of {@link toDocument}; may change the body.
 *
 * @throws RegInputError if a bridge would lose a value
 */
export function toService(bridges: readonly Bridge[], message: BridgedMessage, body: unknown): unknown {
  const own = bridges.filter((each) => isIn(each, message)).reverse();
  let whole = body;
  for (const { at, form } of own)
    if (form !== undefined)
      whole = convertAt(whole, segmentsOf(at), (holder, key) => convertToService(holder, key, form));
  for (const bridge of own)
    if (bridge.is !== undefined) {
      const move = { ...bridge, message, isDissolved: isDissolved(bridge, message, own) };
      whole = moveIn(whole, [bridge.at, bridge.is], (value, from, to) => moveToService(move, value, from, to));
    }
  return whole;
}

/** Renames the parameters of a query, all at once: one may have the name that another one had. */
export function renameInQuery(bridges: readonly Bridge[], query: URLSearchParams, to: "document" | "service"): void {
  const names = new Map<string, string>();
  for (const bridge of bridges) {
    if (!isIn(bridge, "query") || bridge.is === undefined) continue;
    const [[documented = ""], [own = ""]] = [segmentsOf(bridge.at), segmentsOf(bridge.is)];
    if (to === "service") names.set(documented, own);
    else names.set(own, documented);
  }
  const given = [...query];
  if (!given.some(([name]) => names.has(name))) return;
  for (const [name] of given) query.delete(name);
  for (const [name, value] of given) query.append(names.get(name) ?? name, value);
}

interface FormConversion {
  toDocument(value: unknown): unknown;
  toService(value: unknown): unknown;
}

const textIf = (pattern: RegExp, convert: (text: string) => unknown) => (value: unknown) =>
  typeof value === "string" && pattern.test(value) ? convert(value) : value;

/** A text as a number, unless digits would be lost: those of a number of JavaScript end, and an id may begin with 0. */
const toNumber = textIf(/^-?(0|[1-9]\d*)(\.\d{1,50})?$/, (text) => {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const digits = `${whole}${fraction.replace(/0+$/, "")}`.replace(/^0+/, "");
  return digits.length <= maxDigits ? Number(text) : text;
});

const maxDigits = 15;

/** Without an exponent. A larger number has lost digits already when it was parsed. */
const numberToText = (value: unknown) =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? String(value).replace(
        /(\d)\.?(\d*)e-(\d+)$/,
        (_, first, rest, exponent) => `0.${"0".repeat(exponent - 1)}${first}${rest}`,
      )
    : value;

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
} as const satisfies Readonly<Record<BridgeForm, FormConversion>>;

function toUtc(text: string): string {
  const instant = parseDateTime(text.replace(/(\d{2}):?(\d{2})$/, "$1:$2"));
  if (instant === undefined) return text;
  // All digits of the fraction stay: two changes may differ in them alone.
  const fraction = /\.\d+/.exec(text) ?? "";
  return `${new Date(instant).toISOString().slice(0, "yyyy-MM-ddThh:mm:ss".length)}${fraction}Z`;
}

/** Finds the form of which a bridge makes a value that the document accepts; undefined if none does. */
export function findForm(value: unknown, isAccepted: (value: unknown) => boolean): BridgeForm | undefined {
  return bridgeForms.find((form) => {
    const holder: Holder = { value };
    convertToDocument(holder, "value", form);
    return holder["value"] !== value && isAccepted(holder["value"]);
  });
}

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

/**
 * Replaces each object or list that has a value at the first place, or may have it, and at the second one. `move` also
 * gets what that object or list is in.
 */
function moveIn(
  whole: unknown,
  places: readonly [from: string, to: string],
  move: (value: object, from: readonly string[], to: readonly string[], holder: Holder) => unknown,
): unknown {
  const { shared, rests } = restsOf(segmentsOf(places[0]), segmentsOf(places[1]));
  return convertAt(whole, shared, (holder, key) => {
    const value = ownValue(holder, key);
    if (typeof value === "object" && value !== null) holder[key] = move(value, ...rests, holder);
  });
}

/** The value inside of objects; undefined if it is not there. */
const valueAt = (value: unknown, names: readonly string[]) =>
  names.reduce((inner, name) => (isObject(inner) ? ownValue(inner, name) : undefined), value);

/** A bridge that moves a value. */
interface Move {
  readonly at: string;
  readonly is: string;
  readonly message: BridgedMessage;
  readonly isDissolved: boolean;
}

/**
 * Whether the other fields of a wrapper come along with an object or a list: it is the wrapper of a body that was
 * received, and no other bridge has a place in it.
 */
function isDissolved(
  { at, is }: { at: string; is: string },
  message: BridgedMessage,
  bridges: readonly Bridge[],
): boolean {
  const wrapper = /^\/[^/]+(?=\/)/.exec(is)?.[0];
  const isOther = (each: Bridge) => each.at !== at || each.is !== is;
  return (
    message !== "request" &&
    wrapper !== undefined &&
    !isInside(at, wrapper) &&
    !bridges.some((each) => isOther(each) && [each.at, each.is].some((place = "") => isInside(place, wrapper)))
  );
}

function moveToDocument(
  { message, isDissolved, at }: Move,
  value: object,
  from: readonly string[],
  to: readonly string[],
  outer: Holder,
): unknown {
  const content = valueAt(value, from);
  const isContainer = typeof content === "object" && content !== null;
  if (at === "")
    // Another text beside other fields is no body: `error` is also a code of OAuth.
    return isContainer || content === null || (message === "response" && isBareId(content)) ? content : value;
  if (to.length === 0) {
    if (!isContainer) return value;
    const holder = value as Holder;
    take(holder, from, false);
    if (isObject(content)) fill(content, holder);
    // Beside a list, such as `hasMore`.
    if (isObject(outer)) fill(outer, holder);
    return content;
  }
  if (from.length === 0) return valueAt(value, to) === undefined ? put({}, to, value) : value;
  // Null at the documented place is no value.
  if (content === undefined || !isFree(value, to, (each) => each === undefined || each === null)) return value;
  const holder = put(value as Holder, to, content);
  take(holder, from, isDissolved && isContainer);
  return holder;
}

function moveToService(
  { message, isDissolved, at, is }: Move,
  value: object,
  from: readonly string[],
  to: readonly string[],
): unknown {
  if (from.length === 0) return put({}, to, value);
  const content = valueAt(value, from);
  const isContainer = typeof content === "object" && content !== null;
  if (to.length === 0) {
    if (message === "request" && !(isOnly(value, from) && valueAt(content, from) === undefined))
      throw new RegInputError("body", `would lose what is beside ${at}, because the service has no place for it`);
    return isContainer ? content : value;
  }
  // A response may be one that has no such value, such as that of another operation.
  const isInTheWay =
    content === undefined
      ? message === "request" && valueAt(value, to) !== undefined
      : !isFree(value, isDissolved && isContainer ? to.slice(0, 1) : to, (each) => each === undefined);
  if (isInTheWay) throw new RegInputError("body", `has a value in the way of ${at}, which is at ${is} for the service`);
  if (content === undefined) return value;
  const holder = put(value as Holder, to, content);
  take(holder, from, false);
  return holder;
}

/** Whether a value can be put at a place: nothing is there, nor anything but an object on the way. */
function isFree(value: unknown, [name, ...inner]: readonly string[], isMissing: (value: unknown) => boolean): boolean {
  if (isMissing(value)) return true;
  return name !== undefined && isObject(value) && isFree(ownValue(value, name), inner, isMissing);
}

/** Whether a value has nothing but what is at a place. */
function isOnly(value: unknown, [name, ...inner]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (!isObject(value) || Object.keys(value).some((each) => each !== name)) return false;
  return isOnly(ownValue(value, name), inner);
}

/** Takes a value out of an object, and each object around it that is empty then; a wrapper can leave its other fields. */
function take(holder: Holder, [name = "", ...inner]: readonly string[], isWrapper: boolean): void {
  if (inner.length > 0) {
    const within = holder[name] as Holder;
    take(within, inner, isWrapper);
    if (isWrapper) fill(holder, within);
    if (Object.keys(within).length > 0) return;
  }
  delete holder[name];
}

/** Moves the fields that another object lacks. What each object inherits, such as `__proto__`, it does not lack. */
function fill(holder: object, other: Holder): void {
  for (const name of Object.keys(other))
    if (!(name in holder)) {
      (holder as Holder)[name] = other[name];
      delete other[name];
    }
}

/** Puts a value into an object, beside the fields that are there. */
function put(holder: Holder, [name = "", ...inner]: readonly string[], content: unknown): Holder {
  const known = ownValue(holder, name);
  holder[name] = inner.length === 0 ? content : put(isObject(known) ? (known as Holder) : {}, inner, content);
  return holder;
}
