import { deepStrictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Child, numberIn, textIn } from "../child.js";
import { type CallsPlan, type Mode, modeNames, modes, type Shape } from "./plan.js";

/** A contestant in its process. */
export interface Caller {
  readonly name: string;
  readonly program: Child;
}

/** The service and all that call it, each in a process of its own. Nobody calls by itself. */
export class Contest {
  readonly server: Child;
  readonly #plan: CallsPlan;
  readonly #token = randomUUID();
  /** What the service has said of itself. */
  #service: unknown;
  readonly #callers: Caller[] = [];
  #version = "";

  private constructor(plan: CallsPlan) {
    this.#plan = plan;
    this.server = new Child({ file: siblingFile("./server.mjs") }, this.#token);
  }

  /** Starts all of them. */
  static async start(plan: CallsPlan): Promise<Contest> {
    const field = new Contest(plan);
    try {
      field.#service = await field.server.next();
      await field.renewCallers();
      return field;
    } catch (error) {
      field.stop();
      throw error;
    }
  }

  /** What a caller should make of the service's answers. */
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

  /** Gives every contestant a new process in the place of its last one. */
  async renewCallers(): Promise<void> {
    this.#stopCallers();
    const { contestants, node, dist } = this.#plan;
    const baseUrl = textIn(this.#service, "baseUrl");
    for (const { name } of contestants) {
      const runner = { file: siblingFile("./runner.mjs"), node };
      const program = new Child(runner, name, baseUrl, this.#token, dist);
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

/** What the service has been asked so far, and how long it was busy and idle. */
export interface ServerState {
  readonly counts: Readonly<Record<"get" | "post" | "large" | "refused", number>>;
  readonly active: number;
  readonly idle: number;
}

export async function readServerState(server: Child): Promise<ServerState> {
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

/** What one contestant did in one round. */
export interface Sample {
  readonly contestant: string;
  readonly shape: Shape;
  readonly mode: Mode;
  readonly round: number;
  /** The time for one call, in microseconds: of the round, by the number of calls. */
  readonly time: number;
  /** The CPU time of the contestant's process for one call, in microseconds. */
  readonly cpu: number;
  /** How much of the time the service was busy, from 0 to 1: near 1 it, and not the contestant, sets the pace. */
  readonly serverBusy: number;
}

/**
 * Measures in rounds; in each, all take their turn, in another order every time. After some rounds they get new
 * processes, so that no figure hangs on how one of them happened to lie in memory.
 */
export async function measureCalls(
  field: Contest,
  plan: CallsPlan,
  tell: (what: string) => void,
): Promise<Sample[]> {
  const { shapes, length } = plan;
  const kinds = shapes.flatMap((shape) => modeNames.map((mode) => ({ shape, mode })));
  const samples: Sample[] = [];
  for (let round = 1; round <= length.rounds; round += 1) {
    if (round % length.roundsOfProcess === 1) {
      if (round > 1) await field.renewCallers();
      tell("warm-up");
      for (const kind of kinds) {
        for (const caller of field.callers) await measureOne(field, caller, kind, length.warmUp);
      }
    }
    tell(`round ${round} of ${length.rounds}`);
    for (const kind of kinds) {
      for (const caller of shuffled(field.callers)) {
        const figures = await measureOne(field, caller, kind, length.round);
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
  if (seen !== made) throw new Error(`${name}: ${made} calls (${shape}), of which the service saw ${seen}`);
  if (after.counts.refused > before.counts.refused) throw new Error(`${name} was refused (${shape})`);
  const active = after.active - before.active;
  const serverBusy = active / (active + after.idle - before.idle);
  return { time: numberIn(result, "time"), cpu: numberIn(result, "cpu"), serverBusy };
}

/** In an order of chance: no contestant always comes after the same one. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** Has every contestant make each call once, and fails unless all were answered with what the service holds. */
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
      throw new Error(`${name} did not do what it should`, { cause: error });
    }
  }
}
