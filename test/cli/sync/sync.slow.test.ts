import { execFileSync, spawn as spawnProcess } from "node:child_process";
import { once } from "node:events";
import { open, readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { tunnelProxy } from "../../support/proxy.js";
import { closeAfterTest } from "../support.js";
import { openRecorder, openSync, toNdjson, vehicles } from "./support.js";

describe("the next run of the command sync", () => {
  it("sends the vehicles of an NDJSON file, and only changes in the next run: exit code 0", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect(await run([file])).toEqual({
      code: 0,
      out: expect.stringMatching(/^3 items in \d+ m?s: 3 resources sent\.\n$/),
      err: expect.stringMatching(/^100 %, 3\/3 items, \d+\/s; 3 resources sent\nreg: warning: the state is new: .*\n$/),
    });
    const changed = [...vehicles(2), { licensePlate: "AB-2", vehicle: { make: "Fiat" } }];
    await save("fleet.ndjson", toNdjson(changed));
    expect((await run([file])).out).toMatch(/: 1 resource sent, 2 unchanged\.\n$/);
    sandbox.journal.assertCalls({ "vehicles.put": 4, "token.create": 2 });
  });

  it("reads and repairs what the service has lost with --verify", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(2)));
    await run([file]);
    sandbox.fail({ operation: "vehicles.get", with: { status: 404 } });
    expect((await run([file, "--verify"])).out).toMatch(/: 1 resource sent, 1 unchanged\.\n$/);
  });

  it("removes missing vehicles only up to --max-removals", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(4)));
    await run([file]);
    await save("fleet.ndjson", toNdjson(vehicles(2)));
    const refused = await run([file, "--remove-missing"]);
    expect([refused.code, refused.err.split("\n").at(-2)]).toEqual([
      1,
      "reg: 2 vehicles are no longer in the file (AB-2, AB-3). None was removed, because --max-removals 1%, its default, permits fewer; --max-removals 2 would permit it.",
    ]);
    const planned = await run([file, "--remove-missing", "--max-removals", "50%", "--dry-run"]);
    expect([planned.code, planned.out.split("\n")[1]]).toEqual([
      0,
      "2 vehicles are no longer in the file (AB-2, AB-3) and would be removed.",
    ]);
    const allowed = await run([file, "--remove-missing", "--max-removals", "50%"]);
    expect([allowed.code, allowed.out.split("\n")[1]]).toEqual([
      0,
      "2 vehicles were no longer in the file (AB-2, AB-3) and were removed.",
    ]);
    sandbox.journal.assertCalls({ "vehicles.delete": 2 });
  });

  it("says how many missing vehicles it could not remove", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(4)));
    await run([file]);
    await save("fleet.ndjson", toNdjson(vehicles(2)));
    sandbox.fail({ operation: "vehicles.delete", times: 3, with: { status: 400 } });
    const args = [file, "--remove-missing", "--max-removals", "2"];
    const summaries = [];
    for (let left = 3; left > 0; left -= 1) summaries.push((await run(args)).out.split("\n")[1]);
    // Which one of them is removed is not certain.
    expect(summaries.map((summary) => summary?.replace(/\(AB-[23]\)/, "(AB-…)"))).toEqual([
      "2 vehicles were no longer in the file (AB-2, AB-3); they were not removed.",
      "2 vehicles were no longer in the file (AB-2, AB-3); 1 of them removed.",
      "1 vehicle was no longer in the file (AB-…) and was removed.",
    ]);
  });

  it("does not count a vehicle in another spelling among those that would be removed", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.csv", "licensePlate,vehicle.make\nAB-1,Volvo\nAB-2,BMW\nAB-3,BMW\n");
    await run([file]);
    await save("fleet.csv", "licensePlate,vehicle.make\nab1,Volvo\nAB-2,BMW\n");
    const args = [file, "--remove-missing", "--max-removals", "2"];
    const dryRun = await run([...args, "--dry-run"]);
    const missing = "no longer in the file (AB-1, AB-3); 1 of them";
    expect(dryRun.out.split("\n")[1]).toBe(`2 vehicles are ${missing} would be removed.`);
    expect((await run(args)).out.split("\n")[1]).toBe(`2 vehicles were ${missing} removed.`);
  });

  it("removes the earlier spelling of a vehicle as its error says", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.csv", "licensePlate,vehicle.make\nAB-1,Volvo\nAB-2,BMW\n");
    await run([file]);
    await save("fleet.csv", "licensePlate,vehicle.make\nab1,Volvo\nAB-2,BMW\n");
    const { err } = await run([file, "--remove-missing"]);
    expect(err).toContain(
      "in a run with the same state and the same name of the source, send only the earlier one with `remove: true`\n",
    );
    const input = Readable.from([Buffer.from('{"licensePlate":"AB-1","remove":true}\n')]);
    expect(await run(["-", "--format", "ndjson", "--source", "fleet.csv"], { input })).toMatchObject({ code: 0 });
    sandbox.journal.assertCalls({ "vehicles.delete": 1 });
    expect(await run([file, "--remove-missing"])).toMatchObject({ code: 0 });
  });

  it("does not remove a vehicle whose record has a mistake", async () => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.csv", "licensePlate,vehicle.km:number\nAB-1,1\nAB-2,2\n");
    await run([file]);
    await save("fleet.csv", "licensePlate,vehicle.km:number\nAB-1,1\nAB-2,two\n");
    expect(await run([file, "--remove-missing", "--max-removals", "5"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/: 1 failed, 1 resource unchanged\.\n$/),
    });
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
  });

  it.each([
    ["in the middle of a record", "AB-3;Opel\nAB"],
    ["in the middle of a cell", "AB-3;Opel\nAB-4;Op"],
    ["in a quote", 'AB-3;"Opel\nAB-4;"Opel, new"\n'],
  ])("does not remove the vehicles that follow where a CSV file is cut off %s", async (_, end) => {
    const { sandbox, save, run } = await openSync();
    const heading = "licensePlate;vehicle.make\nAB-1;Opel\nAB-2;Opel\n";
    const file = await save("fleet.csv", `${heading}AB-3;Opel\nAB-4;Opel\nAB-5;Opel\n`);
    await run([file, "--delimiter", ";"]);
    await save("fleet.csv", heading + end);
    const { code } = await run([file, "--delimiter", ";", "--remove-missing", "--max-removals", "9"]);
    expect(code).toBe(1);
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
  });

  it.each([
    ["has no items", "csv", "licensePlate,vehicle.make\n", "no vehicle was removed, because the file is empty."],
    [
      "has a line that is not JSON",
      "ndjson",
      "oops\n",
      "1 vehicle is no longer in the file (AB-0). None was removed, because not every item of the file could be read.",
    ],
  ])("removes nothing if the file %s", async (_, format, content, text) => {
    const { sandbox, save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await run([file]);
    await save("fleet.ndjson", content);
    const { code, err } = await run([file, "--format", format, "--remove-missing"]);
    expect([code, err.split("\n").at(-2)]).toEqual([1, `reg: ${text}`]);
    sandbox.journal.assertCalls({ "vehicles.delete": 0 });
  });

  it("ends when it is interrupted, although more input may come, and continues in the next run", async () => {
    const { countPuts, save, start, run } = await openSync();
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
    await expect.poll(countPuts).toBe(2);
    stop.abort();
    const { written, code } = await running;
    expect([await code, written.err.split("\n").slice(-2)]).toEqual([
      1,
      ["reg: interrupted: the next run continues where this one stopped.", ""],
    ]);
    const file = await save("fleet.ndjson", toNdjson(vehicles(3)));
    expect((await run([file])).out).toMatch(/: 1 resource sent, 2 unchanged\.\n$/);
  });
});

