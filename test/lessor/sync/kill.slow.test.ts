import { expect, test } from "vitest";
import { listDifferences, startService } from "./kill/service.js";
import { buildChild, startChild } from "./kill/start.js";
import { createTasks } from "./kill/tasks.js";

// test/simulation kills runs at every call and within a write. Here, processes and files are real.
test("after processes were killed, the file knows what was confirmed, and the next run sends the rest", {
  timeout: 120_000,
}, async () => {
  const program = await buildChild();
  const service = await startService(2);
  const { resources, task, listConfirmed, readState } = createTasks(service, { vehicles: 400, pace: 10 });
  for (const run of [1, 2, 3]) {
    const confirmedBefore = new Set(listConfirmed());
    const child = startChild(program, task(run));
    let requests = 0;
    service.onPut = () => {
      requests += 1;
      if (requests === 200) child.process.kill("SIGKILL");
    };
    expect(await child.ended, `run ${run} ended before it was killed`).toBeUndefined();
    const sentAgain = resources.filter(
      ({ key, path }) => confirmedBefore.has(key) && service.puts.some((put) => put.run === run && put.path === path),
    );
    expect(sentAgain).toEqual([]);
    const { keys } = await readState();
    expect(listConfirmed().filter((key) => !keys.has(key))).toEqual([]);
  }
  expect(await startChild(program, task(4)).ended).toMatchObject({ ok: true });
  expect(await listDifferences(service, resources)).toEqual([]);
});
