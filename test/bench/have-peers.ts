import { existsSync } from "node:fs";
import { Mistake } from "./command.js";

/** Fails unless the peers are installed in their folder, and the clients made that are generated. */
export function mustHavePeers(folder: URL = new URL("peers/", import.meta.url)): void {
  const isThere = (path: string) => existsSync(new URL(path, folder));
  if (!isThere("node_modules/installed-from") || !isThere("generated/made-from"))
    throw new Mistake("the peers are missing: run npm run bench:peers first");
}
