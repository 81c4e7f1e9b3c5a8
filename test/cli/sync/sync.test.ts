import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/run.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { canarySecret } from "../../support/canaries.js";
import { closeAfterTest, startReg } from "../support.js";

/** Serves a sandbox, and creates a folder for the files of a test and functions that run the command with both. */
async function openSync() {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), "reg-sync-"));
  closeAfterTest(() => rm(folder, { recursive: true }));
  const { clientId, clientSecret } = sandbox.lessor;
  const env: Terminal["env"] = {
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: clientId,
    REG_CLIENT_SECRET: clientSecret,
  };
  const path = (name: string) => join(folder, name);
  const save = async (name: string, content: string) => {
    await writeFile(path(name), content);
    return path(name);
  };
  const start = (args: readonly string[], given: Partial<Terminal> = {}) =>
    startReg(["sync", ...args, "--state", path("fleet.state")], commands, { env, ...given });
  const run = async (args: readonly string[], given: Partial<Terminal> = {}) => {
    const { written, code } = await start(args, given);
    return { code: await code, ...written };
  };
  const readReport = async () => JSON.parse(await readFile(path("report.json"), "utf8"));
  return { sandbox, env, path, save, start, run, readReport };
}

type Item = Readonly<Record<string, unknown>>;

const toNdjson = (items: readonly Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");

const vehicles = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ licensePlate: `AB-${index}`, vehicle: { make: "Opel" } }));

