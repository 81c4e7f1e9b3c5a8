import { describe, expect, test } from "vitest";
import { fill, isWritten } from "./page/page.js";
import { type RunLengths, rejectShortRuns } from "./page/runs.js";

const page =
  "# Heading\n\n<!-- begin a -->\nold\n<!-- end a -->\n\nprose\n<!-- begin b -->\n<!-- end b -->\n";

describe("fill", () => {
  test("replaces only the text between the markers", () => {
    expect(fill(page, "a", "new\n")).toBe(page.replace("\nold\n", "\n\nnew\n\n"));
  });

  test("returns an unchanged page if its content is unchanged", () => {
    const filled = fill(page, "b", "| $& |");
    expect(fill(filled, "b", "| $& |")).toBe(filled);
    expect(filled).toContain("| $& |");
  });

  test.each([
    ["no markers", ""],
    ["no end marker", "<!-- begin a -->"],
    ["no begin marker", "<!-- end a -->"],
    ["markers in the wrong order", "<!-- end a --> <!-- begin a -->"],
    ["two begin markers", "<!-- begin a --> <!-- begin a --> <!-- end a -->"],
    ["two end markers", "<!-- begin a --> <!-- end a --> <!-- end a -->"],
    ["an end marker before the begin marker", "<!-- end a --> <!-- begin a --> <!-- end a -->"],
  ])("rejects a page with %s", (_, text) => {
    expect(() => fill(text, "a", "new")).toThrow("the page");
  });
});

test("isWritten returns false if a part of the page is still to be written", () => {
  expect(isWritten(page)).toBe(true);
  expect(isWritten(`${page}\n_To be written._\n`)).toBe(false);
});

const calls = (rounds: number, round = 300) => ({
  length: { rounds, roundsOfProcess: 3, round, warmUp: 800 },
});
const fullRuns: RunLengths = {
  calls: { node20: calls(21), node24: calls(11) },
  weight: { rounds: 31 },
  typing: { rounds: 9 },
  memory: { sequential: [{ calls: 100_000 }, { calls: 100_000 }], concurrent: { calls: 10_000 } },
  sync: { unchanged: { vehicles: 1_000_000 } },
};
const { memory } = fullRuns;

describe("rejectShortRuns", () => {
  test("accepts full runs and longer ones", () => {
    expect(() => rejectShortRuns(fullRuns)).not.toThrow();
    expect(() => rejectShortRuns({ ...fullRuns, weight: { rounds: 40 } })).not.toThrow();
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
      "memory.json: 20000 sequential calls",
      { memory: { ...memory, sequential: [{ calls: 100_000 }, { calls: 20_000 }] } },
    ],
    ["memory.json: NaN sequential calls", { memory: { ...memory, sequential: [] } }],
    ["sync.json: 100000 unchanged vehicles", { sync: { unchanged: { vehicles: 100_000 } } }],
    ["memory.json: 2000 concurrent calls", { memory: { ...memory, concurrent: { calls: 2000 } } }],
  ])("rejects %s", (message, short) => {
    expect(() => rejectShortRuns({ ...fullRuns, ...short })).toThrow(message);
  });
});
