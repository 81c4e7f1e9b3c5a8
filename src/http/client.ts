/// <reference lib="esnext.disposable" preserve="true" />

import { RegInputError, RegResponseError } from "../errors/errors.js";
import { isObject } from "../values/json.js";
import type { Effects, LocationRule, Operation, OperationTable, ParsedResponse } from "./call/call.js";
import { optionalObject } from "./call/check-input.js";
import type { AnyCallOptions, CallOptions, UploadSettings } from "./call/options.js";
import type { Execute } from "./execute.js";
import type { CloseOptions } from "./in-flight.js";
import { callFields } from "./option-schemas.js";
import type { ThrottleStatistics } from "./throttle/types.js";
import { isRounded, unwrap } from "./transport/content.js";
import { isUpload } from "./transport/files.js";

/** The members of every client besides its operations. */
export interface ClientControls {
  /**
   * Accepts no further calls and workflows (they reject with RegClosedError) and resolves when those that have started
   * have ended: by themselves, or with RegClosedError if they are to be aborted. A workflow such as `invoice` is one
   * unit of work: it can make its further calls until it is aborted. It may be called again.
   *
   * @throws RegInputError for an option that cannot be used
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /**
   * Sends a request to a path that this version does not know. Everything else is as in a typed call: token, throttle,
   * retries, errors, events. GET, PUT and DELETE are retried; POST and PATCH are never sent again once they may have
   * been processed. Files need a supplier client.
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
  /** The state of the throttle; undefined for a client without one. */
  throttleStatistics(): ThrottleStatistics | undefined;
}

/** The result of a call together with its response. */
export interface CallResult<Data> {
  /** The result of a named call, or the whole parsed body of a path-typed one. */
  readonly data: Data;
  /** The response itself: status and headers. Its body has been read, or is read as the file in `data`. */
  readonly response: Response;
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

/** The input of a request to a path that the documents do not have. */
export interface RequestInput extends CallOptions, UploadSettings {
  readonly params?:
    | {
        /** The values of the path parameters. */
        readonly path?: Readonly<Record<string, string | number>> | undefined;
        /** The query parameters: an array repeats a parameter; null, undefined and an empty array leave it out. */
        readonly query?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  /** A file, or an array or an object with fields that is sent as JSON; not with GET. Default: no body. */
  readonly body?: unknown;
  /** Read the response as a file (`DownloadedFile` or `StreamedFile`). Default: as JSON. */
  readonly as?: "blob" | "stream" | undefined;
}

/** The methods and paths of an API, as `openapi/generate.ts` writes them. */
export type RouteTable = Record<Operation["method"], object>;

/** The path-typed calls of a client: one function for each HTTP method. */
export type RouteMethods<Routes extends RouteTable> = {
  readonly [Method in keyof Routes]: <Path extends keyof Routes[Method]>(
    path: Path,
    ...init: Routes[Method][Path] extends { args: infer Args extends readonly unknown[] } ? Args : never
  ) => Promise<CallResult<Routes[Method][Path] extends { data: infer Data } ? Data : never>>;
};

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
    request: (method: string, path: string, input?: unknown) => sendUntyped({ method, path, input }, execute),
    [Symbol.asyncDispose]: () => controls.close(),
  }) as Client & ClientControls;
}

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
  const call = async (args: readonly unknown[]): Promise<ReceivedResult<unknown>> => {
    if (args.length > maxArgs) {
      const problem = `are too many: the method takes at most ${maxArgs}`;
      throw new RegInputError("arguments", problem, { operationId: operation.id });
    }
    const path = Object.fromEntries(pathParams.map((name, index) => [name, args[index]]));
    const content = input === "none" ? undefined : args[pathParams.length];
    if (input === "query") rejectOptions(content, operation.id);
    const options = args[maxArgs - 1] as AnyCallOptions | undefined;
    return execute(operation, { path, [input === "query" ? "query" : "body"]: content, options }, (received) => ({
      data: resultOf(operation, received, path),
      received,
    }));
  };
  return (...args: readonly unknown[]) => callPromise(call(args));
}

