/**
 * Generates clients from our own documents with the generators that we compare with, as their documentation shows it,
 * and makes of each a module for plain Node: `generated/<generator>/<api>/` and `generated/<generator>/<api>.mjs`.
 */
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { build } from "esbuild";
import codegen from "openapi-typescript-codegen";
import { Stamp } from "./stamp.mjs";

const here = new URL("./", import.meta.url);
const generated = new URL("generated/", here);
const apis = ["supplier", "lessor"];

const documentOf = (api) => fileURLToPath(new URL(`../../../openapi/${api}.yaml`, here));
const inThisFolder = (file) => fileURLToPath(new URL(file, here));

const generators = {
  "hey-api": {
    write: (input, path) =>
      createClient({
        input,
        output: { path },
        plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
        logs: { level: "silent", file: false },
      }),
    // The index does not export the client, which needs the address and the token.
    module: (folder) => `export * from "${folder}/index"; export { client } from "${folder}/client.gen";`,
  },
  "openapi-typescript-codegen": {
    write: (input, output) => codegen.generate({ input, output, httpClient: codegen.HttpClient.FETCH }),
    module: (folder) => `export * from "${folder}/index";`,
  },
};

/** Generates all, unless it has been done from the same documents. */
export async function generate() {
  const sources = [...apis.map(documentOf), ...["generate.mjs", "package-lock.json"].map(inThisFolder)];
  const stamp = new Stamp(new URL("made-from", generated), sources);
  if (stamp.isCurrent()) return;
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  for (const [name, { write, module }] of Object.entries(generators)) {
    for (const api of apis) {
      const folder = fileURLToPath(new URL(`${name}/${api}`, generated));
      await write(documentOf(api), folder);
      await build({
        stdin: { contents: module(`./${api}`), resolveDir: fileURLToPath(new URL(name, generated)) },
        outfile: `${folder}.mjs`,
        absWorkingDir: fileURLToPath(generated),
        bundle: true,
        format: "esm",
        platform: "node",
        target: "node20",
        logLevel: "warning",
      });
    }
  }
  stamp.write();
}