describe("the command sync against a service that does not respond in time", () => {
  it("sends at most --rate-limit requests a minute", async () => {
    const { save, start } = await openSync();
    const { env, received } = await openRecorder();
    const stop = new AbortController();
    const file = await save("fleet.ndjson", toNdjson(vehicles(9)));
    const running = start([file, "--rate-limit", "3"], { env, interrupted: stop.signal });
    await expect.poll(() => received.length).toBe(3);
    // The window is a real minute: a fourth request would follow at once.
    await setTimeout(500);
    stop.abort();
    const { code } = await running;
    expect([await code, received.length]).toEqual([1, 3]);
  });

  it("waits for a response at most --timeout", async () => {
    const { save, run } = await openSync();
    const { env, received } = await openRecorder(() => {});
    const args = [await save("fleet.ndjson", toNdjson(vehicles(2))), "--timeout", "50", "--stop-on", "timeout"];
    const { code, err } = await run([...args, "--concurrency", "1"], { env });
    expect([code, err.split("\n").at(-2)]).toEqual([
      1,
      expect.stringContaining("of a kind that ends a run (see --stop-on)."),
    ]);
    expect(err).toContain(
      "AB-0, vehicle: the outcome is unknown: vehicles.put: no complete response within the attempt's timeout of 50 ms",
    );
    expect(new Set(received).size).toBe(1);
  });
});

