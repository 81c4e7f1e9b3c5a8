/** Everything about the lessor API: also the types of which its models, methods and options are made. */

export type { AdaptersOf, LessorAdapters, ServiceAdapter, SupplierAdapters } from "../document/adapter.js";
export type { OpenTypes } from "../document/open.js";
export * from "../errors/index.js";
export * from "../generated/lessor/methods.js";
export * from "../generated/lessor/models.js";
export * from "../http/index.js";
export type { StateStore } from "../state/entries.js";
export {
  createLessorClient,
  type DerivedLessorOptions,
  type LessorClient,
  type LessorClientOptions,
} from "./client.js";
export type {
  FleetItem,
  FleetResource,
  FleetSource,
  FleetSyncCounts,
  FleetSyncOptions,
  FleetSyncProgress,
  FleetSyncReport,
  FleetSyncResult,
  FleetSyncStatus,
  FleetSyncStop,
  FleetSyncWarning,
  FleetSyncWarningCode,
  RemovalRefusal,
} from "./sync/types.js";
