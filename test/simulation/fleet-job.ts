import { createLessorClient, type FleetItem, type FleetSyncReport, type LessorClientOptions } from "@reg/sdk";
import type { LessorClient, StateStore } from "@reg/sdk/lessor";
import type { Process } from "./machine.js";
import type { Observations } from "./observations.js";

/** A vehicle in the lessor's own system. */
export interface FleetVehicle {
  readonly licensePlate: string;
  readonly make: string;
  /** Undefined: it has none. */
  readonly mileage: number | undefined;
}

interface FleetJobParts {
  readonly process: Process;
  readonly observations: Observations;
  readonly store: StateStore;
  readonly client: LessorClientOptions;
  /** What the lessor's system contains now. */
  readonly fleet: () => readonly FleetVehicle[];
  readonly concurrency: number;
  readonly verify: boolean;
}

/** The program of a lessor: a job that pushes the fleet, again after a while if something has failed. */
export class FleetJob {
  readonly #parts: FleetJobParts;
  readonly #lessor: LessorClient;
  readonly #stop = new AbortController();
  #task: Promise<void> | undefined;

  constructor(parts: FleetJobParts) {
    this.#parts = parts;
    const { observations, client } = parts;
    this.#lessor = createLessorClient({
      ...client,
      on: (event) => observations.searchSecrets("an event of the client", JSON.stringify(event)),
    });
  }

  start(): void {
    this.#task = this.#run();
  }

  /** Ends the program as SIGTERM would. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#lessor.close({ timeout: 10_000 });
    await this.#task;
  }

  async #run(): Promise<void> {
    const { observations, process } = this.#parts;
    while (!this.#stop.signal.aborted) {
      const report = await this.#sync().catch((error: unknown) => {
        if (!this.#stop.signal.aborted) observations.error("sync", error);
      });
      for (const { error } of report?.failures ?? []) observations.error("a result of sync", error);
      if (report?.ok) {
        observations.count("complete sync");
        return;
      }
      if (report?.stopped === "error") observations.error("sync", report.error);
      await process.sleep(15_000);
    }
  }

  async #sync(): Promise<FleetSyncReport> {
    const { observations, process, store, fleet, concurrency, verify } = this.#parts;
    const entry = { name: "sync", process };
    observations.pending.add(entry);
    try {
      return await this.#lessor.sync(fleet().map(itemOf), {
        state: store,
        removeMissing: true,
        maxRemovals: "100%",
        concurrency,
        verify,
        signal: this.#stop.signal,
      });
    } finally {
      observations.pending.delete(entry);
    }
  }
}

const itemOf = ({ licensePlate, make, mileage }: FleetVehicle): FleetItem => ({
  licensePlate,
  vehicle: { make },
  mileages: mileage === undefined ? null : [{ date: "2026-06-01", value: mileage }],
});
