import { isObject } from "../base/json.js";
import { unwrap } from "../document/content.js";
import type { Operation } from "../document/operation.js";
import type { ParsedResponse } from "./call/call.js";

/** The result of a call together with its response. */
export interface CallResult<Data> {
  /** The result of a named call, or the whole parsed body of a path-typed one. */
  readonly data: Data;
  /** The response itself: status and headers. Its body has been read, or is read as the file in `data`. */
  readonly response: Response;
}

/** The result of a call that created something. */
export interface Created<Body, Id> {
  /** The id that the service gave it: from `Location`, or else from the body. */
  readonly id: Id;
  /** Its address from the response's `Location`; undefined if the response had none. */
  readonly location: string | undefined;
  /**
   * The content of the response without its envelope; undefined if it has none that is an object. The reference does not
   * show its fields; their types can be declared by declaration merging.
   */
  readonly body: Body | undefined;
}

/** The result of a named method: the content of the response without its envelope; of a create, with its id. */
export function resultOf({ envelope }: Operation, { data, created }: ParsedResponse): unknown {
  const content = unwrap(data, envelope);
  return created === undefined ? content : { ...created, body: isObject(content) ? content : undefined };
}
