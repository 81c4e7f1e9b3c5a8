import { isSameInstant } from "../../base/dates.js";
import { includesJson } from "../../base/json.js";
import { type Outcome, RegError } from "../../errors/errors.js";
import type { VehiclesMethods } from "../../generated/lessor/methods.js";
import type { VehicleInput } from "../../generated/lessor/models.js";
import { type CallOptions, partOfWorkflow, type WorkflowCallOptions } from "../../http/call/options.js";
import type { Comparisons } from "./comparisons.js";
import { type FleetEntry, hashBody, type ResourceContent } from "./item.js";
import type { Removal } from "./removals.js";
import { type FleetState, VehicleState } from "./state.js";
import type { RunStop } from "./stop.js";
import type { FleetResource, FleetSyncOptions, FleetSyncResult } from "./types.js";

/** The parts of a run that the processing of a vehicle needs. */
export interface VehicleContext {
  readonly vehicles: VehiclesMethods;
  readonly state: FleetState;
  readonly options: Pick<FleetSyncOptions, "dryRun" | "verify">;
  readonly stop: RunStop;
  /** Rejects if it is not certain that the service itself responds; then nothing is removed or cleared. */
  readonly confirmService: () => Promise<void>;
  /** Reports a result; `wasSkipped`: nothing was asked of the service for it. */
  readonly report: (result: FleetSyncResult, wasSkipped?: boolean) => Promise<void>;
  readonly comparisons: Comparisons;
}

/** A vehicle of the source, or one that is removed because the source does not contain it. */
export interface Vehicle {
  readonly licensePlate: string;
  /** Undefined: the state does not know the vehicle. */
  readonly known: VehicleState | undefined;
}

/** The part of a result that says which removal it is about. */
export function removalOf(licensePlate: string, position: number | undefined) {
  return { ...(position !== undefined && { position }), licensePlate, resource: "vehicle", action: "delete" } as const;
}

/** The part of a result that processing a resource decides. */
type Result = Pick<FleetSyncResult, "status" | "error">;

interface ResourceCalls {
  get(licensePlate: string, options: CallOptions): Promise<unknown>;
  put(licensePlate: string, body: object, options: CallOptions): Promise<void>;
  delete(licensePlate: string, options: CallOptions): Promise<void>;
}

/**
 * Brings one vehicle up to date: the vehicle and its related data; or removes it. Before a request is sent, the state
 * forgets what it knows of the resource; when the service has confirmed it, the state remembers the new content. A run
 * that is killed in between sends it again.
 */
export class VehicleSync {
  readonly #licensePlate: string;
  readonly #context: VehicleContext;
  readonly #callOptions: WorkflowCallOptions;
  #known: Vehicle["known"];
  // Of the latest call that failed. Not taken from its error: that of a run that was stopped always says `unknown`.
  #outcome: Outcome | undefined;

