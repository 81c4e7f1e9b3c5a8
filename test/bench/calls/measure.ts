import { numberIn } from "../child.js";
import { type Caller, type Field, stateOf } from "./field.js";
import { type Mode, modeNames, modes, type Plan, type Shape } from "./options.js";

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
export async function measure(field: Field, plan: Plan, tell: (what: string) => void): Promise<Sample[]> {
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

type Figures = Pick<Sample, "time" | "cpu" | "serverBusy">;

async function measureOne(
  { server }: Field,
  { name, program }: Caller,
  { shape, mode }: { shape: Shape; mode: Mode },
  milliseconds: number,
): Promise<Figures> {
  const before = await stateOf(server);
  const result = await program.ask({ shape, concurrency: modes[mode], milliseconds });
  const after = await stateOf(server);
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
