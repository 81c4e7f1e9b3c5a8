import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { pathOf } from "../child.js";
import { targetOf, type Way } from "./load-times.js";

/** What a load made Node read. Its own modules do not count. */
export interface LoadedFiles {
  readonly files: number;
  readonly bytes: number;
}

/** Counts the files that one load takes, in a process that is not measured. */
export function loadedFiles(way: Way, file: string): LoadedFiles {
  const args = [pathOf("loaded-files"), way, targetOf(way, file)];
  const paths: unknown = JSON.parse(execFileSync(process.execPath, args, { env: {}, encoding: "utf8" }));
  if (!Array.isArray(paths) || paths.length === 0) throw new Error(`${file} loaded nothing`);
  const sizes = paths.map((path: string) => statSync(path).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
