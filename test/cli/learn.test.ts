import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { commands } from "../../src/cli/run.js";
import type { VerifyReport } from "../../src/cli/verify/types.js";
import { temporaryFolder } from "../support/folder.js";
import { runReg, startReg } from "./support.js";
import { inventedBodies, recordVehicles } from "./verify/invented-lessor.js";

let folder = "";
const path = (name: string) => join(folder, name);
const read = (name: string) => readFile(path(name), "utf8");

/** Writes a file: a text, or a value as JSON. */
async function write(name: string, content: unknown): Promise<string> {
  await writeFile(path(name), typeof content === "string" ? content : JSON.stringify(content));
  return path(name);
}

/** Learns from files of the folder into reg-fields.d.ts. */
const learn = (...files: readonly string[]) =>
  runReg("learn", ...files.flatMap((file) => ["--from", path(file)]), "--out", path("reg-fields.d.ts"));

beforeEach(() => {
  folder = temporaryFolder();
});

describe("the command learn", () => {
  it("writes the types of all bodies of a report and says which", async () => {
    const report: VerifyReport = {
      api: "lessor",
      differences: [],
      withoutSuccess: [],
      assumptions: [],
      requests: 9,
      complete: true,
      operations: {},
      shapes: recordVehicles(),
      service: { rateLimitHeaders: [] },
    };
    await write("verify.json", report);
    expect(await learn("verify.json")).toEqual({
      code: 0,
      out: `${path("reg-fields.d.ts")} declares ContractTiresBody, ContractTiresInputBody, CurrentTireBody, CurrentTireInputBody, ExtraTireSetBody, ExtraTireSetInputBody, LastMaintenanceBody, LastMaintenanceInputBody, MileagesBody, MileagesInputBody, PurchasedTiresBody, PurchasedTiresInputBody, RoutingsBody, RoutingsInputBody, VehicleFields, VehicleInputFields.\n`,
      err: "",
    });
    expect(await read("reg-fields.d.ts")).toContain(`    /** Seen 6 times. */
    MileagesBody: {
      /** Date (yyyy-MM-dd). */
      date: string;
      value: number;
      /** Text; always the same in a run, 18 values in all. */
      unit: string;
      /** Text; always the same in a run, 6 values in all. */
      source?: string;
    }[];
    /** Sent 6 times. */
    MileagesInputBody: {
      /** Date (yyyy-MM-dd). */
      date?: string | undefined;
      value?: number | undefined;
      /** Text; always the same in a run, 36 values in all. */
      unit?: string | undefined;
      /** Text; always the same in a run, 12 values in all. */
      source?: string | undefined;
    }[];
`);
    expect((await readdir(folder)).sort()).toEqual(["reg-fields.d.ts", "reg-fields.json", "verify.json"]);
  });

  it("writes no value into its files", async () => {
    await write("shapes.json", recordVehicles());
    await learn("shapes.json");
    const values = new Set<string>();
    for (let index = 0; index < 6; index++)
      JSON.stringify(inventedBodies(`AB-${index}23-C`, index), (_, value) => {
        if (typeof value === "string" || typeof value === "number") values.add(String(value));
        return value;
      });
    // What is shorter may be a count.
    const long = [...values].filter(({ length }) => length > 3);
    expect(long.length).toBeGreaterThan(70);
    for (const name of ["reg-fields.d.ts", "reg-fields.json"]) {
      const text = await read(name);
      expect(long.filter((value) => text.includes(value))).toEqual([]);
    }
  });

  it("merges several files as one", async () => {
    await write("all.json", recordVehicles());
    await learn("all.json");
    const types = await read("reg-fields.d.ts");
    await rm(path("reg-fields.d.ts"));
    await rm(path("reg-fields.json"));
    await write("one.json", recordVehicles(0, 2));
    await write("two.json", recordVehicles(2));
    expect((await learn("one.json", "two.json")).code).toBe(0);
    const withoutCounts = (text: string) => text.replace(/^ *\/\*\* Text; .*\n/gm, "");
    expect(withoutCounts(await read("reg-fields.d.ts"))).toBe(withoutCounts(types));
  });

  it("merges with what earlier runs have learned", async () => {
    await write("one.json", recordVehicles(1, 2));
    await learn("one.json");
    expect(await read("reg-fields.d.ts")).not.toContain("purchasedOn");
    await write("two.json", recordVehicles(2));
    await learn("two.json");
    expect(await read("reg-fields.d.ts")).toContain("purchasedOn?: string;");
    expect(await read("reg-fields.d.ts")).toContain("nextDueDate: string | null;");
  });

  it("counts the same shapes once", async () => {
    await write("verify.json", recordVehicles());
    await learn("verify.json");
    const [types, learned] = [await read("reg-fields.d.ts"), await read("reg-fields.json")];
    expect(await learn("verify.json")).toMatchObject({
      code: 0,
      err: `reg: ${path("verify.json")} adds no shapes: the same ones were learned before.\n`,
    });
    expect([await read("reg-fields.d.ts"), await read("reg-fields.json")]).toEqual([types, learned]);
  });

  it("says in which body names were left out, because they may be values", async () => {
    const { version, bodies } = recordVehicles();
    const one = { seen: 1, integer: 1 };
    const MileagesBody = { seen: 1, object: { seen: 1, fields: { value: one, unit: one }, entries: one } };
    await write("verify.json", { version, bodies: { ...bodies, MileagesBody } });
    expect((await learn("verify.json")).err).toBe(
      "reg: MileagesBody lacks at least 1 field name: each looks like a value, or was one in the same body. If you know some, use --name of npx @reg/sdk verify.\n",
    );
    expect(await read("reg-fields.d.ts")).toContain("// Names that may be values were left out.\n");
  });

  it("counts a copy of what several runs have learned once", async () => {
    await write("one.json", recordVehicles(0, 2));
    await write("two.json", recordVehicles(2));
    await learn("one.json", "two.json");
    const learned = await read("reg-fields.json");
    await write("copy.json", JSON.parse(learned));
    expect((await learn("copy.json")).err).toContain("adds no shapes");
    expect(await read("reg-fields.json")).toBe(learned);
  });

  it("reads from standard input, with a byte order mark", async () => {
    const input = Readable.from([Buffer.from(`\uFEFF${JSON.stringify(recordVehicles())}`)]);
    const args = ["learn", "--from", "-", "--out", path("reg-fields.d.ts")];
    const { code, written } = await startReg(args, commands, { input });
    expect([await code, written.err]).toEqual([0, ""]);
  });

  it("reads what another run has learned", async () => {
    await write("verify.json", recordVehicles());
    await learn("verify.json");
    const out = path("other.d.ts");
    const { code } = await runReg("learn", "--from", path("reg-fields.json"), "--out", out);
    expect([code, await read("other.d.ts")]).toEqual([0, await read("reg-fields.d.ts")]);
  });

  it("names the keys that this version does not know", async () => {
    const { version, bodies } = recordVehicles();
    await write("verify.json", { version, bodies: { ...bodies, "New\u001bBody": { seen: 1, integer: 1 } } });
    const { code, err } = await learn("verify.json");
    expect(code).toBe(0);
    expect(err).toBe(`reg: ${path("verify.json")} has keys that OpenTypes does not have: New\\u001bBody.\n`);
  });

  it("recognises its files after a formatter has changed them", async () => {
    await write("verify.json", recordVehicles());
    await learn("verify.json");
    await write("reg-fields.json", JSON.parse(await read("reg-fields.json")));
    await write("reg-fields.d.ts", (await read("reg-fields.d.ts")).replaceAll("\n", "\r\n"));
    expect(await learn("verify.json")).toMatchObject({ code: 0 });
  });

  it.each([
    ["nothing to read", [], "--from is required, such as --from verify.json."],
    ["no output", ["--from", "a.json"], "--out is required, such as --out reg-fields.d.ts."],
    ["another extension", ["--from", "a.json", "--out", "a.ts"], '--out must end with .d.ts, not "a.ts".'],
    ["no name", ["--from", "a.json", "--out", ".d.ts"], '--out must end with .d.ts, not ".d.ts".'],
    [
      "its own file as a source",
      ["--from", "./a.json", "--out", "a.d.ts"],
      "--from must not be a.json, in which this --out keeps what was learned.",
    ],
  ])("rejects %s", async (_, args, message) => {
    expect(await runReg("learn", ...args)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${message}\nnpx @reg/sdk learn --help lists the options.\n`,
    });
  });

  it.each([
    ["is missing", undefined, /^reg: .*verify\.json cannot be read: ENOENT/],
    ["is no JSON", "{ canary", /^reg: .*verify\.json is not JSON\.\n$/],
    ["has no shapes", { differences: [] }, /^reg: .*verify\.json must be a report of npx @reg\/sdk verify --json/],
    ["has another version", { shapes: { version: 9, bodies: {} } }, /has shapes of version 9/],
    ["has seen nothing", { version: 1, bodies: {} }, /^reg: there is nothing to learn from/],
  ])("ends with 2 and writes nothing if a file %s", async (_, content, message) => {
    if (content !== undefined) await write("verify.json", content);
    const { code, err } = await learn("verify.json");
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(await readdir(folder)).not.toContain("reg-fields.d.ts");
  });

  it.each([
    ["reg-fields.d.ts", "export {};\n"],
    ["reg-fields.json", "{}\n"],
  ])("does not overwrite a file %s that it has not written", async (name, content) => {
    await write("verify.json", recordVehicles());
    await write(name, content);
    const { code, err } = await learn("verify.json");
    expect([code, await read(name)]).toEqual([2, content]);
    expect(err).toBe(
      `reg: ${path(name)} was not written by the command learn, which does not overwrite it: choose another --out.\n`,
    );
  });

  it("does not forget what its types are based on", async () => {
    await write("verify.json", recordVehicles());
    await learn("verify.json");
    await rm(path("reg-fields.json"));
    const { code, err } = await learn("verify.json");
    expect(code).toBe(2);
    expect(err).toContain(`is missing. Remove ${path("reg-fields.d.ts")} to start again.`);
  });

  it("reports a folder that does not exist", async () => {
    await write("verify.json", recordVehicles());
    const out = path("missing/reg-fields.d.ts");
    expect(await runReg("learn", "--from", path("verify.json"), "--out", out)).toEqual({
      code: 2,
      out: "",
      err: `reg: the folder ${path("missing")} of --out does not exist: create it first.\n`,
    });
  });
});
