import type { Fault, FaultHandle, Sandbox, SandboxSnapshot } from "../../../sandbox/index.js";
import { ControlRefusal } from "./reply.js";

/** A fault that was planned through the control surface. */
export interface PlannedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly handle: FaultHandle;
}

/** What the control surface holds of its own, as what a program keeps in variables has to have a name there. */
export class ControlDesk {
  readonly sandbox: Sandbox;
  readonly #snapshots = new Map<string, SandboxSnapshot>();
  #faults: PlannedFault[] = [];
  #asked = 0;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** The faults, those that are over included, in the order in which they were asked for. */
  get faults(): readonly PlannedFault[] {
    return this.#faults;
  }

  /**
   * Plans a fault and gives its id.
   *
   * @throws RegInputError for a fault that is none
   */
  plan(fault: Fault): string {
    const handle = this.sandbox.fail(fault);
    this.#asked += 1;
    const id = String(this.#asked);
    this.#faults.push({ id, fault, handle });
    return id;
  }

  /** Has a fault not happen any more, and forgets it. */
  cancel(id: string): void {
    const planned = this.#faults.find((each) => each.id === id);
    if (planned === undefined) throw new ControlRefusal(404, { message: `There is no fault ${id}.` });
    planned.handle.cancel();
    this.#faults = this.#faults.filter((each) => each !== planned);
  }

  /** Resets the sandbox, and forgets the faults with it. Snapshots stay. */
  reset(): void {
    this.sandbox.reset();
    this.#faults = [];
  }

  /** Keeps a snapshot under a name, in place of one that has it already. */
  keep(name: string): void {
    this.#snapshots.set(name, this.sandbox.snapshot());
  }

  /** Goes back to the snapshot with a name. */
  restore(name: string): void {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) throw new ControlRefusal(404, { message: `There is no snapshot "${name}".` });
    this.sandbox.restore(snapshot);
  }
}
