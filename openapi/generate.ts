/**
 * Writes src/generated from the two OpenAPI documents. With `--check` it writes nothing, and fails if what it
 * would write differs from what is there.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assumptionTypes, writeAssumptions } from "./generator/assumptions.js";
import { bodyTypes, writeBodies } from "./generator/bodies.js";
import { readDocument } from "./generator/document.js";
import { writeErrorCodes } from "./generator/error-codes.js";
import { holeTypes, writeHoles } from "./generator/holes.js";
import { openTypes, writeModels } from "./generator/models.js";
import { tableTypes, writeOperationTable } from "./generator/operation-table.js";
import { writeMethods, writeRoutes } from "./generator/operation-types.js";
import { pascalCase } from "./generator/text.js";
import { rulesByReading } from "./ledger/by-reading.js";

const target = fileURLToPath(new URL("../src/generated/", import.meta.url));

async function generate(): Promise<Map<string, string>> {
  const files = new Map([
    ["open.ts", openTypes],
    ["assumptions.ts", assumptionTypes],
    ["bodies.ts", bodyTypes],
    ["holes.ts", holeTypes],
    ["table.ts", tableTypes],
  ]);
  for (const api of ["supplier", "lessor"] as const) {
    const source = `${api}.yaml`;
    const name = pascalCase(api);
    const document = readDocument(new URL(source, import.meta.url));
    files.set(`${api}/models.ts`, await writeModels(document, source));
    files.set(`${api}/operations.ts`, writeOperationTable(document, source, api));
    files.set(`${api}/bodies.ts`, writeBodies(document, source, api));
    files.set(`${api}/assumptions.ts`, writeAssumptions(document, rulesByReading[api], { source, api }));
    files.set(`${api}/holes.ts`, writeHoles(document, source, api));
    files.set(`${api}/methods.ts`, writeMethods(document, source, name));
    files.set(`${api}/routes.ts`, writeRoutes(document, source, name));
    if (Object.keys(document.codes).length > 0)
      files.set("error-codes.ts", writeErrorCodes(document, source));
  }
  return files;
}

function filesThere(): string[] {
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(target, join(entry.parentPath, entry.name)));
}

/** The files that are missing, differ or are there without reason. */
function drift(files: ReadonlyMap<string, string>): string[] {
  const there = new Set(filesThere());
  const changed = [...files].filter(
    ([file, text]) => !there.has(file) || readFileSync(join(target, file), "utf8") !== text,
  );
  return [...changed.map(([file]) => file), ...[...there].filter((file) => !files.has(file))];
}

const files = await generate();
if (process.argv.includes("--check")) {
  const drifted = drift(files);
  if (drifted.length > 0) {
    console.error(
      `src/generated does not match the OpenAPI documents: ${drifted.join(", ")}. Run \`npm run generate\`.`,
    );
    process.exitCode = 1;
  }
} else {
  rmSync(target, { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), text);
  }
}
