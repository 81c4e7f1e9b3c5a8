import { execFileSync } from "node:child_process";
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLessorClient, type FleetItem } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { fleetFormat } from "../../../src/lessor/sync/state.js";
import { StateFile } from "../../../src/state/file.js";
import { fasterClock } from "./kill/clock.js";
import { generateFleet, listResources } from "./kill/fleet.js";
import { listDifferences, startService } from "./kill/service.js";
import { buildChild, startChild } from "./kill/start.js";
import { createTasks, readState } from "./kill/tasks.js";

test("a run whose state file cannot grow any further ends with the error of the state, and the next run continues", {
  timeout: 120_000,
}, async () => {
  const program = await buildChild();
  const service = await startService(0);
  const { state, resources, task, listConfirmed, readState } = createTasks(service, {
    vehicles: 400,
    pace: 10,
  });
  const blocks = 30;
  // The size of a block is 512 or 1024 bytes, depending on the shell.
  const full = await startChild(program, task(1), `ulimit -f ${blocks};`).ended;
  expect(full).toMatchObject({ ok: false, stopped: "error", error: "failed" });
  expect(statSync(state).size).toBeGreaterThan(blocks * 500);
  const confirmed = new Set(listConfirmed());
  const { keys } = await readState();
  expect([...confirmed].filter((key) => !keys.has(key))).toEqual([]);
  expect(await startChild(program, task(2)).ended).toMatchObject({ ok: true });
  const sentAgain = resources.filter(
    ({ key, path }) => confirmed.has(key) && service.puts.some((put) => put.run === 2 && put.path === path),
  );
  expect(sentAgain).toEqual([]);
  expect((await readState()).keys.size).toBe(resources.length);
  expect(await listDifferences(service, resources)).toEqual([]);
});

/** Mounts a small file system in memory. Returns undefined without the permission to do so. */
function mountSmallDisk(size = "256k"): { folder: string; unmount: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "reg-disk-"));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "pipe" });
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    unmount: () => {
      run("umount", folder);
      rmSync(folder, { recursive: true });
    },
  };
}

const probe = mountSmallDisk();
probe?.unmount();

/** Creates a sandbox, a small disk, and a function that runs a sync with a state on this disk. */
function start(size?: string) {
  const disk = mountSmallDisk(size);
  if (disk === undefined) throw new Error("the disk could be mounted before");
  onTestFinished(disk.unmount);
  const sandbox = createSandbox({ rateLimit: false });
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const lessor = createLessorClient({
    baseUrl,
    clientId,
    clientSecret,
    fetch: sandbox.fetch,
    clock: fasterClock(50),
  });
  const state = join(disk.folder, "fleet.state");
  const confirmed: string[] = [];
  const sync = (fleet: readonly FleetItem[]) =>
    lessor.sync(fleet, {
      state,
      onResult({ licensePlate, resource, status }) {
        if (status === "sent") confirmed.push(`${licensePlate} ${resource}`);
      },
    });
  const ballast = join(disk.folder, "ballast");
  return {
    service: { sandbox, puts: [] },
    owner: { baseUrl, clientId },
    folder: disk.folder,
    state,
    confirmed,
    sync,
    /** Fills the disk, except for so many bytes. */
    fill: (except = 0) => fillDisk(ballast, except),
    free: () => rmSync(ballast),
  };
}

/** The space that a lock takes, in bytes. */
const spaceForLock = 4096;

function fillDisk(path: string, except: number): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "ENOSPC") throw error;
    ftruncateSync(file, fstatSync(file).size - except);
  } finally {
    closeSync(file);
  }
}

// Only the administrator of a Linux system may mount a disk. The test above needs no permission.
describe.skipIf(probe === undefined)("on a full disk", () => {
  test("a run ends with the error of the state, and with space again the next run continues", {
    timeout: 120_000,
  }, async () => {
    const { service, owner, state, confirmed, sync, fill, free } = start();
    const fleet = [...generateFleet(2500)];
    const resources = listResources(fleet);
    const first = await sync(fleet);
    expect(first).toMatchObject({ ok: false, stopped: "error", error: { kind: "state", reason: "failed" } });
    expect(first.counts.sent).toBe(confirmed.length);
    const { keys } = await readState(state, owner, resources);
    expect(confirmed.filter((key) => !keys.has(key))).toEqual([]);
    expect(keys.size).toBeGreaterThan(100);
    // With the part that fits on the disk.
    const some = [...generateFleet(300)];
    expect(await sync(some)).toMatchObject({ ok: true, counts: { sent: 0 } });
    fill();
    const more = await sync([...some, { licensePlate: "KT-NEW", vehicle: {} }]).catch((error) => ({ error }));
    expect(more).toMatchObject({ error: { kind: "state", reason: "failed" } });
    free();
    expect((await readState(state, owner, resources)).keys).toEqual(keys);
    expect(await sync(some)).toMatchObject({ ok: true, counts: { sent: 0 } });
    expect(await listDifferences(service, listResources(some))).toEqual([]);
  });

  test("nothing is written after a part of a line, and the next run overwrites that part", async () => {
    const { owner, state, fill, free } = start();
    const texts = Array.from({ length: 50 }, (_, index) => [`KT-${index}`, `1 ${"a".repeat(100)}`] as const);
    const first = new StateFile(state, { format: fleetFormat, owner, isReadOnly: false });
    await first.open();
    await first.set("KT-FIRST", "1");
    fill();
    // The rest of the last page of the file is free.
    await expect(Promise.all(texts.map(([key, text]) => first.set(key, text)))).rejects.toThrow(/ENOSPC/);
    expect(statSync(state).size % 4096).toBe(0);
    free();
    await expect(first.set("KT-LATE", "1")).rejects.toThrow(/ENOSPC/);
    await first.close();
    const second = new StateFile(state, { format: fleetFormat, owner, isReadOnly: false });
    await second.open();
    await second.set("KT-LAST", "1");
    await second.close();
    const third = new StateFile(state, { format: fleetFormat, owner, isReadOnly: true });
    await third.open();
    expect(["KT-FIRST", "KT-LATE", "KT-LAST"].map((key) => third.get(key))).toEqual(["1", undefined, "1"]);
    await third.close();
  });

  test("a state file that cannot be rewritten stays as it is, is used, and is rewritten when there is space", async () => {
    const { owner, folder, state, sync, fill, free, service } = start("2m");
    const fleet = [...generateFleet(100)];
    await sync(fleet);
    const file = new StateFile(state, { format: fleetFormat, owner, isReadOnly: false });
    await file.open();
    // So many outdated lines that the next run rewrites the file.
    const outdated = Array.from({ length: 10_002 }, () => file.set("OLD", "1".repeat(100)));
    await Promise.all(outdated);
    await file.delete("OLD");
    await file.close();
    const before = readFileSync(state);
    fill(spaceForLock);
    expect(await sync(fleet)).toMatchObject({ ok: true, counts: { sent: 0 } });
    expect(readFileSync(state)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(["ballast", "fleet.state"]);
    free();
    expect(await sync(fleet)).toMatchObject({ ok: true, counts: { sent: 0 } });
    expect(statSync(state).size).toBeLessThan(before.length / 10);
    expect(readdirSync(folder)).toEqual(["fleet.state"]);
    expect(await listDifferences(service, listResources(fleet))).toEqual([]);
  });
});