/** Options in the place of the query would be sent, and have no effect. No query parameter has the name of one. */
function rejectOptions(query: unknown, operationId: string): void {
  const fields: readonly [string, unknown][] = isObject(query) ? Object.entries(query) : [];
  const [field] = fields.find(([name, value]) => value != null && Object.hasOwn(callFields, name)) ?? [];
  if (field === undefined) return;
  const problem = "is an option, not part of the query: options come after the query, which may be {}";
  throw new RegInputError(field, problem, { operationId });
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

/** The result of a named method: the content of the response without its envelope. */
function resultOf(operation: Operation, response: ParsedResponse, path: Readonly<Record<string, unknown>>): unknown {
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
  const id =
    idFrom(created, location) ??
    idOf(body["id"], created) ??
    idOf(path[created.param], created) ??
    idOf(content, created);
  if (isRounded(id)) throw noId("contains an id that is larger than JavaScript can represent exactly");
  if (id === undefined && created.promised) throw noId("contains no id");
  return { ...body, id, location };
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

/**
 * Reads the last parameter of the path in `Location`. The segments are compared from the end, because the address may
 * have any host and prefix.
 */
function idFrom(rule: LocationRule, location = ""): string | number | undefined {
  const segments = location
    .replace(/\/?(?:[?#].*)?$/s, "")
    .split("/")
    .reverse();
  const names = rule.path.split("/").slice(1).reverse();
  const isParam = (name: string) => name.startsWith("{");
  if (!names.every((name, at) => (isParam(name) ? segments[at] : segments[at] === name))) return undefined;
  const segment = segments[names.findIndex(isParam)];
  if (segment === undefined) return undefined;
  try {
    return idOf(decodeURIComponent(segment), rule);
  } catch {
    return undefined;
  }
}

const httpMethods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;

function bindRoutes(table: OperationTable, execute: Execute): object {
  const operations = new Map(
    Object.values(table).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const routeMethod = (method: string) => async (path: string, init?: unknown) => {
    const operation = operations.get(`${method} ${path}`);
    if (operation === undefined)
      throw new RegInputError("path", `is not one of the paths that can be called with ${method}`);
    return executeWith(operation, init, execute);
  };
  return Object.fromEntries(httpMethods.map((method) => [method, routeMethod(method)]));
}

function executeWith(operation: Operation, init: unknown, execute: Execute): Promise<CallResult<unknown>> {
  const { params, body, ...options } = optionalObject("init", init, operation.id);
  const { path, query } = optionalObject("params", params, operation.id);
  return execute(operation, { path, query, body, options }, ({ data, response }) => ({ data, response }));
}

interface UntypedRequest {
  readonly method: string;
  readonly path: string;
  readonly input: unknown;
}

async function sendUntyped({ method, path, input }: UntypedRequest, execute: Execute) {
  if (!isHttpMethod(method)) throw new RegInputError("method", `must be one of ${httpMethods.join(", ")}, in capitals`);
  if (!isTemplate(path)) throw new RegInputError("path", "must be a path such as /v2/things/{id}, without a query");
  const { body, as } = optionalObject("init", input);
  if (method === "GET" && body !== undefined) throw new RegInputError("body", "cannot be sent with GET");
  const operation: Operation = {
    id: `${method} ${path}`,
    method,
    path,
    pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    input: body === undefined ? "none" : isUpload(body) ? "binary" : "json",
    output: as === undefined ? "json?" : "binary",
    content: "any",
    effects: effectsOf[method],
  };
  return executeWith(operation, input, execute);
}

/** What HTTP promises for each method; PATCH is not idempotent. */
const effectsOf: Readonly<Record<Operation["method"], Effects>> = {
  GET: "read",
  PUT: "idempotent",
  DELETE: "idempotent",
  POST: "create",
  PATCH: "transition",
};

const isHttpMethod = (method: unknown): method is Operation["method"] => httpMethods.some((each) => each === method);

/** Whether each segment of a path is a name or a parameter, so that the URL stays below the address of the service. */
function isTemplate(path: unknown): path is string {
  return (
    typeof path === "string" &&
    /^(?:\/(?:[\w~:@!$&'()*+,;=.-]+|\{\w+\}))+\/?$/.test(path) &&
    !/\/\.\.?(?:\/|$)/.test(path)
  );
}
