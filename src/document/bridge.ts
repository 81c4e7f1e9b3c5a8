/** What a bridge is, and which lists of them can be used. `apply-bridges.ts` converts messages with them. */

/**
 * One difference of a service, as data. It is bridged in both directions: the client brings messages of the service into
 * the form of the document and back, and a sandbox with the same adapter does the opposite.
 *
 * - `is`: the value has another name, or is in another wrapper: `{ at: "/data/licensePlate", is: "/data/plate" }`;
 *   `{ at: "", is: "/result" }` for a body that is wrapped in `result`, of which the other fields are lost;
 *   `{ at: "/data", is: "" }` for one without its wrapper. No bridge replaces a field: what is in the way of a request is
 *   an error.
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
   * where the document has it; forms are converted last.
   */
  readonly at: string;
} & (
  | {
      /**
       * Where the service has it. The other fields of a wrapper in the body of a response come along with an object or a
       * list, unless another bridge has a place in that wrapper; those of other wrappers stay there. Those of a wrapper
       * in the place of its list are then beside the list.
       */
      readonly is: string;
      readonly form?: undefined;
    }
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
 * - `null`: null where the document leaves the field out. A sandbox sends null for each field that is missing, and so
 *   does a client in a request, also in a PATCH.
 */
export type BridgeForm = (typeof bridgeForms)[number];

/** The names of all forms. */
export const bridgeForms = [
  "decimal text",
  "number",
  "boolean text",
  "date with time",
  "time with offset",
  "null",
] as const;

/** The messages that a bridge can be in. */
export const bridgedMessages = ["response", "error", "request", "query"] as const;

export type BridgedMessage = (typeof bridgedMessages)[number];

/** Whether a bridge is about a kind of message. */
export const isIn = (bridge: Bridge, message: BridgedMessage) => (bridge.in ?? "response") === message;

/**
 * Says why a bridge cannot be applied after others, as the end of a sentence; undefined if it can. Of two places, only
 * what they have in common may be a list.
 */
export function problemOfBridge(bridge: Bridge, earlier: readonly Bridge[] = []): string | undefined {
  const { in: message = "response", at, is, form } = bridge;
  const others = earlier.filter((each) => isIn(each, message));
  const isTwice = others.some(
    (each) =>
      each.at === at && (each.form === "null") === (form === "null") && (each.is === undefined) === (is === undefined),
  );
  if (isTwice) return "has the same at as an earlier one";
  if (is !== undefined && others.some((each) => each.is === is)) return "has the same is as an earlier one";
  if (message === "query")
    return is !== undefined && [at, is].every((each) => /^\/[^/*]+$/.test(each))
      ? undefined
      : "can only give a parameter of the query another name, such as /plate";
  if (form === "null" && (at === "" || at.endsWith("/*"))) return "cannot leave out a body or an entry of a list";
  if (`${at}/${is}/`.includes("/__proto__/")) return "cannot have the name __proto__";
  if (is === undefined) return undefined;
  if (is === at) return "has the same place as at and is";
  const [from, to] = restsOf(segmentsOf(is), segmentsOf(at)).rests;
  if ([...from, ...to].includes("*")) return "can only move a value inside of one entry of a list";
  const moved = others.filter((each) => each.is !== undefined);
  if (moved.some((each) => isInside(each.at, at))) return "must come before those inside of its place";
  return isTaken(is, moved) ? "takes what an earlier one has moved" : undefined;
}

/** Whether a place, where the service or an earlier move has it, has what one of these moves takes or brings. */
function isTaken(place: string, moves: readonly Bridge[]): boolean {
  // Also for two that exchange names: nothing shows whether a message has the one form or the other.
  const takes = ({ at, is }: Bridge) =>
    (place !== "" && isInside(at, place)) || (is && isInside(place, is) && !isInside(place, at));
  if (moves.some(takes)) return true;
  const index = moves.findLastIndex(({ at }) => isInside(place, at));
  const outer = moves[index];
  return outer !== undefined && isTaken(`${outer.is}${place.slice(outer.at.length)}`, moves.slice(0, index));
}

/** Whether a place is another one, or inside of it. */
export const isInside = (place: string, outer: string) => `${place}/`.startsWith(`${outer}/`);

/** The names on the way to a place. */
export function segmentsOf(pointer: string): readonly string[] {
  const [, ...names] = pointer.split("/");
  return pointer.includes("~") ? names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")) : names;
}

/** What two places have in common, and the rest of each. */
export function restsOf(from: readonly string[], to: readonly string[]) {
  const different = from.findIndex((name, index) => name !== to[index]);
  const length = different === -1 ? Math.min(from.length, to.length) : different;
  return { shared: from.slice(0, length), rests: [from.slice(length), to.slice(length)] as const };
}
