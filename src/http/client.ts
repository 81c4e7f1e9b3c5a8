/// <reference lib="esnext.disposable" preserve="true" />

import { RegInputError, RegResponseError } from "../errors/errors.js";
import type { TokenProvider } from "./auth.js";
import type { Created as CreatedRule, Operation, OperationTable, ParsedResponse } from "./call.js";
import { type AnyCallOptions, type Execute, execute } from "./execute.js";
import type { CloseOptions, InFlightCalls } from "./in-flight.js";
import { buildPipeline } from "./pipeline.js";
import type { Features, ResolvedOptions } from "./settings.js";
import type { ThrottleStatistics } from "./throttle/types.js";
import { isObject, optionalObject } from "./validate.js";

/**
 * What a named method resolves to: the answer's content without its envelope.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
function resultOf(
  operation: Operation,
  answer: ParsedResponse,
  path: Readonly<Record<string, unknown>>,
  withId: WithId | undefined,
): unknown {
  const { created, output } = operation;
  if (output === "none" && created === undefined) return undefined;
  const content = unwrap(answer.data, operation.envelope === true);
  return created === undefined || withId === undefined
    ? content
    : withId(operation, created, answer, content, path);
}

/** Takes off the `data` envelope where the document has one, and also where it alone makes up the body. */
function unwrap(body: unknown, envelope: boolean): unknown {
  if (!isObject(body) || !Object.hasOwn(body, "data")) return body;
  return envelope || Object.keys(body).length === 1 ? body["data"] : body;
}

/** A group of named methods and of further groups. */
interface Group {
  [name: string]: Group | ((...args: readonly unknown[]) => Promise<unknown>);
}

/**
 * Makes a named method for every operation of a table; the operationId is its path.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
export function bindMethods(table: OperationTable, invoke: Execute, withId?: WithId): object {
  const root: Group = {};
  for (const operation of Object.values(table)) {
    const groups = operation.id.split(".");
    const name = groups.pop() ?? "";
    const parent = groups.reduce<Group>((group, next) => subgroup(group, next), root);
    parent[name] = namedMethod(operation, invoke, withId);
  }
  return root;
}

function subgroup(group: Group, name: string): Group {
  const found = group[name];
  if (typeof found === "object") return found;
  const made: Group = {};
  group[name] = made;
  return made;
}

/** Takes the path parameters in order, then what the operation's input is, then options. */
function namedMethod(operation: Operation, invoke: Execute, withId: WithId | undefined) {
  const { pathParams, input } = operation;
  const most = pathParams.length + (input === "none" ? 1 : 2);
  return (...args: readonly unknown[]) => {
    if (args.length > most) {
      const problem = `are too many: at most ${most} are taken`;
      return Promise.reject(new RegInputError("arguments", problem, { operationId: operation.id }));
    }
    const path: Record<string, unknown> = {};
    for (const [index, name] of pathParams.entries()) path[name] = args[index];
    const given = input === "none" ? undefined : args[pathParams.length];
    const content = input === "query" ? { path, query: given } : { path, body: given };
    const options = args[most - 1] as AnyCallOptions | undefined;
    return invoke(operation, content, options, (answer) => resultOf(operation, answer, path, withId));
  };
}

/** What a path-typed call resolves to. */
export interface RouteAnswer<Data> {
  /** The parsed body, with its envelope. */
  readonly data: Data;
  /** The answer itself: status and headers. Its body has been read. */
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

const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const;

/** Makes the path-typed calls for the operations of a table. */
function bindRoutes(table: OperationTable, invoke: Execute): object {
  const operations = new Map(
    Object.values(table).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const call = async (method: string, path: string, init: unknown) => {
    const operation = operations.get(`${method} ${path}`);
    if (operation === undefined) {
      throw new RegInputError("path", `is not one of the paths that can be called with ${method}`);
    }
    const { params, body, ...options } = optionalObject("init", init, operation.id);
    const { path: pathParams, query } = optionalObject("params", params, operation.id);
    return invoke(operation, { path: pathParams, query, body }, options, ({ data, response }) => ({
      data,
      response,
    }));
  };
  return Object.fromEntries(
    methods.map((method) => [method, (path: string, init?: unknown) => call(method, path, init)]),
  );
}

/** What every client has beside its operations. */
export interface ClientControls {
  /**
   * Takes no further calls (they reject with RegClosedError) and resolves when those under way have ended: by
   * themselves, or with RegClosedError if they are to be aborted. Calling it again is harmless.
   *
   * @throws RegInputError for an option that cannot be used
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** How the throttle stands; undefined for a client without one. */
  throttleStatistics(): ThrottleStatistics | undefined;
}

/**
 * A client object: named methods and path-typed calls for every operation of the table, and its controls.
 *
 * @param withId undefined: no operation makes anything that has an id
 */
export function bindClient<Client extends object>(
  table: OperationTable,
  invoke: Execute,
  controls: Omit<ClientControls, typeof Symbol.asyncDispose>,
  withId?: WithId,
): Client & ClientControls {
  return Object.freeze({
    ...bindMethods(table, invoke, withId),
    ...bindRoutes(table, invoke),
    ...controls,
    [Symbol.asyncDispose]: () => controls.close(),
  }) as Client & ClientControls;
}

/**
 * What every client is made of: the settings, and the layers.
 *
 * @param tokens undefined: requests carry no token
 * @param features what the API needs beyond what all do
 */
export function createExecute(
  settings: ResolvedOptions,
  lifecycle: InFlightCalls,
  tokens: TokenProvider | undefined,
  features: Features = {},
): Execute {
  const send = buildPipeline(settings, tokens, features);
  const caller = { send, lifecycle, settings, files: features.files };
  return (operation, input, options, resultOf) => execute(caller, operation, input, options, resultOf);
}

/** What a call made: the body of the answer, with the id and address of the new thing. */
export type Created<Body, Id> = Body & {
  /** The id that the service gave it. */
  readonly id: Id;
  /** Its address, as the answer's `Location` has it; undefined where the answer had none. */
  readonly location: string | undefined;
};

/** How the id of what was made is added to an answer. */
export type WithId = typeof addId;

/**
 * Adds the id and address of what a call made to the content of its answer.
 *
 * @throws RegResponseError if the reference promises an id, and there is none
 */
export function addId(
  operation: Operation,
  created: CreatedRule,
  answer: ParsedResponse,
  content: unknown,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const body = isObject(content) ? content : {};
  const location = answer.headers.get("location") ?? undefined;
  const id = idFrom(created, location) ?? body["id"] ?? path[created.param];
  if (id === undefined && created.promised) {
    throw new RegResponseError(`the answer with status ${answer.status} holds no id`, {
      operationId: operation.id,
      status: answer.status,
      outcome: "unknown",
    });
  }
  return { ...body, id, location };
}

/** The last parameter of the path that `Location` names, which may stand under any host and prefix. */
function idFrom({ path, integer }: CreatedRule, location = ""): string | number | undefined {
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
