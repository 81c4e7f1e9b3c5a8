import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readAdaptedReport, writeFirstAdapter } from "../../src/cli/first-adapter.js";
import type { ServiceAdapter } from "../../src/index.js";
import { writeDeclarations } from "../../src/shapes/declarations.js";
import { mergeShapes, noShapes } from "../../src/shapes/shapes.js";
import { compileProject, examples, root } from "../support/compile.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

const [declarations, module] = [join(root, "reg-fields.d.ts"), join(root, "adapter.mjs")];

/** What is learned from a run of reg verify, by way of its JSON. */
function learn({ reports }: Verified) {
  const given = reports.map((each) => readAdaptedReport(JSON.parse(JSON.stringify(each)), "verify.json"));
  const shapes = reports.map((each) => each.shapes).reduce(mergeShapes, noShapes);
  return { adapter: writeFirstAdapter(given).text, types: writeDeclarations(shapes, ["Learned."]).text };
}

/** Loads a module as reg verify --adapter does. */
async function load(text: string): Promise<ServiceAdapter> {
  const folder = await mkdtemp(join(tmpdir(), "reg-adapter-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "adapter.mjs"), text);
  return (await import(/* @vite-ignore */ join(folder, "adapter.mjs"))).default;
}

describe.each(["five", "fifteen", "forty"] as const)("what is learned from the profile %s", (profile) => {
  const verified = runVerify(createService(profiles[profile]), { write: true });

  it("compiles with strict settings, together with all examples", { timeout: 60_000 }, async () => {
    const { adapter, types } = learn(await verified);
    const { problemsOf } = compileProject({ [module]: adapter, [declarations]: types }, { further: examples });
    expect(types.length).toBeGreaterThan(1000);
    for (const file of [module, declarations, ...examples]) expect([file, ...problemsOf(file)]).toEqual([file]);
  });

  it("is an adapter with which reg verify reports the marked places only", { timeout: 60_000 }, async () => {
    const { adapter } = learn(await verified);
    const marks = adapter.split("\n").flatMap((line) => (line.includes("// TODO ") ? [line.trim()] : []));
    const { reports } = await runVerify(createService(profiles[profile]), {
      write: true,
      adapter: await load(adapter),
    });
    const unmarked = reports.flatMap(({ differences, withoutSuccess }) => [
      ...differences.filter(({ pointer }) => !marks.some((mark) => mark.includes(`${pointer || "the body"}: `))),
      ...withoutSuccess.filter(({ operationId }) => !adapter.includes(`"${operationId}": {\n      // TODO It never`)),
    ]);
    expect(unmarked).toEqual([]);
    const before = (await verified).reports.flatMap(({ differences }) => differences);
    const after = reports.flatMap(({ differences }) => differences);
    expect(after.length).toBeLessThan(before.length / 2);
    if (profile === "five") expect(after).toEqual([]);
  });
});
