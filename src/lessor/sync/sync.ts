import { within } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { isInstance } from "../../base/instances.js";
import { RegError, RegInputError } from "../../errors/errors.js";
import {
  aFunction,
  anAbortSignal,
  count,
  countLimit,
  custom,
  optionsSchema,
  positiveCountLimit,
  takeOptions,
  trueOrFalse,
} from "../../errors/input.js";
import type { VehiclesMethods } from "../../generated/lessor/methods.js";
import { partOfWorkflow, type WorkflowCallOptions } from "../../http/call/options.js";
import type { InFlightCalls } from "../../http/in-flight.js";
import type { ThrottleStatistics } from "../../http/throttle/types.js";
import { aState, type StateOwner } from "../../state/entries.js";
import { canListEntries } from "../../state/keys.js";
import { Comparisons } from "./comparisons.js";
import { type FleetEntry, parseItem, parseLicensePlate } from "./item.js";
import { createConfirmation } from "./probe.js";
import { Progress } from "./progress.js";
import { percentagePattern, type Removal, type RemovalPlan, Removals } from "./removals.js";
import { type NumberedItem, Source } from "./source.js";
import { noteRespelling, type Respelling, respellingError } from "./spellings.js";
import { FleetState, type VehicleState } from "./state.js";
import { graceMs, RunStop } from "./stop.js";
import {
  type FleetSource,
  type FleetSyncOptions,
  type FleetSyncReport,
  type FleetSyncResult,
  maxListed,
  type RemovalRefusal,
} from "./types.js";
import { removalOf, type VehicleContext, VehicleSync } from "./vehicle.js";
import { describeWarnings } from "./warnings.js";

/** The parts of a client that a run uses. */
export interface SyncContext {
  readonly vehicles: VehiclesMethods;
  readonly owner: StateOwner;
  readonly clock: Clock;
  readonly inFlight: InFlightCalls;
  readonly throttle: () => ThrottleStatistics | undefined;
}

const operationId = "sync";

const aSourceName = custom(
  (value) => typeof value === "string" && value.trim() !== "",
  "must be the name of a source, such as the name of its file",
);

