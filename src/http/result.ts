import { isObject } from "../base/json.js";
import { isRounded, unwrap } from "../document/content.js";
import type { Operation } from "../document/operation.js";
import { isPathValue } from "../document/serialize.js";
import { RegResponseError } from "../errors/errors.js";
import type { ParsedResponse } from "./call/call.js";
import { findId, paramsInLocation } from "./transport/created-id.js";

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
  // `Headers` joins several of them; an address contains no blank, and no comma in the form of the document.
  if (/[\s,]/.test(location ?? "")) throw noId("has more than one Location");
  for (const [name, value] of Object.entries(paramsInLocation(created, response.headers)))
    if (path[name] !== undefined && String(path[name]).toLowerCase() !== value.toLowerCase())
      throw noId("has the Location of something else");
  const id = findId(created, { headers: response.headers, path, content });
  if (isRounded(id)) throw noId("contains an id that is larger than JavaScript can represent exactly");
  if (id === undefined && created.promised) throw noId("contains no id");
  if (id !== undefined && !isPathValue(id)) throw noId("contains an id that no request can name");
  return { ...body, id, location };
}