describe("the command sync in a process", () => {
  it("leaves a report that is not ok if it is killed", async () => {
    const { path, save, spawn, readReport } = await openSync();
    const { env, received } = await openRecorder(() => {});
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await save("report.json", '{"ok":true}');
    const { child, wait } = spawn([file, "--report", path("report.json")], env);
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    child.kill("SIGKILL");
    expect(await wait()).toMatchObject({ signal: "SIGKILL" });
    expect(await readReport()).toEqual({ file, startedAt: expect.any(String), ok: false, isRunning: true });
  });

  it("warns of a proxy that is set and not used", async () => {
    const { env, path, save, spawn } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    const proxy = await tunnelProxy();
    const proxied = { ...env, HTTP_PROXY: proxy.url };
    const ignored = await spawn([file], proxied).wait();
    expect(ignored).toMatchObject({ code: 0, err: expect.stringContaining("fetch ignores the proxy") });
    const excluded = await spawn([file], { ...proxied, NO_PROXY: "127.0.0.1" }).wait();
    expect(excluded).toMatchObject({ code: 0, err: expect.not.stringContaining("proxy") });
    expect(proxy.tunnels).toEqual([]);
    const undici = import.meta.resolve("undici");
    const module = `import { EnvHttpProxyAgent, setGlobalDispatcher } from "${undici}"; setGlobalDispatcher(new EnvHttpProxyAgent());`;
    await save("proxy.mjs", module);
    await save("fleet.ndjson", toNdjson(vehicles(2)));
    const used = await spawn([file], { ...proxied, NODE_OPTIONS: `--import ${path("proxy.mjs")}` }).wait();
    expect(proxy.tunnels).not.toEqual([]);
    expect(used).toMatchObject({ code: 0, err: expect.not.stringContaining("proxy") });
  });
});

