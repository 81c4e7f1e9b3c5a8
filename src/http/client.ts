/// <reference lib="esnext.disposable" preserve="true" />

import type { Operation, OperationTable } from "../document/operation.js";
import { RegInputError } from "../errors/errors.js";
import type { ParsedResponse } from "./call/call.js";
import type { AnyCallOptions } from "./call/options.js";
import type { Execute } from "./execute.js";
import type { CloseOptions } from "./in-flight.js";
import { type CallResult, resultOf } from "./result.js";
import { bindRoutes, type RequestInput, untypedRequest } from "./routes.js";
import type { ThrottleStatistics } from "./throttle/types.js";

/** The members of every client besides its operations. */
export interface ClientControls {
  /**
   * Accepts no further calls and workflows (they reject with RegClosedError), and resolves when those that have started
   * have ended. With `timeout` or `abort`, those that remain reject with RegClosedError. A workflow such as `invoice`
   * can still make its calls. It may be called again.
   *
   * @throws RegInputError for an option that cannot be used
   *
   * @example
   * process.once("SIGTERM", () => void client.close({ timeout: 10_000 }));
   */
  close(options?: CloseOptions): Promise<void>;
  /**
   * The same as `close()`, for `await using`.
   *
   * @example
   * await using supplier = createSupplierClient();
   */
  [Symbol.asyncDispose](): Promise<void>;
  /**
   * Sends a request to a path that this version does not know. Everything else is as in a typed call: token, throttle,
   * retries, errors, events. GET, PUT and DELETE are retried; POST and PATCH are never sent again once they may have
   * been processed. The response to a path of the documents is judged as that of its named method. Files need a supplier
   * client.
   *
   * @param path a template below `baseUrl`, such as `/v2/things/{id}`. Write ids as parameters, because the template
   *   appears in errors and events.
   * @returns the whole parsed body, undefined if there is none, and the response
   * @throws RegInputError for a method, path or option that cannot be used, and the errors of every call
   *
   * @example
   * const { data } = await supplier.request("GET", "/v2/things/{id}", { params: { path: { id } } });
   */
  request(method: Operation["method"], path: string, input?: RequestInput): Promise<CallResult<unknown>>;
  /**
   * Returns the state of the throttle: its limit, and how many calls wait. Undefined for a client without one.
   *
   * @example
   * const { waiting } = client.throttleStatistics() ?? {};
   */
  throttleStatistics(): ThrottleStatistics | undefined;
}

/** The promise of a named call. */
export interface CallPromise<Result> extends Promise<Result> {
  /**
   * Resolves to the result together with the response, for its status and headers. It rejects with the same errors as
   * the call. The reference shows a trace id only in errors, where it is `error.traceId`.
   *
   * @example
   * const { data, response } = await supplier.serviceRequests.get(id).withResponse();
   */
  withResponse(): Promise<CallResult<Result>>;
}

/** Creates a client object: named methods and path-typed calls for every operation of the table, and its controls. */
export function bindClient<Client extends object>(
  table: OperationTable,
  execute: Execute,
  controls: Omit<ClientControls, "request" | typeof Symbol.asyncDispose>,
): Client & ClientControls {
  return Object.freeze({
    ...bindMethods(table, execute),
    ...bindRoutes(table, execute),
    ...controls,
    request: untypedRequest(table, execute),
    [Symbol.asyncDispose]: () => controls.close(),
  }) as Client & ClientControls;
}

interface Group {
  [name: string]: Group | ((...args: readonly unknown[]) => Promise<unknown>);
}

/** Creates a named method for every operation of a table; the operationId is its path. */
function bindMethods(table: OperationTable, execute: Execute): object {
  const root: Group = {};
  for (const operation of Object.values(table)) {
    const groups = operation.id.split(".");
    const name = groups.pop() ?? "";
    let parent = root;
    for (const group of groups) {
      parent[group] ??= {};
      parent = parent[group] as Group;
    }
    parent[name] = namedMethod(operation, execute);
  }
  return root;
}

/** A method that takes the path parameters in order, then the operation's input, then options. */
export function namedMethod(
  operation: Operation,
  execute: Execute,
): (...args: readonly unknown[]) => CallPromise<unknown> {
  const { pathParams, input } = operation;
  const maxArgs = pathParams.length + (input === "none" ? 1 : 2);
  const call = async (args: readonly unknown[]): Promise<ReceivedResult<unknown>> => {
    if (args.length > maxArgs) {
      const problem = `are too many: the method takes at most ${maxArgs}`;
      throw new RegInputError("arguments", problem, { operationId: operation.id });
    }
    const path = Object.fromEntries(pathParams.map((name, index) => [name, args[index]]));
    const content = input === "none" ? undefined : args[pathParams.length];
    const options = args[maxArgs - 1] as AnyCallOptions | undefined;
    return execute(operation, { path, [input === "query" ? "query" : "body"]: content, options }, (received) => ({
      data: resultOf(operation, received),
      received,
    }));
  };
  return (...args: readonly unknown[]) => callPromise(call(args));
}

interface ReceivedResult<Result> {
  readonly data: Result;
  readonly received: ParsedResponse;
}

function callPromise<Result>(call: Promise<ReceivedResult<Result>>): CallPromise<Result> {
  const result = call.then(({ data }) => data);
  const withResponse = () => {
    // The caller handles the rejection of the returned promise only.
    result.catch(() => {});
    // Not `call` itself: it has a handler already, so its rejection would never be reported as unhandled.
    return call.then(({ data, received }) => ({ data, response: received.response }));
  };
  return Object.assign(result, { withResponse });
}