describe("reg sync", () => {
  it("sends the vehicles of an NDJSON file, and only changes in the next run: exit code 0", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect(await run([file])).toEqual({
      code: 0,
      out: expect.stringMatching(/^3 vehicles in \d s: 3 sent\.\n$/),
      err: expect.stringMatching(/^100 %, 3\/3 vehicles, \d+\/s; 3 sent\n$/),
    });
    const changed = [...vehicles(2), { licensePlate: "AB-2", vehicle: { make: "Fiat" } }];
    await save("fleet.ndjson", toNdjson(changed));
    expect((await run([file])).out).toMatch(/: 1 sent, 2 unchanged\.\n$/);
    sandbox.journal.assertCalls({ "vehicles.put": 4, "token.create": 2 });
  });

  it("reads CSV from standard input with a column mapping", async () => {
    const { sandbox, save, run } = await openSync();
    const columns = await save(
      "columns.json",
      '{"Kenteken":"licensePlate","Stand":"mileages.0.value:number"}',
    );
    const input = Readable.from([Buffer.from("Kenteken;Merk;Stand\r\nAB-1;Opel;120500\r\n")]);
    const { code, out, err } = await run(
      ["-", "--format", "csv", "--delimiter", ";", "--columns", columns, "--force"],
      { input },
    );
    expect([code, out]).toEqual([1, expect.stringContaining("1 failed")]);
    expect(err).toContain("reg: item 1, AB-1, mileages: vehicles.mileages.put: ");
    sandbox.journal.assertCalls({ "vehicles.mileages.put": 1 });
  });

  it("reads a file whose extension is written in capitals, with tabs between its cells", async () => {
    const { save, run } = await openSync();
    const file = await save("FLEET.CSV", "licensePlate\tvehicle.make\nAB-1\tOpel\n");
    expect(await run([file, "--delimiter", "tab"])).toMatchObject({ code: 0 });
  });

  it("lists 20 failures on standard error and all of them in the report: exit code 1", async () => {
    const { sandbox, path, save, run, readReport } = await openSync();
    const fault = sandbox.fail({
      operation: "vehicles.put",
      matches: ({ body }) => Buffer.from(body).includes('"AB-4"'),
      with: { status: 400, body: { title: "no such make" } },
    });
    const broken = Array.from({ length: 130 }, () => "oops\n").join("");
    const file = await save(
      "fleet.ndjson",
      `${toNdjson(vehicles(5))}{"licensePlate":"A\\u001b","x":1}\n${broken}`,
    );
    const { code, out, err } = await run([file, "--concurrency", "1", "--report", path("report.json")]);
    expect([code, fault.happened]).toEqual([1, 1]);
    expect(out).toMatch(/^136 vehicles in \d s: 4 sent, 132 failed\.\n$/);
    const lines = err.trimEnd().split("\n").slice(1);
    expect(lines.length).toBe(21);
    expect(lines.find((line) => line.includes("AB-4"))).toMatch(
      /^reg: item 5, AB-4, vehicle: vehicles\.put: .*400/,
    );
    expect(lines).toContain("reg: item 7: line 7 is not JSON");
    expect(lines.at(-1)).toBe("reg: 112 more failed");
    expect(err).not.toContain("\x1b");
    const report = await readReport();
    expect(report).toMatchObject({ ok: false, items: 136, counts: { sent: 4, failed: 132 } });
    expect(report.failures.length).toBe(132);
    expect(report.failures).toContainEqual({
      position: 5,
      licensePlate: "AB-4",
      resource: "vehicle",
      action: "put",
      status: "failed",
      error: expect.objectContaining({ name: "RegValidationError", kind: "validation", status: 400 }),
    });
  });

  it("sends nothing with --dry-run, and lists in the report what would be sent", async () => {
    const { sandbox, path, save, run, readReport } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    const { code, out } = await run([file, "--dry-run", "--report", path("report.json")]);
    expect([code, out]).toEqual([0, expect.stringMatching(/: 2 would be sent\.\n$/)]);
    sandbox.journal.assertCalls({ "vehicles.put": 0 });
    expect((await readReport()).planned).toEqual([
      { position: 1, licensePlate: "AB-0", resource: "vehicle", action: "put", status: "planned" },
      { position: 2, licensePlate: "AB-1", resource: "vehicle", action: "put", status: "planned" },
    ]);
  });

  it("reads and repairs what the service has lost with --verify", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    await run([file]);
    sandbox.fail({ operation: "vehicles.get", with: { status: 404 } });
    expect((await run([file, "--verify"])).out).toMatch(/: 1 sent, 1 unchanged\.\n$/);
  });

  it("removes missing vehicles only up to --max-removals", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(4)));
    await run([file]);
    await save("fleet.ndjson", toNdjson(vehicles(2)));
    const refused = await run([file, "--remove-missing"]);
    expect([refused.code, refused.out.split("\n")[1]]).toEqual([
      1,
      "2 vehicles are no longer in the file. None was removed: these are more than --max-removals allows.",
    ]);
    const allowed = await run([file, "--remove-missing", "--max-removals", "50%"]);
    expect([allowed.code, allowed.out.split("\n")[1]]).toEqual([0, "2 vehicles were no longer in the file."]);
    sandbox.journal.assertCalls({ "vehicles.delete": 2 });
  });

  it("does not remove a vehicle whose record has a mistake", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.csv", "licensePlate,vehicle.km:number\nAB-1,1\nAB-2,2\n");
    await run([file]);
    await save("fleet.csv", "licensePlate,vehicle.km:number\nAB-1,1\nAB-2,two\n");
    expect(await run([file, "--remove-missing", "--max-removals", "5"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/: 1 failed, 1 unchanged\.\n$/),
    });
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
  });

  it.each([
    ["is empty", "", "No vehicle was removed, because the file is empty."],
    [
      "has a line that is not JSON",
      "oops\n",
      "1 vehicles are not in the file. None was removed, because the license plate of another one could not be read.",
    ],
  ])("removes nothing if the file %s", async (_, content, text) => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await run([file]);
    await save("fleet.ndjson", content);
    const { code, out } = await run([file, "--remove-missing"]);
    expect([code, out.split("\n")[1]]).toEqual([1, text]);
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
  });

  it("stops after --max-failures", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", "oops\n".repeat(10));
    const { code, out } = await run([file, "--max-failures", "2", "--concurrency", "1"]);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^2 vehicles in \d s: 2 failed\.\nStopped, because --max-failures was reached\. The next run continues\.\n$/,
      ),
    ]);
  });

  it("stops at once if the credentials are wrong, without showing them", async () => {
    const { env, path, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(100)));
    const { code, out, err } = await run([file, "--report", path("report.json")], {
      env: { ...env, REG_CLIENT_SECRET: canarySecret },
    });
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("every further request would fail in the same way."),
    ]);
    expect(err).toContain("AB-0, vehicle: ");
    expect(out + err + (await readFile(path("report.json"), "utf8"))).not.toContain(canarySecret);
  });

  it("ends when it is interrupted, although more input may come, and continues in the next run", async () => {
    const { sandbox, save, start, run } = await openSync();
    const lines = toNdjson(vehicles(3)).split("\n");
    let requested = () => {};
    const wanted = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const input = Readable.from(
      (async function* () {
        yield Buffer.from(`${lines[0]}\n${lines[1]}\n`);
        requested();
        await new Promise(() => {});
      })(),
    );
    const stop = new AbortController();
    const running = start(["-", "--format", "ndjson"], { input, interrupted: stop.signal });
    await wanted;
    await expect
      .poll(() => sandbox.journal.entries.filter(({ operationId }) => operationId === "vehicles.put").length)
      .toBe(2);
    stop.abort();
    const { written, code } = await running;
    expect([await code, written.out.split("\n").slice(-2)]).toEqual([
      1,
      ["Interrupted: the next run continues where this one stopped.", ""],
    ]);
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect((await run([file])).out).toMatch(/: 1 sent, 2 unchanged\.\n$/);
  });

  it("ends early if the input breaks off, with the error in the report", async () => {
    const { path, run, readReport } = await openSync();
    const input = Readable.from(
      (async function* () {
        yield Buffer.from(toNdjson(vehicles(1)));
        throw new Error("the pipe broke");
      })(),
    );
    const { code, out, err } = await run(["-", "--format", "ndjson", "--report", path("report.json")], {
      input,
    });
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("1 sent.\nStopped by an error. The next run continues.\n"),
    ]);
    expect(err).toContain("reg: the pipe broke\n");
    expect(await readReport()).toMatchObject({
      stopped: "error",
      error: { name: "Error", message: "the pipe broke" },
    });
  });
});

