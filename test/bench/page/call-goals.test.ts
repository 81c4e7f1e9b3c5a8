import { expect, test } from "vitest";
import { contestants } from "../calls/contestants.js";
import { callGoalsTable } from "./call-goals.js";

const figures = (ratio: number) => ({ time: { ratio }, cpu: { ratio } });
const rowFor = (contestant: string, ratio: number) => ({
  contestant,
  sequential: figures(ratio),
  concurrent: figures(ratio),
});

const others = contestants.map(({ name }) => name).filter((name) => !name.startsWith("ours"));
const rows = [rowFor("ours", 1.1), rowFor("ours-undici", 0.4), ...others.map((name) => rowFor(name, 1.25))];
const all = { tables: (["get", "post", "large"] as const).map((shape) => ({ shape, rows })) };

/** The cells of one goal: first those of Node 20. */
function cellsFor(goal: string, node20: Parameters<typeof callGoalsTable>[0]["node20"]): readonly string[] {
  const lines = callGoalsTable({ node20, node24: all }).split("\n");
  const line = lines.find((each) => each.startsWith(`| ${goal} |`));
  return (line ?? "").split(" | ").slice(2, 5);
}

const without = (name: string, shape = "get") => ({
  tables: all.tables.map((each) =>
    each.shape === shape ? { ...each, rows: rows.filter(({ contestant }) => contestant !== name) } : each,
  ),
});

const beside = "50 at a time, beside the fastest of openapi-fetch, ky, got and hey-api";
const besideAll = "undici transport, 50 at a time, beside the fastest other but undici.request";

test("shows what was measured beside the fastest of the others", () => {
  expect(cellsFor("50 at a time", all)).toEqual(["1.10", "1.10", "1.10"]);
  expect(cellsFor(beside, all)).toEqual(["0.88", "0.88", "0.88"]);
  expect(cellsFor(besideAll, all)).toEqual(["0.32", "0.32", "0.32"]);
});

test.each([
  [beside, "got"],
  [beside, "ours"],
  [besideAll, "codegen"],
  [besideAll, "axios"],
  [besideAll, "ours-undici"],
  ["one at a time", "ours"],
  ["undici transport, 50 at a time", "ours-undici"],
])("%s, without %s: not measured", (goal, name) => {
  const [get, post] = cellsFor(goal, without(name));
  expect(get).toBe("✗ not measured");
  expect(post).not.toContain("✗");
});

test("a rival whose figure is no number was not measured", () => {
  const broken = JSON.parse(JSON.stringify({ tables: [{ shape: "get", rows: [...rows.slice(0, -1)] }] }));
  broken.tables[0].rows.push(JSON.parse(JSON.stringify(rowFor(others.at(-1) ?? "", Number.NaN))));
  expect(cellsFor(besideAll, broken)[0]).toBe("✗ not measured");
});

test("a kind of call that is missing was not measured", () => {
  expect(cellsFor("50 at a time", { tables: all.tables.slice(0, 2) })).toEqual([
    "1.10",
    "1.10",
    "✗ not measured",
  ]);
});
