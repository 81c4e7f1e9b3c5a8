import { deepStrictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Child, numberIn, textIn } from "../child.js";
import { type CallsPlan, type Mode, modeNames, modes, type Shape } from "./plan.js";

/** A contestant in its process. */
export interface Caller {
  readonly name: string;
  readonly program: Child;
}

/** The service and its contestants, each in a separate process. They call only when asked. */
export class Contest {
  readonly server: Child;
  readonly #plan: CallsPlan;
  readonly #token = randomUUID();
  /** The first message of the service. */
  #service: unknown;
  readonly #callers: Caller[] = [];
  #version = "";

  private constructor(plan: CallsPlan) {
    this.#plan = plan;
    this.server = new Child({ file: siblingFile("./server.mjs") }, this.#token);
  }

  /** Starts all processes. */
  static async start(plan: CallsPlan): Promise<Contest> {
    const contest = new Contest(plan);
    try {
      contest.#service = await contest.server.next();
      await contest.renewCallers();
      return contest;
    } catch (error) {
      contest.stop();
      throw error;
    }
  }

  /** The results that every contestant must return. */
  get expected(): unknown {
    return Reflect.get(Object(this.#service), "expected");
  }

  get callers(): readonly Caller[] {
    return this.#callers;
  }

  /** The version of Node that runs the contestants. */
  get version(): string {
    return this.#version;
  }

  /** Replaces the process of every contestant. */
  async renewCallers(): Promise<void> {
    this.#stopCallers();
    const { contestants, node, dist: built } = this.#plan;
    const baseUrl = textIn(this.#service, "baseUrl");
    for (const { name, client = name, dist = built } of contestants) {
      const runner = { file: siblingFile("./runner.mjs"), node };
      const program = new Child(runner, client, baseUrl, this.#token, dist);
      this.#callers.push({ name, program });
      this.#version = textIn(await program.next(), "version");
    }
  }

  stop(): void {
    this.#stopCallers();
    this.server.stop();
  }

  #stopCallers(): void {
    for (const { program } of this.#callers.splice(0)) program.stop();
  }
}

const siblingFile = (file: string) => new URL(file, import.meta.url);

/** The number of requests that the service received, and how long it was active and idle. */
export interface ServerState {
  readonly counts: Readonly<Record<"get" | "post" | "large" | "refused", number>>;
  readonly active: number;
  readonly idle: number;
}

async function readServerState(server: Child): Promise<ServerState> {
  const message = await server.ask({});
  const counts: unknown = Reflect.get(Object(message), "counts");
  return {
    counts: {
      get: numberIn(counts, "get"),
      post: numberIn(counts, "post"),
      large: numberIn(counts, "large"),
      refused: numberIn(counts, "refused"),
    },
    active: numberIn(message, "active"),
    idle: numberIn(message, "idle"),
  };
}

/** The figures of one contestant in one round. */
export interface Sample {
  readonly contestant: string;
  readonly shape: Shape;
  readonly mode: Mode;
  readonly round: number;
  /** The time for one call, in microseconds: of the round, by the number of calls. */
  readonly time: number;
  /** The CPU time of the contestant's process for one call, in microseconds. */
  readonly cpu: number;
  /** The share of the time that the service was busy, from 0 to 1: near 1, the service limits the rate. */
  readonly serverBusy: number;
}

/**
 * Measures in rounds. In each round, all contestants take turns in random order. They get new processes after some
 * rounds, so that no figure depends on the memory layout of one process.
 */
export async function measureCalls(
  contest: Contest,
  plan: CallsPlan,
  log: (message: string) => void,
): Promise<Sample[]> {
  const { shapes, length } = plan;
  const kinds = shapes.flatMap((shape) => modeNames.map((mode) => ({ shape, mode })));
  const samples: Sample[] = [];
  for (let round = 1; round <= length.rounds; round += 1) {
    if (round % length.roundsOfProcess === 1) {
      if (round > 1) await contest.renewCallers();
      log("warm-up");
      for (const kind of kinds) {
        for (const caller of contest.callers) await measureOne(contest, caller, kind, length.warmUp);
      }
    }
    log(`round ${round} of ${length.rounds}`);
    for (const kind of kinds) {
      for (const caller of shuffled(contest.callers)) {
        const figures = await measureOne(contest, caller, kind, length.round);
        samples.push({ contestant: caller.name, ...kind, round, ...figures });
      }
    }
  }
  return samples;
}

type RoundFigures = Pick<Sample, "time" | "cpu" | "serverBusy">;

async function measureOne(
  { server }: Contest,
  { name, program }: Caller,
  { shape, mode }: { shape: Shape; mode: Mode },
  milliseconds: number,
): Promise<RoundFigures> {
  const before = await readServerState(server);
  const result = await program.ask({ shape, concurrency: modes[mode], milliseconds });
  const after = await readServerState(server);
  const made = numberIn(result, "before") + numberIn(result, "calls");
  const seen = after.counts[shape] - before.counts[shape];
  if (seen !== made) throw new Error(`${name}: ${made} calls (${shape}), but the service received ${seen}`);
  if (after.counts.refused > before.counts.refused)
    throw new Error(`${name} was rejected by the service (${shape})`);
  const active = after.active - before.active;
  const serverBusy = active / (active + after.idle - before.idle);
  return { time: numberIn(result, "time"), cpu: numberIn(result, "cpu"), serverBusy };
}

/** Changes the order at random, so that no contestant always follows the same one. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** Makes each contestant call once per kind, and throws unless the results are those of the service. */
export async function checkResponses({ server, callers, expected }: Contest): Promise<void> {
  for (const { name, program } of callers) {
    const before = await readServerState(server);
    const answers = await program.ask({ check: true });
    const { counts } = await readServerState(server);
    const each = { get: before.counts.get + 1, post: before.counts.post + 1, large: before.counts.large + 1 };
    try {
      deepStrictEqual(counts, { ...each, refused: before.counts.refused });
      deepStrictEqual(answers, expected);
    } catch (error) {
      throw new Error(`${name} returned wrong results`, { cause: error });
    }
  }
}