describe("reg sync cannot run, exits with 2 and sends nothing", () => {
  it.each([
    [
      ["no-such.ndjson"],
      "no-such.ndjson cannot be read: ENOENT: no such file or directory, stat 'no-such.ndjson'.",
    ],
    [
      [tmpdir(), "--format", "csv"],
      `${tmpdir()} cannot be read: EISDIR: illegal operation on a directory, read.`,
    ],
    [
      ["a.csv", "--columns", "no.json"],
      "no.json cannot be read: ENOENT: no such file or directory, open 'no.json'.",
    ],
    [["a.csv", "--columns", "README.md"], "README.md is not JSON."],
    [
      ["a.csv", "--columns", ".github"],
      ".github cannot be read: EISDIR: illegal operation on a directory, read.",
    ],
    [
      ["a.ndjson", "--report", "no/report.json"],
      "the report cannot be written: ENOENT: no such file or directory, open 'no/report.json'.",
    ],
    [["-", "--format", "csv"], "the file is empty: CSV needs a line with the headings."],
    [
      ["README.md", "--format", "csv"],
      'the columns cannot be used: "# @reg/sdk" is not the path of a field; the file has one column: check --delimiter.',
    ],
  ])("for %j", async (args, problem) => {
    const { sandbox, run } = await openSync();
    expect(await run(args)).toEqual({ code: 2, out: "", err: `reg: ${problem}\n` });
    expect(sandbox.journal.entries).toEqual([]);
  });

  it("for a state that is damaged", async () => {
    const { path, save, run } = await openSync();
    await save("fleet.state", "my diary\n");
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    expect(await run([file])).toEqual({
      code: 2,
      out: "",
      err: `reg: the state ${path("fleet.state")} is not a state; give the path of another file. It was not changed.\n`,
    });
  });

  it("for an address that cannot be used", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    const { code, err } = await run([file, "--base-url", "ftp://127.0.0.1"]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^reg: baseUrl must .*\.\n$/)]);
  });

  const env = {
    REG_CLIENT_ID: "id",
    REG_CLIENT_SECRET: canarySecret,
    REG_LESSOR_BASE_URL: "http://127.0.0.1",
  };
  const state = ["--state", "fleet.state"];

  it.each<[readonly string[], string, Terminal["env"]?]>([
    [state, "reg sync takes one file; - is standard input."],
    [["a.csv", "b.csv", ...state], "reg sync takes one file; - is standard input."],
    [["a.csv"], "--state is required, such as --state fleet.state."],
    [["a.txt", ...state], "the format is not clear: give --format ndjson or --format csv."],
    [["-", ...state], "the format is not clear: give --format ndjson or --format csv."],
    [["a.csv", "--format", "xml", ...state], '--format must be one of ndjson, csv, not "xml".'],
    [["a.ndjson", "--delimiter", ";", ...state], "--columns and --delimiter are only for CSV."],
    [["a.ndjson", "--columns", "a.json", ...state], "--columns and --delimiter are only for CSV."],
    [
      ["a.csv", "--delimiter", ";;", ...state],
      "--delimiter must be one character other than a quote, or tab.",
    ],
    [
      ["a.csv", "--delimiter", '"', ...state],
      "--delimiter must be one character other than a quote, or tab.",
    ],
    [
      ["a.csv", "--encoding", "ascii", ...state],
      '--encoding must be one of utf-8, utf-16le, windows-1252, not "ascii".',
    ],
    [
      ["a.csv", "--max-removals", "1.5", ...state],
      '--max-removals must be a whole number from 0, or a share such as 5%, not "1.5".',
    ],
    [["a.csv", "--max-failures", "0", ...state], '--max-failures must be a whole number from 1, not "0".'],
    [["a.csv", "--concurrency", "x", ...state], '--concurrency must be a whole number from 1, not "x".'],
    [
      ["a.csv", ...state],
      "REG_CLIENT_ID is not set; the credentials are only read from the environment.",
      { ...env, REG_CLIENT_ID: undefined },
    ],
    [
      ["a.csv", ...state],
      "REG_CLIENT_SECRET is not set; the credentials are only read from the environment.",
      { ...env, REG_CLIENT_SECRET: " " },
    ],
    [
      ["a.csv", ...state],
      "REG_LESSOR_BASE_URL is not set; use --base-url, or set it.",
      { ...env, REG_LESSOR_BASE_URL: undefined },
    ],
    [["a.csv", "--client-secret", "x", ...state], "--client-secret is not an option of reg sync."],
  ])("for the arguments %j: %s", async (args, problem, given = env) => {
    const { written, code } = await startReg(["sync", ...args], commands, { env: given });
    expect([await code, written]).toEqual([
      2,
      { out: "", err: `reg: ${problem}\nreg sync --help lists the options.\n` },
    ]);
  });
});
