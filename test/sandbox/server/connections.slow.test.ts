import type { RegErrorKind, SupplierClientOptions } from "@reg/sdk";
import type { FaultKind, JournalEntry } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { needsRealResponse } from "../../../src/sandbox/faults/fault.js";
import { ManualClock } from "../../support/clock.js";
import { callEveryOperation } from "../every-operation.js";
import { kindOf, repair } from "../support.js";
import { connections, openThrough } from "./support.js";

type Status = JournalEntry["status"] | undefined;

/** Counts the bytes of a body, and returns the error that ended it. */
async function readUntilFailure(response: Response): Promise<{ received: number; error: unknown }> {
  let received = 0;
  try {
    for await (const chunk of response.body ?? []) received += chunk.byteLength;
  } catch (error) {
    return { received, error };
  }
  return { received, error: undefined };
}

describe.each(Object.entries(connections))("the sandbox %s", (name, connect) => {
  const open = (options?: Partial<SupplierClientOptions>) => openThrough(connect, options);

  it("receives every operation, and responds to each of them", async () => {
    await callEveryOperation(await open());
  });

  it.each(["binary", "multipart"] as const)(
    "stores a file that is sent as %s, and returns every byte and its name",
    async (uploadEncoding) => {
      const { supplier, supplierUrl } = await open();
      const { create, attachments } = supplier.serviceRequests;
      const { id } = await create(repair());
      const bytes = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 31 + (index >> 8)) % 256);
      const file = new File([bytes], "schade vóór – 写真 'één' (1).bin");
      const stored = await attachments.upload(id, file, { uploadEncoding });
      expect(stored.location).toBe(`${supplierUrl}/v2/servicerequests/${id}/attachments/${stored.id}`);
      const { name, blob } = await attachments.get(id, stored.id ?? "");
      expect(name).toBe(file.name);
      expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
    },
  );

  it("stores and returns every character of a JSON body of a megabyte", async () => {
    const { supplier } = await open();
    const { create, get } = supplier.damageServiceRequests;
    const workOrderNumber = "Ångström € 日本 🚗 ‘quoted’ \u0301\u200d".repeat(20_000);
    const { id } = await create(repair({ components: [], appointment: { workOrderNumber } }));
    // A failing toBe would print a difference of a megabyte.
    expect((await get(id)).appointment?.workOrderNumber === workOrderNumber).toBe(true);
  });

  it("gives each of 100 concurrent calls its own response", async () => {
    const { supplier } = await open();
    const { create, get } = supplier.damageServiceRequests;
    const numbers = Array.from({ length: 100 }, (_, index) => `WO-${index}`);
    const made = await Promise.all(
      numbers.map((workOrderNumber) => create(repair({ components: [], appointment: { workOrderNumber } }))),
    );
    const found = await Promise.all(made.map(({ id }) => get(id)));
    expect(found.map(({ appointment }) => appointment?.workOrderNumber)).toEqual(numbers);
  });

  it.each<[FaultKind, RegErrorKind | undefined, Status]>([
    ["reset", "connection", "reset"],
    ["stall", "timeout", "stall"],
    ["stall-body", "timeout", "stall-body"],
    ["cut-body", "connection", "cut-body"],
    ["bad-json", "response", 200],
    ["html", "response", 200],
    ["empty", "response", 200],
    [{ status: 503 }, "server", 503],
    [{ code: "REG-INV000018" }, "validation", 400],
    [{ status: 302, headers: { location: "https://elsewhere.invalid/" } }, "response", 302],
    [{ redirect: "https://elsewhere.invalid/", status: 307 }, "response", 307],
    [{ contentType: "text/plain" }, "response", 200],
    [{ oversized: 3_000_000 }, "response", 200],
    [{ delay: 0 }, undefined, 200],
    [{ delay: 1 }, "timeout", undefined],
    [{ delay: 0, with: "cut-body" }, "connection", "cut-body"],
    [{ drip: 1 }, "timeout", "drip"],
  ])(
    "ends a request with the kind of error that fits the fault %j, before and after the commit",
    async (kind, error, status) => {
      const clock = new ManualClock();
      const { sandbox, supplier } = await open({ maxResponseBytes: 1_000_000, timeout: 300, clock });
      for (const when of needsRealResponse(kind) ? [undefined] : (["before-commit", "after-commit"] as const)) {
        const fault = sandbox.fail({
          operation: "lessors.list",
          with: kind,
          ...(when === undefined ? {} : { when }),
        });
        const ended = kindOf(supplier.lessors.list());
        if (error === "timeout") {
          await expect.poll(() => fault.happened).toBe(1);
          await clock.advance(300);
        }
        expect(await ended).toBe(error);
        // A delayed request has not ended yet.
        if (status !== undefined) expect(sandbox.journal.entries.at(-1)).toMatchObject({ status });
        expect(await kindOf(supplier.lessors.list())).toBeUndefined();
        // This ends the delayed request, so that the sandbox does not warn about a waiting client.
        sandbox.clock.advance({ ms: 1 });
      }
    },
  );

  it("sends a dripping response to its end", async () => {
    const { sandbox, supplier } = await open();
    const expected = await supplier.lessors.list();
    sandbox.fail({ operation: "lessors.list", with: { drip: 5 } });
    const call = supplier.lessors.list();
    let isPending = true;
    const result = call.finally(() => {
      isPending = false;
    });
    while (isPending) {
      await new Promise((resolve) => setImmediate(resolve));
      sandbox.clock.advance({ ms: 5 });
    }
    expect(await result).toEqual(expected);
  });

  it("cuts a body off after half of its Content-Length", async () => {
    const { sandbox, supplierUrl, token, fetch } = await open();
    const url = `${supplierUrl}/v2/lessors`;
    const init = { headers: { authorization: `Bearer ${token}` } };
    const length = (await (await fetch(url, init)).arrayBuffer()).byteLength;
    sandbox.fail({ operation: "lessors.list", when: "after-commit", with: "cut-body" });
    const response = await fetch(url, init);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(length)]);
    const { received, error } = await readUntilFailure(response);
    // msw reads a copy ahead and reports the error before the first half of the body.
    const half = Math.floor(length / 2);
    expect(name === "through msw" ? [0, half] : [half]).toContain(received);
    expect(error).toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { message: "other side closed", code: "UND_ERR_SOCKET" },
    });
  });

  it("ends a stalled body when its reader aborts", async () => {
    const { sandbox, supplierUrl, token, fetch } = await open();
    sandbox.fail({ operation: "lessors.list", with: "stall-body" });
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(`${supplierUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    const reading = expect(response.text()).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await reading;
  });
});
