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
 * The result of a named method: the content of the response without its envelope. A create also returns its id and its
 * address; they come from `Location` if the body cannot be read.
 */
export function resultOf({ envelope }: Operation, { data, created }: ParsedResponse): unknown {
  const content = unwrap(data, envelope);
  return created === undefined ? content : { ...(isObject(content) ? content : {}), ...created };
}
