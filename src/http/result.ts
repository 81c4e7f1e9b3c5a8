import { RegResponseError } from "../errors/errors.js";
import { isObject } from "../values/json.js";
import { matchEnd } from "../values/path.js";
import type { LocationRule, Operation, ParsedResponse } from "./call/call.js";
import { checkPathValue } from "./request.js";
import { isRounded, unwrap } from "./transport/content.js";

/** The result of a call together with its response. */
export interface CallResult<Data> {
  /** The result of a named call, or the whole parsed body of a path-typed one. */
  readonly data: Data;
  /** The response itself: status and headers. Its body has been read, or is read as the file in `data`. */
  readonly response: Response;
}

/**
 * The result of a call that created something: the fields of the response, with the new id and address. A field that
 * the reference does not show is unknown; its type can be declared by declaration merging.
 */
export type Created<Body, Id> = Body & {
  /** The id that the service gave it. */
  readonly id: Id;
  /** Its address from the response's `Location`; undefined if the response had none. */
  readonly location: string | undefined;
};

/**
 * The result of a named method: the content of the response without its envelope. With that of a create, there is the
 * id, also if the transport could not read the body, which it ignores beside `Location` (`judgeResponse`).
 *
 * @throws RegResponseError if there is no id where the reference promises `Location`
 */
export function resultOf(
  operation: Operation,
  response: ParsedResponse,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const { created } = operation;
  const content = unwrap(response.data, operation.envelope);
  if (created === undefined) return content;
  const location = response.headers.get("location") ?? undefined;
  const body = isObject(content) ? content : {};
  const noId = (problem: string) =>
    new RegResponseError(`the response with status ${response.status} ${problem}`, {
      operationId: operation.id,
      status: response.status,
      outcome: "unknown",
    });
  // `Headers` joins several of them; an address contains no blank.
  if (/\s/.test(location ?? "")) throw noId("has more than one Location");
  const id =
    idFrom(created, location) ??
    idOf(body["id"], created) ??
    idOf(path[created.param], created) ??
    idOf(content, created);
  if (isRounded(id)) throw noId("contains an id that is larger than JavaScript can represent exactly");
  if (id === undefined && created.promised) throw noId("contains no id");
  if (id !== undefined && !isPathValue(id)) throw noId("contains an id that no request can name");
  return { ...body, id, location };
}

function isPathValue(id: string | number): boolean {
  try {
    checkPathValue("id", id);
    return true;
  } catch {
    return false;
  }
}

/**
 * Converts an id to its documented type; a number is a whole one from 0. The reference does not show where it is, so it
 * may be the whole body.
 */
function idOf(value: unknown, { integer }: LocationRule): string | number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  if (!integer) return text === "" ? undefined : text;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Reads the id in the path of `Location`, whose address may have any host and prefix. */
function idFrom(rule: LocationRule, location = ""): string | number | undefined {
  try {
    return idOf(matchEnd(rule.path, location.replace(/\/?(?:[?#].*)?$/s, ""))?.[rule.param], rule);
  } catch {
    return undefined;
  }
}
