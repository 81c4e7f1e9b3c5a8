import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Fault, SandboxOptions } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/run.js";
import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import { lessorOf, open } from "../../sandbox/support.js";
import { temporaryFolder } from "../../support/folder.js";
import { closeAfterTest, runReg, startReg } from "../support.js";

const fleetPlate = "VF-001-Y";

/** Serves a sandbox with a vehicle, and returns a function that runs the command `verify lessor` against it. */
async function openVerify({ adapter }: Pick<SandboxOptions, "adapter"> = {}) {
  const { sandbox } = await open({ now: undefined, adapter });
  const lessor = lessorOf(sandbox, { adapter });
  await lessor.vehicles.put({ licensePlate: fleetPlate });
  for (const kind of relatedKinds) await lessor.vehicles[kind].put(fleetPlate, { total: 7 } as never);
  const server = await sandbox.listen();
  closeAfterTest(() => server.close());
  const { clientId, clientSecret } = sandbox.lessor;
  const env: Terminal["env"] = {
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: clientId,
    REG_CLIENT_SECRET: clientSecret,
  };
  const run = async (...args: readonly string[]) => {
    const all = ["verify", "lessor", "--license-plate", fleetPlate, "--rate", "80", ...args];
    const { written, code } = await startReg(all, commands, { env });
    return { code: await code, ...written };
  };
  return { sandbox, lessor, run, file: join(temporaryFolder(), "last.json") };
}

/** Makes a kind of related data unreadable. */
const makeUnreadable = ({ sandbox }: Awaited<ReturnType<typeof openVerify>>) =>
  sandbox.fail({ operation: "vehicles.mileages.get", times: 9, with: { status: 405 } });

