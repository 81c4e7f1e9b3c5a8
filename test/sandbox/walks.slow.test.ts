import fc from "fast-check";
import { expect, it } from "vitest";
import { Driver } from "./model/driver.js";
import type { Model } from "./model/model.js";
import { notDone, notMet, notTaken, Statistics } from "./model/statistics.js";
import { beginnings, walks } from "./model/walks.js";

/** With this number of walks, every operation must be called in every phase; this seed needs no more. */
const some = { walks: 180, seed: 4 };

/** With this number, every operation must have every outcome of the tables, and every transition must be taken. */
const many = 2_000;

// `npm run walks` runs enough walks. FC_RUNS and FC_SEED run more, or repeat a failure with the seed that it prints;
// WALKS_REPORT=1 prints how often each phase, operation and outcome occurred.
const { FC_RUNS, FC_SEED, WALKS, WALKS_REPORT } = process.env;
const numRuns = Number(FC_RUNS ?? WALKS ?? some.walks);
const seed = Number(FC_SEED ?? (numRuns === some.walks ? some.seed : 20_260_615));

it(`the sandbox follows the transition tables on ${numRuns} random walks`, { timeout: 300_000 }, async () => {
  const driver = new Driver();
  const statistics = new Statistics();
  const property = fc.asyncProperty(beginnings(statistics), walks(statistics), async (beginning, rest) => {
    statistics.walks += 1;
    const now = await driver.begin();
    const model: Model = { now, requests: [], removed: [] };
    await fc.asyncModelRun(() => ({ model, real: driver }), [...beginning, ...rest]);
  });
  await fc.assert(property, { numRuns, seed });
  const { walks: count, commands, triples } = statistics;
  console.log(
    `${count} walks, ${commands} commands, ${driver.sent} requests, ${triples} triples of phase, operation and outcome (seed ${seed})`,
  );
  if (WALKS_REPORT !== undefined) console.log(statistics.report());

  expect(driver.defects).toEqual([]);
  if (numRuns >= some.walks)
    expect(notMet(statistics), "operations that were not called in a phase").toEqual([]);
  if (numRuns >= many) {
    expect(notDone(statistics), "operations that never had the outcome of the phase").toEqual([]);
    expect(notTaken(statistics), "transitions that were not taken as expected").toEqual([]);
  }
});
