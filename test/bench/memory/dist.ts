import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The address of a built package, without a slash at its end; fails if there is none. */
export function distAt(folder: string): string {
  const dist = pathToFileURL(folder).href;
  if (!isBuilt(dist, "esm/index.js")) throw new Error("something is missing: run npm run build first");
  return dist;
}

/** Whether a file of the built package is there. */
export function isBuilt(dist: string, file: string): boolean {
  return existsSync(new URL(`${dist}/${file}`));
}
