import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededRandom } from "../../support/random.js";
import type { Resource } from "./kill/fleet.js";
import { listDifferences, type ReceivedPut, type RecordingService, startService } from "./kill/service.js";
import { buildChild, type ChildRun, startChild } from "./kill/start.js";
import { concurrency, createTasks } from "./kill/tasks.js";

/** When a run is killed: so long after its start, after it has locked the state, or after one of its requests. */
type KillMoment =
  | { readonly after: "start" | "lock"; readonly ms: number }
  | { readonly after: "request"; readonly number: number; readonly ms: number };

const vehicles = 5000;
const kills = 20;
/** The most requests of a run that is killed: so few that no run reaches the end of the source. */
const mostRequests = 700;

/** Draws the moments: one run in five is killed while it waits for the lock, or while it opens the state. */
function drawMoments(seed: number): readonly KillMoment[] {
  const random = seededRandom(seed);
  return Array.from({ length: kills }, (_, index): KillMoment => {
    if (index % 10 === 3) return { after: "start", ms: random.between(0, 500) };
    if (index % 10 === 7) return { after: "lock", ms: random.between(0, 40) };
    return { after: "request", number: random.between(1, mostRequests), ms: random.next() * 8 };
  });
}

async function killAt(moment: KillMoment, run: ChildRun, service: RecordingService, state: string) {
  const lock = `${state}.lock`;
  const readHolder = () => (existsSync(lock) ? readFileSync(lock, "utf8").split(" ")[0] : "");
  const previousHolder = readHolder();
  let requests = 0;
  const requested = new Promise<void>((resolve) => {
    service.onPut = () => {
      requests += 1;
      if (moment.after === "request" && requests === moment.number) resolve();
    };
  });
  await run.started;
  if (moment.after === "lock") while (readHolder() === previousHolder) await sleep(1);
  if (moment.after === "request") await Promise.race([requested, run.ended]);
  await sleep(moment.ms);
  run.process.kill("SIGKILL");
}

/** Lists for each run the resources that it sent and a later run sent again. */
function listSentAgain(puts: readonly ReceivedPut[], resources: readonly Resource[]) {
  const runsOf = new Map<string, Set<number>>(resources.map(({ path }) => [path, new Set()]));
  for (const { run, path } of puts) runsOf.get(path)?.add(run);
  const again = new Map<number, string[]>();
  for (const [path, runs] of runsOf)
    for (const run of [...runs].slice(0, -1)) again.set(run, [...(again.get(run) ?? []), path]);
  return again;
}

test("after 20 kills at random moments nothing is lost, and only what was not confirmed was sent again", {
  timeout: 240_000,
}, async () => {
  const seed = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 1e6));
  console.log(`moments of the kills: KILL_SEED=${seed}`);
  const program = await buildChild();
  const service = await startService(2);
  const { state, resources, task, listConfirmed, readState } = createTasks(service, { vehicles, pace: 10 });
  const keys = new Map(resources.map(({ path, key }) => [path, key]));
  let knownVehicles = 0;
  for (const [index, moment] of drawMoments(seed).entries()) {
    const run = index + 1;
    const where = `run ${run}, killed ${JSON.stringify(moment)}`;
    const confirmedBefore = new Set(listConfirmed());
    const child = startChild(program, task(run));
    await killAt(moment, child, service, state);
    expect(await child.ended, `${where}: ended before it was killed`).toBeUndefined();
    const sent = service.puts.filter((put) => put.run === run).map(({ path }) => keys.get(path) ?? path);
    expect(
      sent.filter((key) => confirmedBefore.has(key)),
      `${where}: was confirmed, and sent again`,
    ).toEqual([]);
    const known = await readState();
    expect(
      listConfirmed().filter((key) => !known.keys.has(key)),
      `${where}: confirmed, but not in the state`,
    ).toEqual([]);
    expect(known.vehicles, `${where}: vehicles in the state`).toBeGreaterThanOrEqual(knownVehicles);
    knownVehicles = known.vehicles;
  }
  expect(await startChild(program, task(kills + 1)).ended).toMatchObject({ ok: true });
  for (const [run, again] of listSentAgain(service.puts, resources))
    expect(again.length, `sent by run ${run} and again: ${again}`).toBeLessThanOrEqual(concurrency);
  expect(new Set(listConfirmed()).size).toBe(listConfirmed().length);
  expect((await readState()).keys.size).toBe(resources.length);
  expect(await listDifferences(service, resources)).toEqual([]);
  const putsOfAll = service.puts.length;
  expect(await startChild(program, task(kills + 2)).ended).toMatchObject({ ok: true, sent: 0 });
  expect(service.puts).toHaveLength(putsOfAll);
});
