import type { Open, OpenType } from "../../document/open.js";
import type { AnyRegError, RegErrorKind } from "../../errors/errors.js";
import type {
  ContractTiresInput,
  CurrentTireInput,
  ExtraTireSetInput,
  LastMaintenanceInput,
  MileagesInput,
  PurchasedTiresInput,
  RoutingsInput,
} from "../../generated/lessor/models.js";
import { relatedKinds } from "../../generated/lessor/operations.js";
import type { ThrottleStatistics } from "../../http/throttle/types.js";
import type { StateStore } from "../../state/entries.js";

/**
 * The resources of an item, in the order in which they are sent: the vehicle before its related data (lessor-api.md
 * §4).
 */
export const fleetResources = ["vehicle", ...relatedKinds] as const;

/** A resource of an item: the vehicle itself, or a kind of its related data. */
export type FleetResource = (typeof fleetResources)[number];

/**
 * A vehicle of the source with what is to be sent of it. What is left out or undefined stays as it is; null clears the
 * related data with DELETE. The fields are those of the bodies (lessor-api.md §2): declare yours in `OpenTypes`.
 */
export interface FleetItem {
  /**
   * The key of the vehicle. License plates are compared as they are written; two with the same letters and digits, such
   * as `AB-1` and `ab1`, or with letters that look alike, are reported, because the service may take them for one vehicle.
   */
  readonly licensePlate: string;
  /** The fields of the vehicle; its license plate may be left out. */
  readonly vehicle?: Open<OpenType<"VehicleInputFields">> | undefined;
  readonly contractTires?: ContractTiresInput | null | undefined;
  readonly currentTire?: CurrentTireInput | null | undefined;
  readonly lastMaintenance?: LastMaintenanceInput | null | undefined;
  readonly mileages?: MileagesInput | null | undefined;
  readonly routings?: RoutingsInput | null | undefined;
  readonly extraTireSet?: ExtraTireSetInput | null | undefined;
  readonly purchasedTires?: PurchasedTiresInput | null | undefined;
  /**
   * Remove the vehicle at the end of the run, unless a later item contains it without `remove`. It must be a property
   * of the item itself, not an inherited one. Default false.
   */
  readonly remove?: boolean | undefined;
}

/**
 * A source of items. An item that is an Error counts as one that could not be read, so that a reader of files can
 * report a broken line and continue. If the error has a `licensePlate`, `removeMissing` does not remove that vehicle.
 */
export type FleetSource = Iterable<FleetItem | Error> | AsyncIterable<FleetItem | Error>;

