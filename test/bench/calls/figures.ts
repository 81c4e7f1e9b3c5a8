import { median } from "../median.js";
import { baseline, type Contestant } from "./contestants.js";
import type { Sample } from "./measure.js";
import type { Mode, Plan, Shape } from "./options.js";

/** One figure: beside global fetch, and by itself. */
export interface Figure {
  /** The median of what each round gave, each round beside fetch in the same round. */
  readonly ratio: number;
  /** A quarter of the rounds gave less than the first, a quarter more than the second. */
  readonly quartiles: readonly [low: number, high: number];
  /** The median of the rounds, in microseconds. */
  readonly micros: number;
}

/** How a contestant did in one way of calling. */
export interface Result {
  /** The time for one call. */
  readonly time: Figure;
  /** The CPU time of the calling process for one call. */
  readonly cpu: Figure;
  /** How much of the time the service was busy, from 0 to 1. */
  readonly serverBusy: number;
}

/** How a contestant did with one kind of call. */
export interface Row extends Readonly<Record<Mode, Result>> {
  readonly contestant: string;
  readonly title: string;
}

/** How all did with one kind of call. */
export interface Table {
  readonly shape: Shape;
  readonly rows: readonly Row[];
}

/** Makes a table for each kind of call; the fastest at many calls a time stands first. */
export function tablesOf(samples: readonly Sample[], { shapes, contestants }: Plan): Table[] {
  return shapes.map((shape) => {
    const ofShape = samples.filter((sample) => sample.shape === shape);
    const rows = contestants.map((contestant) => rowOf(ofShape, contestant));
    return {
      shape,
      rows: rows.sort((one, other) => one.concurrent.time.ratio - other.concurrent.time.ratio),
    };
  });
}

function rowOf(samples: readonly Sample[], { name, title }: Contestant): Row {
  const resultIn = (mode: Mode): Result => {
    const [own, base] = [name, baseline].map((contestant) =>
      samples.filter((sample) => sample.contestant === contestant && sample.mode === mode),
    );
    if (own === undefined || base === undefined) throw new Error(`${name} was not measured`);
    return {
      time: figureOf(own, base, "time"),
      cpu: figureOf(own, base, "cpu"),
      serverBusy: median(own.map(({ serverBusy }) => serverBusy)),
    };
  };
  return { contestant: name, title, sequential: resultIn("sequential"), concurrent: resultIn("concurrent") };
}

function figureOf(own: readonly Sample[], base: readonly Sample[], name: "time" | "cpu"): Figure {
  const ofRound = new Map(base.map((sample) => [sample.round, sample[name]]));
  const ratios = own
    .map((sample) => sample[name] / (ofRound.get(sample.round) ?? Number.NaN))
    .sort((one, other) => one - other);
  const half = Math.ceil(ratios.length / 2);
  return {
    ratio: median(ratios),
    quartiles: [median(ratios.slice(0, half)), median(ratios.slice(-half))],
    micros: median(own.map((sample) => sample[name])),
  };
}
