import { lstat, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { devNull, tmpdir } from "node:os";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { canarySecret } from "../../support/canaries.js";
import { openRecorder, openSync, toNdjson, vehicles } from "./support.js";

describe("the command sync", () => {
  it("reads CSV from standard input with a column mapping", async () => {
    const { sandbox, save, run } = await openSync();
    const columns = await save("columns.json", '\ufeff{"Kenteken":"licensePlate","Stand":"mileages.0.value:number"}');
    const input = Readable.from([Buffer.from("Kenteken;Merk;Stand\r\nAB-1;Opel;120500\r\n")]);
    const { code, out, err } = await run(
      ["-", "--format", "csv", "--delimiter", ";", "--columns", columns, "--force"],
      { input },
    );
    expect([code, out]).toEqual([1, expect.stringContaining("1 failed")]);
    expect(err).toContain("reg: line 2, AB-1, mileages: vehicles.mileages.put: ");
    sandbox.journal.assertCalls({ "vehicles.mileages.put": 1 });
  });

  it("reads a file whose extension is written in capitals, with tabs between its cells", async () => {
    const { save, run } = await openSync();
    const file = await save("FLEET.CSV", "licensePlate\tvehicle.make\nAB-1\tOpel\n");
    expect(await run([file, "--delimiter", "tab"])).toMatchObject({ code: 0 });
  });

  const csv = "licensePlate,vehicle.make\r\nAB-1,Citroën\r\n";
  const ndjson = '{"licensePlate":"AB-1","vehicle":{"make":"Citroën"}}\n';
  it.each<[string, string, BufferEncoding, readonly string[]]>([
    ["fleet.ndjson", ndjson, "utf8", []],
    ["fleet.jsonl", ndjson, "utf16le", ["--encoding", "utf-16le"]],
    ["fleet.csv", csv, "utf8", []],
    ["fleet.csv", `\ufeffsep=;\r\n${csv.replaceAll(",", ";")}`, "utf8", ["--delimiter", ";"]],
    ["fleet.csv", csv.replaceAll(",", ";"), "latin1", ["--delimiter", ";", "--encoding", "windows-1252"]],
    ["fleet.txt", `\ufeff${csv.replaceAll(",", "\t")}`, "utf16le", ["--format", "csv", "--delimiter", "tab"]],
  ])("reads %s: %j in %s", async (name, content, encoding, args) => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const file = await save(name, "");
    await writeFile(file, content, encoding);
    const input = Readable.from([Buffer.from(content, encoding)]);
    const format = ["--format", name.includes("json") ? "ndjson" : "csv"];
    expect(await run([file, ...args], { env })).toMatchObject({ code: 0 });
    expect(await run(["-", ...format, ...args, "--force", "--source", name], { env, input })).toMatchObject({
      code: 0,
    });
    expect(received).toEqual(Array(2).fill('PUT /v1/vehicles {"make":"Citroën","licensePlate":"AB-1"}'));
  });

  it("lists 20 failures on standard error and all of them in the report: exit code 1", async () => {
    const { sandbox, path, save, run, readReport } = await openSync();
    const fault = sandbox.fail({
      operation: "vehicles.put",
      matches: ({ body }) => Buffer.from(body).includes('"AB-4"'),
      with: { status: 400, body: { title: "no such make" } },
    });
    const broken = Array.from({ length: 130 }, () => "oops\n").join("");
    const file = await save("fleet.ndjson", `${toNdjson(vehicles(5))}{"licensePlate":"A\\u001b","x":1}\n${broken}`);
    const { code, out, err } = await run([file, "--concurrency", "1", "--report", path("report.json")]);
    expect([code, fault.happened]).toEqual([1, 1]);
    expect(out).toMatch(/^136 items in \d+ m?s: 4 resources sent, 132 failed\.\n$/);
    const [, warning, ...lines] = err.trimEnd().split("\n");
    expect(warning).toMatch(/^reg: warning: the state is new: /);
    expect(lines.length).toBe(21);
    expect(lines.find((line) => line.includes("AB-4"))).toMatch(/^reg: line 5, AB-4, vehicle: vehicles\.put: .*400/);
    expect(lines).toContain("reg: line 7 is not JSON");
    expect(lines.at(-1)).toBe("reg: 112 more failed");
    expect(err).not.toContain("\x1b");
    const report = await readReport();
    expect(report).toMatchObject({ ok: false, items: 136, counts: { sent: 4, failed: 132 } });
    expect(report.failures.length).toBe(132);
    expect(report.failures).toContainEqual({
      line: 5,
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
    expect([code, out]).toEqual([0, expect.stringMatching(/: 2 resources would be sent\.\n$/)]);
    sandbox.journal.assertCalls({ "vehicles.put": 0 });
    const { dryRun, planned } = await readReport();
    expect([dryRun, planned]).toEqual([
      true,
      [
        { line: 1, position: 1, licensePlate: "AB-0", resource: "vehicle", action: "put", status: "planned" },
        { line: 2, position: 2, licensePlate: "AB-1", resource: "vehicle", action: "put", status: "planned" },
      ],
    ]);
    await run([file, "--report", path("report.json")]);
    expect(await readReport()).not.toHaveProperty("dryRun");
  });

  it("stops after --max-failures", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", "oops\n".repeat(10));
    const { code, out, err } = await run([file, "--max-failures", "2", "--concurrency", "1"]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^2 items in \d+ m?s: 2 failed\.\n$/)]);
    expect(err).toMatch(
      /\nreg: stopped, because --max-failures was reached\. The next run continues if fewer fail\.\n$/,
    );
  });

  it("accepts a secret that ends with a line break, as one that was read from a file does", async () => {
    const { env, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    expect(await run([file], { env: { ...env, REG_CLIENT_SECRET: `${env["REG_CLIENT_SECRET"]}\n` } })).toMatchObject({
      code: 0,
    });
  });

  it("stops at once if the credentials are wrong, without showing them", async () => {
    const { env, path, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(100)));
    const { code, out, err } = await run([file, "--report", path("report.json")], {
      env: { ...env, REG_CLIENT_SECRET: canarySecret },
    });
    expect(code).toBe(4);
    expect(err).toMatch(
      /^reg: line 1, AB-0, vehicle: .*\nreg: 7 more failed\nreg: stopped by an error of a kind that ends a run .*\n$/m,
    );
    expect(out + err + (await readFile(path("report.json"), "utf8"))).not.toContain(canarySecret);
  });

  it("ends with 1, not with 4, if what issues the tokens fails", async () => {
    const { sandbox, save, run } = await openSync();
    sandbox.fail({ operation: "token.create", times: Number.POSITIVE_INFINITY, with: { status: 500 } });
    expect(await run([await save("fleet.ndjson", toNdjson(vehicles(1)))])).toMatchObject({
      code: 1,
      err: expect.stringContaining("500"),
    });
  });

  it("ends with 1, not with 4, if one vehicle is not accepted with a 401", async () => {
    const { sandbox, save, run } = await openSync();
    sandbox.fail({ operation: "vehicles.put", times: 2, with: { status: 401 } });
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect(await run([file, "--concurrency", "1"])).toMatchObject({ code: 1, err: expect.stringContaining("401") });
  });

  it("ends with 1, not with 4, if it is stopped by another error after a single 401", async () => {
    const { sandbox, save, run } = await openSync();
    sandbox.fail({ operation: "vehicles.put", times: 2, with: { status: 401 } });
    sandbox.fail({ operation: "vehicles.put", times: Number.POSITIVE_INFINITY, with: { status: 501 } });
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect(await run([file, "--concurrency", "1", "--stop-on", "authentication,server"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/401 Unauthorized.*\n.*501.*\nreg: stopped by an error of a kind/),
    });
  });

  it.each([
    [
      "validation,conflict",
      1,
      [
        "reg: stopped by an error of a kind that ends a run (see --stop-on). The next run continues when its cause is removed.",
      ],
    ],
    ["conflict", 5, []],
    ["none", 5, []],
  ])("stops after an error of a kind of --stop-on %s: %i requests", async (kinds, requests, stop) => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder((_, response) => response.writeHead(400).end());
    const file = await save("fleet.ndjson", toNdjson(vehicles(5)));
    const { code, err } = await run([file, "--concurrency", "1", "--stop-on", kinds], { env });
    expect([code, received.length, err.match(/^reg: stopped.*/gm) ?? []]).toEqual([1, requests, stop]);
  });

  it("sends no license plate that no vehicle can have", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const plates = ["undefined", "null", "AB/1", "AB-1/../AB-2", "..", ".", " AB-1", "AB-1\t", "", null, 7];
    const items = [...plates, "AB-1"].map((licensePlate) => ({ licensePlate, vehicle: {}, mileages: [] }));
    const { code, out } = await run([await save("fleet.ndjson", toNdjson(items))], { env });
    expect([code, out]).toEqual([1, expect.stringContaining(": 2 resources sent, 11 failed.")]);
    expect(received).toEqual(['PUT /v1/vehicles {"licensePlate":"AB-1"}', "PUT /v1/vehicles/AB-1/mileages []"]);
    const csv = await save("2.csv", "licensePlate,vehicle.x\nundefined,1\nnull,1\nAB/2,1\n..,1\n AB-2 ,1\n");
    expect((await run([csv, "--source", "fleet.ndjson"], { env })).out).toContain(": 1 resource sent, 4 failed.");
    expect(received.slice(2)).toEqual(['PUT /v1/vehicles {"x":"1","licensePlate":"AB-2"}']);
  });

  it("sends no text of a file in UTF-8 that is read as windows-1252", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const csv = "licensePlate,vehicle.make\nAB-1,Citroën\n";
    const args = ["--encoding", "windows-1252", "--format", "csv"];
    const input = Readable.from([Buffer.from(csv)]);
    for (const [file, given] of [[await save("fleet.csv", csv), { env }] as const, ["-", { env, input }] as const])
      expect(await run([file, ...args], given)).toEqual({
        code: 2,
        out: "",
        err: "reg: the file is UTF-8: leave out --encoding windows-1252.\n",
      });
    expect(received).toEqual([]);
    await writeFile(await save("fleet.csv", ""), csv, "latin1");
    await run([...args, "-"], { env, input: Readable.from([Buffer.from(csv, "latin1")]) });
    expect(received).toEqual(['PUT /v1/vehicles {"make":"Citroën","licensePlate":"AB-1"}']);
  });

  it("sends no line with an integer that is not exact, and does not remove its vehicle", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    await run([file], { env });
    await save("fleet.ndjson", '{"licensePlate":"AB-0","vehicle":{"vin":9007199254740993}}\n');
    const { code, err } = await run([file, "--remove-missing"], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('line 1 has an integer in "vin" that is too large')]);
    expect(received.slice(2)).toEqual(["DELETE /v1/vehicles/AB-1"]);
  });

  it("sends no line that is too long but the others, and removes nothing, because its vehicle is not known", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await run([file], { env });
    await save(
      "fleet.ndjson",
      toNdjson([
        { licensePlate: "AB-0", mileages: [1, 2, 3, 4] },
        { licensePlate: "CD-1", vehicle: {} },
      ]),
    );
    const { code, err } = await run([file, "--remove-missing", "--max-line", "40"], { env });
    expect([code, err]).toEqual([1, expect.stringContaining("reg: line 1 has more than 40 bytes (see --max-line)\n")]);
    expect(err).toContain("None was removed, because not every item of the file could be read.");
    expect(received.slice(1)).toEqual(['PUT /v1/vehicles {"licensePlate":"CD-1"}']);
  });

  it("sends the items of a file without a line end at its end, and removes nothing", async () => {
    const { path, save, run, readReport } = await openSync();
    const file = await save("fleet.csv", "licensePlate,vehicle.make\nAB-1,Opel\nAB-2,Opel");
    const { code, out, err } = await run([file, "--remove-missing", "--report", path("report.json")]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^2 items in \d+ m?s: 2 resources sent\.\n$/)]);
    expect(err).toMatch(
      /100 %, 2\/2 items.*reg: no vehicle was removed, .*\nreg: the last line has no line end, so that the file may be cut off\nreg: stopped by an error\./s,
    );
    expect(await readReport()).toMatchObject({ items: 2, durationMs: expect.toSatisfy(Number.isSafeInteger) });
  });

  it.each([
    ["fleet.ndjson", `\n${toNdjson(vehicles(2))}\n`],
    ["fleet.csv", 'licensePlate,vehicle.make\n\nAB-1,"Opel\nCorsa"\nAB-2,Opel\n'],
  ])("shows the progress among the items of %s, not among its lines", async (name, content) => {
    const { save, run } = await openSync();
    const { err } = await run([await save(name, content)]);
    expect(err).toMatch(/^100 %, 2\/2 items, /m);
  });

  it("creates no state for a file that cannot be used", async () => {
    const { path, save, run } = await openSync();
    for (const content of ["", "licensePlate,vehicel.make\nAB-1,Opel\n"])
      expect(await run([await save("fleet.csv", content)])).toMatchObject({ code: 2 });
    await expect(lstat(path("fleet.state"))).rejects.toThrow("ENOENT");
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
    expect([code, out]).toEqual([1, expect.stringMatching(/: 1 resource sent\.\n$/)]);
    expect(err).toMatch(
      /\nreg: the pipe broke\nreg: stopped by an error\. The next run continues when its cause is removed\.\n$/,
    );
    expect(await readReport()).toMatchObject({
      stopped: "error",
      error: { name: "Error", message: "the pipe broke" },
    });
  });
});

