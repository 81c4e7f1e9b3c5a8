import { endingMs } from "./deployment.js";
import { type Incident, Machine, type Process } from "./machine.js";
import type { FaultName } from "./observations.js";
import { createBackend, createFleetJob, type Program } from "./programs.js";
import type { World } from "./world.js";

/** A time in which the programs run. */
interface Session {
  /** In milliseconds. */
  readonly length: number;
  /** Whether it ends with a kill of all processes. */
  readonly isKilled?: boolean;
  /** Whether it may end before its time. */
  readonly isOver?: () => boolean;
}

/** How long programs take to end if no machine has slept: the timeout of closing, and what their own waits take. */
const usualEndingMs = 40_000;

/** The machines of the suppliers' backends and of the lessor's jobs. */
export class Machines {
  readonly #world: World;
  readonly #backends: readonly Machine[];
  readonly #jobs: readonly Machine[];
  readonly #programs = new Map<Machine, Program>();

  constructor(world: World) {
    this.#world = world;
    const { processes, lessor, faults } = world.deployment;
    const incidentsOf = (isOf: (machine: number) => boolean) =>
      faults.machines.filter(({ machine }) => isOf(machine)).map(({ incident }) => incident);
    this.#backends = Array.from({ length: processes }, (_, index) =>
      this.#create({
        name: `backend ${index + 1}`,
        incidents: incidentsOf((machine) => machine === index),
        nameOf: ({ kind }) => kind,
        createProgram: (process) => createBackend(world, process, index),
      }),
    );
    this.#jobs = Array.from({ length: lessor.machines }, (_, index) =>
      this.#create({
        name: `the lessor's job ${index + 1}`,
        incidents: incidentsOf((machine) => {
          const number = machine - processes - index;
          return number >= 0 && number % lessor.machines === 0;
        }),
        nameOf: ({ kind }) => `${kind} of a lessor's job` as const,
        createProgram: (process) => createFleetJob(world, process),
      }),
    );
  }

  #create(parts: {
    readonly name: string;
    readonly incidents: readonly Incident[];
    /** The name of an incident among the faults. */
    readonly nameOf: (incident: Incident) => FaultName;
    readonly createProgram: (process: Process) => Program;
  }): Machine {
    const { deployment, timeline } = this.#world;
    const machine: Machine = new Machine(parts.name, {
      timeline,
      startedAt: Date.parse(deployment.now),
      incidents: parts.incidents,
      onIncident: (incident) => this.#world.observations.noteFault(parts.nameOf(incident), parts.name),
      start: (process) => {
        const program = parts.createProgram(process);
        this.#programs.set(machine, program);
        program.start();
      },
    });
    return machine;
  }

  get #all(): readonly Machine[] {
    return [...this.#backends, ...this.#jobs];
  }

  /** From now on, nothing happens to them. */
  endIncidents(): void {
    for (const machine of this.#all) machine.endIncidents();
  }

  /** Runs all processes for a time, or until something is reached, and ends or kills them. */
  async run({ length, isKilled = false, isOver = () => false }: Session): Promise<void> {
    const { fleet, timeline } = this.#world;
    for (const machine of fleet.source === undefined ? this.#backends : this.#all) machine.start();
    const endsAt = timeline.now + length;
    while (timeline.now < endsAt && !isOver()) await timeline.runUntil(Math.min(endsAt, timeline.now + 5000));
    for (const machine of this.#all) machine.shutDown();
    if (isKilled) await timeline.runUntil(timeline.now);
    else await this.#end();
    this.#world.observations.pending.clear();
    for (const machine of this.#all) machine.stop();
  }

  /** Ends all programs, and checks that they and their calls have settled. */
  async #end(): Promise<void> {
    const { observations, timeline } = this.#world;
    const running = this.#all.filter((machine) => machine.process !== undefined);
    const ended = new Set<Machine>();
    const awakeBefore = new Map(running.map((machine) => [machine, machine.awakeFor]));
    /** Whether it was awake for as long as its program needs to end. */
    const couldEnd = (machine: Machine) =>
      !machine.isAsleep && machine.awakeFor - (awakeBefore.get(machine) ?? 0) > usualEndingMs;
    const end = async (machine: Machine) => {
      const begunAt = timeline.now;
      await this.#programs.get(machine)?.stop();
      ended.add(machine);
      const hasSlept = observations.hasFault("suspend") || observations.hasFault("suspend of a lessor's job");
      if (timeline.now - begunAt > usualEndingMs && !hasSlept)
        observations.noteProblem(`${machine.name} has ended after ${timeline.now - begunAt} ms`);
    };
    for (const machine of running) void end(machine);
    await timeline.runUntil(timeline.now + endingMs);
    for (const machine of running)
      if (machine.process !== undefined && couldEnd(machine) && !ended.has(machine))
        observations.noteProblem(`${machine.name} did not end within two minutes`);
    for (const { name, process } of observations.pending)
      if (process.isAlive && couldEnd(process.machine)) observations.noteProblem(`a call has not settled: ${name}`);
  }
}