  constructor({ licensePlate, known }: Vehicle, context: VehicleContext) {
    this.#licensePlate = licensePlate;
    this.#known = known;
    this.#context = context;
    // Again, although the state was changed just before: the request may have waited for the throttle or a retry since.
    const beforeSending = () => context.state.assertHeld();
    const onFailure = (outcome: Outcome | undefined) => {
      this.#outcome = outcome;
    };
    this.#callOptions = {
      signal: context.stop.signal,
      [partOfWorkflow]: { beforeSending, onSending: () => context.stop.noteRequest(), onFailure },
    };
  }

  /**
   * Processes an item. Returns false if the run was stopped before the last request.
   *
   * @throws RegStateError, and what `onResult` throws
   */
  async send({ resources, remove }: FleetEntry, position: number): Promise<boolean> {
    const { stop, report } = this.#context;
    const common = { position, licensePlate: this.#licensePlate };
    const isDone = remove && this.#known?.isRemoved === true;
    let hasVehicleFailed = false;
    for (const content of resources) {
      if (stop.cause !== undefined) return false;
      const { resource, body } = content;
      // A vehicle that was removed would be created only to be removed again.
      const status: Result["status"] | undefined = isDone ? "unchanged" : hasVehicleFailed ? "skipped" : undefined;
      const result: Result | undefined = status === undefined ? await this.#sync(content) : { status };
      if (result === undefined) return false;
      if (resource === "vehicle") hasVehicleFailed = result.error !== undefined;
      const action: FleetSyncResult["action"] = body === null ? "delete" : "put";
      // Not with spreads, as in http/retry.ts.
      await report(Object.assign({}, common, { resource, action }, result), status !== undefined);
    }
    return true;
  }

  async remove({ position, superseded }: Removal): Promise<void> {
    const { report, state } = this.#context;
    const result = await this.#remove(superseded);
    if (result === undefined) return;
    // The state knows already that it is removed: if this fails, the next run does not remove it again.
    if (position === undefined && result.status === "sent") await state.forget(this.#licensePlate);
    await report({ ...removalOf(this.#licensePlate, position), ...result });
  }

  async #sync(content: ResourceContent): Promise<Result | undefined> {
    const { resource, body } = content;
    const { options, state } = this.#context;
    return this.#attempt(async () => {
      if (content.error !== undefined) throw content.error;
      const digest = hashBody(body);
      const isKnown = this.#known?.digestOf(resource) === digest;
      const isCorrection = isKnown && !state.isForced && (await this.#mustCorrect(content));
      if (isKnown && !state.isForced && !isCorrection) return "unchanged";
      if (options.dryRun) return "planned";
      const forget = () => this.#forgetDigest(resource);
      await (body === null ? this.#confirmAndForget(forget, isKnown) : forget());
      const calls = this.#callsOf(resource);
      if (body === null) await ignoreMissing(calls.delete(this.#licensePlate, this.#callOptions));
      else await this.#put(resource, () => calls.put(this.#licensePlate, body, this.#callOptions));
      if (isCorrection) await this.#compareAgain(content);
      await this.#write((this.#known ?? new VehicleState()).with(resource, digest));
      return "sent";
    });
  }

  /**
   * A vehicle must exist before its related data is set (lessor-api.md §3): after a 404, the next run sends it again.
   */
  async #put(resource: FleetResource, put: () => Promise<void>): Promise<void> {
    try {
      await put();
    } catch (error) {
      if (resource !== "vehicle" && isMissing(error)) await this.#write(new VehicleState());
      throw error;
    }
  }

  /** @param superseded spellings of the license plate that were sent, perhaps after the vehicle was removed */
  async #remove(superseded: readonly string[]): Promise<Result | undefined> {
    const { options, state } = this.#context;
    return this.#attempt(async () => {
      const isKnown = this.#known?.isRemoved === true;
      const isDone = isKnown && !state.isForced && superseded.length === 0;
      if (isDone && !(options.verify && (await this.#read("vehicle")).held !== undefined)) return "unchanged";
      if (options.dryRun) return "planned";
      await this.#confirmAndForget(() => this.#write(new VehicleState()), isKnown);
      for (const each of superseded)
        if ((await state.read(each))?.isRemoved !== true)
          await state.write(each, new VehicleState(new Map(), "superseded"));
      await ignoreMissing(this.#callsOf("vehicle").delete(this.#licensePlate, this.#callOptions));
      await this.#write(new VehicleState(new Map(), "removed"));
      return "sent";
    });
  }

  /** Confirms the service before a DELETE, and forgets what that changes; `isKnown`: the state takes it for done. */
  async #confirmAndForget(forget: () => Promise<void>, isKnown: boolean): Promise<void> {
    // If the service is not confirmed, the next run tries again what was done, and the state keeps everything else.
    if (isKnown) await forget();
    await this.#context.confirmService();
    if (!isKnown) await forget();
  }

  /** Returns undefined if the run was stopped before the service processed anything, such as in a pause after a 429. */
  async #attempt(process: () => Promise<FleetSyncResult["status"]>): Promise<Result | undefined> {
    const { signal } = this.#context.stop;
    this.#outcome = undefined;
    try {
      return { status: await process() };
    } catch (error) {
      if (signal.aborted && error === signal.reason && this.#outcome === undefined) return undefined;
      if (!RegError.is(error) || error.kind === "state") throw error;
      return { status: error.outcome === "unknown" ? "unknown" : "failed", error };
    }
  }

  /** Whether the service holds something else than what it has confirmed; only with `verify`. */
  async #mustCorrect(content: ResourceContent): Promise<boolean> {
    const { comparisons, options } = this.#context;
    if (!options.verify || !comparisons.isUseful(content.resource)) return false;
    try {
      const { held, isReadable } = await this.#read(content.resource);
      if (!isReadable) return false;
      const isHeld = isSameContent(held, content.body);
      if (isHeld) comparisons.noteSame(content.resource);
      // The service has lost the vehicle, and with it all that was confirmed.
      if (held === undefined && content.resource === "vehicle") await this.#write(new VehicleState());
      return !isHeld;
    } catch (error) {
      // The next run must not take it for unchanged.
      await this.#forgetDigest(content.resource);
      throw error;
    }
  }

  /** Reads what was just sent: if it is different, a comparison says nothing. */
  async #compareAgain({ resource, body }: ResourceContent): Promise<void> {
    const { comparisons } = this.#context;
    try {
      const { held, isReadable } = await this.#read(resource);
      if (isReadable && isSameContent(held, body)) comparisons.noteSame(resource);
      else if (isReadable) comparisons.noteDifferent(resource);
    } catch (error) {
      // What cannot be read now is not a failure of what was sent.
      if (!RegError.is(error) || error.kind === "state") throw error;
    }
  }

  /** Reads a resource; undefined if the service does not have it, or does not let it be read. */
  async #read(resource: FleetResource): Promise<{ readonly held: unknown; readonly isReadable: boolean }> {
    try {
      const held = await this.#callsOf(resource).get(this.#licensePlate, this.#callOptions);
      return { held, isReadable: true };
    } catch (error) {
      if (isMissing(error)) return { held: undefined, isReadable: true };
      if (!(RegError.is(error, "api") && notReadable.has(error.status))) throw error;
      this.#context.comparisons.noteUnreadable(resource);
      return { held: undefined, isReadable: false };
    }
  }

  #callsOf(resource: FleetResource): ResourceCalls {
    const { vehicles } = this.#context;
    if (resource !== "vehicle") return vehicles[resource];
    // Not with a spread, which makes every method of the group.
    const { get, delete: remove } = vehicles;
    return { get, put: (_, body, options) => vehicles.put(body as VehicleInput, options), delete: remove };
  }

  async #forgetDigest(resource: FleetResource): Promise<void> {
    const known = this.#known;
    const isForgotten = known !== undefined && known.condition === undefined && known.digestOf(resource) === undefined;
    if (!isForgotten) await this.#write((known ?? new VehicleState()).without(resource));
  }

  async #write(known: VehicleState): Promise<void> {
    this.#known = known;
    await this.#context.state.write(this.#licensePlate, known);
  }
}

/** The statuses of a service that does not offer a resource for reading: which ones it offers is not shown. */
const notReadable: ReadonlySet<number> = new Set([405, 501]);

/** What does not exist need not be deleted. */
async function ignoreMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether the service itself says that something does not exist. */
const isMissing = (error: unknown) => RegError.is(error, "not-found");

/** Whether the service holds the content of a body; null: whether it holds nothing. */
function isSameContent(held: unknown, body: object | null): boolean {
  return body === null ? isEmpty(held) : includesJson(held, withoutKey(body), isSame);
}

/** The body without the license plate: the service may return it elsewhere. */
function withoutKey(body: object): object {
  if (Array.isArray(body)) return body;
  const { licensePlate: _, ...fields } = body as Readonly<Record<string, unknown>>;
  return fields;
}

/** Whether related data is cleared: what the service then responds is not shown. */
function isEmpty(held: unknown): boolean {
  return held === undefined || held === null || (typeof held === "object" && Object.keys(held).length === 0);
}

function isSame(held: unknown, sent: unknown): boolean {
  // The service may leave out an empty field. It returns UTC, whatever the offset of the date-time (lessor-api.md §2).
  return sent === held || (sent === null && held === undefined) || isSameInstant(sent, held);
}
