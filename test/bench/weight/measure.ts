import { type BundleSize, bundleSize } from "./bundle.js";
import { type LoadTimes, loadTimes, type Way } from "./load-times.js";
import { type LoadedFiles, loadedFiles } from "./loaded-files.js";
import { optionalPeers, ourEntryPoints, peers, type Subject } from "./subjects.js";

/** The weight of one subject. */
export interface Weight {
  readonly name: string;
  readonly import: Load;
  /** Undefined for what is made of ES modules only. */
  readonly require: Load | undefined;
  readonly bundle: BundleSize;
}

/** What one way of loading costs. */
export interface Load extends LoadedFiles {
  /** Milliseconds beyond those of an empty module. */
  readonly milliseconds: number;
}

/** All that `npm run bench:weight` finds. */
export interface Weights {
  readonly rounds: number;
  /** Milliseconds that an empty module takes by itself. */
  readonly empty: LoadTimes["empty"];
  readonly ours: readonly Weight[];
  readonly peers: readonly Weight[];
}

/** Weighs our entry points and the peers, all in the same rounds. */
export async function weigh(rounds: number): Promise<Weights> {
  const [ours, others] = [ourEntryPoints(), peers()];
  const times = await loadTimes([...ours, ...others], rounds);
  return {
    rounds,
    empty: times.empty,
    ours: await Promise.all(ours.map((each) => weightOf(each, times, optionalPeers()))),
    peers: await Promise.all(others.map((each) => weightOf(each, times, []))),
  };
}

async function weightOf(subject: Subject, times: LoadTimes, external: readonly string[]): Promise<Weight> {
  const { name, file, commonJs } = subject;
  const load = (way: Way, path: string): Load => ({
    milliseconds: times[way].get(name) ?? Number.NaN,
    ...loadedFiles(way, path),
  });
  return {
    name,
    import: load("import", file),
    require: commonJs === undefined ? undefined : load("require", commonJs),
    bundle: await bundleSize(file, external),
  };
}
