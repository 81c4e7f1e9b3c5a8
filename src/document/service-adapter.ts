import type { DownloadedFile, Upload } from "../base/files.js";
import type { lessorOperations, lessorTokenOperations } from "../generated/lessor/operations.js";
import type { LessorRoutes } from "../generated/lessor/routes.js";
import type { supplierOperations } from "../generated/supplier/operations.js";
import type { SupplierRoutes } from "../generated/supplier/routes.js";
import type { AdapterFile, OperationAdapter } from "./adapter.js";

/**
 * How a service differs from the documents of this package, by operation. It is the option `adapter` of both clients and
 * of a sandbox, and the default export of the file for `--adapter`: see docs/adapters.md.
 *
 * @example
 * const adapter: ServiceAdapter = {
 *   supplier: { "lessors.list": { response: ({ body }) => ({ body: Object(body).items }) } },
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
