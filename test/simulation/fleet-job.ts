import { createLessorClient, type Fetch, type FleetSyncReport, type LessorClientOptions } from "@reg/sdk";
import type { LessorClient } from "@reg/sdk/lessor";
import type { Fleet } from "./fleet.js";
import { BrokenSource, type FleetSource } from "./fleet-source.js";
import type { Process } from "./machine.js";
import type { Observations } from "./observations.js";

interface FleetJobParts {
  readonly process: Process;
  readonly observations: Observations;
  readonly client: LessorClientOptions & { readonly fetch: Fetch };
  readonly fleet: Fleet;
}

/** The interval of the job, in milliseconds. */
const intervalMs = 15_000;

/** The program of a lessor: a job that sends the fleet, again after a while if something has failed. */
export class FleetJob {
  readonly #parts: FleetJobParts;
  readonly #lessor: LessorClient;
  readonly #stop = new AbortController();
  #task: Promise<void> | undefined;
  /** The number of the run. */
  #run = 0;

  constructor(parts: FleetJobParts) {
    this.#parts = parts;
    const { observations, client, fleet } = parts;
    const observed = observations.outcomes.observe({
      fetch: (url, init) => client.fetch(url, { ...init, headers: fleet.mark(init.headers, this.#run) }),
      on: (event) => observations.searchSecrets("an event of the client", JSON.stringify(event)),
    });
    this.#lessor = createLessorClient({ ...client, ...observed });
  }

  start(): void {
    this.#task = this.#runAll();
  }

  /** Ends the program as SIGTERM would. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#lessor.close({ timeout: 10_000 });
    await this.#task;
  }

  async #runAll(): Promise<void> {
    const { fleet, process } = this.#parts;
    let [source, tries] = [fleet.source, 0];
    while (!this.#stop.signal.aborted) {
      if (source !== fleet.source) [source, tries] = [fleet.source, 0];
      if (source !== undefined && tries < fleet.mostTries) {
        const report = await this.#sync(source);
        if (report !== undefined) tries = report.ok ? fleet.mostTries : tries + 1;
      }
      await process.sleep(intervalMs);
    }
  }

  /** Returns undefined if the run could not begin. */
  async #sync(source: FleetSource): Promise<FleetSyncReport | undefined> {
    const { observations, process, fleet } = this.#parts;
    const entry = { name: "sync", process };
    const run = fleet.begin(process, source);
    this.#run = run.number;
    observations.pending.add(entry);
    let report: FleetSyncReport | undefined;
    try {
      report = await this.#lessor.sync(fleet.read(run), fleet.optionsOf(run, this.#stop.signal));
      for (const { error } of report.failures) observations.error("a result of sync", error);
      const isOfSource = report.error instanceof BrokenSource;
      if (report.stopped === "error" && !isOfSource) observations.error("sync", report.error);
    } catch (error) {
      if (!this.#stop.signal.aborted) observations.error("sync", error);
    }
    observations.pending.delete(entry);
    fleet.end(run, report);
    return report;
  }
}
