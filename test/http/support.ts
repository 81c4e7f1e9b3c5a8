import type { TransportResponse } from "@reg/sdk/supplier";
import { CallCancellation } from "../../src/base/cancellation.js";
import type { Operation } from "../../src/document/operation.js";
import {
  type Attempt,
  type AttemptResult,
  isFailure,
  type ParsedResponse,
  startHistory,
} from "../../src/http/call/call.js";
import type { AttemptLimit } from "../../src/http/call/timeouts.js";
import { defaultRetry } from "../../src/http/settings.js";
import { readerOf } from "../../src/http/transport/body.js";

/** Creates an operation: a read, unless the fields say otherwise. */
export function operationOf(fields: Partial<Operation> = {}): Operation {
  return {
    id: "lessors.list",
    method: "GET",
    path: "/v2/lessors",
    pathParams: [],
    input: "none",
    output: "json",
    effects: "read",
    ...fields,
  };
}

const read = operationOf();
export const create = operationOf({
  id: "serviceRequests.create",
  method: "POST",
  input: "json",
  output: "json?",
  effects: "create",
});
export const download = operationOf({ id: "serviceRequests.attachments.get", output: "binary" });

/** Creates an attempt as the transport receives it: a read without a token, unless the fields say otherwise. */
export function callOf(fields: Partial<Attempt> = {}): Attempt {
  return {
    operation: read,
    url: "https://reg.example/v2/lessors",
    headers: {},
    body: undefined,
    cancellation: new CallCancellation(),
    timeout: 1000,
    deadline: undefined,
    retry: defaultRetry,
    priority: 5,
    workflow: undefined,
    stream: false,
    history: startHistory(),
    read: ({ data }) => data,
    begunAt: 0,
    startedAt: 0,
    isReplay: false,
    ...fields,
  };
}

/** Creates the limit of an attempt: it ends at 1000 ms, unless the fields say otherwise. */
export function limitOf(fields: Partial<AttemptLimit> = {}): AttemptLimit {
  return { signal: new AbortController().signal, endsAt: 1000, ...fields };
}

/** A response of fetch as the transport returns it. */
export function receivedOf(response: Response): TransportResponse {
  const { status, headers } = response;
  return { status, headers, body: readerOf(response), response };
}

/** The headers of a call that sends a token. */
export const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

/** The response of an attempt; rejects with the error of one that has failed. */
export async function responseOf(sending: Promise<AttemptResult>): Promise<ParsedResponse> {
  const result = await sending;
  if (isFailure(result)) throw result.error;
  return result;
}
