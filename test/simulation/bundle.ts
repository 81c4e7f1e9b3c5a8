import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Compiles the simulation into one file, in which nothing is loaded later: that would take real time.
 *
 * @param checkout the folder with `src`, which a deliberate break has changed
 */
export async function bundle(folder: string, checkout = join(here, "../..")): Promise<string> {
  const source = join(checkout, "src");
  const entryOf = (name: string) => [`@reg/sdk/${name}`, join(source, name, "index.ts")] as const;
  const outfile = join(folder, "simulation.mjs");
  await build({
    entryPoints: [join(checkout, "test/simulation/program.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: "inline",
    alias: {
      "@reg/sdk": join(source, "index.ts"),
      ...Object.fromEntries(["supplier", "lessor", "sandbox", "redis"].map(entryOf)),
    },
    // For CommonJS packages.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}
