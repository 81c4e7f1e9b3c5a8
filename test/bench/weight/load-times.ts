import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pathOf } from "../child.js";
import { median } from "../median.js";
import type { Subject } from "./subjects.js";

/** How a program gets hold of a package. */
export type Way = "import" | "require";

/** How long a cold load takes: medians over many processes, in milliseconds beyond those of an empty module. */
export interface LoadTimes {
  /** What an empty module takes by itself. */
  readonly empty: Readonly<Record<Way, number>>;
  /** By the subject's name. */
  readonly import: ReadonlyMap<string, number>;
  /** By the subject's name; without those that are ES modules only. */
  readonly require: ReadonlyMap<string, number>;
}

interface Lane {
  readonly name: string;
  readonly way: Way;
  readonly file: string;
  readonly found: number[];
}

const run = promisify(execFile);
const empty = "an empty module";

/** Loads each subject in turn, each time in a process of its own, round after round. */
export async function loadTimes(subjects: readonly Subject[], rounds: number): Promise<LoadTimes> {
  const lanes = [emptyLane("import", "empty.mjs"), emptyLane("require", "empty.cjs"), ...lanesOf(subjects)];
  // The first round only fills the caches of the file system.
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      const took = await loadTime(lane.way, lane.file);
      if (round > 0) lane.found.push(took);
    }
  }
  const times = (way: Way) =>
    new Map(lanes.filter((lane) => lane.way === way).map(({ name, found }) => [name, median(found)]));
  const [imported, required] = [beyondEmpty(times("import")), beyondEmpty(times("require"))];
  return {
    empty: { import: imported.empty, require: required.empty },
    import: imported.others,
    require: required.others,
  };
}

function emptyLane(way: Way, program: string): Lane {
  return { name: empty, way, file: pathOf("empty").replace(/empty\.mjs$/, program), found: [] };
}

function lanesOf(subjects: readonly Subject[]): readonly Lane[] {
  return subjects.flatMap(({ name, file, commonJs }) => [
    { name, way: "import" as const, file, found: [] },
    ...(commonJs === undefined ? [] : [{ name, way: "require" as const, file: commonJs, found: [] }]),
  ]);
}

function beyondEmpty(medians: ReadonlyMap<string, number>) {
  const base = medians.get(empty) ?? Number.NaN;
  const others = [...medians].filter(([name]) => name !== empty);
  return { empty: base, others: new Map(others.map(([name, took]) => [name, took - base])) };
}

/** What `import` takes an address for, `require` takes a path for. */
export function targetOf(way: Way, file: string): string {
  return way === "import" ? pathToFileURL(file).href : file;
}

async function loadTime(way: Way, file: string): Promise<number> {
  // Without our environment, which may hold options for Node.
  const { stdout } = await run(process.execPath, [pathOf("load-time"), way, targetOf(way, file)], {
    env: {},
  });
  const took = Number(stdout);
  if (!(took > 0)) throw new Error(`${file} gave no time: ${stdout}`);
  return took;
}
