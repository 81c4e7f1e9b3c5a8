/**
 * Installs the peers if package-lock.json has changed since, and generates the client of hey-api as one module, unless
 * the argument is `--only-install`.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { importPeer } from "./import.mjs";

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));
const changedAt = (file) => statSync(pathOf(file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt("package-lock.json") > changedAt("node_modules/.package-lock.json")) {
  const { status } = spawnSync("npm", ["ci"], { cwd: pathOf("."), stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

if (process.argv[2] === "--only-install") process.exit();

const { createClient } = await importPeer("@hey-api/openapi-ts");
await createClient({
  input: pathOf("../../../openapi/supplier.yaml"),
  output: { path: pathOf("generated/hey-api") },
  plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
  logs: { level: "silent", file: false },
});
await build({
  stdin: {
    // The index does not export the client, which needs the address and the token.
    contents: 'export * from "./hey-api/index"; export { client } from "./hey-api/client.gen";',
    resolveDir: pathOf("generated"),
  },
  outfile: pathOf("generated/hey-api.mjs"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
});