it("says why it removes nothing behind a gateway that responds to everything with success", async () => {
  const { path, save, run, readReport } = await openSync();
  const respond: RequestListener = (_, response) => response.writeHead(200).end();
  const { env, received } = await openRecorder(respond, respond);
  const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
  await run([file], { env });
  await save("fleet.ndjson", toNdjson(vehicles(1)));
  const { code, err } = await run([file, "--remove-missing", "--report", path("report.json")], { env });
  expect(code).toBe(1);
  expect(err).toContain("reg: vehicle (delete): sync: nothing more was removed or cleared in this run: a request for");
  expect(err).toContain(
    "\nreg: 1 vehicle is no longer in the file (AB-1). None was removed, because it is not certain that the service itself responded.\n",
  );
  expect(await readReport()).toMatchObject({ ok: false, missing: { refused: "unconfirmed-service" } });
  expect(received.filter((request) => request.startsWith("DELETE"))).toEqual([]);
});

it.each([
  ["AB-1", "\u0410B-1", "AB-1, in the file as \u0410B-1 (\\u0410B-1)"],
  ["\u0410B-1", "\u0391B-1", "\u0410B-1 (\\u0410B-1), in the file as \u0391B-1 (\\u0391B-1)"],
])("shows in which letters the plate %s looks like %s, and removes nothing", async (earlier, later, shown) => {
  const { save, run } = await openSync();
  const { env, received } = await openRecorder();
  const fleetWith = (licensePlate: string) => toNdjson([{ licensePlate, vehicle: {} }, ...vehicles(3).slice(2)]);
  await run([await save("fleet.ndjson", fleetWith(earlier))], { env });
  const { code, err } = await run([await save("fleet.ndjson", fleetWith(later)), "--remove-missing"], { env });
  expect(code).toBe(1);
  expect(err).toContain(`reg: ${shown}, vehicle (delete): sync: licensePlate is not removed`);
  expect(received.filter((request) => request.startsWith("DELETE"))).toEqual([]);
});

