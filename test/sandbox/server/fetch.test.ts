import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { settle } from "../../support/clock.js";
import { noTimers, openTimers } from "../../support/timers.js";
import { untyped } from "../../support/untyped.js";
import { open } from "../support.js";
import { createAbort } from "./support.js";

describe("the sandbox in process", () => {
  it("accepts a Request, and rejects with the reason of a signal that was aborted before", async () => {
    const { sandbox } = await open();
    const request = new Request(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: "Bearer opaque" },
    });
    expect((await sandbox.fetch(request)).status).toBe(401);
    const reason = new Error("enough");
    await expect(sandbox.fetch(request.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(sandbox.fetch(new Request(request.url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it("rejects with the reason of an abort while it responds", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: "token.create", with: "stall" });
    const url = `${sandbox.lessor.baseUrl}/token`;
    const controller = new AbortController();
    const init = { method: "POST", signal: controller.signal };
    const calls = [sandbox.fetch(url, init), sandbox.fetch(new Request(url, init))];
    sandbox.fail({ operation: "token.create", with: "stall" });
    controller.abort(new Error("enough"));
    for (const call of calls) await expect(call).rejects.toThrow("enough");
  });
});

describe("the signal of a request in process", () => {
  it.each(["stall", "stall-body", { drip: 1000 }] as const)(
    "keeps no listener after an abort during the fault %j",
    async (kind) => {
      const { sandbox } = await open();
      sandbox.fail({ operation: "lessors.list", with: kind });
      const { signal, abort } = createAbort();
      const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
      const call = sandbox
        .fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal })
        .then((response) => response.text());
      const failed = expect(call).rejects.toThrow("enough");
      await settle();
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      abort();
      await failed;
      await settle();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  it("keeps no listener after the fault cut-body", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: "lessors.list", with: "cut-body" });
    const { signal } = createAbort();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    await expect(response.text()).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
    await settle();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("leaves no timer behind after an abort during the fault drip", async () => {
    const { sandbox } = await open({ now: untyped(undefined) });
    await noTimers();
    sandbox.fail({ operation: "lessors.list", with: { drip: 100_000 } });
    const { signal, abort } = createAbort();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers, signal });
    const reading = expect(response.text()).rejects.toThrow("enough");
    await settle();
    expect(openTimers()).toBe(1);
    abort();
    await reading;
    await settle();
    expect(openTimers()).toBe(0);
  });
});