/** The options of `lessor.sync`. */
export interface FleetSyncOptions {
  /**
   * Remembers between runs what the service has confirmed: the path of a file, which is created if it is missing, or a
   * store. One state belongs to one address, one client id and one `sourceName`: use the same one in each run. A file
   * needs Node.js, Deno or Bun. It takes about 40 bytes for a vehicle and 13 for each further resource of it, and up to
   * five times as much until outdated lines are removed.
   */
  readonly state: string | StateStore;
  /**
   * The name of the source, such as the name of its file. A state that a run with a name has used is rejected if a
   * later run has another name or none: `removeMissing` would take the vehicles of the other source for missing.
   * Default: none.
   */
  readonly sourceName?: string | undefined;
  /** Another name under which the state may be known: use it when the source gets a new name. */
  readonly previousSourceName?: string | undefined;
  /**
   * The number of items that the source must have. If it ends earlier or has more, such as a pipe whose program failed,
   * the run ends with an error and removes nothing. The progress also needs it for the remaining time, except for an
   * array. Default: not checked.
   */
  readonly expectItems?: number | undefined;
  /**
   * How many vehicles are processed at the same time, which is also how many items are read ahead: 1 to 1000. More than
   * the client's `throttle.maxInFlight` (50) make no difference. Default 8.
   */
  readonly concurrency?: number | undefined;
  /**
   * Send everything, also what has not changed since it was confirmed. If the run does not reach its end, the next one
   * sends everything, too. Default false.
   */
  readonly force?: boolean | undefined;
  /**
   * Send no changes and remember nothing: what would be sent is reported as `planned`. The state is locked
   * nevertheless. Default false.
   */
  readonly dryRun?: boolean | undefined;
  /**
   * Read with GET what has not changed in the source, because the service maintains some data itself, and send it again
   * if the service holds something else. This takes one request for each resource. Fields that only the service has are
   * ignored, and a resource that cannot be read (405 or 501) counts as the same. A kind that comes back different
   * directly after it was sent, more often than not, is no longer compared: see `warnings` of the report. Default
   * false.
   */
  readonly verify?: boolean | undefined;
  /**
   * Remove the vehicles that earlier runs sent, also if that failed, and that the source no longer has. Nothing is
   * removed if the source is empty, was not read to its end, or had an item without a readable license plate, or if it
   * is not certain that the service itself responds. A function is called at the end of the source with the
   * missing license plates, if there are any, and returns whether the source can be trusted. After anything but true, such
   * as a promise, nothing missing is removed (`doubtful-source`). Default false.
   */
  readonly removeMissing?: boolean | ((licensePlates: readonly string[]) => boolean) | undefined;
  /**
   * The most known vehicles that a run may remove, by `remove` and `removeMissing` together: a number, or a percentage
   * of the vehicles that the state knew before the run (without `removeMissing`: of those in the source), such as
   * `"5%"`, rounded down, but at least 1. If it would remove more, it removes none of them. Vehicles that the state
   * does not know do not count. Default `"1%"`.
   */
  readonly maxRemovals?: number | `${number}%` | undefined;
  /**
   * The most vehicles of the source that the state may not know. Before a further one is sent, the run ends with an
   * error: the license plates may be read from a wrong field. Leave it out in the first run. Default Infinity.
   */
  readonly maxNewVehicles?: number | undefined;
  /** Stop after this many results with the status `failed` or `unknown`. Default Infinity. */
  readonly maxFailures?: number | undefined;
  /**
   * Stop after an error of one of these kinds, because every further call would fail in the same way; after the kind
   * `authentication` (401) only if it came 10 times without a success between them. Default
   * `["authentication", "token"]`.
   */
  readonly stopOn?: readonly RegErrorKind[] | undefined;
  /**
   * Receives every result. If it returns a promise, the vehicle waits for it; other vehicles continue meanwhile. If it
   * throws, the run stops.
   */
  readonly onResult?: ((result: FleetSyncResult) => unknown) | undefined;
  /**
   * Receives the progress about every second and at the end, where the run waits 5 seconds at most for what it returns.
   * If it throws, the run stops.
   */
  readonly onProgress?: ((progress: FleetSyncProgress) => unknown) | undefined;
  /**
   * Stops the run: requests in flight finish, the state is written, and the report says how far it came. What takes
   * more than 5 seconds is ended; its status is `unknown`. A pause ends as soon as no request is in flight.
   */
  readonly signal?: AbortSignal | undefined;
}

/** How many failures, and how many missing vehicles, a report lists. */
export const maxListed = 100;

/** What became of one resource of a vehicle. */
export type FleetSyncStatus =
  /** The service confirmed it. */
  | "sent"
  /** The service confirmed the same content earlier. */
  | "unchanged"
  /** It would be sent; only in a dry run. */
  | "planned"
  /** It was not accepted, or could not be sent; see `error`. The next run tries it again. */
  | "failed"
  /** It was not sent because its vehicle failed. The next run tries it again. */
  | "skipped"
  /** The service may have processed it; see `error`. The next run sends it again, which does no harm. */
  | "unknown";

/**
 * The result of one resource of an item, of a whole item that could not be read, or of a license plate with another
 * spelling.
 */
