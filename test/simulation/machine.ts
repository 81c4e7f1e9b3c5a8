import type { Clock } from "@reg/sdk";
import type { Timeline } from "./timeline.js";

/** What happens to a machine at one of its calls of the network, of a store or of the clock. */
export type Incident =
  /** The process is killed, and started again after a time. */
  | { readonly kind: "kill"; readonly at: number; readonly restartAfter: number }
  /** The machine sleeps. Not every system lets its monotonic clock go on meanwhile. */
  | { readonly kind: "suspend"; readonly at: number; readonly ms: number; readonly stopsClock: boolean }
  /** Its wall clock is set ahead, or back if negative. */
  | { readonly kind: "set-clock"; readonly at: number; readonly ms: number };

/** A machine that runs one process at a time. */
export class Machine {
  readonly name: string;
  readonly #timeline: Timeline;
  #incidents: readonly Incident[];
  readonly #startedAt: number;
  /** Starts the program in a new process. */
  readonly #start: (process: Process) => void;
  readonly #onIncident: (incident: Incident) => void;
  #process: Process | undefined;
  #isRunning = false;
  /** The calls of all processes so far. */
  #calls = 0;
  #sleepsUntil = 0;
  /** How long it has slept, and will until it wakes up. */
  #slept = 0;
  #cancelAwakening = () => {};
  /** How far the wall clock is ahead. */
  #ahead = 0;
  /** How much time the monotonic clock has missed. */
  #missed = 0;

  constructor(
    name: string,
    parts: {
      readonly timeline: Timeline;
      readonly incidents: readonly Incident[];
      /** When the simulation begins, in milliseconds since 1970. */
      readonly startedAt: number;
      readonly start: (process: Process) => void;
      readonly onIncident: (incident: Incident) => void;
    },
  ) {
    this.name = name;
    this.#timeline = parts.timeline;
    this.#incidents = parts.incidents;
    this.#startedAt = parts.startedAt;
    this.#start = parts.start;
    this.#onIncident = parts.onIncident;
  }

  get process(): Process | undefined {
    return this.#process;
  }

  start(): void {
    this.#isRunning = true;
    // Whoever starts it wakes it up.
    this.#sleepUntil(this.#timeline.now);
    this.#cancelAwakening();
    this.#process = new Process(this);
    this.#start(this.#process);
  }

  /** From now on, a process that is killed is not started again. */
  shutDown(): void {
    this.#isRunning = false;
  }

  /** Ends the process at once. */
  stop(): void {
    this.#process = undefined;
  }

  get isAsleep(): boolean {
    return this.#sleepsUntil > this.#timeline.now;
  }

  /** How long it has been awake since the simulation began, in milliseconds. */
  get awakeFor(): number {
    return this.#timeline.now - this.#slept + Math.max(0, this.#sleepsUntil - this.#timeline.now);
  }

  /** From now on, nothing more happens to it. */
  endIncidents(): void {
    this.#incidents = [];
  }

  now(): number {
    return this.#startedAt + this.#timeline.now + this.#ahead;
  }

  monotonic(): number {
    return this.#timeline.now - this.#missed;
  }

  /** Continues a process after a delay; later if the machine sleeps then, and not at all if the process has died. */
  after(process: Process, exactDelay: number, task: () => void): () => void {
    // In whole milliseconds, as timers are: with fractions, the rest of a delay can be too small to pass.
    const delay = Math.ceil(exactDelay);
    const due = this.monotonic() + delay;
    let cancel = () => {};
    const run = () => {
      if (process !== this.#process) return;
      const left = Math.max(this.#sleepsUntil - this.#timeline.now, due - this.monotonic());
      if (left > 0) cancel = this.#timeline.after(left, run);
      else task();
    };
    cancel = this.#timeline.after(delay, run);
    return () => cancel();
  }

  /** Counts a call of a process, at which something may happen to it. Returns whether the process is still alive. */
  call(process: Process): boolean {
    if (process !== this.#process) return false;
    this.#calls += 1;
    for (const incident of this.#incidents) if (incident.at === this.#calls) this.#happen(incident);
    return process === this.#process;
  }

  /** Kills a process, and starts the program again after some seconds. */
  kill(process: Process): void {
    if (process === this.#process) this.#happen({ kind: "kill", at: this.#calls, restartAfter: 5000 });
  }

  #sleepUntil(end: number): void {
    this.#slept += end - Math.max(this.#sleepsUntil, this.#timeline.now);
    this.#sleepsUntil = end;
  }

  #happen(incident: Incident): void {
    // A machine that sleeps is not sent to sleep again: it would wake up at another time than its calls expect.
    if (incident.kind === "suspend" && this.isAsleep) return;
    this.#onIncident(incident);
    if (incident.kind === "set-clock") this.#ahead += incident.ms;
    if (incident.kind === "suspend") {
      this.#sleepUntil(this.#timeline.now + incident.ms);
      if (incident.stopsClock)
        this.#cancelAwakening = this.#timeline.after(incident.ms, () => {
          this.#missed += incident.ms;
        });
    }
    if (incident.kind === "kill") {
      this.stop();
      this.#timeline.after(incident.restartAfter, () => {
        if (this.#process === undefined && this.#isRunning) this.start();
      });
    }
  }
}

/** One run of a program. After it was killed, none of its calls returns. */
export class Process {
  readonly machine: Machine;
  readonly clock: Clock;

  constructor(machine: Machine) {
    this.machine = machine;
    this.clock = {
      now: () => machine.now(),
      monotonic: () => machine.monotonic(),
      schedule: (task, delay) => (machine.call(this) ? machine.after(this, delay, task) : () => {}),
    };
  }

  get isAlive(): boolean {
    return this.machine.process === this;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.clock.schedule(resolve, ms, "wait"));
  }

  /** Makes a call of the network or of a store; one of a killed process never returns. */
  call<Result>(make: (settle: Settle<Result>) => void): Promise<Result> {
    // Not a promise that all of them share: it would keep each process that waits for it in memory.
    if (!this.machine.call(this)) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      const continueAfter = (delay: number, task: () => void) => this.machine.after(this, delay, task);
      make({
        resolve: (delay, result) => void continueAfter(delay, () => resolve(result)),
        reject: (delay, error) => void continueAfter(delay, () => reject(error)),
      });
    });
  }
}

/** Settles a call after a delay. */
export interface Settle<Result> {
  resolve(delay: number, result: Result): void;
  reject(delay: number, error: unknown): void;
}
