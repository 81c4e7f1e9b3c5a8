import { expect, test } from "vitest";
import { type RunLengths, rejectShortRuns } from "./runs.js";

const calls = (rounds: number, round = 300) => ({
  length: { rounds, roundsOfProcess: 3, round, warmUp: 800 },
});
const whole: RunLengths = {
  calls: { node20: calls(21), node24: calls(11) },
  weight: { rounds: 31 },
  typing: { rounds: 9 },
  memory: { sequential: [{ calls: 100_000 }, { calls: 100_000 }], concurrent: { calls: 10_000 } },
};
const { memory } = whole;

test("takes whole runs, and longer ones", () => {
  expect(() => rejectShortRuns(whole)).not.toThrow();
  expect(() => rejectShortRuns({ ...whole, weight: { rounds: 40 } })).not.toThrow();
});

test.each<[string, Partial<RunLengths>]>([
  ["calls.node20.json: 10 rounds, not 11", { calls: { node20: calls(10), node24: calls(11) } }],
  ["calls.node24.json: 5 rounds, not 11", { calls: { node20: calls(11), node24: calls(5, 200) } }],
  [
    "calls.node24.json: 200 ms for a round, not 300",
    { calls: { node20: calls(11), node24: calls(21, 200) } },
  ],
  ["weight.json: 30 rounds, not 31", { weight: { rounds: 30 } }],
  ["weight.json: NaN rounds, not 31", { weight: { rounds: Number.NaN } }],
  ["typing.json: 7 rounds, not 9", { typing: { rounds: 7 } }],
  [
    "memory.json: 20000 calls one after the other",
    { memory: { ...memory, sequential: [{ calls: 100_000 }, { calls: 20_000 }] } },
  ],
  ["memory.json: NaN calls one after the other", { memory: { ...memory, sequential: [] } }],
  ["memory.json: 2000 calls at once", { memory: { ...memory, concurrent: { calls: 2000 } } }],
])("refuses %s", (message, other) => {
  expect(() => rejectShortRuns({ ...whole, ...other })).toThrow(message);
});
