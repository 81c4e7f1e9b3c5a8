import { RegInputError } from "../../errors/errors.js";
import type { Fault, FaultHandle } from "../faults/fault.js";
import { Exchanges } from "../server/journal/exchanges.js";
import type { SandboxSnapshot } from "../service/state/state.js";
import type { Sandbox } from "../types.js";
import { ChangeStream } from "./change-stream.js";
import { ControlError } from "./control-reply.js";
import type { OpenedSandbox, SandboxInterior, SandboxWatcher } from "./interior.js";

/** A planned fault with the name that the control surface gives it. */
export interface NamedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly handle: FaultHandle;
}

/**
 * The state of the control surface: faults by id and snapshots by name. A program that calls the sandbox directly
 * keeps them in variables; over HTTP they need names.
 */
export class ControlState {
  readonly sandbox: Sandbox;
  readonly interior: SandboxInterior;
  readonly exchanges: Exchanges = new Exchanges();
  readonly changes: ChangeStream;
  readonly #snapshots = new Map<string, SandboxSnapshot>();
  #faults: NamedFault[] = [];
  #lastFaultId = 0;

  constructor({ sandbox, interior }: OpenedSandbox) {
    this.sandbox = sandbox;
    this.interior = interior;
    this.changes = new ChangeStream(() => ({ now: sandbox.clock.iso() }));
  }

  /** The names of the snapshots, in the order in which they were first saved. */
  get snapshotNames(): readonly string[] {
    return [...this.#snapshots.keys()];
  }

  /** Follows what happens in the sandbox until the returned function is called. */
  follow(): () => void {
    const watcher: SandboxWatcher = {
      onEntry: (entry, exchange) => {
        this.exchanges.add(entry, exchange);
        this.changes.report();
      },
      onChange: () => this.changes.report(),
    };
    this.interior.watchers.add(watcher);
    return () => void this.interior.watchers.delete(watcher);
  }

  /**
   * The faults that were planned through the control surface, including those that have already happened, and those
   * that the program around the sandbox has planned.
   */
  get faults(): readonly NamedFault[] {
    const own = new Set(this.#faults.map(({ handle }) => handle));
    const others = this.interior.faults.planned.filter(({ handle }) => !own.has(handle));
    return [...this.#faults, ...others.map((each) => ({ id: `program-${each.number}`, ...each }))];
  }

  /**
   * Plans a fault and returns its id.
   *
   * @throws RegInputError for an invalid fault
   */
  planFault(fault: Fault): string {
    const handle = this.sandbox.fail(fault);
    this.#lastFaultId += 1;
    const id = String(this.#lastFaultId);
    this.#faults.push({ id, fault, handle });
    return id;
  }

  /** Cancels a fault and removes it from the list. */
  cancelFault(id: string): void {
    const planned = this.faults.find((each) => each.id === id);
    if (planned === undefined) throw new ControlError(404, { message: `There is no fault ${id}.` });
    planned.handle.cancel();
    this.#faults = this.#faults.filter((each) => each !== planned);
  }

  /** Resets the sandbox and removes all faults. Snapshots stay. */
  reset(): void {
    this.sandbox.reset();
    this.#faults = [];
  }

  /** Saves a snapshot under a name and replaces an earlier one with that name. */
  saveSnapshot(name: string): void {
    if (typeof name !== "string" || name === "") throw new RegInputError("name", "must be a text that is not empty");
    this.#snapshots.set(name, this.sandbox.snapshot());
  }

  /** @throws ControlError 404 */
  restoreSnapshot(name: string): void {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) throw new ControlError(404, { message: `There is no snapshot "${name}".` });
    this.sandbox.restore(snapshot);
  }
}