describe("the command verify", () => {
  it("prints with --plan what it would send, and sends nothing", async () => {
    const { code, out, err } = await runReg("verify", "supplier", "--plan");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^npx @reg\/sdk verify supplier: at most 60 requests to the service in about 60 s/);
    expect(out).toContain("It only reads: nothing is created, changed or deleted.");
    const write = await runReg("verify", "supplier", "--plan", "--write", "--license-plate", "AB-123-C");
    expect(write.out).toContain("It also writes: it creates one draft for the given license plate");
    expect(write.out).not.toContain("AB-123-C");
  });

  it("prints the plan of the lessor API without a license plate", async () => {
    const { code, out, err } = await runReg("verify", "lessor", "--plan");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("To run, it needs --license-plate, because the API has no list of vehicles.");
    expect(out).toContain("vehicles.mileages.get");
  });

  it("prints the plan before it sends anything, and a table: exit code 0 without differences", async () => {
    const { run } = await openVerify();
    const { code, out, err } = await run();
    expect(code).toBe(0);
    expect(err).toMatch(/^npx @reg\/sdk verify lessor: at most 60 requests to http:\/\/127\.0\.0\.1:\d+ in about 1 s/);
    expect(err).not.toContain("vehicles.mileages.get");
    expect(out).toMatch(/^lessor API\. Requests: 9, operations: 9, differences: 0\./m);
    expect(out).toContain("Lifetime of a token   1 h 0 min");
    expect(out + err).not.toContain(fleetPlate);
  });

  it("prints JSON with --json: exit code 1 if an assumption is refuted", async () => {
    const opened = await openVerify();
    makeUnreadable(opened);
    const { code, out } = await opened.run("--json");
    expect(code).toBe(1);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ api: "lessor", requests: 9, shapes: { version: 1 } });
    expect(report.assumptions).toContainEqual({
      id: "vehicles.mileages.get",
      confidence: "assumed",
      statement: expect.stringContaining("GET /v1/vehicles/{licensePlate}/mileages"),
      verdict: "refuted",
      evidence: "status 405",
    });
  });

  it("reports with --baseline only what is new, and exits with 1 only for that", async () => {
    const opened = await openVerify();
    const fault = makeUnreadable(opened);
    await writeFile(opened.file, (await opened.run("--json")).out);
    const same = await opened.run("--json", "--baseline", opened.file);
    expect(same.code).toBe(0);
    await writeFile(opened.file, `\ufeff${await readFile(opened.file, "utf8")}`);
    expect(await opened.run("--json", "--baseline", opened.file)).toMatchObject({ code: 0 });
    expect(JSON.parse(same.out)).toMatchObject({ differences: [], assumptions: [] });
    fault.cancel();
    const better = await opened.run("--json", "--baseline", opened.file);
    expect(better.code).toBe(0);
    const news = JSON.parse(better.out).assumptions.map(
      ({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`,
    );
    expect(news).toContain("vehicles.mileages.get confirmed");
    opened.sandbox.fail({ operation: "vehicles.routings.get", times: 9, with: { status: 501 } });
    expect((await opened.run("--baseline", opened.file)).code).toBe(1);
  });

  it("records names that look like values only if --name lists them", async () => {
    const { lessor, run } = await openVerify();
    await lessor.vehicles.mileages.put(fleetPlate, { rate30: 1, rate45: 2, rate60: 3 } as never);
    const { out } = await run("--json", "--name", "rate30, rate60");
    const { object } = JSON.parse(out).shapes.bodies.MileagesBody;
    expect([Object.keys(object.fields), object.entries.seen]).toEqual([["rate30", "rate60"], 1]);
  });

  it("reports with --baseline what has changed in an open body, and exits with 1", async () => {
    const { lessor, run, file } = await openVerify();
    await writeFile(file, (await run("--json")).out);
    await lessor.vehicles.mileages.put(fleetPlate, { Total: "7" } as never);
    const { code, out } = await run("--json", "--baseline", file);
    const place = { operationId: "vehicles.mileages.get", confidence: "inferred" };
    expect([code, JSON.parse(out).differences]).toEqual([
      1,
      [
        {
          ...place,
          pointer: "/total",
          kind: "renamed",
          expected: "number (in the baseline)",
          found: "text (decimal)",
          foundAt: "/Total",
        },
      ],
    ]);
  });

  it("writes the whole report with --out, also over the baseline, and prints only what is new", async () => {
    const opened = await openVerify();
    const { run, file } = opened;
    const first = await run("--json", "--out", file);
    expect(await readFile(file, "utf8")).toBe(first.out);
    makeUnreadable(opened);
    const next = await run("--baseline", file, "--out", file);
    expect([next.code, next.out]).toEqual([1, expect.stringContaining("1 new since the baseline; 0 known")]);
    const written = JSON.parse(await readFile(file, "utf8"));
    expect(written.assumptions).toHaveLength(JSON.parse(first.out).assumptions.length);
    expect(written.differences).toHaveLength(1);
    expect((await run("--baseline", file, "--out", file)).code).toBe(0);
    expect(await readdir(dirname(file))).toEqual(["last.json"]);
  });

  it("writes beside the report an adapter for what it has found, adds to it, and overwrites no other", async () => {
    const opened = await openVerify({
      adapter: { lessor: { "vehicles.get": { bridges: [{ at: "", is: "/vehicle" }] } } },
    });
    const { run, file } = opened;
    const target = file.replace(".json", ".adapter.json");
    const found = await run("--out", file);
    expect([found.code, found.err]).toEqual([
      1,
      expect.stringContaining(
        `${target} bridges what this run has found. Try it: npx @reg/sdk verify lessor --adapter ${target}\n`,
      ),
    ]);
    const written = JSON.parse(await readFile(target, "utf8"));
    expect(written).toEqual({ lessor: { "vehicles.get": { bridges: [{ at: "", is: "/vehicle" }] } } });
    expect(await run("--adapter", target, "--out", file)).toMatchObject({ code: 0 });
    // Another run, which finds it again.
    expect((await run("--out", file)).err).toContain(`${target} exists, and is not overwritten`);
    const paths = { lessor: { "vehicles.get": { path: "/v1/vehicles/{licensePlate}" } } };
    await writeFile(target, JSON.stringify(paths));
    expect((await run("--adapter", target, "--out", file)).code).toBe(1);
    expect(JSON.parse(await readFile(target, "utf8"))).toEqual({
      lessor: { "vehicles.get": { ...paths.lessor["vehicles.get"], ...written.lessor["vehicles.get"] } },
    });
  });

  it("leaves the file of --out as it is if the run does not reach its end", async () => {
    const { run, file, sandbox } = await openVerify();
    await writeFile(file, "{}");
    sandbox.fail({ operation: "vehicles.routings.get", times: 9, with: { status: 429 } } as Fault);
    const { code, out } = await run("--out", file);
    expect([code, await readFile(file, "utf8")]).toEqual([2, "{}"]);
    expect(out).toContain("The run did not reach its end.");
  });

  it("sends nothing if the file of --out cannot be written: exit code 2", async () => {
    const { run, file, sandbox } = await openVerify();
    const before = sandbox.journal.entries.length;
    const { code, out, err } = await run("--out", join(file, "missing.json"));
    expect([code, out, sandbox.journal.entries.length]).toEqual([2, "", before]);
    expect(err).toMatch(/^reg: the report cannot be written: /);
  });

  it.each([
    ["", "<file> is not JSON."],
    ["{}", "the file of --baseline is not a report of npx @reg/sdk verify."],
    [
      '{"api":"lessor","differences":[],"assumptions":[]}',
      "the file of --baseline is not a report of npx @reg/sdk verify.",
    ],
    [
      '{ "api": "supplier", "differences": [null], "assumptions": [], "operations": {} }',
      "the file of --baseline is not a report of npx @reg/sdk verify.",
    ],
    [
      '{"api":"supplier","differences":[],"assumptions":[],"operations":{}}',
      "the report of --baseline is about the other API.",
    ],
    [
      '{"api":"lessor","complete":false,"differences":[],"assumptions":[],"operations":{}}',
      "the run of --baseline did not reach its end: use the report of one that did.",
    ],
    [
      '{"api":"lessor","known":{},"differences":[],"assumptions":[],"operations":{}}',
      "the report of --baseline contains only what was new: use one without --baseline.",
    ],
    [
      '{"api":"lessor","complete":true,"differences":[],"assumptions":[],"operations":{}}',
      "the shapes in the file of --baseline cannot be read by this version.",
    ],
  ])("sends nothing with the baseline %j: exit code 2", async (content, message) => {
    const { run, file, sandbox } = await openVerify();
    await writeFile(file, content);
    const before = sandbox.journal.entries.length;
    expect(await run("--baseline", file)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${message.replace("<file>", file)}\n`,
    });
    expect(sandbox.journal.entries.length).toBe(before);
  });

  it("exits with 2 for an address that cannot be used, before it prints a plan", async () => {
    const { run } = await openVerify();
    const { code, out, err } = await run("--base-url", "ftp://lessor.example");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^reg: .*baseUrl/);
  });
});
