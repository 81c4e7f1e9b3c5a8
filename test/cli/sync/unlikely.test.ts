import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openRecorder, openSync, toNdjson, vehicles } from "./support.js";

/** Sends AB-0 to AB-2, and then runs the command with a file without AB-2. */
async function openFleet() {
  const { path, save, run, readReport } = await openSync();
  const { env, received } = await openRecorder();
  await run([await save("fleet.ndjson", toNdjson(vehicles(3))), "--source", "fleet"], { env });
  received.length = 0;
  const options = ["--source", "fleet", "--remove-missing", "--max-removals", "9", "--report", path("report.json")];
  const runCsv = async (plates: readonly string[], ...args: readonly string[]) => {
    const rows = ["AB-0", "AB-1", ...plates].map((licensePlate) => `"${licensePlate}",Opel\n`);
    const file = await save("fleet.csv", `licensePlate,vehicle.make\n${rows.join("")}`);
    return run([file, ...options, ...args], { env });
  };
  return { env, received, options, path, save, run, runCsv, readReport };
}

describe("fault 64: a license plate that a spreadsheet may have changed", () => {
  it.each(["0", "100000", "Totaal", "1-3-2026", "12-mrt"])(
    "such as %j is sent and listed with its line, and nothing is removed: exit code 1",
    async (licensePlate) => {
      const { received, runCsv, readReport } = await openFleet();
      const { code, out, err } = await runCsv([licensePlate]);
      expect(code).toBe(1);
      expect(received).toEqual([`PUT /v1/vehicles ${JSON.stringify({ make: "Opel", licensePlate })}`]);
      expect(err).toMatch(
        new RegExp(
          `^reg: line 4, ${licensePlate}: the license plate .*\nreg: 1 unlikely license plate: its row was`,
          "m",
        ),
      );
      expect(err).toMatch(
        /: its row was sent as a vehicle, unless an error is listed\. Name what is right with --accept-plates, and correct what is wrong in the file: docs\/reg-sync\.md says what becomes of a wrong vehicle\.\nreg: 1 vehicle is no longer in the file \(AB-2\)\. None was removed, because the file has unlikely license plates\.\n$/,
      );
      expect(out).toMatch(/^3 items in .*\.\n$/);
      expect(await readReport()).toMatchObject({
        ok: false,
        counts: { sent: 1, failed: 0 },
        missing: { vehicles: 1, licensePlates: ["AB-2"], refused: "doubtful-source" },
        unlikelyPlates: [{ line: 4, licensePlate, why: expect.any(String) }],
      });
    },
  );

  it.each(["1,00E+05", "1.79769313486232E+308", "########", "(leeg)"])(
    "such as %s is not sent, whatever is accepted, and nothing is removed: exit code 1",
    async (licensePlate) => {
      const { received, runCsv, readReport } = await openFleet();
      const { code, err } = await runCsv([licensePlate, licensePlate], "--accept-plates", licensePlate);
      expect([code, received]).toEqual([1, []]);
      for (const line of [4, 5])
        expect(err).toContain(`reg: line ${line}: licensePlate must be the plate of a vehicle; it `);
      expect(err).toContain("None was removed, because not every item of the file could be read.");
      expect(await readReport()).toMatchObject({ failures: [{ line: 4 }, { line: 5 }], missing: { vehicles: 1 } });
    },
  );

  it.each([["LENNY,0,12 34"], ["0, LENNY ,12 34"], ["LENNY", "12 34,0"], ["LENNY\n0\n12 34"]])(
    "is right if --accept-plates names it: %j",
    async (...lists) => {
      const { received, runCsv, readReport } = await openFleet();
      const args = lists.flatMap((list) => ["--accept-plates", list]);
      const { code, out, err } = await runCsv(["LENNY", "0", "12 34"], ...args);
      expect([code, received.length, received.at(-1)]).toEqual([0, 4, "DELETE /v1/vehicles/AB-2"]);
      expect(out + err).not.toContain("unlikely");
      expect(await readReport()).toMatchObject({ ok: true });
      expect(await readReport()).not.toHaveProperty("unlikelyPlates");
    },
  );

  it.each([
    ["AB\u00a012", "AB\\u00a012"],
    ["AB-1\u200b2", "AB-1\\u200b2"],
    ["AB\u221212", "AB\\u221212"],
  ])("is printed with the code points of its invisible characters: %j", async (licensePlate, escaped) => {
    const { runCsv } = await openFleet();
    const { err } = await runCsv([licensePlate]);
    expect(err).toContain(`(${escaped}): the license plate has characters that plates do not have\n`);
  });

  it.each([
    ["LENNY;4711,Opel", '"LENNY;4711", "Opel" are the license plates of no line'],
    ["plates.txt,,AB-1\n", '"plates.txt" is the license plate of no line'],
  ])("shows which accepted plates no line has: %j", async (accepted, shown) => {
    const { runCsv } = await openFleet();
    const { code, err } = await runCsv(["LENNY"], "--accept-plates", accepted);
    expect([code, err.split("\n")]).toEqual([1, expect.arrayContaining([`reg: --accept-plates: ${shown}`])]);
    expect((await runCsv(["AB-3"], "--accept-plates", accepted)).err).not.toContain("of no line");
  });

  it.each([" LENNY ", "NO-SUCH-VEHICLE", "LENNY/1"])(
    "is not listed if no item can have it: %j",
    async (licensePlate) => {
      const { env, options, run, readReport } = await openFleet();
      const input = Readable.from([Buffer.from(toNdjson([...vehicles(2), { licensePlate }]))]);
      const { err } = await run(["-", "--format", "ndjson", ...options], { env, input });
      expect(err).toContain("reg: line 3: licensePlate must ");
      expect(err).not.toContain("--accept-plates");
      expect(await readReport()).not.toHaveProperty("unlikelyPlates");
    },
  );

  it("is listed if its line removes what is no plate, because the vehicle may have another one", async () => {
    const { env, received, run, save } = await openFleet();
    const file = await save("fleet.ndjson", toNdjson([{ licensePlate: "(leeg)", remove: true }]));
    const { code, err } = await run([file, "--source", "fleet"], { env });
    expect([code, received]).toEqual([1, ["DELETE /v1/vehicles/(leeg)"]]);
    expect(err).toContain("reg: line 1, (leeg): the license plate has parentheses\n");
    const accepted = await run([file, "--source", "fleet", "--accept-plates", "(leeg)"], { env });
    expect([accepted.code, accepted.out]).toEqual([0, expect.not.stringContaining("unlikely")]);
  });

  it("is accepted only as it is written", async () => {
    const { received, runCsv } = await openFleet();
    const { code, err } = await runCsv(["LENNY", "12 34"], "--accept-plates", "lenny,1234");
    expect([code, received.length]).toEqual([1, 2]);
    expect(err).toMatch(/^reg: line 4, LENNY: .*\nreg: line 5, 12 34: /m);
  });

  it("is listed in a dry run, and without --remove-missing: exit code 1", async () => {
    const { env, received, run, path, runCsv } = await openFleet();
    expect(await runCsv(["Totaal"], "--dry-run", "--quiet")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^reg: line 4, Totaal: the license plate has no digit\nreg: 1 unlikely license plate: its row would be sent as a vehicle, .*\nreg: 1 vehicle is/,
      ),
    });
    expect(received).toEqual([]);
    expect(await run([path("fleet.csv"), "--source", "fleet"], { env })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/: 1 resource sent, 2 unchanged\.\n$/),
      err: expect.stringContaining("reg: 1 unlikely license plate: its row was sent"),
    });
  });

  it("is found in lines from a pipe, and in those that fail for another reason", async () => {
    const { env, received, options, run } = await openFleet();
    const lines = [...vehicles(2), { licensePlate: "Totaal", vehicle: {} }, { licensePlate: "0", wheels: 4 }];
    const input = Readable.from([Buffer.from(toNdjson(lines))]);
    const { code, err } = await run(["-", "--format", "ndjson", ...options], { env, input });
    expect([code, received]).toEqual([1, ['PUT /v1/vehicles {"licensePlate":"Totaal"}']]);
    expect(err).toContain(
      "reg: 2 unlikely license plates: their rows were sent as vehicles, unless an error is listed.",
    );
    for (const shown of [
      "line 4, 0: wheels is not",
      "line 3, Totaal: the license plate",
      "line 4, 0: the license plate",
    ])
      expect(err).toContain(`reg: ${shown}`);
  });

  it("is listed 20 times on standard error, and in the report", async () => {
    const { path, runCsv } = await openFleet();
    const { err } = await runCsv(Array.from({ length: 25 }, (_, index) => `${index}`));
    expect(err.match(/^reg: line \d+, \d+: the license plate has no letter$/gm)).toHaveLength(20);
    expect(err).toMatch(
      /\nreg: 5 more are unlikely license plates\nreg: 25 unlikely license plates: their rows were sent/,
    );
    expect(JSON.parse(await readFile(path("report.json"), "utf8")).unlikelyPlates).toHaveLength(25);
  });
});