describe("several lines of one vehicle", () => {
  const heading = "licensePlate,vehicle.make,mileages.0.value:integer\n";
  const lines = `${heading}AB-1,Opel,1\nAB-2,Fiat,1\nAB-1,Opel,2\nAB-2,Fiat,1\n`;
  const problem = "is not sent, because another line with its license plate differs";

  it("that differ fail, and nothing of the vehicle is sent: exit code 1", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    const file = await save("fleet.csv", lines);
    const { code, err } = await run([file, "--remove-missing"], { env });
    expect(code).toBe(1);
    expect(err).toContain(`reg: AB-1: line 2 ${problem}`);
    expect(err).toContain(`reg: AB-1: line 4 ${problem}`);
    expect(received.map((each) => each.split(" ", 2).join(" "))).toEqual([
      "PUT /v1/vehicles",
      "PUT /v1/vehicles/AB-2/mileages",
    ]);
    expect(received[0]).toContain("AB-2");
  });

  it("that come from a pipe fail from the first that differs on", async () => {
    const { run } = await openSync();
    const { env, received } = await openRecorder();
    const items = [1, 2, 1].map((value) => ({ licensePlate: "AB-1", mileages: [{ value }] }));
    const input = Readable.from([Buffer.from(toNdjson(items))]);
    const { code, err } = await run(["-", "--format", "ndjson"], { env, input });
    expect([code, received]).toEqual([1, ['PUT /v1/vehicles/AB-1/mileages [{"value":1}]']]);
    for (const line of [2, 3]) expect(err).toContain(`line ${line} ${problem}`);
  });
});

