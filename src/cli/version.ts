import { existsSync, readFileSync } from "node:fs";

/**
 * The version of the package that a module belongs to. The nearest package.json with a version counts: those of the
 * build's own folders have none.
 *
 * @param module the address of the module, `file:` and so on
 * @throws Error if it belongs to no package
 */
export function versionOf(module: string): string {
  for (let folder = new URL(".", module); ; folder = new URL("..", folder)) {
    const version = versionIn(new URL("package.json", folder));
    if (version !== undefined) return version;
    if (folder.pathname === new URL("..", folder).pathname)
      throw new Error("no package.json with a version lies above");
  }
}

function versionIn(file: URL): string | undefined {
  if (!existsSync(file)) return undefined;
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
  return typeof version === "string" ? version : undefined;
}
