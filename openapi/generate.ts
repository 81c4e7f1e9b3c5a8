/**
 * Writes src/generated and src/sandbox/LEDGER.md from the OpenAPI documents and ledger.yaml, and the table of
 * docs/job-queues.md from src/errors. With `--check` it writes nothing, and fails if what it would write differs from
 * what is there.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { capitalize } from "../src/base/text.js";
import { writeAssumptions } from "./generator/assumptions.js";
import { writeBodies } from "./generator/bodies.js";
import { readDocument } from "./generator/document.js";
import { writeErrorCodes } from "./generator/error-codes.js";
import { writeJobPage } from "./generator/job-table.js";
import { readLedger } from "./generator/ledger.js";
import { writeLedgerPage } from "./generator/ledger-page.js";
import { writeModels } from "./generator/models.js";
import { writeOpenPlaces } from "./generator/open-places.js";
import { writeOperationTable } from "./generator/operation-table.js";
import { writeMethods, writeRoutes } from "./generator/operation-types.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = "src/generated";
const jobPage = "docs/job-queues.md";

/** The text of each file by its path in the project. */
async function generate(): Promise<Map<string, string>> {
  const ledger = readLedger(new URL("ledger.yaml", import.meta.url));
  const documents = {
    supplier: readDocument(new URL("supplier.yaml", import.meta.url)),
    lessor: readDocument(new URL("lessor.yaml", import.meta.url)),
  };
  const files = new Map([
    ["src/sandbox/LEDGER.md", writeLedgerPage(documents, ledger)],
    [jobPage, writeJobPage(readFileSync(join(root, jobPage), "utf8"))],
    [`${target}/error-codes.ts`, writeErrorCodes(documents.supplier, "supplier.yaml")],
  ]);
  const facts = Object.values(ledger).flat();
  for (const api of ["supplier", "lessor"] as const) {
    const source = `${api}.yaml`;
    const name = capitalize(api);
    const document = documents[api];
    const folder = `${target}/${api}`;
    files.set(`${folder}/models.ts`, await writeModels(document, source));
    files.set(`${folder}/operations.ts`, writeOperationTable(document, source, api));
    files.set(`${folder}/bodies.ts`, writeBodies(document, source, api));
    files.set(`${folder}/assumptions.ts`, writeAssumptions(document, facts, { source, api }));
    files.set(`${folder}/open-places.ts`, writeOpenPlaces(document, source, api));
    files.set(`${folder}/methods.ts`, writeMethods(document, source, name));
    files.set(`${folder}/routes.ts`, writeRoutes(document, source, name));
  }
  return files;
}

/** The files that are missing or differ, and those in src/generated that nothing writes. */
function listDifferences(files: ReadonlyMap<string, string>): string[] {
  const changed = [...files].filter(
    ([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), "utf8") !== text,
  );
  const present = readdirSync(join(root, target), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return [...changed.map(([file]) => file), ...present.filter((file) => !files.has(file))];
}

const files = await generate();
if (process.argv.includes("--check")) {
  const differences = listDifferences(files);
  if (differences.length > 0) {
    console.error(`These files do not match their sources: ${differences.join(", ")}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  rmSync(join(root, target), { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
