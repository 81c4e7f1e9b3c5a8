/// <reference lib="esnext.disposable" preserve="true" />

import { RegInputError, RegResponseError } from "../errors/errors.js";
import type { LocationRule, Operation, OperationTable, ParsedResponse } from "./call.js";
import { isRounded, unwrap } from "./content.js";
import type { Execute } from "./execute.js";
import type { CloseOptions } from "./in-flight.js";
import type { AnyCallOptions } from "./options.js";
import type { ThrottleStatistics } from "./throttle/types.js";
import { isObject, optionalObject } from "./validate.js";

/** The members of every client besides its operations. */
export interface ClientControls {
  /**
   * Accepts no further calls and workflows (they reject with RegClosedError) and resolves when those that have started
   * have ended: by themselves, or with RegClosedError if they are to be aborted. A workflow such as `invoice` is one unit
   * of work: it can make its further calls until it is aborted. It may be called again.
   *
   * @throws RegInputError for an option that cannot be used
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** The state of the throttle; undefined for a client without one. */
  throttleStatistics(): ThrottleStatistics | undefined;
}

/** The result of a path-typed call. */
export interface RouteAnswer<Data> {
  /** The parsed body, with its envelope. */
  readonly data: Data;
  /** The response itself: status and headers. Its body has been read. */
  readonly response: Response;
}

/** The methods and paths of an API, as `openapi/generate.ts` writes them. */
export type RouteTable = Record<Operation["method"], object>;

/** The path-typed calls of a client: one function for each HTTP method. */
export type RouteMethods<Routes extends RouteTable> = {
  readonly [Method in keyof Routes]: <Path extends keyof Routes[Method]>(
    path: Path,
    ...init: Routes[Method][Path] extends { args: infer Args extends readonly unknown[] } ? Args : never
  ) => Promise<RouteAnswer<Routes[Method][Path] extends { data: infer Data } ? Data : never>>;
};

/** The result of a call that created something: the body of the response, with the new id and address. */
export type Created<Body, Id> = Body & {
  /** The id that the service gave it. */
  readonly id: Id;
  /** Its address from the response's `Location`; undefined if the response had none. */
  readonly location: string | undefined;
};

/** Creates a client object: named methods and path-typed calls for every operation of the table, and its controls. */
export function bindClient<Client extends object>(
  table: OperationTable,
  execute: Execute,
  controls: Omit<ClientControls, typeof Symbol.asyncDispose>,
): Client & ClientControls {
  return Object.freeze({
    ...bindMethods(table, execute),
    ...bindRoutes(table, execute),
    ...controls,
    [Symbol.asyncDispose]: () => controls.close(),
  }) as Client & ClientControls;
}

/** A group of named methods and of further groups. */
interface Group {
  [name: string]: Group | ((...args: readonly unknown[]) => Promise<unknown>);
}

/** Creates a named method for every operation of a table; the operationId is its path. */
export function bindMethods(table: OperationTable, execute: Execute): object {
  const root: Group = {};
  for (const operation of Object.values(table)) {
    const groups = operation.id.split(".");
    const name = groups.pop() ?? "";
    const parent = groups.reduce<Group>((group, next) => subgroup(group, next), root);
    parent[name] = namedMethod(operation, execute);
  }
  return root;
}

function subgroup(group: Group, name: string): Group {
  const existing = group[name];
  if (typeof existing === "object") return existing;
  const created: Group = {};
  group[name] = created;
  return created;
}

/** A method that takes the path parameters in order, then the operation's input, then options. */
function namedMethod(operation: Operation, execute: Execute) {
  const { pathParams, input } = operation;
  const maxArgs = pathParams.length + (input === "none" ? 1 : 2);
  return async (...args: readonly unknown[]) => {
    if (args.length > maxArgs) {
      const problem = `are too many: the method takes at most ${maxArgs}`;
      throw new RegInputError("arguments", problem, { operationId: operation.id });
    }
    const path = Object.fromEntries(pathParams.map((name, index) => [name, args[index]]));
    const content = input === "none" ? undefined : args[pathParams.length];
    const options = args[maxArgs - 1] as AnyCallOptions | undefined;
    return execute(
      operation,
      { path, [input === "query" ? "query" : "body"]: content, options },
      (response) => resultOf(operation, response, path),
    );
  };
}

/** The result of a named method: the content of the response without its envelope. */
function resultOf(
  operation: Operation,
  response: ParsedResponse,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const { created, output } = operation;
  if (output === "none" && created === undefined) return undefined;
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
  const id = idFrom(created, location) ?? idIn(body) ?? path[created.param];
  if (isRounded(id))
    throw noId("contains an id in Location that is larger than JavaScript can represent exactly");
  if (id === undefined && created.promised) throw noId("contains no id");
  return { ...body, id, location };
}

/** The id in a body whose form may be any. */
function idIn({ id }: { readonly id?: unknown }): string | number | undefined {
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Reads the last parameter of the path in `Location`, which may have any host and prefix. */
function idFrom({ path, integer }: LocationRule, location = ""): string | number | undefined {
  const given = location
    .replace(/\/?(?:[?#].*)?$/s, "")
    .split("/")
    .reverse();
  const wanted = path.split("/").slice(1).reverse();
  const isParam = (name: string) => name.startsWith("{");
  if (!wanted.every((name, at) => (isParam(name) ? given[at] : given[at] === name))) return undefined;
  const segment = given[wanted.findIndex(isParam)];
  if (segment === undefined) return undefined;
  if (integer) return /^\d+$/.test(segment) ? Number(segment) : undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const httpMethods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;

/** Creates the path-typed calls for the operations of a table. */
function bindRoutes(table: OperationTable, execute: Execute): object {
  const operations = new Map(
    Object.values(table).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const routeMethod = (method: string) => async (path: string, init?: unknown) => {
    const operation = operations.get(`${method} ${path}`);
    if (operation === undefined)
      throw new RegInputError("path", `is not one of the paths that can be called with ${method}`);
    const { params, body, ...options } = optionalObject("init", init, operation.id);
    const { path: pathParams, query } = optionalObject("params", params, operation.id);
    return execute(operation, { path: pathParams, query, body, options }, ({ data, response }) => ({
      data,
      response,
    }));
  };
  return Object.fromEntries(httpMethods.map((method) => [method, routeMethod(method)]));
}