export interface FleetSyncResult {
  /**
   * The number of the item in the source, from 1; absent for a vehicle that `removeMissing` removes, and for a license
   * plate with another spelling.
   */
  readonly position?: number;
  /**
   * Absent if the item has no readable license plate, and if no missing vehicle is removed because it is not certain
   * that the service itself responds.
   */
  readonly licensePlate?: string;
  /** Absent if the result is of no single resource. */
  readonly resource?: FleetResource;
  /**
   * `put` sets the resource; `delete` clears it, or removes the vehicle. Absent if the result is of no single resource.
   */
  readonly action?: "put" | "delete";
  readonly status: FleetSyncStatus;
  /** Why it failed, or why its outcome is unknown. */
  readonly error?: AnyRegError;
  /**
   * Another license plate of the source with the same letters and digits, or with letters that look the same: the
   * service may take both for one vehicle, so it was not removed under `licensePlate`, and it is not certain what the
   * service holds.
   */
  readonly inSource?: string;
}

/** The number of results, that is of resources, of each status. */
export type FleetSyncCounts = Readonly<Record<FleetSyncStatus, number>>;

/** How far a run has come. */
export interface FleetSyncProgress {
  /** Items that were read and processed, also if they failed. */
  readonly items: number;
  /** Items in the source: `expectItems`, or the length of an array; otherwise undefined. */
  readonly total: number | undefined;
  readonly counts: FleetSyncCounts;
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  /** Items per second, over the last 10 seconds. */
  readonly itemsPerSecond: number;
  /**
   * The estimated time until the last item, in milliseconds; undefined without a total, and before the first item. It
   * is too short while unchanged vehicles pass, for example after an interruption.
   */
  readonly remainingMs: number | undefined;
  /** The throttle of the client; undefined for a client without one. */
  readonly throttle: ThrottleStatistics | undefined;
}

/**
 * Why a run ended before the end of its source: its signal, `client.close`, `maxFailures`, `stopOn`, or an error of the
 * state, of the source, of `onResult` or of `onProgress`.
 */
export type FleetSyncStop = "aborted" | "closed" | "max-failures" | "stop-on" | "error";

/** Why missing vehicles were not removed. */
export type RemovalRefusal =
  | "empty-source"
  | "incomplete-source"
  | "unreadable-item"
  | "doubtful-source"
  | "too-many"
  /** It is not certain that the service itself responds: a failed result without a license plate says why. */
  | "unconfirmed-service";

/**
 * What is unusual, but no failure:
 *
 * - `new-state`: the state knew none of the vehicles
 * - `many-new-vehicles`: more than 10, and more than a tenth of the vehicles, are new
 * - `repeated-vehicles`: several items have the same license plate
 * - `source-named`: the state belongs to the source of this run from now on
 * - `force-continued`: everything was sent, because an earlier run with `force` had not ended
 * - `not-verified`: what `verify` could not compare
 */
export type FleetSyncWarningCode =
  | "new-state"
  | "many-new-vehicles"
  | "repeated-vehicles"
  | "source-named"
  | "force-continued"
  | "not-verified";

/** Something unusual that the report says, without a license plate. */
export interface FleetSyncWarning {
  readonly code: FleetSyncWarningCode;
  readonly message: string;
}

/** The report of a run. */
export interface FleetSyncReport {
  /** Whether the source was read to its end, and nothing failed, is unknown, was skipped, or was refused. */
  readonly ok: boolean;
  /** Why the run ended before the end of its source. */
  readonly stopped?: FleetSyncStop;
  /** The error that ended the run: of `stopOn`, a RegStateError, or what the source, `onResult` or `onProgress` threw. */
  readonly error?: unknown;
  /** Items that were read and processed, also if they failed. */
  readonly items: number;
  readonly counts: FleetSyncCounts;
  /** The first 100 results with the status `failed` or `unknown`. */
  readonly failures: readonly FleetSyncResult[];
  /** How many vehicles of the source the state did not know. */
  readonly newVehicles: number;
  /** How many vehicles were removed, or would be in a dry run; `counts` contains them, too. */
  readonly removedVehicles: number;
  /** What is unusual; `ok` does not depend on it. */
  readonly warnings: readonly FleetSyncWarning[];
  /** The vehicles that the source no longer contains; only with `removeMissing`. */
  readonly missing?: {
    /** How many there are; 0 if the source was not read to its end. */
    readonly vehicles: number;
    /** The first 100 of them. */
    readonly licensePlates: readonly string[];
    /** Why they were not removed. */
    readonly refused?: RemovalRefusal;
  };
  readonly durationMs: number;
}
