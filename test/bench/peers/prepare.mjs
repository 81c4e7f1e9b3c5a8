/**
 * Installs the peers and generates the clients; does nothing where that has been done.
 *
 *   npm run bench:peers
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Stamp } from "./stamp.mjs";

const here = new URL("./", import.meta.url);
const installed = new Stamp(new URL("node_modules/installed-from", here), [
  new URL("package-lock.json", here),
]);
if (!installed.isCurrent()) {
  const { status } = spawnSync("npm", ["ci"], { cwd: fileURLToPath(here), stdio: "inherit" });
  if (status !== 0) process.exit(1);
  installed.write();
}
const { generate } = await import("./generate.mjs");
await generate();
