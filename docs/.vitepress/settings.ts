import { fileURLToPath } from "node:url";
import { entry as entryPoints } from "../../tsup.config.js";

/** The folder of the project. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The path under which the site is served, with a slash at both ends: set `DOCS_BASE` for another one. */
export const base = process.env["DOCS_BASE"] ?? "/";

const packageName = "@reg/sdk";

/** The entry points of the package: their source, TypeDoc's name for it, and the name that programs import. */
export const modules = Object.entries(entryPoints).map(([entry, source]) => {
  const folder = entry.replace(/\/index$/, "");
  return { source, folder, name: folder === "index" ? packageName : `${packageName}/${folder}` };
});
