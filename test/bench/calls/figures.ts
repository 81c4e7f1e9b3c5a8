import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { median } from "../text.js";
import type { Contest, Sample } from "./measure.js";
import { baseline, type CallsPlan, type Contestant, type Mode, type Shape } from "./plan.js";

/** A figure, relative to global fetch and absolute. */
export interface Figure {
  /** The median over the rounds of the ratio to fetch in the same round. */
  readonly ratio: number;
  /** The first and the third quartile of the ratios. */
  readonly quartiles: readonly [low: number, high: number];
  /** The median of the rounds, in microseconds. */
  readonly micros: number;
}

/** The result of a contestant in one mode. */
export interface Result {
  /** The time for one call. */
  readonly time: Figure;
  /** The CPU time of the calling process for one call. */
  readonly cpu: Figure;
  /** The share of the time that the service was busy, from 0 to 1. */
  readonly serverBusy: number;
}

/** The results of a contestant with one kind of call. */
export interface CallsRow extends Readonly<Record<Mode, Result>> {
  readonly contestant: string;
  readonly title: string;
}

/** The results of all contestants with one kind of call. */
export interface CallsTable {
  readonly shape: Shape;
  readonly rows: readonly CallsRow[];
}

/** Creates a table for each kind of call; the fastest with concurrent calls is first. */
export function createTables(samples: readonly Sample[], { shapes, contestants }: CallsPlan): CallsTable[] {
  return shapes.map((shape) => {
    const ofShape = samples.filter((sample) => sample.shape === shape);
    const rows = contestants.map((contestant) => toRow(ofShape, contestant));
    return {
      shape,
      rows: rows.sort((one, other) => one.concurrent.time.ratio - other.concurrent.time.ratio),
    };
  });
}

function toRow(samples: readonly Sample[], { name, title }: Contestant): CallsRow {
  const resultIn = (mode: Mode): Result => {
    const [own, base] = [name, baseline].map((contestant) =>
      samples.filter((sample) => sample.contestant === contestant && sample.mode === mode),
    );
    if (own === undefined || base === undefined) throw new Error(`${name} was not measured`);
    return {
      time: computeFigure(own, base, "time"),
      cpu: computeFigure(own, base, "cpu"),
      serverBusy: median(own.map(({ serverBusy }) => serverBusy)),
    };
  };
  return { contestant: name, title, sequential: resultIn("sequential"), concurrent: resultIn("concurrent") };
}

function computeFigure(own: readonly Sample[], base: readonly Sample[], name: "time" | "cpu"): Figure {
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

/** The circumstances of a run. */
export interface RunFacts {
  readonly date: string;
  /** The version of Node that ran the contestants, and the one that ran the service. */
  readonly node: { readonly contestants: string; readonly service: string };
  readonly cores: number;
  /** The load of the machine before the start, all processes. */
  readonly load: number | undefined;
  readonly length: CallsPlan["length"];
  /** The versions of the peers. */
  readonly peers: Readonly<Record<string, string>>;
}

export function collectFacts({ length }: CallsPlan, { version }: Pick<Contest, "version">): RunFacts {
  return {
    date: new Date().toISOString(),
    node: { contestants: version, service: process.version },
    cores: availableParallelism(),
    load: loadavg()[0],
    length,
    peers: readPeerVersions(),
  };
}

function readPeerVersions(): Record<string, string> {
  const text = readFileSync(new URL("../peers/package.json", import.meta.url), "utf8");
  const versions: unknown = Reflect.get(Object(JSON.parse(text)), "devDependencies");
  return Object.fromEntries(
    Object.entries(Object(versions)).map(([name, version]) => [name, String(version)]),
  );
}
