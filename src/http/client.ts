/// <reference lib="esnext.disposable" preserve="true" />

import type { Operation, OperationTable } from "../document/operation.js";
import { RegInputError } from "../errors/errors.js";
import type { ParsedResponse } from "./call/call.js";
import type { AnyCallOptions } from "./call/options.js";
import type { Execute } from "./execute.js";
import type { CloseOptions } from "./in-flight.js";
import { type CallResult, resultOf } from "./result.js";
import { type RequestInput, routesOf, untypedRequest } from "./routes.js";
import type { Throttle } from "./throttle/throttle.js";
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

/** What the members of a client use of it. */
export interface ClientCore {
  readonly execute: Execute;
  /** Undefined: no limit. */
  readonly throttle: Throttle | undefined;
  close(options?: CloseOptions): Promise<void>;
}

/** Makes a member of a client, such as a method, when it is read. */
type Member<Core> = (core: Core) => (...args: never[]) => unknown;

/** The members of a client by their names, and those of each group. */
export interface Members<Core> {
  readonly [name: PropertyKey]: Member<Core> | Members<Core>;
}

/** By the table of their operations. */
const classes = new WeakMap<OperationTable, new (core: never) => object>();

/**
 * Returns the class of the clients of a table: with named methods and path-typed calls for every operation, the controls
 * of every client, and the members of this API.
 */
export function clientClass<Core extends ClientCore>(
  table: OperationTable,
  ownMembers: Members<Core>,
): new (
  core: Core,
) => object {
  const known = classes.get(table) as (new (core: Core) => object) | undefined;
  const Client = known ?? createClientClass(mergeMembers<Core>(membersOf(table), ownMembers));
  classes.set(table, Client);
  return Client;
}

/** The members that every client of a table has: named methods, path-typed calls, and its controls. */
function membersOf(table: OperationTable): Members<ClientCore> {
  return {
    ...methodsOf(table),
    ...routesOf(table),
    request: untypedRequest(table),
    close: (core) => (options?: CloseOptions) => core.close(options),
    [Symbol.asyncDispose]: (core) => () => core.close(),
    throttleStatistics:
      ({ throttle }) =>
      () =>
        throttle?.statistics(),
  };
}

/** Adds members to others; both may have members of the same group. */
function mergeMembers<Core>(members: Members<Core>, added: Members<Core>): Members<Core> {
  const merged: Record<PropertyKey, Member<Core> | Members<Core>> = { ...members };
  for (const [name, member] of Object.entries(added)) {
    const present = merged[name];
    merged[name] = isGroup(present) && isGroup(member) ? mergeMembers(present, member) : member;
  }
  return merged;
}

const isGroup = <Core>(member: Member<Core> | Members<Core> | undefined): member is Members<Core> =>
  typeof member === "object";

/** What a client, or a group of its methods, is made of. Not private: a Proxy of a client must find it, too. */
const parts = Symbol("parts");

interface Bound<Core> {
  readonly [parts]: { readonly core: Core; readonly groups: Record<PropertyKey, object> };
}

function readMethod<Core>(member: Member<Core>): (this: Bound<Core> | undefined) => unknown {
  return function () {
    if (this !== undefined) return member(this[parts].core);
    // `spyOn` of vitest reads a getter without its object, and calls what it returns with it.
    return function (this: Bound<Core>, ...args: never[]) {
      return member(this[parts].core)(...args);
    };
  };
}

function readGroup<Core>(name: PropertyKey, Group: new (core: Core) => object): (this: Bound<Core>) => unknown {
  return function () {
    const { core, groups } = this[parts];
    // The same object each time, so that a test can replace its methods.
    groups[name] ??= new Group(core);
    return groups[name];
  };
}

/**
 * Creates the class of the clients that have these members. They share the getters of all members, so that a client is
 * small. A method is bound to its client when it is read: `const { get } = supplier.serviceRequests` can be called, too.
 */
function createClientClass<Core>(members: Members<Core>): new (core: Core) => object {
  const properties = Reflect.ownKeys(members).map((name) => {
    const member = members[name] as Member<Core> | Members<Core>;
    const property: PropertyDescriptor = {
      get: isGroup(member) ? readGroup(name, createClientClass(member)) : readMethod(member),
      // A test may replace a method of a group.
      set(value: unknown) {
        Object.defineProperty(this, name, { value, writable: true });
      },
      enumerable: typeof name === "string",
      configurable: true,
    };
    return { name, property };
  });
  return class Client {
    constructor(core: Core) {
      Object.defineProperty(this, parts, { value: { core, groups: {} } });
      // One at a time takes two thirds of the time of `defineProperties`.
      for (const { name, property } of properties) Object.defineProperty(this, name, property);
    }
  };
}

/** The named method of every operation of a table; the operationId is its path. */
function methodsOf(table: OperationTable): Members<ClientCore> {
  const root: Record<string, Member<ClientCore> | Members<ClientCore>> = {};
  for (const operation of Object.values(table)) {
    const groups = operation.id.split(".");
    const name = groups.pop() ?? "";
    let parent = root;
    for (const group of groups) {
      parent[group] ??= {};
      parent = parent[group] as typeof root;
    }
    const method = namedMethod(operation);
    parent[name] =
      ({ execute }) =>
      (...args) =>
        method(execute, args);
  }
  return root;
}

/** A method that takes the path parameters in order, then the operation's input, then options. */
export function namedMethod(
  operation: Operation,
): (execute: Execute, args: readonly unknown[]) => CallPromise<unknown> {
  const { pathParams, input } = operation;
  const maxArgs = pathParams.length + (input === "none" ? 1 : 2);
  const call = (execute: Execute, args: readonly unknown[], read: (response: ParsedResponse) => unknown) => {
    if (args.length > maxArgs) {
      const problem = `are too many: the method takes at most ${maxArgs}`;
      return Promise.reject(new RegInputError("arguments", problem, { operationId: operation.id }));
    }
    const path = Object.fromEntries(pathParams.map((name, index) => [name, args[index]]));
    const content = input === "none" ? undefined : args[pathParams.length];
    const options = args[maxArgs - 1] as AnyCallOptions | undefined;
    return execute(operation, { path, [input === "query" ? "query" : "body"]: content, options }, read);
  };
  return (execute, args) => {
    let received: ParsedResponse;
    const result = call(execute, args, (response) => {
      received = response;
      return resultOf(operation, response);
    });
    return Object.assign(result, {
      withResponse: () => result.then((data) => ({ data, response: received.response })),
    });
  };
}
