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

// The generator runs on copies of the documents and of what it wrote, so that a test may spoil both.

const root = fileURLToPath(new URL("../..", import.meta.url));
const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** A copy of what the generator reads and writes, and a way to run it there. */
function workbench() {
  const copy = mkdtempSync(join(tmpdir(), "reg-generate-"));
  copies.push(copy);
  for (const part of ["openapi", "src/generated", "package.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const generate = (...options: readonly string[]) =>
    new Promise<{ failed: boolean; complaint: string }>((resolve) => {
      execFile(
        process.execPath,
        ["--import", "tsx", "openapi/generate.ts", ...options],
        { cwd: copy },
        (error, _, complaint) => {
          resolve({ failed: error !== null, complaint });
        },
      );
    });
  return {
    generate,
    generated: (file: string) => join(copy, "src/generated", file),
    document: (file: string) => join(copy, "openapi", file),
  };
}

/** Every file of a folder with its text. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

// That it finds what is committed to match the documents, is what `npm run drift` says.
describe.concurrent("the generator", { timeout: 120_000 }, () => {
  /** A bench on which a file was edited, one is missing, and one is there without reason. */
  function spoiled() {
    const bench = workbench();
    appendFileSync(bench.generated("supplier/operations.ts"), "// edited\n");
    rmSync(bench.generated("error-codes.ts"));
    writeFileSync(bench.generated("lessor/leftover.ts"), "");
    return bench;
  }

  test("names exactly the files that were changed or whose document was changed", async ({ expect }) => {
    const { generate, document } = spoiled();
    const lessor = readFileSync(document("lessor.yaml"), "utf8");
    const renamed = lessor.replace("operationId: vehicles.get\n", "operationId: vehicles.read\n");
    expect(renamed).not.toBe(lessor);
    writeFileSync(document("lessor.yaml"), renamed);
    const { failed, complaint } = await generate("--check");
    expect(failed).toBe(true);
    for (const file of ["supplier/operations.ts", "error-codes.ts", "lessor/leftover.ts"]) {
      expect(complaint).toContain(file);
    }
    for (const file of ["lessor/operations.ts", "lessor/methods.ts"]) expect(complaint).toContain(file);
    for (const file of ["supplier/schema.ts", "supplier/methods.ts"]) expect(complaint).not.toContain(file);
    expect(complaint).toContain("npm run generate");
  });

  test("restores changed files to the committed text", async ({ expect }) => {
    const { generate, generated } = spoiled();
    expect(await generate()).toEqual({ failed: false, complaint: "" });
    expect(contents(generated(""))).toEqual(contents(join(root, "src/generated")));
  });
});