describe("the command sync", () => {
  describe("that reads a named pipe ends after SIGTERM,", () => {
    /** Starts the program, and waits until it has read the columns, which come from a pipe as well. */
    async function startReading() {
      const { path, spawn } = await openSync();
      const { received, env } = await openRecorder();
      execFileSync("mkfifo", [path("fleet"), path("columns")]);
      const program = spawn([path("fleet"), "--format", "csv", "--columns", path("columns")], env);
      await writeFile(path("columns"), '{"plate":"licensePlate","make":"vehicle.make"}');
      return { ...program, received, pipe: path("fleet") };
    }

    const interrupted = "\nreg: interrupted: the next run continues where this one stopped.\n";

    it.each([0, 500])("if the pipe has no writer, %i ms after it began to read", async (delay) => {
      const { child, wait } = await startReading();
      // Nothing outside of the process tells that it waits for a writer.
      await setTimeout(delay);
      child.kill("SIGTERM");
      expect(await wait()).toMatchObject({ code: 1, err: expect.stringContaining(interrupted) });
    });

    it("if the writer of the pipe writes nothing more", async () => {
      const { child, wait, received, pipe } = await startReading();
      const writer = await open(pipe, "r+");
      closeAfterTest(() => writer.close());
      await writer.write("plate,make\nAB-1,Opel\nAB-2,Opel\n");
      await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
      child.kill("SIGTERM");
      expect(await wait()).toMatchObject({ code: 1, err: expect.stringContaining(interrupted) });
    });
  });

  it("sends all although its error output is on a full disk, and writes the report: exit code 2", async () => {
    const { path, save } = await openSync();
    const { received, env } = await openRecorder();
    const args = [await save("fleet.ndjson", toNdjson(vehicles(9))), "--state", path("fleet.state")];
    // The first line about it is that the program waits for the lock.
    await save("fleet.state.lock", "the lock of a killed run");
    await save("report.json", "the report of an earlier run");
    const redirected = 'exec "$@" 2>/dev/full';
    const program = [process.execPath, "--import", "tsx", "src/cli/main.ts", "sync", ...args];
    const child = spawnProcess("sh", ["-c", redirected, "sh", ...program, "--report", path("report.json")], {
      env: { ...process.env, ...env },
    });
    const [code] = await once(child, "close");
    expect([code, received.length]).toEqual([2, 9]);
    expect(JSON.parse(await readFile(path("report.json"), "utf8"))).toMatchObject({ ok: true, items: 9 });
  });

  /** CSV as Dutch programs export it. */
  const toCsv = (count: number) =>
    `\ufeffKenteken;Merk;Stand\r\n${Array.from({ length: count }, (_, index) => `AB-${index};Citroën;${index}\r\n`).join("")}`;
  const mapping = { Kenteken: "licensePlate", Merk: "vehicle.make", Stand: "vehicle.km:number" };

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends after %s when the requests in flight have finished, and the next run sends the rest",
    async (signal) => {
      const { sandbox, lessor, save, spawn, countPuts } = await openSync();
      const slow = sandbox.fail({
        operation: "vehicles.put",
        times: Number.POSITIVE_INFINITY,
        with: { delay: 20 },
      });
      const columns = await save("columns.json", JSON.stringify(mapping));
      const args = [await save("fleet.csv", toCsv(500)), "--columns", columns, "--delimiter", ";"];
      const first = spawn(args);
      await expect.poll(countPuts, { timeout: 20_000 }).toBeGreaterThan(100);
      first.child.kill(signal);
      const { code, out, err } = await first.wait();
      expect(code).toBe(1);
      expect(out).toMatch(/^\d+ items in \d+ m?s: \d+ resources sent\.\n$/);
      expect(err).toMatch(
        /^reg: stopping: \d requests? in flight will finish first; another signal ends the run at once, which does no harm\n\d+ %, \d+\/500 items, \d+\/s, [^;]* left; \d+ resources sent\nreg: warning: the state is new: .*\nreg: interrupted: the next run continues .*\n$/,
      );
      const sent = Number(/(\d+) resources sent/.exec(out)?.[1]);
      expect(sent).toBeLessThan(500);
      expect(countPuts()).toBe(sent);
      slow.cancel();
      const second = await spawn(args).wait();
      expect(second).toMatchObject({ code: 0, signal: null });
      expect(second.out).toContain(`: ${500 - sent} resources sent, ${sent} unchanged.\n`);
      expect(countPuts()).toBe(500);
      expect(await lessor.vehicles.get("AB-499")).toMatchObject({ make: "Citroën", km: 499 });
    },
  );

  it("ends at once after SIGTERM while it pauses after a 429, and the next run sends all", async () => {
    const { sandbox, save, spawn } = await openSync();
    sandbox.fail({ operation: "vehicles.put", with: { status: 429, headers: { "retry-after": "60" } } });
    const args = [await save("fleet.ndjson", toNdjson(vehicles(20)))];
    const first = spawn(args);
    await expect
      .poll(() => sandbox.journal.entries.some(({ status }) => status === 429), { timeout: 20_000 })
      .toBe(true);
    // Nothing outside of the process tells that it has read the response and pauses.
    await setTimeout(500);
    const stoppedAt = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.wait()).toMatchObject({ code: 1, err: expect.stringContaining("\nreg: interrupted: ") });
    expect(performance.now() - stoppedAt).toBeLessThan(2500);
    expect(await spawn(args).wait()).toMatchObject({ code: 0 });
  });

  it("says that it waits for the lock of a killed run", async () => {
    const { save, run } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    await save("fleet.state.lock", "the lock of a killed run");
    const { code, err } = await run([file]);
    expect([code, err.split("\n")[0]]).toEqual([0, "reg: waiting for the lock of a run that may have been killed"]);
  });

  it("reads NDJSON from a pipe, and sends nothing in the second run", async () => {
    const { spawn, countPuts } = await openSync();
    for (const summary of ["300 resources sent.", "300 resources unchanged."]) {
      const { child, wait } = spawn(["-", "--format", "ndjson"]);
      child.stdin.end(toNdjson(vehicles(300)));
      const { code, out } = await wait();
      expect([code, out]).toEqual([0, expect.stringContaining(summary)]);
    }
    expect(countPuts()).toBe(300);
  });

  it("exits with 3 while another run uses the state, and ends when it is interrupted without input", async () => {
    const { env, path, save, spawn, countPuts, readReport } = await openSync();
    const file = await save("fleet.ndjson", toNdjson(vehicles(1)));
    const report = ["--report", path("report.json")];
    const first = spawn(["-", "--format", "ndjson", ...report]);
    first.child.stdin.write(toNdjson(vehicles(1)));
    await expect.poll(countPuts, { timeout: 20_000 }).toBe(1);
    const second = await spawn([file, ...report]).wait();
    expect(await readReport()).toMatchObject({ file: "-", isRunning: true });
    expect(second).toEqual({
      code: 3,
      signal: null,
      out: "",
      err: "reg: the state is in use by another run; wait until it has ended, or use another state.\n",
    });
    first.child.kill("SIGINT");
    const { code, out, err } = await first.wait();
    expect([code, out]).toEqual([1, expect.stringMatching(/: 1 resource sent\.\n$/)]);
    expect(err).toContain("\nreg: interrupted: ");
    expect(await readReport()).toMatchObject({ file: "-", stopped: "aborted" });
    expect(out + err).not.toContain(env["REG_CLIENT_SECRET"]);
  });
});
