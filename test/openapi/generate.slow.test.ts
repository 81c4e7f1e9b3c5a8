import { execFile } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, test } from "vitest";

// The generator runs on copies of the documents and of the generated files, because the tests change both.

const root = fileURLToPath(new URL("../..", import.meta.url));
const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** Copies the files that the generator reads and writes; `generate` runs it on the copy. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), "reg-generate-"));
  copies.push(copy);
  const pages = ["src/sandbox/LEDGER.md", "docs/job-queues.md"];
  for (const part of [
    "openapi",
    "src/contract",
    "src/errors",
    "src/generated",
    "src/values",
    "package.json",
    ...pages,
  ]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const generate = (...options: readonly string[]) =>
    new Promise<{ failed: boolean; errorOutput: string }>((resolve) => {
      execFile(
        process.execPath,
        ["--import", "tsx", "openapi/generate.ts", ...options],
        { cwd: copy },
        (error, _, errorOutput) => {
          resolve({ failed: error !== null, errorOutput });
        },
      );
    });
  return {
    generate,
    generated: (file: string) => join(copy, "src/generated", file),
    document: (file: string) => join(copy, "openapi", file),
    pages: pages.map((page) => join(copy, page)),
  };
}

/** Reads every file in a folder. */
function readFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

// `npm run generate -- --check` checks the committed files.
describe.concurrent("the generator", { timeout: 120_000 }, () => {
  /** Copies the project with one edited file, one missing file and one file too many. */
  function copyChangedProject() {
    const copy = copyProject();
    appendFileSync(copy.generated("supplier/operations.ts"), "// edited\n");
    rmSync(copy.generated("error-codes.ts"));
    writeFileSync(copy.generated("lessor/leftover.ts"), "");
    const [ledger = "", jobs = ""] = copy.pages;
    appendFileSync(ledger, "edited\n");
    writeFileSync(jobs, readFileSync(jobs, "utf8").replace("| `RegServerError` | yes", "| `RegServerError` | no"));
    return copy;
  }

  test("names the files that were changed or whose document was changed, and no others", async ({ expect }) => {
    const { generate, document } = copyChangedProject();
    const lessor = readFileSync(document("lessor.yaml"), "utf8");
    const renamed = lessor.replace("operationId: vehicles.get\n", "operationId: vehicles.read\n");
    expect(renamed).not.toBe(lessor);
    writeFileSync(document("lessor.yaml"), renamed);
    const { failed, errorOutput } = await generate("--check");
    expect(failed).toBe(true);
    for (const file of [
      "supplier/operations.ts",
      "error-codes.ts",
      "lessor/leftover.ts",
      "LEDGER.md",
      "job-queues.md",
    ]) {
      expect(errorOutput).toContain(file);
    }
    for (const file of ["lessor/operations.ts", "lessor/methods.ts"]) expect(errorOutput).toContain(file);
    for (const file of ["supplier/models.ts", "supplier/methods.ts"]) expect(errorOutput).not.toContain(file);
    expect(errorOutput).toContain("npm run generate");
  });

  test("restores changed files to the committed text", async ({ expect }) => {
    const { generate, generated, pages } = copyChangedProject();
    expect(await generate()).toEqual({ failed: false, errorOutput: "" });
    expect(readFiles(generated(""))).toEqual(readFiles(join(root, "src/generated")));
    const committed = [join(root, "src/sandbox/LEDGER.md"), join(root, "docs/job-queues.md")];
    const readAll = (files: readonly string[]) => files.map((file) => readFileSync(file, "utf8"));
    expect(readAll(pages)).toEqual(readAll(committed));
  });
});
