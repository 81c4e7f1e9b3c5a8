import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { crc32 } from "node:zlib";
import { type Clock, RegError } from "@reg/sdk";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FleetState, fleetFormat } from "../../src/lessor/sync/state.js";
import { StateFile } from "../../src/state/file.js";
import { FollowState } from "../../src/supplier/follow/state.js";
import { FleetService, fleet, vehicle } from "../lessor/sync/support.js";
import { ManualClock } from "../support/clock.js";
import { rejection } from "../support/errors.js";
import { temporaryFolder } from "../support/folder.js";

const owner = { baseUrl: "https://reg.example", clientId: "fleet-job" };

/** Returns the path of a file that does not exist, in a folder that is removed after the test. */
async function newPath(): Promise<string> {
  return join(temporaryFolder(), "fleet.state");
}

/** Opens a file, changes it, closes it, and returns its entries as they were before. */
async function use(
  path: string,
  change: (file: StateFile) => Promise<unknown> = async () => {},
  isReadOnly = false,
): Promise<Record<string, string>> {
  const file = new StateFile(path, { format: fleetFormat, owner, isReadOnly });
  await file.open();
  try {
    const entries: Record<string, string> = {};
    for await (const { key: licensePlate, text } of file.list()) entries[licensePlate] = String(text);
    await change(file);
    return entries;
  } finally {
    await file.close();
  }
}

/** A text of 100 characters, which takes 120 in the file. */
const textOf = (index: number) => String(index).padStart(100, "0");

/** So many outdated lines take a megabyte, and with one more, the file is rewritten. */
const outdatedLines = Math.floor(1024 ** 2 / 120);

/** One line that counts, after a number of outdated ones. */
const linesOf = (outdated: number) =>
  Array.from({ length: outdated + 1 }, (_, index) => lineOf(JSON.stringify(["AB-1", textOf(index)]))).join("");

