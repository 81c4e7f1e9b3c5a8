import { describe, expect, it } from "vitest";
import { openRecorder, openSync } from "./support.js";

const rows = ["AB-0-CD;x", "AB-2-CD;19", "AB-3-CD;x"];

/** Sends rows of a plate and a note, and returns a function that runs the command with others. */
async function openFleet() {
  const { path, save, run, readReport } = await openSync();
  const { env, received } = await openRecorder();
  const heading = "licensePlate;vehicle.note";
  const args = ["--delimiter", ";", "--remove-missing", "--max-removals", "9", "--accept-plates", "LENNY"];
  const runRows = async (lines: readonly string[], first = heading) => {
    received.length = 0;
    const file = await save("fleet.csv", [first, ...lines, ""].join("\n"));
    return run([file, ...args, "--report", path("report.json")], { env });
  };
  await runRows(rows);
  return { received, runRows, readReport };
}

describe("fault 64: a missing license plate within a quoted cell", () => {
  it.each([
    ['LENNY;"x', "AB-2-CD;19"],
    ['AB-0-CD;"x', "AB-2-CD; 19"],
    ['AB-0-CD;"', "ab2cd;19"],
  ])("makes the run remove nothing, and is named with its line: %j, %j", async (...lines) => {
    const { received, runRows, readReport } = await openFleet();
    const { code, err } = await runRows([lines[0], `${lines[1]}"`, ...rows.slice(2)]);
    expect([code, received.filter((request) => request.startsWith("DELETE"))]).toEqual([1, []]);
    expect(err).toContain(
      "reg: line 3: a quoted cell contains the license plate AB-2-CD, which is missing: a quote before it may not be closed\n",
    );
    expect(err).toContain("None was removed, because quoted cells may contain their records.\n");
    expect(await readReport()).toMatchObject({
      ok: false,
      missing: { refused: "doubtful-source" },
      containedPlates: [{ line: 3, licensePlate: "AB-2-CD" }],
    });
  });

  it("is found within a heading", async () => {
    const { received, runRows } = await openFleet();
    const { code, err } = await runRows(['AB-0-CD;19"', ...rows.slice(1)], 'licensePlate;"vehicle.note');
    expect([code, received.filter((request) => request.startsWith("DELETE"))]).toEqual([1, []]);
    expect(err).toContain("reg: line 2: a quoted cell contains the license plate AB-0-CD, which is missing: ");
  });

  it.each([
    ['AB-2-CD;"two lines', 'with AB-3-CD"'],
    ['AB-2-CD;"{', '  ""km"": 1;', '  ""at"": 12;', '}"'],
    ['AB-2-CD;"12;5', '13;5"'],
    ['AB-2-CD;"x', 'AB-4-CD;19"'],
  ])("is none in a text, whatever it has: %j", async (...lines) => {
    const { received, runRows, readReport } = await openFleet();
    const { code } = await runRows(["AB-0-CD;x", ...lines]);
    expect([code, received.at(-1)]).toEqual([0, "DELETE /v1/vehicles/AB-3-CD"]);
    expect(await readReport()).not.toHaveProperty("containedPlates");
  });
});