describe("the command sync with the state of another source", () => {
  it.each([
    ["the name of its file", [], "fleet.ndjson"],
    ["--source", ["--source", "nl"], "nl"],
  ])("sends nothing: the state belongs to %s", async (_, given, name) => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    await run([await save("fleet.ndjson", toNdjson(vehicles(2))), ...given], { env });
    const other = await save("be.ndjson", toNdjson(vehicles(1)));
    const pipe = { env, input: Readable.from([Buffer.from(toNdjson(vehicles(1)))]) };
    for (const [args, terminal] of [[[other], { env }] as const, [["-", "--format", "ndjson"], pipe] as const]) {
      const { code, err } = await run([...args, "--remove-missing"], terminal);
      expect([code, err]).toEqual([2, expect.stringContaining(`the state belongs to the source "${name}"`)]);
      expect(err).toContain(`If it is the same source, name it "${name}" in this run, too (sourceName, or --source)`);
    }
    expect(received.splice(0).length).toBe(2);
    await run([other, "--remove-missing", "--source", "be", "--previous-source", name], { env });
    expect(received).toEqual(["DELETE /v1/vehicles/AB-1"]);
    expect(await run([other, "--source", "be"], { env })).toMatchObject({ code: 0 });
  });

  it.each([
    ["nl-2026-06-15.ndjson", "nl-2026-06-16.ndjson", 0],
    ["nl_20260615.ndjson", "nl_20260616.ndjson", 0],
    ["2026.06.15 nl.ndjson", "2026.06.16 nl.ndjson", 0],
    ["nl-20260615T0200Z.ndjson", "nl-20260616T0201Z.ndjson", 0],
    ["nl-2026-06-15_020000.ndjson", "nl-2026-06-16_020100.ndjson", 0],
    ["nl-2026-06-15.ndjson", "be-2026-06-16.ndjson", 2],
    ["lessor-20269915.ndjson", "lessor-20269916.ndjson", 2],
    ["lessor-120260615.ndjson", "lessor-120260616.ndjson", 2],
    ["fleet1.ndjson", "fleet2.ndjson", 2],
  ])("after %s, reading %s ends with the exit code %s", async (first, second, code) => {
    const { save, run } = await openSync();
    const { env } = await openRecorder();
    const content = toNdjson(vehicles(2));
    expect(await run([await save(first, content)], { env })).toMatchObject({ code: 0 });
    expect(await run([await save(second, content)], { env })).toMatchObject({ code });
  });

  it("needs a source for --previous-source", async () => {
    const { run } = await openSync();
    const input = Readable.from([Buffer.from(toNdjson(vehicles(1)))]);
    const { code, err } = await run(["-", "--format", "ndjson", "--previous-source", "nl"], { input });
    expect([code, err]).toEqual([2, expect.stringContaining("previousSourceName is only for a run with sourceName")]);
  });
});

