import { parseArgs } from "node:util";
import { Mistake } from "../command.js";
import { distAt, isBuilt } from "../dist.js";
import { mustHavePeers } from "../have-peers.js";
import { countOf, usualRounds } from "../rounds.js";
import { baseline, type Contestant, contestants } from "./contestants.js";
import { nodeAt } from "./node.js";

/** The kinds of call. */
export const shapes = {
  get: "GET, an answer of 1.5 kB",
  post: "POST, a body of 2 kB",
  large: "GET, an answer of 200 kB",
} as const;

/** How many calls there are at a time. */
export const modes = { sequential: 1, concurrent: 50 } as const;

export type Shape = keyof typeof shapes;
export type Mode = keyof typeof modes;

export const modeNames: readonly Mode[] = ["sequential", "concurrent"];

/** How long it is measured. In milliseconds. */
export interface Length {
  readonly rounds: number;
  /** After so many rounds every contestant gets a new process: each has a pace of its own, by a few hundredths. */
  readonly roundsOfProcess: number;
  readonly round: number;
  /** For each process, shape and mode, before its first round. */
  readonly warmUp: number;
}

/** What is run. */
export interface Plan {
  readonly contestants: readonly Contestant[];
  /** Titles of those for which something has not been built. */
  readonly leftOut: readonly string[];
  readonly shapes: readonly Shape[];
  readonly length: Length;
  /** The Node that runs the contestants. */
  readonly node: string;
  /** The address of the built package, without a slash at its end. */
  readonly dist: string;
  /** The file for the figures. */
  readonly json: string | undefined;
}

const full: Length = { rounds: usualRounds.calls, roundsOfProcess: 3, round: 300, warmUp: 800 };
const quick: Length = { rounds: 5, roundsOfProcess: 5, round: 200, warmUp: 500 };

export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      shapes: { type: "string" },
      rounds: { type: "string" },
      node: { type: "string", default: process.execPath },
      dist: { type: "string", default: "dist" },
      json: { type: "string" },
    },
  });
  const dist = distAt(values.dist);
  mustHavePeers();
  const names = contestants.map(({ name }) => name);
  const only = chosen(values.only, names);
  const wanted = contestants.filter(({ name }) => name === baseline || only.includes(name));
  const isThere = ({ needs }: Contestant) => needs === undefined || isBuilt(dist, needs);
  const length = values.quick ? quick : full;
  return {
    contestants: wanted.filter(isThere),
    leftOut: wanted.filter((each) => !isThere(each)).map(({ title }) => title),
    shapes: chosen(values.shapes, Object.keys(shapes)).filter(isShape),
    length: values.rounds === undefined ? length : { ...length, rounds: countOf(values.rounds) },
    node: nodeAt(values.node),
    dist,
    json: values.json,
  };
}

const isShape = (name: string): name is Shape => Object.hasOwn(shapes, name);

function chosen(list: string | undefined, all: readonly string[]): readonly string[] {
  if (list === undefined) return all;
  const names = list.split(",");
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Mistake(`not one of ${all.join(", ")}: ${unknown.join(", ")}`);
  return names;
}
