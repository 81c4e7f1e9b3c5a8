import { type Attempt, type Call, type Operation, startCallState } from "../../src/http/call.js";
import { CallCancellation } from "../../src/http/cancellation.js";
import { defaultRetry } from "../../src/http/settings.js";

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

/** Creates a call as the transport receives it: a read without a token, unless the fields say otherwise. */
export function callOf(fields: Partial<Call> = {}): Call {
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
    stream: false,
    state: startCallState(),
    ...fields,
  };
}

/** Creates an attempt as the transport receives it: it ends at 1000 ms, unless the fields say otherwise. */
export function attemptOf(fields: Partial<Attempt> = {}): Attempt {
  return {
    signal: new AbortController().signal,
    endsAt: 1000,
    uncertain: true,
    received: undefined,
    ...fields,
  };
}

/** The headers of a call that sends a token. */
export const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