describe("the command sync --expect-items", () => {
  it.each([
    [1, "\n", "source ended after 1 items, and 2 were expected; nothing was removed"],
    [3, "\n", "source has more items, and 2 were expected; nothing was removed"],
    [2, "", "the last line has no line end, so that the file may be cut off"],
  ])("removes nothing if a pipe has %i items instead of 2, and ends with %j", async (count, end, problem) => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder();
    await run([await save("fleet.ndjson", toNdjson(vehicles(4))), "--source", "fleet"], { env });
    received.length = 0;
    const input = Readable.from([Buffer.from(toNdjson(vehicles(count)).trimEnd() + end)]);
    const args = ["-", "--format", "ndjson", "--source", "fleet", "--remove-missing", "--max-removals", "9"];
    const { code, err } = await run([...args, "--expect-items", "2"], { env, input });
    expect([code, err]).toEqual([1, expect.stringContaining(`${problem}\nreg: stopped by an error.`)]);
    expect(received).toEqual([]);
  });
});

it("the command sync --max-new-vehicles ends before it sends more of them", async () => {
  const { save, run } = await openSync();
  const { env, received } = await openRecorder();
  const file = await save("fleet.ndjson", toNdjson(vehicles(20)));
  const { code, err } = await run([file, "--max-new-vehicles", "3", "--concurrency", "1"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("maxNewVehicles permits no further vehicle")]);
  expect(received.length).toBe(3);
});

