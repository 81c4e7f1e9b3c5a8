import { describe, expect, it, onTestFinished } from "vitest";
import type { RegErrorKind } from "../../../src/errors/errors.js";
import type { Clock } from "../../../src/http/clock.js";
import { needsRealResponse } from "../../../src/sandbox/faults/fault.js";
import { createSandbox, type FaultKind, type JournalEntry } from "../../../src/sandbox/index.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { ManualClock } from "../../support/clock.js";
import { approved, invoice, kindOf, monday, repair } from "../support.js";
import { adapters } from "./support.js";

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

describe.each(Object.entries(adapters))("the sandbox %s", (adapter, connect) => {
  async function open(options: { maxResponseBytes?: number; timeout?: number; clock?: Clock } = {}) {
    const sandbox = createSandbox({ now: monday });
    const { fetch, supplierUrl, close } = await connect(sandbox);
    onTestFinished(async () => {
      await close();
    });
    const token = await sandbox.supplier.token();
    const supplier = createSupplierClient({ baseUrl: supplierUrl, token, fetch, retry: false, ...options });
    return { sandbox, supplier, supplierUrl, token, fetch };
  }

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
      for (const when of needsRealResponse(kind)
        ? [undefined]
        : (["before-commit", "after-commit"] as const)) {
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
    expect(adapter === "through msw" ? [0, half] : [half]).toContain(received);
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

  it("cuts a download off while it is read", async () => {
    const { sandbox, supplier } = await open();
    const id = await approved({ sandbox, supplier });
    const { id: invoiceId } = await supplier.serviceRequests.invoices.create(id, invoice());
    const pdf = new Blob(["%PDF-1.7 ".repeat(1000)], { type: "application/pdf" });
    await supplier.serviceRequests.invoices.pdf.upload(id, invoiceId, pdf);
    const operation = "serviceRequests.invoices.pdf.get";
    sandbox.fail({ operation, when: "after-commit", with: "cut-body" });
    expect(await kindOf(supplier.serviceRequests.invoices.pdf.get(id, invoiceId))).toBe("connection");
    expect((await supplier.serviceRequests.invoices.pdf.get(id, invoiceId)).blob.size).toBe(9000);
  });

  it("executes a request whose response is lost", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await kindOf(supplier.serviceRequests.create(repair()))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });
});
