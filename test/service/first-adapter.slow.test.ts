import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceAdapter } from "@reg/sdk";
import type { OperationAdapter } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { readAdaptedReport, writeFirstAdapter } from "../../src/cli/first-adapter.js";
import { writeDeclarations } from "../../src/document/shapes/declarations.js";
import { mergeShapes, noShapes } from "../../src/document/shapes/shapes.js";
import { compileProject, root } from "../support/compile.js";
import { temporaryFolder } from "../support/folder.js";
import fifteen from "./fifteen.js";
import { createClients, journeys } from "./journeys.js";
import { profiles } from "./profiles.js";
import { createService } from "./service.js";
import { runVerify, type Verified } from "./verify.js";

const [declarations, module] = [join(root, "reg-fields.d.ts"), join(root, "adapter.mjs")];

/** What is learned from a run of the command verify, by way of its JSON. */
function learn({ reports }: Verified) {
  const given = reports.map((each) => readAdaptedReport(JSON.parse(JSON.stringify(each)), "verify.json"));
  const shapes = reports.map((each) => each.shapes).reduce(mergeShapes, noShapes);
  return { adapter: writeFirstAdapter(given).text, types: writeDeclarations(shapes, ["Learned."]).text };
}

/** Loads a module as the command verify --adapter does. */
async function load(text: string): Promise<ServiceAdapter> {
  const folder = temporaryFolder();
  await writeFile(join(folder, "adapter.mjs"), text);
  return (await import(/* @vite-ignore */ join(folder, "adapter.mjs"))).default;
}

/** What a person writes at the marks of the profile of fifteen. */
const completions: readonly (readonly [marked: string, completed: string])[] = [
  ["// TODO /hasMore: it may be missing without the documented wrapper", "message.body.hasMore ??= false;"],
  [
    '"/data/status", (text) => text',
    '"/data/status", (text) => text[0] + text.slice(1).toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase())',
  ],
  [
    '"/data/appointment/workshopDate", (value) => value',
    '"/data/appointment/workshopDate", (value) => value.slice(0, 10)',
  ],
  [
    '"/errors", (value) => value',
    '"/errors", (value) => Object.entries(value).flatMap(([fieldName, texts]) => texts.map((text) => ({ code: text.split(": ")[0], description: text.split(": ")[1], context: { fieldName } })))',
  ],
  ['// path: "/v2/lessor/{lessorId}"', 'path: "/v2/lessors/{lessorId}"'],
];

it("works for all calls and workflows once a person has completed it", { timeout: 60_000 }, async () => {
  const verified = await runVerify(createService(profiles.fifteen), { write: true });
  let { adapter: text } = learn(verified);
  for (const [marked, completed] of completions) {
    expect(text).toContain(marked);
    text = text.replaceAll(marked, completed);
  }
  const learned = await load(text);
  // What only requests and open bodies show, which no run of the command verify can see, is written by hand.
  const byHand = Object.entries(fifteen.supplier ?? {}).map(([id, each]) => {
    const { error: _, ...functions } = (each ?? {}) as OperationAdapter;
    return [id, { ...functions, ...learned.supplier?.[id as keyof typeof learned.supplier] }];
  });
  const adapter: ServiceAdapter = {
    supplier: { ...learned.supplier, ...Object.fromEntries(byHand) },
    lessor: { ...learned.lessor, ...fifteen.lessor },
  };
  const { reports, failures } = await runVerify(createService(profiles.fifteen), { write: true, adapter });
  expect(failures).toEqual([]);
  expect(reports.flatMap(({ differences, withoutSuccess }) => [...differences, ...withoutSuccess])).toEqual([]);
  for (const run of Object.values(journeys)) await run(createClients(createService(profiles.fifteen), { adapter }));
});

describe.each(["five", "fifteen"] as const)("what is learned from the profile %s", (profile) => {
  const verified = runVerify(createService(profiles[profile]), { write: true });

  it("compiles with strict settings", { timeout: 60_000 }, async () => {
    const { adapter, types } = learn(await verified);
    const { problemsOf } = compileProject({ [module]: adapter, [declarations]: types });
    expect(types.length).toBeGreaterThan(1000);
    for (const file of [module, declarations]) expect([file, ...problemsOf(file)]).toEqual([file]);
  });

  it("is an adapter with which the command verify reports the marked places only", { timeout: 60_000 }, async () => {
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
