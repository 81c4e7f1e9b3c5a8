import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Mistake } from "./command.js";

/** The address of a built package, without a slash at its end; fails if there is none. */
export function distAt(folder: string): string {
  const dist = pathToFileURL(folder).href.replace(/\/$/, "");
  mustBeBuilt(new URL(`${dist}/esm/index.js`));
  return dist;
}

/** Whether a file of the built package is there. */
export function isBuilt(dist: string, file: string): boolean {
  return existsSync(new URL(`${dist}/${file}`));
}

/** Fails if a file of the built package is not there. */
export function mustBeBuilt(file: string | URL): void {
  if (!existsSync(file)) throw new Mistake("the package is not built: run npm run build first");
}
