import { isUpload } from "../base/files.js";
import type { Effects, Operation, OperationTable } from "../document/operation.js";
import { httpMethods, isHttpMethod, isTemplate } from "../document/operation.js";
import { RegInputError } from "../errors/errors.js";
import { asInput, optionalObject } from "../errors/input.js";
import type { ParsedResponse } from "./call/call.js";
import type { CallOptions, UploadSettings } from "./call/options.js";
import type { Execute } from "./execute.js";
import type { CallResult } from "./result.js";

/** The input of an untyped request. */
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

type RouteMethod<Paths> = <Path extends keyof Paths>(
  path: Path,
  ...init: Paths[Path] extends { args: infer Args extends readonly unknown[] } ? Args : never
) => Promise<CallResult<Paths[Path] extends { data: infer Data } ? Data : never>>;

/** The path-typed calls of a client: one function for each HTTP method. */
export interface RouteMethods<Routes extends RouteTable> {
  /**
   * Reads a path of the documents. `data` is the whole body, with its envelope.
   *
   * @example
   * const { data } = await supplier.GET("/v2/servicerequests/{id}", { params: { path: { id } } });
   */
  readonly GET: RouteMethod<Routes["GET"]>;
  /**
   * Sends a PUT to a path of the documents, as the named method does.
   *
   * @example
   * await lessor.PUT("/v1/vehicles", { body: { licensePlate: "AB-123-C" } });
   */
  readonly PUT: RouteMethod<Routes["PUT"]>;
  /**
   * Sends a POST to a path of the documents, as the named method does. It is not repeated once it may have been
   * processed.
   *
   * @example
   * await supplier.POST("/v2/servicerequests/{id}/invoices", { params: { path: { id } }, body: invoice });
   */
  readonly POST: RouteMethod<Routes["POST"]>;
  /**
   * Sends a PATCH to a path of the documents, as the named method does. It is not repeated once it may have been
   * processed.
   *
   * @example
   * const body = { status: "ApprovalRequested" } as const;
   * await supplier.PATCH("/v2/servicerequests/{id}", { params: { path: { id } }, body });
   */
  readonly PATCH: RouteMethod<Routes["PATCH"]>;
  /**
   * Sends a DELETE to a path of the documents, as the named method does.
   *
   * @example
   * await supplier.DELETE("/v2/servicerequests/{id}", { params: { path: { id } } });
   */
  readonly DELETE: RouteMethod<Routes["DELETE"]>;
}

/** What the calls of a client use of it. */
interface CallParts {
  readonly execute: Execute;
}

/** The path-typed calls of every operation of a table. */
export function routesOf(table: OperationTable) {
  const operations = new Map(
    Object.values(table).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const routeMethod =
    (method: string) =>
    ({ execute }: CallParts) =>
    async (path: unknown, init?: unknown) => {
      const operation = typeof path === "string" ? operations.get(`${method} ${path}`) : undefined;
      if (operation === undefined)
        throw new RegInputError("path", `is not one of the paths that can be called with ${method}`);
      return execute(operation, readInit(init, operation.id), wholeBody);
    };
  return Object.fromEntries(httpMethods.map((method) => [method, routeMethod(method)]));
}

function readInit(init: unknown, operationId: string) {
  return asInput("init", operationId, () => {
    const { params, body, ...options } = optionalObject("init", init, operationId);
    const { path, query } = optionalObject("params", params, operationId);
    return { path, query, body, options };
  });
}

const wholeBody = ({ data, response }: ParsedResponse): CallResult<unknown> => ({ data, response });

/**
 * Creates the function that sends a request to any path. The response to a documented one is judged as that of its named
 * method. Otherwise the document says only what the errors of the API contain.
 */
export function untypedRequest(table: OperationTable) {
  const documented = Object.values(table);
  // The same in each row of an API.
  const errorFields = documented[0]?.errorFields;
  const send = async (
    execute: Execute,
    method: unknown,
    path: unknown,
    input: unknown,
  ): Promise<CallResult<unknown>> => {
    if (!isHttpMethod(method))
      throw new RegInputError("method", `must be one of ${httpMethods.join(", ")}, in capitals`);
    if (!isTemplate(path)) throw new RegInputError("path", "must be a path such as /v2/things/{id}, without a query");
    const id = `${method} ${path}`;
    const init = readInit(input, id);
    const { body, options } = init;
    if (method === "GET" && body !== undefined)
      throw new RegInputError("body", "cannot be sent with GET", { operationId: id });
    const known = documented.find((each) => each.method === method && withoutNames(each.path) === withoutNames(path));
    const operation: Operation = {
      ...(known ?? { content: "any", effects: effectsOf[method], ...(errorFields && { errorFields }) }),
      id,
      method,
      path,
      pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      input: body === undefined ? "none" : asInput("body", id, () => isUpload(body)) ? "binary" : "json",
      output: options["as"] !== undefined ? "binary" : known?.output === "json" ? "json" : "json?",
    };
    return execute(operation, init, wholeBody);
  };
  return ({ execute }: CallParts) =>
    (method: unknown, path: unknown, input?: unknown) =>
      send(execute, method, path, input);
}

const withoutNames = (template: string) => template.replaceAll(/\{\w+\}/g, "{}");

/** What HTTP promises for each method; PATCH is not idempotent. */
const effectsOf: Readonly<Record<Operation["method"], Effects>> = {
  GET: "read",
  PUT: "idempotent",
  DELETE: "idempotent",
  POST: "create",
  PATCH: "transition",
};