it("names up to 20 vehicles that are too many to remove, and the limit that would permit it", async () => {
  const { save, run } = await openSync();
  const { env } = await openRecorder();
  const file = await save("fleet.ndjson", toNdjson(vehicles(26)));
  await run([file], { env });
  await save("fleet.ndjson", toNdjson([{ licensePlate: "AB-0", remove: true }]));
  const args = [file, "--remove-missing", "--quiet"];
  const { code, err } = await run([...args, "--max-removals", "25"], { env });
  const first = Array.from({ length: 20 }, (_, index) => `AB-${index + 1}`).join(", ");
  expect([code, err.split("\n").at(-2)]).toEqual([
    1,
    `reg: 25 vehicles are no longer in the file (${first} and 5 more). None was removed, because --max-removals 25 permits fewer; --max-removals 26 would permit it.`,
  ]);
  expect(await run([...args, "--max-removals", "26"], { env })).toEqual({
    code: 0,
    out: expect.stringContaining(`\n25 vehicles were no longer in the file (${first} and 5 more) and were removed.\n`),
    err: "",
  });
});

describe("the report of the command sync", () => {
  it("has the file and the times of the run, and can be read by its owner only", async () => {
    const { path, save, run, readReport } = await openSync();
    const before = Date.now();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await save("report.json", "the report of an earlier run");
    await run([file, "--report", path("report.json")]);
    const { startedAt, finishedAt, ...report } = await readReport();
    expect(report).toMatchObject({ file, ok: true, items: 1 });
    for (const instant of [startedAt, finishedAt]) {
      expect(instant).toBe(new Date(instant).toISOString());
      expect(Date.parse(instant)).toBeGreaterThanOrEqual(before);
    }
    expect((await stat(path("report.json"))).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
    expect((await readdir(path("."))).sort()).toEqual(["fleet.ndjson", "fleet.state", "report.json"]);
  });

  it.each([
    ["the file cannot be read", ["no-such.ndjson"], {}, "CommandError", /^no-such.ndjson cannot be read/],
    ["a variable is missing", ["-", "--format", "csv"], { env: {} }, "UsageError", /^REG_LESSOR_BASE_URL is not set/],
  ])("says so if the run could not begin because %s", async (_, args, given, name, message) => {
    const { path, save, run, readReport } = await openSync();
    await save("report.json", '{"ok":true}');
    expect((await run([...args, "--report", path("report.json")], given)).code).toBe(2);
    expect(await readReport()).toEqual({
      file: args[0],
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      ok: false,
      error: { name, message: expect.stringMatching(message) },
    });
  });

  it("is not written over a file that the run uses, also if its arguments cannot be used", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.txt", toNdjson(vehicles(1)));
    const { code, err } = await run([file, "--report", file]);
    expect([code, err]).toEqual([2, expect.stringContaining("--report would overwrite a file")]);
    expect(await readFile(file, "utf8")).toBe(toNdjson(vehicles(1)));
  });

  it.each([
    ["the file", "fleet.ndjson"],
    ["a state that does not exist yet", "fleet.state"],
    ["the lock of the state", "fleet.state.lock"],
  ])("is not written through a link to %s", async (_, target) => {
    const { path, save, run } = await openSync();
    const { env, received } = await openRecorder();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await symlink(target, path("link"));
    const { code, err } = await run([file, "--report", path("link")], { env });
    expect([code, err]).toEqual([2, expect.stringContaining("--report would overwrite a file")]);
    expect([await readFile(file, "utf8"), received]).toEqual([toNdjson(vehicles(1)), []]);
  });

  it("is not written over a state that is given by a link", async () => {
    const { path, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await symlink("other.state", path("fleet.state"));
    for (const report of ["other.state", "other.state.lock"])
      expect(await run([file, "--report", path(report)])).toMatchObject({ code: 2 });
  });

  it("replaces the file behind a link, and is written to what is not a file", async () => {
    const { path, save, run, readReport } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await save("report.json", "");
    await symlink(path("report.json"), path("link"));
    await run([file, "--report", path("link")]);
    expect(await readReport()).toMatchObject({ ok: true });
    expect((await lstat(path("link"))).isSymbolicLink()).toBe(true);
    expect(await run([file, "--report", devNull])).toMatchObject({ code: 0 });
    expect((await stat(devNull)).isFile()).toBe(false);
  });
});

describe("the command sync --quiet", () => {
  it("prints nothing but a warning if everything is done", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    const err = expect.stringMatching(/^reg: warning: the state is new: .*\n$/);
    expect(await run([file, "--quiet"])).toEqual({ code: 0, out: "", err });
    expect(await run([file, "--quiet"])).toEqual({ code: 0, out: "", err: "" });
  });

  it("prints the summary if vehicles were removed", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    await run([file]);
    await save("fleet.ndjson", toNdjson(vehicles(1)));
    expect(await run([file, "--remove-missing", "--quiet"])).toEqual({
      code: 0,
      out: expect.stringMatching(/\n1 vehicle was no longer in the file \(AB-1\) and was removed\.\n$/),
      err: "",
    });
  });

  it("prints the summary if items removed vehicles", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    await run([file]);
    await save("fleet.ndjson", toNdjson([{ licensePlate: "AB-0", remove: true }, ...vehicles(2).slice(1)]));
    for (const [args, verb] of [[["--dry-run"], "would be"] as const, [[], "was"] as const])
      expect(await run([file, "--quiet", ...args])).toEqual({
        code: 0,
        out: expect.stringMatching(new RegExp(`\\n1 vehicle ${verb} removed, as the file says\\.\\n$`)),
        err: "",
      });
    expect((await run([file, "--quiet"])).out).toBe("");
  });

  it("prints failures and the summary if something failed, without progress", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", `${toNdjson(vehicles(2))}oops\n`);
    await run([file]);
    expect(await run([file, "--quiet"])).toEqual({
      code: 1,
      out: expect.stringMatching(/^3 items in \d+ m?s: 1 failed, 2 resources unchanged\.\n$/),
      err: "reg: line 3 is not JSON\n",
    });
  });
});

