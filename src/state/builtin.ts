import { RegInputError } from "../errors/errors.js";

interface BuiltinModules {
  readonly "node:crypto": typeof import("node:crypto");
  readonly "node:fs": typeof import("node:fs");
  readonly "node:fs/promises": typeof import("node:fs/promises");
  readonly "node:path": typeof import("node:path");
  readonly "node:zlib": typeof import("node:zlib");
}

/**
 * Returns a module of Node.js. It is not imported, because the clients also run where there is none, and bundlers for
 * browsers and workers reject the import.
 *
 * @throws RegInputError if the runtime has no such module
 */
export function builtin<Name extends keyof BuiltinModules>(name: Name): BuiltinModules[Name] {
  const module = globalThis.process?.getBuiltinModule?.(name);
  if (module === undefined) throw new RegInputError("state", `needs ${name}: run it in Node.js, Deno or Bun`);
  return module as BuiltinModules[Name];
}
