import type { CallBody, DownloadedFile, Upload } from "../base/files.js";
import { RegInputError } from "../errors/errors.js";
import {
  aFunction,
  anything,
  checkInput,
  custom,
  either,
  listOf,
  optionsSchema,
  type Schema,
} from "../errors/input.js";
import type { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import type { supplierOperations } from "../generated/supplier/operations.js";
import type { SupplierRoutes } from "../generated/supplier/routes.js";
import { type Bridge, bridgedMessages, bridgeForms, problemOfBridge } from "./bridge.js";
import { isHttpMethod, isTemplate, type Operation, type OperationTable } from "./operation.js";

/** A request as an adapter receives it. */
export interface AdapterRequest<Body = unknown, Params = Record<string, string>> {
  /** The operation: its path on the client, such as `contracts.get`. */
  readonly operationId: string;
  /** The parameters of the path, decoded. */
  params: Params;
  /** The parameters of the query. */
  query: URLSearchParams;
  /** By lower-case name, with the token. Those that an adapter returns are added; undefined removes one. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON, the fields of a form, a file, or undefined. A stream that an adapter does not read stays one. */
  body: Body;
}

/** A response as an adapter receives it. */
export interface AdapterResponse<Body = unknown> {
  /** The operation: its path on the client, such as `contracts.get`. */
  readonly operationId: string;
  /** The status, such as 200. */
  status: number;
  /** By lower-case name. Those that an adapter returns are added; undefined removes one. */
  headers: Record<string, string | undefined>;
  /**
   * Parsed JSON, whatever its media type; a text if it is no JSON; undefined for no body; in `reverse`, a file as
   * bytes.
   */
  body: Body;
}

/** The body of a file in a message. */
export type AdapterFile = Exclude<CallBody, string>;

/**
 * Converts a message: returns the parts that it replaces, or changes the message itself. The body is then written as
 * JSON, unless it is a file, a text whose content type is not JSON, or the object of a form.
 */
export type AdapterFunction<From, To = From> = (message: From) => Parts<To> | Promise<Parts<To>>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that only changes its message returns nothing
type Parts<Message> = Partial<Message> | undefined | void;

/**
 * How an operation of the service differs from the document. What is above the adapter sees the form of the document:
 * checks, validators, workflows and `withResponse`.
 *
 * The functions run at each attempt. If one throws, or returns what cannot be written, the call ends with a RegInputError
 * before anything is sent, or with a RegResponseError, whose outcome is `unknown` for an operation that changes
 * something. A create is never repeated then; a read is after 408, 429 and 5xx.
 */
export interface OperationAdapter<Sent = unknown, Received = unknown, Params = Record<string, string>> {
  /** The method at the service; what it makes a POST or a PATCH is not repeated. Default: that of the document. */
  readonly method?: Operation["method"] | undefined;
  /** The path at the service, such as `/v3/things/{id}`, with the names of `params`. Default: that of the document. */
  readonly path?: string | undefined;
  /**
   * Differences as data, next to the service: a response passes them before the functions, and a request after them. The
   * command `verify --out` writes them. Responses pass them in their order, those with a form last, and requests in the
   * opposite one.
   */
  readonly bridges?: readonly Bridge[] | undefined;
  /** Brings a request into the form of the service. */
  readonly request?: AdapterFunction<AdapterRequest<Sent, Params>, AdapterRequest> | undefined;
  /**
   * Brings a success (2xx) into the form of the document; not a file, unless it arrives as JSON, nor a page of HTML.
   */
  readonly response?: AdapterFunction<AdapterResponse, AdapterResponse<Received>> | undefined;
  /** Brings any other response into the form of the document; not a page of HTML. */
  readonly error?: AdapterFunction<AdapterResponse> | undefined;
  /** The opposite of each function, for a sandbox that is to behave as the service does. Bridges need none. */
  readonly reverse?: ReverseAdapter<Sent, Received, Params> | undefined;
}

/** The opposite directions of an adapter. */
export interface ReverseAdapter<Sent = unknown, Received = unknown, Params = Record<string, string>> {
  /** Brings a request into the form of the document. */
  readonly request?: AdapterFunction<AdapterRequest, AdapterRequest<Sent, Params>> | undefined;
  /** Brings a success into the form of the service. */
  readonly response?: AdapterFunction<AdapterResponse<Received>, AdapterResponse> | undefined;
  /** Brings any other response into the form of the service. */
  readonly error?: AdapterFunction<AdapterResponse> | undefined;
}

/** The adapters of one API by operation; that of `"*"` is for all of them, and next to the service. */
export type OperationAdapters = Readonly<Record<string, OperationAdapter | undefined>>;

/**
 * How a service differs from the documents of this package, by operation. It is the option `adapter` of both clients and
 * of a sandbox, and the default export of the file for `--adapter`: see docs/adapters.md.
 *
 * @example
 * const adapter: ServiceAdapter = {
 *   supplier: { "lessors.get": { bridges: [{ at: "/number", is: "/lessorNumber" }], path: "/v2/lessors/{lessorId}" } },
 * };
 */
export interface ServiceAdapter {
  readonly supplier?: SupplierAdapters | undefined;
  readonly lessor?: LessorAdapters | undefined;
}

/** The adapters of the supplier API by operation. */
export interface SupplierAdapters extends AdaptersOf<typeof supplierOperations, SupplierRoutes> {}

/** The adapters of the lessor API by operation; `token.create` is POST /token. */
export interface LessorAdapters
  extends AdaptersOf<typeof lessorOperations & typeof lessorTokenOperations, LessorRoutes> {}

/** The adapters of an API, typed by its document. */
export type AdaptersOf<Table, Routes> = {
  readonly [Id in keyof Table]?: AdapterOf<RouteOf<Table[Id], Routes>> | undefined;
} & {
  /** For every operation, next to the service: before the adapter of the operation for responses, after it for requests. */
  readonly "*"?: Omit<OperationAdapter, "method" | "path"> | undefined;
};

type RouteOf<Row, Routes> = Row extends { method: infer Method extends keyof Routes; path: infer Path }
  ? Path extends keyof Routes[Method]
    ? Routes[Method][Path]
    : unknown
  : unknown;

type AdapterOf<Route> = Route extends { args: readonly [(infer Init)?]; data: infer Data }
  ? OperationAdapter<
      Init extends { body: infer Body } ? (Body extends Upload ? AdapterFile : Body) : undefined,
      Data extends DownloadedFile ? AdapterFile : Data,
      Init extends { params: { path: infer Path } } ? Record<keyof Path & string, string> : Record<string, string>
    >
  : OperationAdapter;

/** The adapters of both APIs; `readAdapters` checks those of one. */
export const aServiceAdapter: Schema = optionsSchema(
  { supplier: anything, lessor: anything },
  "must be an object with the adapters of supplier or of lessor",
);

/**
 * Reads the adapters of an API; undefined without any.
 *
 * @throws RegInputError for an operation that does not exist, and for an adapter that cannot be used
 */
export function readAdapters<Api extends "supplier" | "lessor">(
  adapter: { readonly [Name in Api]?: object | undefined } | undefined,
  api: Api,
  operations: OperationTable,
): OperationAdapters | undefined {
  const adapters = adapter?.[api];
  if (adapters === undefined) return undefined;
  const ids = Object.keys(operations).map((id) => [id, ofOperation]);
  const below = `adapter.${api}`;
  checkInput(optionsSchema(Object.fromEntries([...ids, ["*", ofAll]])), adapters, { below });
  checkBridges(adapters as OperationAdapters, below);
  return adapters as OperationAdapters;
}

/** Whether an adapter concerns an operation. */
export const isAdapted = (adapters: OperationAdapters, { id }: Operation): boolean =>
  (adapters[id] ?? adapters["*"]) !== undefined;

/** Returns a table in which what is a POST or a PATCH at the service is not repeated, as a PUT or a DELETE is. */
export function operationsAtService(operations: OperationTable, adapters: OperationAdapters = {}): OperationTable {
  const moved = Object.values(operations).flatMap((operation) => {
    const isUnsafe = /^(POST|PATCH)$/.test(adapters[operation.id]?.method ?? "");
    return isUnsafe && operation.effects === "idempotent"
      ? [[operation.id, { ...operation, effects: "transition" }]]
      : [];
  });
  return moved.length === 0 ? operations : { ...operations, ...Object.fromEntries(moved) };
}

const aPointer = custom(
  (value) => typeof value === "string" && /^(\/([^/~]|~[01])+)*$/.test(value),
  'must be a JSON pointer such as /data/licensePlate, or ""',
);

const bridge = optionsSchema<{ in: unknown; at: unknown; is: unknown; form: unknown }>(
  { in: either(...bridgedMessages), at: aPointer, is: aPointer, form: either(...bridgeForms) },
  "must be an object such as { at, is } or { at, form }",
);

/** Checks what the schema of a bridge does not say. */
function checkBridges(adapters: OperationAdapters, below: string): void {
  for (const [id, adapter] of Object.entries(adapters))
    for (const [index, each] of (adapter?.bridges ?? []).entries()) {
      const isComplete = each.at !== undefined && (each.is === undefined) !== (each.form === undefined);
      const problem = isComplete
        ? problemOfBridge(each, adapter?.bridges?.slice(0, index))
        : "must have at, and either is or form";
      if (problem !== undefined) throw new RegInputError(`${below}.${id}.bridges.${index}`, problem);
    }
}

const functions = { request: aFunction, response: aFunction, error: aFunction };

const fields = {
  ...functions,
  bridges: listOf(bridge, "must be a list of bridges"),
  reverse: optionsSchema(functions, "must be an object with the functions request, response and error"),
};

const ofAll = optionsSchema(fields);

const ofOperation = optionsSchema({
  ...fields,
  method: custom(isHttpMethod, "must be one of GET, PUT, POST, PATCH and DELETE"),
  path: custom(isTemplate, "must be a path such as /v2/things/{id}, without a query"),
});
