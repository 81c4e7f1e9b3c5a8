import { RegError } from "../../errors/errors.js";
import type { VehiclesMethods } from "../../generated/lessor/methods.js";
import type { VehicleInput } from "../../generated/lessor/models.js";
import { type CallOptions, partOfWorkflow, type WorkflowCallOptions } from "../../http/call/options.js";
import { parseDateTime } from "../../values/dates.js";
import { includesJson } from "../../values/json.js";
import { type FleetEntry, hashBody, type ResourceContent } from "./item.js";
import { type FleetState, VehicleState } from "./state.js";
import type { FleetResource, FleetSyncOptions, FleetSyncResult } from "./types.js";

/** The parts of a run that the processing of a vehicle needs. */
export interface VehicleContext {
  readonly vehicles: VehiclesMethods;
  readonly state: FleetState;
  readonly options: Pick<FleetSyncOptions, "force" | "dryRun" | "verify">;
  /** Ends the calls in flight. */
  readonly signal: AbortSignal;
  readonly isStopped: () => boolean;
  readonly report: (result: FleetSyncResult) => Promise<void>;
  /** Called for each item whose vehicle the state knows. */
  readonly noteKnown: (licensePlate: string, item: { readonly isFirst: boolean; readonly remove: boolean }) => void;
}

/** The place of an item in the source. */
export interface ItemPlace {
  readonly position: number;
  /** It is the first item of its vehicle. */
  readonly isFirst: boolean;
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
  /** Undefined: the state does not know the vehicle. */
  #known: VehicleState | undefined;

  constructor(licensePlate: string, context: VehicleContext) {
    this.#licensePlate = licensePlate;
    this.#context = context;
    const beforeSending = () => context.state.assertHeld();
    this.#callOptions = { signal: context.signal, [partOfWorkflow]: { beforeSending } };
  }

