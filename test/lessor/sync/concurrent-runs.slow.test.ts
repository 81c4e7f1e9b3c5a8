import { expect, test } from "vitest";
import { listDifferences, type RecordingService, startService } from "./kill/service.js";
import { buildChild, startChild } from "./kill/start.js";
import { concurrency, createTasks, type RunTasks } from "./kill/tasks.js";

/** Resolves when a run has sent so many requests. */
function waitForPuts(service: RecordingService, ofRun: number, count = 1): Promise<void> {
  return new Promise((resolve) => {
    service.onPut = () => {
      if (service.puts.filter(({ run }) => run === ofRun).length >= count) resolve();
    };
  });
}

/**
 * Expects that the state is readable and lacks at most the vehicles on which the run worked when it was stopped,
 * because a line that it was writing comes last; and that the next run brings the service up to date.
 */
async function expectIntact(service: RecordingService, tasks: RunTasks, program: string): Promise<void> {
  const { keys } = await tasks.readState();
  const forgotten = tasks.listConfirmed().filter((key) => !keys.has(key));
  expect(new Set(forgotten.map((key) => key.split(" ")[0])).size, String(forgotten)).toBeLessThanOrEqual(concurrency);
  expect(await startChild(program, tasks.task(3)).ended).toMatchObject({ ok: true });
  expect((await tasks.readState()).keys.size).toBe(tasks.resources.length);
  expect(await listDifferences(service, tasks.resources)).toEqual([]);
}

test("a second run with the same state is refused in about a second, and sends nothing", {
  timeout: 120_000,
}, async () => {
  const program = await buildChild();
  const service = await startService(5);
  const { task, resources } = createTasks(service, { vehicles: 1500, pace: 1 });
  const first = startChild(program, task(1));
  await waitForPuts(service, 1);
  const refused = await startChild(program, task(2)).ended;
  expect(refused).toMatchObject({ ok: false, error: "locked" });
  // A lock that does not change is waited for five seconds.
  expect(refused?.durationMs).toBeLessThan(4000);
  expect(service.puts.filter(({ run }) => run === 2)).toEqual([]);
  expect(await first.ended).toMatchObject({ ok: true, sent: resources.length });
  expect(await listDifferences(service, resources)).toEqual([]);
});

test("a run that stood still while another run took its state over stops, and the state stays readable", {
  timeout: 120_000,
}, async () => {
  const program = await buildChild();
  const service = await startService(5);
  const tasks = createTasks(service, { vehicles: 1500, pace: 10 });
  const { task } = tasks;
  const stopped = startChild(program, task(1));
  await waitForPuts(service, 1, 200);
  stopped.process.kill("SIGSTOP");
  const other = startChild(program, task(2));
  await waitForPuts(service, 2, 200);
  stopped.process.kill("SIGCONT");
  expect(await stopped.ended).toMatchObject({ ok: false, stopped: "error", error: "locked" });
  expect(await other.ended).toMatchObject({ ok: true });
  await expectIntact(service, tasks, program);
});
