import fc from "fast-check";
import { expect, it } from "vitest";
import { lineTransitions } from "../../src/supplier/phases/line-status.js";
import { type Phase, phaseTransitions } from "../../src/supplier/phases/phases.js";
import { lineRow, phaseRow } from "./model/attempt.js";
import { beginnings } from "./model/beginnings.js";
import { Bench } from "./model/bench.js";
import { walks } from "./model/commands.js";
import { exists, isPossible, methods, operationId } from "./model/operations.js";
import type { Model } from "./model/state.js";
import { Statistics } from "./model/statistics.js";

const phases: readonly Phase[] = ["Draft", "Lessor", "Response", "Invoicing", "Archived"];

/** From so many walks on, every operation must have been met in every phase; with this seed, no more are needed. */
const some = { walks: 180, seed: 4 };

/** From so many on, with every outcome that the tables speak of, and every row of them must have been taken. */
const many = 2_000;

// `npm run walks` makes enough of them. FC_RUNS and FC_SEED are for whoever looks for more, or repeats a failure with the
// seed that it shows; WALKS_REPORT=1 prints how often each phase, operation and outcome was met.
const { FC_RUNS, FC_SEED, WALKS, WALKS_REPORT } = process.env;
const numRuns = Number(FC_RUNS ?? WALKS ?? some.walks);
const seed = Number(FC_SEED ?? (numRuns === some.walks ? some.seed : 20_260_615));

it(`the sandbox goes by the tables on ${numRuns} random walks`, { timeout: 300_000 }, async () => {
  const bench = new Bench();
  const statistics = new Statistics();
  const property = fc.asyncProperty(beginnings(statistics), walks(statistics), async (beginning, rest) => {
    statistics.walks += 1;
    const now = await bench.begin();
    const model: Model = { now, requests: [], removed: [] };
    await fc.asyncModelRun(() => ({ model, real: bench }), [...beginning, ...rest]);
  });
  await fc.assert(property, { numRuns, seed });
  const { walks: count, commands, triples } = statistics;
  console.log(
    `${count} walks, ${commands} commands, ${bench.sent} requests, ${triples} triples of phase, operation and outcome (seed ${seed})`,
  );
  if (WALKS_REPORT !== undefined) console.log(statistics.report());

  expect(bench.defects).toEqual([]);
  if (numRuns >= some.walks)
    expect(notMet(statistics), "operations that were not met in a phase").toEqual([]);
  if (numRuns >= many) {
    expect(notDone(statistics), "operations that were never answered as the phase wants it").toEqual([]);
    expect(notTaken(statistics), "rows of the tables that were not taken as expected").toEqual([]);
  }
});

/** Every operation on a request, with each phase. */
const pairs = (["service", "damage"] as const).flatMap((kind) =>
  methods
    .filter((method) => exists(operationId(kind, method)))
    .flatMap((method) =>
      phases.map((phase) => ({ kind, method, phase, operation: operationId(kind, method) })),
    ),
);

/** Whatever the outcome. */
function notMet(statistics: Statistics): string[] {
  return pairs
    .filter(({ phase, operation }) => statistics.count(phase, operation) === 0)
    .map(({ phase, operation }) => `${phase} ${operation}`);
}

/** What is possible must have succeeded, and what is not must have been refused. */
function notDone(statistics: Statistics): string[] {
  return pairs
    .filter(({ kind, method, phase, operation }) => {
      const first = isPossible(kind, method, phase) ? "2" : "4";
      return statistics.count(phase, operation, (status) => status.startsWith(first)) === 0;
    })
    .map(({ phase, operation }) => `${phase} ${operation}`);
}

/** A line waits for the lessor in the Lessor phase only, where the supplier can do nothing to it. */
const unreachable = (["write", "cancel", "submit"] as const).map((trigger) =>
  lineRow("ApprovalRequested", trigger),
);

/** Rows that were never taken, and ones that were although they cannot be reached. */
function notTaken(statistics: Statistics): string[] {
  const rows = [
    ...phaseTransitions.map(phaseRow),
    ...lineTransitions.map(({ from, trigger }) => lineRow(from, trigger)),
  ];
  return rows.filter((row) => statistics.hasRow(row) === unreachable.includes(row));
}