  /**
   * Processes an item. Returns false if the run was stopped before the last request.
   *
   * @throws RegStateError, and what `onResult` throws
   */
  async send({ resources, remove }: FleetEntry, { position, isFirst }: ItemPlace): Promise<boolean> {
    const { isStopped, report, state } = this.#context;
    const common = { position, licensePlate: this.#licensePlate };
    this.#known = await state.read(this.#licensePlate);
    if (this.#known?.isRemoved === false) this.#context.noteKnown(this.#licensePlate, { isFirst, remove });
    const { force, verify } = this.#context.options;
    const isDone = remove && this.#known?.isRemoved === true && !force && !verify;
    let hasVehicleFailed = false;
    for (const content of resources) {
      if (isStopped()) return false;
      const { resource, body } = content;
      // A vehicle that was removed would be created only to be removed again.
      const status = isDone ? "unchanged" : hasVehicleFailed ? "skipped" : undefined;
      const result: Result = status === undefined ? await this.#sync(content) : { status };
      if (resource === "vehicle") hasVehicleFailed = result.error !== undefined;
      await report({ ...common, resource, action: body === null ? "delete" : "put", ...result });
    }
    return true;
  }

  /** @param position of the item that removes the vehicle; undefined: the source does not contain it */
  async remove(position?: number): Promise<void> {
    const { report, state } = this.#context;
    this.#known = await state.read(this.#licensePlate);
    const result = await this.#remove();
    // The state knows already that it is removed: if this fails, the next run does not remove it again.
    if (position === undefined && result.status === "sent") await state.forget(this.#licensePlate);
    await report({ ...removalOf(this.#licensePlate, position), ...result });
  }

  async #sync(content: ResourceContent): Promise<Result> {
    const { resource, body } = content;
    return this.#attempt(async () => {
      if (content.error !== undefined) throw content.error;
      const digest = hashBody(body);
      if (!(await this.#mustSend(content, digest))) return "unchanged";
      if (this.#context.options.dryRun) return "planned";
      await this.#forgetDigest(resource);
      const calls = this.#callsOf(resource);
      if (body === null) await ignoreMissing(calls.delete(this.#licensePlate, this.#callOptions));
      else await this.#put(resource, () => calls.put(this.#licensePlate, body, this.#callOptions));
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
      if (resource !== "vehicle" && RegError.is(error, "not-found")) await this.#write(new VehicleState());
      throw error;
    }
  }

  async #remove(): Promise<Result> {
    const { force, dryRun, verify } = this.#context.options;
    return this.#attempt(async () => {
      const isRemoved = this.#known?.isRemoved === true && !force;
      if (isRemoved && !(verify && (await this.#read("vehicle")) !== undefined)) return "unchanged";
      if (dryRun) return "planned";
      await this.#write(new VehicleState());
      await ignoreMissing(this.#callsOf("vehicle").delete(this.#licensePlate, this.#callOptions));
      await this.#write(new VehicleState(new Map(), true));
      return "sent";
    });
  }

  async #attempt(process: () => Promise<FleetSyncResult["status"]>): Promise<Result> {
    try {
      return { status: await process() };
    } catch (error) {
      if (!RegError.is(error) || error.kind === "state") throw error;
      return { status: error.outcome === "unknown" ? "unknown" : "failed", error };
    }
  }

  async #mustSend(content: ResourceContent, digest: string): Promise<boolean> {
    const { force, verify } = this.#context.options;
    if (force || this.#known?.digestOf(content.resource) !== digest) return true;
    if (!verify) return false;
    try {
      return !(await this.#isHeld(content));
    } catch (error) {
      // The next run must not take it for unchanged.
      await this.#forgetDigest(content.resource);
      throw error;
    }
  }

  /** Whether the service holds the content. What it does not let us read counts as held. */
  async #isHeld({ resource, body }: ResourceContent): Promise<boolean> {
    try {
      const held = await this.#read(resource);
      // The service has lost the vehicle, and with it all that was confirmed.
      if (held === undefined && resource === "vehicle") await this.#write(new VehicleState());
      return body === null ? isEmpty(held) : includesJson(held, withoutKey(body), isSame);
    } catch (error) {
      if (RegError.is(error, "api") && notReadable.has(error.status)) return true;
      throw error;
    }
  }

  async #read(resource: FleetResource): Promise<unknown> {
    try {
      return await this.#callsOf(resource).get(this.#licensePlate, this.#callOptions);
    } catch (error) {
      if (RegError.is(error, "not-found")) return undefined;
      throw error;
    }
  }

  #callsOf(resource: FleetResource): ResourceCalls {
    const { vehicles } = this.#context;
    return resource === "vehicle"
      ? { ...vehicles, put: (_, body, options) => vehicles.put(body as VehicleInput, options) }
      : vehicles[resource];
  }

  async #forgetDigest(resource: FleetResource): Promise<void> {
    const known = this.#known;
    const isForgotten = known !== undefined && !known.isRemoved && known.digestOf(resource) === undefined;
    if (!isForgotten) await this.#write((known ?? new VehicleState()).without(resource));
  }

  async #write(known: VehicleState): Promise<void> {
    const { options, state } = this.#context;
    this.#known = known;
    if (!options.dryRun) await state.write(this.#licensePlate, known);
  }
}

/** The statuses of a service that does not offer a resource for reading: which ones it offers is not shown. */
const notReadable: ReadonlySet<number> = new Set([405, 501]);

/** What does not exist need not be deleted. */
async function ignoreMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!RegError.is(error, "not-found")) throw error;
  }
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
  if (typeof sent === "string" && typeof held === "string") return sent === held || isSameInstant(sent, held);
  // The service may leave out an empty field.
  return sent === held || (sent === null && held === undefined);
}

// The service returns UTC, whatever the offset of the date-time that was sent (lessor-api.md §2).
function isSameInstant(one: string, other: string): boolean {
  const instant = parseDateTime(one);
  return instant !== undefined && instant === parseDateTime(other);
}
