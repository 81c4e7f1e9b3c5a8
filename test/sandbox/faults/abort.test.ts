import { getEventListeners } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { OperationId } from "../../../src/sandbox/index.js";
import { noTimers, openTimers } from "../../support/timers.js";
import { open, untyped } from "../support.js";

const list = "lessors.list" satisfies OperationId;

/** Runs everything that waits only for a turn of the event loop. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Waits for a condition that needs only turns of the event loop. */
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await settle();
};

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("enough")) };
}

describe("a caller in process", () => {
  it.each(["stall", "stall-body", { drip: 1000 }] as const)(
    "leaves no listener on the signal when it aborts during %j",
    async (kind) => {
      const { sandbox } = await open();
      sandbox.fail({ operation: list, with: kind });
      const { signal, abort } = controllerOf();
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      const call = sandbox
        .fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal })
        .then((answer) => answer.text());
      const failed = expect(call).rejects.toThrow("enough");
      await settle();
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      abort();
      await failed;
      await settle();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  it("leaves no listener on the signal after cut-body", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: list, with: "cut-body" });
    const { signal } = controllerOf();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    await expect(answer.text()).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
    await settle();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("leaves no timer when it aborts during drip", async () => {
    const { sandbox } = await open({ now: untyped(undefined) });
    await noTimers();
    sandbox.fail({ operation: list, with: { drip: 100_000 } });
    const { signal, abort } = controllerOf();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    const reading = expect(answer.text()).rejects.toThrow("enough");
    await settle();
    expect(openTimers()).toBe(1);
    abort();
    await reading;
    await settle();
    expect(openTimers()).toBe(0);
  });
});

describe("a caller on a loopback port", () => {
  it.each(["stall", "stall-body", { drip: 100_000 }, { oversized: 1_000_000_000 }] as const)(
    "leaves no connection, timer or reader when it aborts during %j",
    async (kind) => {
      const { sandbox } = await open({ now: untyped(undefined) });
      const server = await sandbox.listen();
      const resources = () =>
        process.getActiveResourcesInfo().filter((name) => /^Timeout|TCPSocketWrap/.test(name)).length;
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      await noTimers();
      const before = resources();
      const fault = sandbox.fail({ operation: list, with: kind });
      const { signal, abort } = controllerOf();
      // Where fetch loses a connection, it opens another one and keeps it for four seconds.
      const failed = new Promise((resolve) => {
        request(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal, agent: false })
          .on("response", (answer) => answer.on("error", resolve).resume())
          .on("error", resolve)
          .end();
      });
      await until(() => fault.happened === 1);
      await settle();
      abort();
      await failed;
      await until(() => resources() <= before);
      await server.close();
    },
  );

  it("that aborts does not affect other calls; the late response is discarded", async () => {
    const { sandbox, supplier } = await open();
    const server = await sandbox.listen();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const fault = sandbox.fail({ operation: list, with: { delay: 1000 } });
    const { signal, abort } = controllerOf();
    const failed = expect(
      fetch(`${server.supplier.baseUrl}/v2/lessors`, { headers, signal }),
    ).rejects.toThrow("enough");
    await until(() => fault.happened === 1);
    abort();
    await failed;
    sandbox.clock.advance({ ms: 1000 });
    await until(() => sandbox.journal.entries.length === 1);
    await supplier.lessors.list();
    await server.close();
  });
});
