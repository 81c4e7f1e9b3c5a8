import { parseArgs } from "node:util";
import {
  assertPeersInstalled,
  defaultRounds,
  findNode,
  isBuilt,
  parseRounds,
  resolveDist,
  UserError,
} from "../command.js";

/** A client that is measured. */
export interface Contestant {
  /** The name on the command line. */
  readonly name: string;
  /** The name in the tables. */
  readonly title: string;
  /** The function in contestants.mjs that creates the client; default: `name`. */
  readonly client?: string;
  /** The URL of its build, if it is another build of ours. */
  readonly dist?: string;
  /** A file of the built package that it needs: it is left out if the file does not exist. */
  readonly needs?: string;
  /** The npm packages that it uses: the page states their versions. */
  readonly packages?: readonly string[];
}

/** All clients; contestants.mjs describes each. */
export const contestants: readonly Contestant[] = [
  { name: "ours", title: "ours, everything on" },
  { name: "ours-listener", title: "ours, and a listener" },
  { name: "ours-validator", title: "ours, responses compared", needs: "esm/validation/index.js" },
  { name: "ours-undici", title: "ours, undici transport", needs: "esm/undici/index.js" },
  { name: "fetch", title: "global fetch" },
  { name: "undici-request", title: "undici.request", packages: ["undici"] },
  { name: "openapi-fetch", title: "openapi-fetch, bare", packages: ["openapi-fetch"] },
  {
    name: "openapi-fetch-features",
    title: "openapi-fetch, same features",
    packages: ["openapi-fetch", "p-retry", "p-throttle"],
  },
  { name: "axios", title: "axios", packages: ["axios"] },
  { name: "ky", title: "ky", packages: ["ky"] },
  { name: "got", title: "got", packages: ["got"] },
  { name: "hey-api", title: "@hey-api/openapi-ts", packages: ["@hey-api/openapi-ts"] },
  {
    name: "codegen",
    title: "openapi-typescript-codegen",
    packages: ["openapi-typescript-codegen"],
  },
];

/** The contestant that the others are compared with. */
export const baseline = "fetch";

/** Whether a contestant is one of ours. */
export const isOurs = (contestant: string): boolean => contestant.startsWith("ours");

/** The kinds of call. */
export const shapes = {
  get: "GET, an answer of 1.5 kB",
  post: "POST, a body of 2 kB",
  large: "GET, an answer of 200 kB",
} as const;

/** The number of calls at a time. */
export const modes = { sequential: 1, concurrent: 50 } as const;

export type Shape = keyof typeof shapes;
export type Mode = keyof typeof modes;

export const modeNames: readonly Mode[] = ["sequential", "concurrent"];

/** The length of the measurement, in rounds and milliseconds. */
export interface Length {
  readonly rounds: number;
  /** The rounds before every contestant gets a new process, because the speed of processes differs by a few percent. */
  readonly roundsOfProcess: number;
  readonly round: number;
  /** The warm-up of each process, shape and mode before its first round. */
  readonly warmUp: number;
}

/** The parsed options. */
export interface CallsPlan {
  readonly contestants: readonly Contestant[];
  /** The titles of contestants whose file is not built. */
  readonly leftOut: readonly string[];
  readonly shapes: readonly Shape[];
  readonly length: Length;
  /** The Node that runs the contestants. */
  readonly node: string;
  /** The URL of the build, without a trailing slash. */
  readonly dist: string;
  /** The file for the figures. */
  readonly json: string | undefined;
}

const fullLength: Length = { rounds: defaultRounds.calls, roundsOfProcess: 3, round: 300, warmUp: 800 };
const quickLength: Length = { rounds: 5, roundsOfProcess: 5, round: 200, warmUp: 500 };

export function parseCallsPlan(args: readonly string[]): CallsPlan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      shapes: { type: "string" },
      rounds: { type: "string" },
      node: { type: "string", default: process.execPath },
      dist: { type: "string", default: "dist" },
      beside: { type: "string" },
      json: { type: "string" },
    },
  });
  const dist = resolveDist(values.dist);
  assertPeersInstalled();
  const all = [...contestants, ...(values.beside === undefined ? [] : besideOf(resolveDist(values.beside)))];
  const names = all.map(({ name }) => name);
  const only = selectNames(values.only, names);
  const wanted = all.filter(({ name }) => name === baseline || only.includes(name));
  const isThere = ({ needs }: Contestant) => needs === undefined || isBuilt(dist, needs);
  const length = values.quick ? quickLength : fullLength;
  return {
    contestants: wanted.filter(isThere),
    leftOut: wanted.filter((each) => !isThere(each)).map(({ title }) => title),
    shapes: selectNames(values.shapes, Object.keys(shapes)).filter(isShape),
    length: values.rounds === undefined ? length : { ...length, rounds: parseRounds(values.rounds) },
    node: findNode(values.node),
    dist,
    json: values.json,
  };
}

/** Another build of ours, as contestants of the same run. */
const besideOf = (dist: string): readonly Contestant[] => [
  { name: "ours-beside", title: "ours, the other build", client: "ours", dist },
  { name: "ours-undici-beside", title: "ours, the other build, undici", client: "ours-undici", dist },
];

const isShape = (name: string): name is Shape => Object.hasOwn(shapes, name);

function selectNames(list: string | undefined, all: readonly string[]): readonly string[] {
  if (list === undefined) return all;
  const names = list.split(",");
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new UserError(`not one of ${all.join(", ")}: ${unknown.join(", ")}`);
  return names;
}
