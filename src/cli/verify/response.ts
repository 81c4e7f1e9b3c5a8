import { pickAllowedHeaders } from "../../base/headers.js";
import { isSuccess } from "../../base/status.js";
import type { ReceivedResponse } from "../../document/difference.js";
import type { Operation } from "../../document/operation.js";
import type { CallParameters, IdSource } from "./steps.js";

/** A response with the call that it belongs to. */
export interface SeenResponse extends ReceivedResponse {
  readonly operation: Operation;
  readonly parameters: CallParameters;
  /** Where the ids in the parameters come from. Default: from the options. */
  readonly ids?: IdSource | undefined;
}

/**
 * Whether a response shows nothing because it has no JSON where the document promises some, or is an error without
 * JSON. A proxy may have sent it.
 */
export function lacksJson({ status, headers, body, operation }: Omit<SeenResponse, "parameters">): boolean {
  if (body !== undefined || (isSuccess(status) && ["none", "binary"].includes(operation.output))) return false;
  if (headers.has("content-type")) return true;
  return status === 200 && operation.output === "json" && operation.method === "GET";
}

/** The media type of a response. An uncommon one is not named, because it could contain a value. */
export function describeMediaType(headers: Headers): string {
  if (!headers.has("content-type")) return "no media type";
  return pickAllowedHeaders(headers)["content-type"] ?? "another media type";
}

/** Writes how often something was seen. */
export const times = (seen: number) => (seen === 1 ? "once" : `${seen} times`);
