import { RegInputError } from "../errors/client-errors.js";
import { optionalObject } from "./input/check-options.js";
import type { Invoke } from "./invoke.js";
import type { Operation, OperationTable } from "./operation.js";

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
export function bindRoutes(table: OperationTable, invoke: Invoke): object {
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
