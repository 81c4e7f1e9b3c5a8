import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { expect, onTestFinished, test } from "vitest";
import { otherWork, reading, repair, work } from "../../domain/rules/content.js";
import { buildChild } from "../../lessor/sync/kill/start.js";
import { temporaryFolder } from "../../support/folder.js";
import type { ChildTask, Line } from "./kill/child.js";

const requests = 50;
const concurrency = 8;

/** Starts a sandbox over HTTP, and returns what starts a process that follows its requests. */
async function setUp(common: Pick<ChildTask, "pace" | "handlerMs" | "concurrency">) {
  const vehicles = Array.from({ length: requests }, (_, index) => ({ licensePlate: `KT-${100 + index}-F` }));
  const sandbox = createSandbox({ rateLimit: false, vehicles });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  const [state, results] = [join(folder, "requests.state"), join(folder, "results")];
  writeFileSync(results, "");
  const program = await buildChild(new URL("./kill/child.ts", import.meta.url));
  const { baseUrl } = server.supplier;
  const token = await sandbox.supplier.token();
  let number = 0;
  const start = (): { process: ChildProcess; number: number } => {
    number += 1;
    const task: ChildTask = { baseUrl, token, state, results, number, ...common };
    const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "ignore", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { process: child, number };
  };
  const readLines = () =>
    readFileSync(results, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token,
    fetch: sandbox.fetch,
    throttle: false,
  });
  const hasStarted = (process: number) => readLines().some((line) => line.process === process && !line.event);
  const hasHandled = (process: number) => readLines().some((line) => line.process === process && line.event);
  const content = (index: number, status: "Draft" | "ApprovalRequested") => {
    const vehicle = { ...vehicles[index], partialVin: "JF123456" };
    return { ...repair({ vehicle, components: [reading(), work(), otherWork()] }), status } as ServiceRequestCreate;
  };
  /** Starts a process, and waits until its state knows that no request existed before. */
  const startFirst = async () => {
    const first = start();
    await until(() => hasStarted(first.number) && /"begun\\":\[.*damage/.test(readFileSync(state, "utf8")));
    return first;
  };
  return { sandbox, supplier: supplier.serviceRequests, start, startFirst, readLines, hasStarted, hasHandled, content };
}

async function until(isMet: () => boolean) {
  while (!isMet()) await sleep(10);
}

async function kill({ process: child }: { process: ChildProcess }) {
  const ended = once(child, "close");
  expect(child.exitCode, "ended before it was killed").toBeNull();
  child.kill("SIGKILL");
  await ended;
}

/** Lists for each request the events whose handlers began, in their order. */
function eventsByRequest(lines: readonly Line[]) {
  const byRequest = new Map<string, { id: string; type: string; process: number }[]>();
  for (const { process, event } of lines)
    if (event) byRequest.set(event.request, [...(byRequest.get(event.request) ?? []), { ...event, process }]);
  return byRequest;
}

/** Checks that only the last event of a request is repeated, and returns how many there are, by the process before. */
function countRepetitions(lines: readonly Line[]) {
  const counts = new Map<number, number>();
  for (const events of eventsByRequest(lines).values()) {
    for (const [index, { id, process }] of events.entries()) {
      const before = events.slice(0, index).findLastIndex((each) => each.id === id);
      if (before < 0) continue;
      expect(before, `${id} was repeated after another event`).toBe(index - 1);
      const killed = events[before]?.process ?? 0;
      expect(killed).toBeLessThan(process);
      counts.set(killed, (counts.get(killed) ?? 0) + 1);
    }
  }
  return counts;
}

const withoutRepetitions = (events: readonly { id: string; type: string }[]) =>
  events.filter(({ id }, index) => id !== events[index - 1]?.id).map(({ type }) => type);

test("another process takes over within 15 seconds, and repeats only what was in progress", {
  timeout: 180_000,
}, async () => {
  const { supplier, start, startFirst, readLines, hasStarted, content } = await setUp({
    pace: 1,
    handlerMs: 50,
    concurrency,
  });
  const first = await startFirst();
  const second = start();
  let created = 0;
  const creating = (async () => {
    for (; created < 30; created += 1) {
      await supplier.create(content(created, "ApprovalRequested"));
      await sleep(300);
    }
  })();
  await until(() => eventsByRequest(readLines()).size >= 8);
  expect(hasStarted(second.number)).toBe(false);
  await kill(first);
  const killedAt = performance.now();
  await until(() => hasStarted(second.number));
  const takeover = performance.now() - killedAt;
  await creating;
  const handled = () => [...eventsByRequest(readLines()).values()].map(withoutRepetitions);
  await until(() => handled().length === created && handled().every((types) => types.length >= 2));
  const repetitions = countRepetitions(readLines());
  console.log(`taken over after ${Math.round(takeover)} ms, with ${repetitions.get(first.number) ?? 0} repetitions`);
  expect(takeover).toBeLessThan(15_000);
  expect(handled()).toEqual(Array.from({ length: created }, () => ["created", "submitted"]));
  expect([...repetitions.keys()].every((process) => process === first.number)).toBe(true);
  expect(repetitions.get(first.number) ?? 0).toBeLessThanOrEqual(concurrency);
});