const lineOf = (json: string) => `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
const header = lineOf(
  '{"format":"reg-fleet-state","version":1,"baseUrl":"https://reg.example","clientId":"fleet-job"}',
);

describe("a state file", () => {
  test("has a line for each change, with its checksum", async () => {
    const path = await newPath();
    await use(path, async (file) => {
      await file.set("AB-1", "one");
      await file.set('é\u2028"', "two");
      await file.delete("AB-1");
      const keys: string[] = [];
      for await (const { key } of file.list()) keys.push(key);
      expect(keys).toEqual(['é\u2028"']);
    });
    expect(await readFile(path, "utf8")).toBe(
      header + lineOf('["AB-1","one"]') + lineOf('["é\u2028\\"","two"]') + lineOf('["AB-1"]'),
    );
    expect(await use(path)).toEqual({ 'é\u2028"': "two" });
  });

  test("takes less than 170 bytes for a vehicle with eight resources, also when the source contains it", async () => {
    const path = await newPath();
    const vehicles = 130_000;
    const plates = Array.from({ length: vehicles }, (_, index) => `P-${index}`.padEnd(8, "X"));
    const text = (plate: string) => `1${` ${plate.padEnd(12, "x")}`.repeat(8)}`;
    await writeFile(path, header + plates.map((plate) => lineOf(JSON.stringify([plate, text(plate)]))).join(""));
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const file = new StateFile(path, { format: fleetFormat, owner, isReadOnly: true });
    collectGarbage();
    const { heapUsed } = process.memoryUsage();
    await file.open();
    for (const plate of plates) file.note(`${plate}`);
    collectGarbage();
    expect((process.memoryUsage().heapUsed - heapUsed) / vehicles).toBeLessThan(170);
    expect([file.get("P-7XXXXX"), file.note("P-7XXXXX")]).toEqual([text("P-7XXXXX"), false]);
    await file.close();
  });

  test("can be read by its owner only", async () => {
    const path = await newPath();
    await use(path);
    expect((await stat(path)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  });

  test("contains the last text of each license plate", async () => {
    const path = await newPath();
    await use(path, (file) => file.set("AB-1", "one"));
    await use(path, (file) => file.set("AB-1", "two"));
    expect(await use(path)).toEqual({ "AB-1": "two" });
  });

  test("contains everything that was set at the same time", async () => {
    const path = await newPath();
    const names = Array.from({ length: 5000 }, (_, index) => `AB-${index}`);
    await use(path, (file) => Promise.all(names.map((name) => file.set(name, `text of ${name}`))));
    expect(await use(path)).toEqual(Object.fromEntries(names.map((name) => [name, `text of ${name}`])));
  });

  test("is read in parts of any size", async () => {
    const path = await newPath();
    const text = "x".repeat(1_500_000);
    await use(path, async (file) => {
      for (const name of ["AB-1", "AB-2", "AB-3"]) await file.set(name, text);
    });
    expect(await use(path)).toEqual({ "AB-1": text, "AB-2": text, "AB-3": text });
  });

  test("that was cut off at any byte has every complete line, and can be continued", async () => {
    const path = await newPath();
    const lines = [lineOf('["AB-1","one"]'), lineOf('["AB-2","two"]'), lineOf('["AB-1","three"]')];
    const whole = header + lines.join("");
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(path, whole.slice(0, length));
      const complete = lines.filter((_, index) => length >= header.length + lines.slice(0, index + 1).join("").length);
      const expected = [{}, { "AB-1": "one" }, { "AB-1": "one", "AB-2": "two" }, { "AB-1": "three", "AB-2": "two" }];
      expect(await use(path, (file) => file.set("AB-9", "nine"))).toEqual(expected[complete.length]);
      expect(await use(path)).toEqual({ ...expected[complete.length], "AB-9": "nine" });
    }
  });

  test("is not created, changed or repaired by a dry run", async () => {
    const path = await newPath();
    expect(await use(path, undefined, true)).toEqual({});
    expect(await readdir(join(path, ".."))).toEqual([]);
    const torn = `${header}${lineOf('["AB-1","one"]')}1234`;
    await writeFile(path, torn);
    expect(await use(path, undefined, true)).toEqual({ "AB-1": "one" });
    expect(await readFile(path, "utf8")).toBe(torn);
  });

  test("is rewritten when it is opened with outdated lines of more than a megabyte", async () => {
    const path = await newPath();
    const last = textOf(outdatedLines + 1);
    await writeFile(path, header + linesOf(outdatedLines + 1) + lineOf('["AB-2","two"]'));
    // A run that was killed while it rewrote the file has left this; it is only removed at first.
    await writeFile(`${path}.new`, header);
    expect(await use(path)).toEqual({ "AB-1": last, "AB-2": "two" });
    expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
    expect(await use(path, (file) => file.set("AB-3", "three"))).toEqual({ "AB-1": last, "AB-2": "two" });
    expect(await readFile(path, "utf8")).toBe(
      header + lineOf(`["AB-1","${last}"]`) + lineOf('["AB-2","two"]') + lineOf('["AB-3","three"]'),
    );
    expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
  });

  test("is rewritten while it is used, and only once for the same lines", async () => {
    const path = await newPath();
    await use(path, async (file) => {
      for (let index = 0; index <= outdatedLines + 1; index += 1) await file.set("AB-1", textOf(index));
      await file.tidy(() => Promise.reject(new Error("another run has taken the state over")));
      expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
      await file.tidy();
      expect(await readFile(path, "utf8")).toBe(header + lineOf(`["AB-1","${textOf(outdatedLines + 1)}"]`));
      const { ino } = await stat(path);
      await file.tidy();
      expect((await stat(path)).ino).toBe(ino);
      await file.set("AB-2", "two");
    });
    expect(await use(path)).toEqual({ "AB-1": textOf(outdatedLines + 1), "AB-2": "two" });
  });

  test("is not rewritten by a run that has lost it meanwhile, and by the next one at once", async () => {
    const path = await newPath();
    const ended = use(path, async (file) => {
      for (let index = 0; index <= outdatedLines + 1; index += 1) await file.set("AB-1", textOf(index));
      const stopped = file.tidy(async () => {
        expect(await use(path)).toEqual({ "AB-1": textOf(outdatedLines + 1) });
        await writeFile(path, `${await readFile(path, "utf8")}${lineOf('["AB-2","two"]')}`);
        throw new Error("another run has taken the state over");
      });
      await stopped;
      expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
      expect(await use(path)).toEqual({ "AB-1": textOf(outdatedLines + 1), "AB-2": "two" });
    });
    expect(await rejection(ended)).toMatchObject({ message: "the file was replaced during the run" });
    expect(await use(path)).toEqual({ "AB-1": textOf(outdatedLines + 1), "AB-2": "two" });
  });

  test.each([
    ["is new", ""],
    ["was cut off", `${header}${lineOf('["AB-1","one"]')}1234`],
    ["was cut off in its first line", header.slice(0, 30)],
  ])("that %s is not changed by a run that has lost it since it has read it", async (_, before) => {
    const path = await newPath();
    await writeFile(path, before);
    const file = new StateFile(path, { format: fleetFormat, owner, isReadOnly: false });
    const opening = file.open(async () => {
      await writeFile(path, header + lineOf('["AB-2","two"]'));
      throw new Error("another run has taken the state over");
    });
    expect(await rejection(opening)).toMatchObject({ message: "another run has taken the state over" });
    expect(await readFile(path, "utf8")).toBe(header + lineOf('["AB-2","two"]'));
  });

  test.each<[method: string, begin: (path: string, clock: Clock) => Promise<{ close(): Promise<void> }>]>([
    [
      "follow",
      (path, clock) => FollowState.open(path, { baseUrl: "https://reg.example", clock, account: undefined }, () => {}),
    ],
    ["sync", (path, clock) => FleetState.open(path, { owner, clock, isReadOnly: false, onLost: () => {}, run: {} })],
  ])(
    "that was cut off stays as it is if the process of %s stands still as soon as it has the lock",
    async (_, begin) => {
      const path = await newPath();
      await (await begin(path, new ManualClock())).close();
      const before = `${await readFile(path, "utf8")}1234`;
      await writeFile(path, before);
      const clock = new ManualClock();
      const schedule = () => {
        clock.jump(10_000);
        writeFileSync(`${path}.lock`, "another process 1");
        return () => {};
      };
      const sleeping: Clock = { now: () => clock.now(), monotonic: () => clock.monotonic(), schedule };
      expect(await rejection(begin(path, sleeping))).toMatchObject({ kind: "state", reason: "locked" });
      expect(await readFile(path, "utf8")).toBe(before);
    },
  );

  test("does not stop other tasks while it is listed", async () => {
    const path = await newPath();
    const lines = Array.from({ length: 30_000 }, (_, index) => lineOf(`["P-${index}","one"]`));
    await writeFile(path, header + lines.join(""));
    const file = new StateFile(path, { format: fleetFormat, owner, isReadOnly: true });
    await file.open();
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for await (const _ of file.list());
    clearImmediate(next);
    await file.close();
    expect(turns).toBeGreaterThan(1);
    expect(turns).toBeLessThan(100);
  });

  test("is not rewritten with outdated lines of a megabyte, nor of what all others take", async () => {
    const path = await newPath();
    await writeFile(path, header + linesOf(outdatedLines));
    await use(path);
    expect(await readFile(path, "utf8")).toBe(header + linesOf(outdatedLines));
    const large = lineOf(JSON.stringify(["AB-2", "x".repeat(2 * 1024 ** 2)]));
    await writeFile(path, header + linesOf(outdatedLines + 1) + large);
    await use(path);
    expect(await readFile(path, "utf8")).toBe(header + linesOf(outdatedLines + 1) + large);
  });

  test("is rewritten soon if its entries are long, and counts what was deleted", async () => {
    const path = await newPath();
    await use(path, async (file) => {
      let most = 0;
      for (let index = 0; index < 400; index += 1) {
        await file.set("service/1", String(index).padStart(32_000, "0"));
        if (index % 2 === 1) await file.delete("service/1");
        await file.tidy();
        most = Math.max(most, (await stat(path)).size);
      }
      expect(most).toBeLessThan(1.2 * 1024 ** 2);
    });
  });
});

describe("a file that cannot be used", () => {
  test.each<[string, string, "damaged" | "version", RegExp]>([
    ["another text", "AB-1;Volvo\nAB-2;Fiat\n", "damaged", /is not a state; give the path of another file\. It/],
    ["one endless line", "x".repeat(3_000_000), "damaged", /is not a state/],
    ["a short text without a line break", "AB-1", "damaged", /is not a state/],
    ["JSON", '{"format":"reg-fleet-state"}\n', "damaged", /is not a state/],
    [
      "the state of another command",
      lineOf('{"format":"reg-follow-state","version":1,"baseUrl":"https://reg.example"}'),
      "damaged",
      /is not a state/,
    ],
    ["a list in its first line", lineOf('["AB-1","one"]'), "damaged", /is not a state/],
    [
      "another version",
      header.replace(/.*/, () => lineOf('{"format":"reg-fleet-state","version":2}').trim()),
      "version",
      /another version of the package; use that one, or delete it to send everything again\. It/,
    ],
    [
      "another address",
      lineOf('{"format":"reg-fleet-state","version":1,"baseUrl":"https://other","clientId":"fleet-job"}'),
      "version",
      /belongs to another baseUrl/,
    ],
    [
      "another client id",
      lineOf('{"format":"reg-fleet-state","version":1,"baseUrl":"https://reg.example","clientId":"x"}'),
      "version",
      /belongs to another clientId/,
    ],
    ["a changed character", header + lineOf('["AB-1","one"]').replace("one", "onf"), "damaged", /damaged in line 2;/],
    ["a changed checksum", `${header}00000000 ["AB-1","one"]\n`, "damaged", /damaged in line 2/],
    ["an empty line", `${header}\n${lineOf('["AB-1","one"]')}`, "damaged", /damaged in line 2/],
    ["zeros", `${header}${"\0".repeat(50)}\n${lineOf('["AB-1","one"]')}`, "damaged", /damaged in line 2/],
    ["a line of another form", header + lineOf('{"AB-1":"one"}'), "damaged", /damaged in line 2/],
    ["two joined lines", header + lineOf('["AB-1","one"]').trim() + lineOf('["AB-1","one"]'), "damaged", /in line 2/],
  ])("because of %s is refused, and stays as it is", async (_, content, reason, message) => {
    const path = await newPath();
    await writeFile(path, content);
    const service = new FleetService();
    const run = service.client().sync(fleet(3), { state: path });
    const error = await rejection(service.settled(run));
    if (!RegError.is(error, "state")) throw error;
    expect(error).toMatchObject({ reason });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/It was not changed$/);
    expect(await readFile(path, "utf8")).toBe(content);
    expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
    expect(service.requests).toEqual([]);
  });

  test("because the runtime has no files is an error that names those which have", async () => {
    const builtins = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    onTestFinished(() => builtins.mockRestore());
    const service = new FleetService();
    const run = service.client().sync(fleet(3), { state: "fleet.state" });
    expect(await rejection(service.settled(run))).toMatchObject({
      kind: "input",
      message: "state needs node:fs/promises: run it in Node.js, Deno or Bun",
    });
  });

  // The codes are those of Linux and macOS.
  const testOnUnix = test.skipIf(process.platform === "win32");

  testOnUnix("because its folder is a file is reported by a dry run, too", async () => {
    const path = await newPath();
    await writeFile(path, "");
    expect(await rejection(use(join(path, "fleet.state"), undefined, true))).toMatchObject({ code: "ENOTDIR" });
  });

  testOnUnix("because two links point to each other is reported with the cause", async () => {
    const path = await newPath();
    await symlink(`${path}.link`, path);
    await symlink(path, `${path}.link`);
    const service = new FleetService();
    const run = service.client().sync(fleet(3), { state: path });
    expect(await rejection(service.settled(run))).toMatchObject({ reason: "failed", cause: { code: "ELOOP" } });
  });

  testOnUnix("because a folder has the name of its lock is reported with the cause", async () => {
    const path = await newPath();
    await mkdir(`${path}.lock`);
    const service = new FleetService();
    const run = service.client().sync(fleet(3), { state: path });
    expect(await rejection(service.settled(run))).toMatchObject({ reason: "failed", cause: { code: "EISDIR" } });
  });

  test("because its folder does not exist is reported with the cause", async () => {
    const service = new FleetService();
    const run = service.client().sync(fleet(3), { state: join(await newPath(), "fleet.state") });
    expect(await rejection(service.settled(run))).toMatchObject({
      kind: "state",
      reason: "failed",
      message: expect.stringMatching(/^the state cannot be locked: ENOENT/),
    });
  });
});

test("the lock of a file is created by one of two runs", async () => {
  const path = await newPath();
  const [one, other] = [1, 2].map(() => new StateFile(path, { format: fleetFormat, owner, isReadOnly: false }).lock);
  expect([await one?.create?.("one"), await other?.create?.("other")]).toEqual([true, false]);
  expect(await other?.read()).toMatch(/^one/);
});

test.runIf(process.platform === "linux")("every file is closed", async () => {
  const path = await newPath();
  await writeFile(path, header + linesOf(outdatedLines + 1));
  const service = new FleetService();
  await service.sync(fleet(1), { state: path });
  await writeFile(path, "damaged\n");
  await rejection(use(path));
  const open = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // That of the folder is closed by now.
      return [];
    }
  });
  expect(open.filter((file) => file.startsWith(join(path, "..")))).toEqual([]);
});

describe("a fleet sync with a state file", () => {
  test("sends only what has changed, removes what is missing, and leaves one file", async () => {
    const path = await newPath();
    const service = new FleetService();
    await service.sync(fleet(50), { state: path });
    const source = [...fleet(48), vehicle("AB-49", 2)];
    const options = { state: path, removeMissing: true, maxRemovals: 1 };
    const second = await service.sync(source, options);
    expect(second.requests).toEqual(["PUT AB-49/mileages", "DELETE AB-50"]);
    expect(second.report.counts).toMatchObject({ sent: 2, unchanged: 97 });
    expect((await service.sync(source, options)).requests).toEqual([]);
    expect(await readdir(join(path, ".."))).toEqual(["fleet.state"]);
  });

  test("uses the file that a symbolic link points to, also if there is none yet, with one lock", async () => {
    const path = await newPath();
    const link = `${path}.link`;
    await symlink(path, link);
    const service = new FleetService();
    await service.sync(fleet(1), { state: link });
    expect((await readdir(join(path, ".."))).sort()).toEqual(["fleet.state", "fleet.state.link"]);
    const locks: string[][] = [];
    service.intercept = () => {
      // Synchronously, because the time of the test passes while a slow disk is read.
      locks.push(readdirSync(join(path, "..")).filter((name) => name.endsWith(".lock")));
      return undefined;
    };
    await service.sync(fleet(1, 2), { state: link });
    expect(locks).toEqual([["fleet.state.lock"]]);
  });

  test("finds a file that does not exist yet through a linked folder and two links", async () => {
    const folder = join(await newPath(), "..");
    await mkdir(join(folder, "releases/1"), { recursive: true });
    await mkdir(join(folder, "shared"));
    await symlink("releases/1", join(folder, "current"));
    await symlink("../../shared/link.state", join(folder, "releases/1/fleet.state"));
    await symlink("fleet.state", join(folder, "shared/link.state"));
    const service = new FleetService();
    let names: readonly string[] = [];
    service.intercept = () => {
      names = readdirSync(join(folder, "shared"));
      return undefined;
    };
    await service.sync(fleet(1), { state: join(folder, "current/fleet.state") });
    expect([...names].sort()).toEqual(["fleet.state", "fleet.state.lock", "link.state"]);
  });

  test("does not overwrite the file that a link in place of its lock points to", async () => {
    const path = await newPath();
    const other = `${path}.other`;
    await writeFile(other, "x".repeat(100));
    await symlink(other, `${path}.lock`);
    const service = new FleetService();
    const error = await rejection(service.settled(service.client().sync(fleet(1), { state: path })));
    expect(error).toMatchObject({ kind: "state", reason: "failed", message: expect.stringContaining("ELOOP") });
    expect(await readFile(other, "utf8")).toBe("x".repeat(100));
    expect(service.requests).toEqual([]);
  });

  test("is opened and closed as on Windows, which truncates no file that appends and reports its device in two ways", async () => {
    const path = await newPath();
    await use(path, (file) => file.set("AB-1", "one"));
    await appendFile(path, "half a li");
    const handle = await open(path, "r");
    const { prototype } = handle.constructor;
    await handle.close();
    const { stat } = prototype;
    const truncate = vi
      .spyOn(prototype, "truncate")
      .mockRejectedValue(new Error("EPERM: operation not permitted, ftruncate"));
    const device = vi.spyOn(prototype, "stat").mockImplementation(async function (this: FileHandle) {
      return Object.assign(await stat.call(this), { dev: 1 });
    });
    onTestFinished(() => [truncate, device].forEach((spy) => void spy.mockRestore()));
    expect(await use(path, (file) => file.set("AB-2", "two"))).toEqual({ "AB-1": "one" });
    expect(await use(path)).toEqual({ "AB-1": "one", "AB-2": "two" });
  });

  test("ends with an error if the file was replaced during the run", async () => {
    const path = await newPath();
    const service = new FleetService();
    await service.sync(fleet(1), { state: path });
    const copy = await readFile(path);
    service.intercept = async () => {
      await rm(path);
      await writeFile(path, copy);
      return undefined;
    };
    const { report } = await service.sync(fleet(1, 2), { state: path });
    expect(report).toMatchObject({ ok: false, stopped: "error", error: { kind: "state", reason: "failed" } });
  });

  test("stores no data of a vehicle but its license plate", async () => {
    const path = await newPath();
    const service = new FleetService();
    await service.sync([{ licensePlate: "AB-1", vehicle: { driver: "J. Jansen" } }], { state: path });
    expect(await readFile(path, "utf8")).not.toMatch(/Jansen|driver/);
  });
});