describe("the command sync cannot run, exits with 2 and sends nothing", () => {
  it.each([
    [["no-such.ndjson"], "no-such.ndjson cannot be read: ENOENT: no such file or directory, stat 'no-such.ndjson'."],
    [[tmpdir(), "--format", "csv"], `${tmpdir()} cannot be read: EISDIR: illegal operation on a directory, read.`],
    [["a.csv", "--columns", "no.json"], "no.json cannot be read: ENOENT: no such file or directory, open 'no.json'."],
    [["a.csv", "--columns", "README.md"], "README.md is not JSON."],
    [["a.csv", "--columns", ".github"], ".github cannot be read: EISDIR: illegal operation on a directory, read."],
    [["-", "--format", "ndjson"], "the file is empty: it has no item."],
    [["-", "--format", "csv"], "the file is empty: CSV needs a line with the headings."],
    [
      ["README.md", "--format", "csv"],
      'the columns cannot be used: "# @reg/sdk" is not the path of a field; line 1 has one column: check --delimiter.',
    ],
  ])("for %j", async (args, problem) => {
    const { sandbox, run } = await openSync();
    expect(await run(args)).toEqual({ code: 2, out: "", err: `reg: ${problem}\n` });
    expect(sandbox.journal.entries).toEqual([]);
  });

  it("for a report whose folder does not exist", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    const { code, err } = await run([file, "--report", "no/report.json"]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^reg: the report cannot be written: ENOENT: .* 'no\/report\.json\.[^']*'\.\n$/),
    ]);
    expect(sandbox.journal.entries).toEqual([]);
  });

  it("for a report that is a folder", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    const err = "reg: the report cannot be written: it is a folder.\n";
    expect(await run([file, "--report", "."])).toEqual({ code: 2, out: "", err });
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
});