const syncOptions = optionsSchema<FleetSyncOptions>({
  state: aState,
  sourceName: aSourceName,
  previousSourceName: aSourceName,
  concurrency: custom(
    (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 1000,
    "must be a whole number from 1 to 1000",
  ),
  force: trueOrFalse,
  dryRun: trueOrFalse,
  verify: trueOrFalse,
  removeMissing: custom(
    (value) => typeof value === "boolean" || typeof value === "function",
    "must be true, false or a function",
  ),
  maxRemovals: custom(
    (value) => (Number.isSafeInteger(value) && Number(value) >= 0) || percentagePattern.test(String(value)),
    'must be a whole number from 0, or a percentage such as "5%"',
  ),
  maxNewVehicles: countLimit,
  expectItems: count(0),
  maxFailures: positiveCountLimit,
  stopOn: custom(
    (value) => Array.isArray(value) && value.every((kind) => typeof kind === "string"),
    "must be an array of kinds of errors",
  ),
  onResult: aFunction,
  onProgress: aFunction,
  signal: anAbortSignal,
});

/**
 * Sends a fleet: see `LessorClient.sync`.
 *
 * @throws RegInputError for options or a source that cannot be used, RegStateError for a state that cannot be used,
 *   RegClosedError after the client was closed
 */
export async function syncFleet(
  given: FleetSource,
  givenOptions: FleetSyncOptions,
  context: SyncContext,
): Promise<FleetSyncReport> {
  const options = takeOptions(syncOptions, givenOptions, { operationId });
  const { state, sourceName, previousSourceName, expectItems, removeMissing } = options;
  const source = new Source(given, expectItems);
  if (removeMissing && typeof state !== "string" && !canListEntries(state))
    throw new RegInputError("state", "must be a path or have the function iterator for removeMissing", { operationId });
  if (previousSourceName !== undefined && sourceName === undefined)
    throw new RegInputError("previousSourceName", "is only for a run with sourceName", { operationId });
  context.inFlight.rejectIfClosed(operationId);
  return context.inFlight.runWorkflow(() => new FleetSync(source, options, context).run());
}

/** The place of an item in the source. */
interface ItemPlace {
  readonly position: number;
  /** It is the first item of its vehicle. */
  readonly isFirst: boolean;
}

/** What is noted of an item. */
interface NotedItem extends Pick<ItemPlace, "isFirst"> {
  readonly known: VehicleState | undefined;
  readonly remove: boolean;
}

const defaults = { concurrency: 8, maxRemovals: "1%", maxFailures: Number.POSITIVE_INFINITY } as const;
const defaultStopOn = ["authentication", "token"] as const;

/**
 * So many 401 responses without a success between them stop a run: a few can be sporadic, and all requests in flight
 * can get one at the same time.
 */
const rejectionsToStop = 10;

class FleetSync {
  readonly #source: Source;
  readonly #options: FleetSyncOptions;
  readonly #context: SyncContext;
  readonly #progress: Progress;
  readonly #stop: RunStop;
  readonly #failures: FleetSyncResult[] = [];
  /** The last item of each vehicle that is being processed. */
  readonly #active = new Map<string, Promise<boolean>>();
  readonly #removals = new Removals();
  readonly #comparisons = new Comparisons();
  readonly #vehicles = { known: 0, new: 0, repeated: 0, removed: 0 };
  #hasUnreadableItem = false;
  /** The number of 401 responses since the last success. */
  #rejections = 0;

  constructor(source: Source, options: FleetSyncOptions, context: SyncContext) {
    this.#source = source;
    this.#options = options;
    this.#context = context;
    this.#stop = new RunStop(context.clock);
    this.#progress = new Progress({
      clock: context.clock,
      total: source.total,
      throttle: context.throttle,
      onProgress: options.onProgress,
      onError: (error) => this.#stop.end("error", error),
    });
  }

  /** @throws RegStateError, RegInputError if the state cannot be used; then nothing was sent */
  async run(): Promise<FleetSyncReport> {
    const { clock, inFlight } = this.#context;
    const unlisten = this.#stop.listenTo(this.#options.signal, inFlight);
    try {
      const state = await this.#openState();
      this.#progress.start();
      const missing = await this.#sendAll(state);
      await state.close().catch((error) => this.#stop.end("error", error));
      const limit = { clock, limitMs: graceMs, createError: () => new Error("too slow") };
      await within(this.#stop.withinGrace(this.#progress.end()), limit).catch(() => {});
      return this.#report(state, missing);
    } finally {
      unlisten();
    }
  }

  #openState(): Promise<FleetState> {
    const { clock, owner } = this.#context;
    const { state, dryRun = false } = this.#options;
    const onLost = (error: unknown) => this.#stop.end("error", error);
    return FleetState.open(state, { owner, clock, isReadOnly: dryRun, onLost, run: this.#options });
  }

  async #sendAll(state: FleetState): Promise<FleetSyncReport["missing"]> {
    const context = this.#createContext(state);
    await this.#inParallel(
      () => this.#source.next(this.#stop.stopped),
      (item) => this.#process(item, context),
    );
    this.#source.close();
    try {
      // The service is confirmed again: hours may have passed, and something else may respond now.
      const missing = await this.#removeVehicles(this.#createContext(state));
      if (this.#source.isComplete && this.#stop.cause === undefined) await state.endForced();
      return missing;
    } catch (error) {
      this.#stop.end("error", error);
      return undefined;
    }
  }

  #createContext(state: FleetState): VehicleContext {
    const { vehicles } = this.#context;
    const { signal } = this.#stop;
    const options: WorkflowCallOptions = { signal, [partOfWorkflow]: { onSending: () => this.#stop.noteRequest() } };
    return {
      vehicles,
      state,
      options: this.#options,
      stop: this.#stop,
      comparisons: this.#comparisons,
      confirmService: createConfirmation(vehicles, options),
      report: (result, wasSkipped) => this.#handle(result, wasSkipped),
    };
  }

  async #inParallel<Value>(
    next: () => Promise<Value | undefined>,
    process: (value: Value) => Promise<void>,
  ): Promise<void> {
    const work = async () => {
      try {
        for (let value = await next(); value !== undefined; value = await next()) await process(value);
      } catch (error) {
        this.#stop.end("error", error);
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency ?? defaults.concurrency }, work));
  }

  #noteVehicle(licensePlate: string, { known, isFirst, remove }: NotedItem): void {
    if (known?.isRemoved === false) this.#removals.noteKnown(licensePlate, { isFirst, remove });
    if (!isFirst) this.#vehicles.repeated += 1;
    else if (known !== undefined) this.#vehicles.known += 1;
    else if (!remove) this.#countNewVehicle();
  }

  #countNewVehicle(): void {
    const { maxNewVehicles = Number.POSITIVE_INFINITY } = this.#options;
    this.#vehicles.new += 1;
    if (this.#vehicles.new <= maxNewVehicles) return;
    const problem = `permits no further vehicle that the state does not know, after ${maxNewVehicles} of them; nothing was removed`;
    this.#stop.end("error", new RegInputError("maxNewVehicles", problem, { operationId }));
  }

  async #process({ item, position }: NumberedItem, context: VehicleContext): Promise<void> {
    let entry: FleetEntry;
    try {
      entry = parseItem(item);
    } catch (error) {
      await this.#handleUnreadable({ item, position }, error, context);
      return this.#progress.countItem();
    }
    const { licensePlate, remove } = entry;
    const isFirst = context.state.note(licensePlate);
    this.#removals.noteItem(licensePlate, { position, remove });
    // Nothing is awaited before this line, so that items of one vehicle are processed in the order of the source.
    const previous = this.#active.get(licensePlate) ?? Promise.resolve(true);
    const current = previous.then(() => this.#send(entry, { position, isFirst }, context));
    this.#active.set(licensePlate, current);
    try {
      if (await current) this.#progress.countItem();
    } finally {
      if (this.#active.get(licensePlate) === current) this.#active.delete(licensePlate);
    }
  }

  async #send(entry: FleetEntry, { position, isFirst }: ItemPlace, context: VehicleContext): Promise<boolean> {
    const { licensePlate, remove } = entry;
    const known = await context.state.read(licensePlate);
    // May stop the run (maxNewVehicles), and then nothing of the item is sent.
    this.#noteVehicle(licensePlate, { known, isFirst, remove });
    return new VehicleSync({ licensePlate, known }, context).send(entry, position);
  }

  /** Reports an item that cannot be sent. If its license plate is readable, the vehicle is still one of the source. */
  async #handleUnreadable({ item, position }: NumberedItem, cause: unknown, { state }: VehicleContext): Promise<void> {
    let licensePlate: string | undefined;
    try {
      licensePlate = parseLicensePlate({ licensePlate: Object(item).licensePlate });
      state.note(licensePlate);
      this.#removals.noteItem(licensePlate, { position, remove: false });
    } catch {
      this.#hasUnreadableItem = true;
    }
    const error = RegError.is(cause)
      ? cause
      : new RegInputError("item", `could not be read from the source: ${messageOf(cause)}`, { cause });
    await this.#handle({
      position,
      ...(licensePlate !== undefined && { licensePlate }),
      status: "failed",
      error,
    });
  }

  async #removeVehicles(context: VehicleContext): Promise<FleetSyncReport["missing"]> {
    const { removeMissing: given = false, maxRemovals = defaults.maxRemovals } = this.#options;
    const removeMissing = given !== false;
    if (!this.#source.isComplete || this.#stop.cause !== undefined)
      return removeMissing ? { vehicles: 0, licensePlates: [], refused: "incomplete-source" } : undefined;
    const findRefusal = (missing: ReadonlySet<string>) => this.#findSourceRefusal(missing);
    const limits = { removeMissing, maxRemovals, findRefusal };
    const { respellings, ...plan } = await this.#removals.plan(context.state, limits);
    const { removals, missing } = await this.#confirmMissing(plan, context);
    const next = [...respellings, ...removals].values();
    await this.#inParallel(
      async () => (this.#stop.cause === undefined ? next.next().value : undefined),
      (each) => ("inSource" in each ? this.#reportRespelling(each, context.state) : this.#remove(each, context)),
    );
    return removeMissing ? missing : undefined;
  }

  #findSourceRefusal(missing: ReadonlySet<string>): RemovalRefusal | undefined {
    const { removeMissing } = this.#options;
    if (this.#source.position === 0) return "empty-source";
    if (this.#hasUnreadableItem) return "unreadable-item";
    // The promise of an async function is no answer.
    return typeof removeMissing === "function" && removeMissing([...missing]) !== true ? "doubtful-source" : undefined;
  }

  /** Refuses to remove the missing vehicles if it is not certain that the service itself responds. */
  async #confirmMissing(
    plan: Pick<RemovalPlan, "removals" | "missing">,
    { confirmService }: VehicleContext,
  ): Promise<typeof plan> {
    const ofItems = plan.removals.filter(({ position }) => position !== undefined);
    if (this.#options.dryRun || ofItems.length === plan.removals.length) return plan;
    try {
      await confirmService();
      return plan;
    } catch (error) {
      if (!RegError.is(error)) throw error;
      // A run that was stopped removes nothing anyway.
      if (this.#stop.cause !== undefined) return plan;
      await this.#handle({ resource: "vehicle", action: "delete", status: "failed", error });
      return { removals: ofItems, missing: { ...plan.missing, refused: "unconfirmed-service" } };
    }
  }

  async #remove(removal: Removal, context: VehicleContext): Promise<void> {
    const { licensePlate, position, error } = removal;
    if (error !== undefined) return this.#handle({ ...removalOf(licensePlate, position), status: "failed", error });
    const known = await context.state.read(licensePlate);
    await new VehicleSync({ licensePlate, known }, context).remove(removal);
  }

  async #reportRespelling(respelling: Respelling, state: FleetState): Promise<void> {
    const { licensePlate, inSource, removal } = respelling;
    await noteRespelling(state, respelling);
    await this.#handle({
      ...(removal === undefined ? { licensePlate } : removalOf(licensePlate, removal.position)),
      inSource: inSource[0],
      status: "failed",
      error: respellingError(respelling),
    });
  }

  async #handle(result: FleetSyncResult, wasSkipped = false): Promise<void> {
    const { onResult, stopOn = defaultStopOn, maxFailures = defaults.maxFailures, verify } = this.#options;
    const { status, error, resource, action } = result;
    this.#progress.count(status);
    if (resource === "vehicle" && action === "delete" && (status === "sent" || status === "planned"))
      this.#vehicles.removed += 1;
    if (status === "sent" || (verify && status === "unchanged" && !wasSkipped)) this.#rejections = 0;
    if (error !== undefined) {
      if (this.#failures.length < maxListed) this.#failures.push(result);
      if (error.kind === "authentication") this.#rejections += 1;
      const isSporadic = error.kind === "authentication" && this.#rejections < rejectionsToStop;
      if ((stopOn as readonly string[]).includes(error.kind) && !isSporadic) this.#stop.end("stop-on", error);
      if (this.#progress.failures >= maxFailures) this.#stop.end("max-failures");
    }
    if (onResult !== undefined) await this.#stop.withinGrace(Promise.resolve(onResult(result)));
  }

  #report({ hasNewSource, continuesForce }: FleetState, missing: FleetSyncReport["missing"]): FleetSyncReport {
    const { counts, items, elapsedMs } = this.#progress;
    const stop = this.#stop.cause;
    const isBlameless = counts.failed + counts.unknown + counts.skipped === 0 && missing?.refused === undefined;
    return {
      ok: this.#source.isComplete && stop === undefined && isBlameless,
      ...(stop && { stopped: stop.why }),
      ...(stop?.error !== undefined && { error: stop.error }),
      items,
      counts,
      failures: this.#failures,
      newVehicles: this.#vehicles.new,
      removedVehicles: this.#vehicles.removed,
      warnings: describeWarnings({
        ...this.#vehicles,
        hasNewSource,
        continuesForce,
        comparisons: this.#comparisons,
      }),
      ...(missing && { missing }),
      durationMs: Math.round(elapsedMs),
    };
  }
}

const messageOf = (value: unknown) => (isInstance(value, "Error") ? value.message : "the reader threw no error");
