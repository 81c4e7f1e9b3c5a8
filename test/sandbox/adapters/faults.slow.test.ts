import { setupServer } from "msw/node";
import { afterEach, describe, expect, it } from "vitest";
import type { RegErrorKind } from "../../../src/errors/errors.js";
import type { Clock } from "../../../src/http/clock.js";
import { createLessorClient } from "../../../src/lessor/client.js";
import { needsRealResponse } from "../../../src/sandbox/faults/fault.js";
import {
  createSandbox,
  type FaultKind,
  type JournalEntry,
  type Sandbox,
} from "../../../src/sandbox/index.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { ManualClock } from "../../support/clock.js";
import { approved, invoice, kindOf, monday, refusal, repair } from "../support.js";

interface Connection {
  readonly fetch?: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
}

const closing: (() => unknown)[] = [];

const adapters: Record<string, (sandbox: Sandbox) => Promise<Connection>> = {
  "in process": async ({ fetch, supplier, lessor }) => ({
    fetch,
    supplierUrl: supplier.baseUrl,
    lessorUrl: lessor.baseUrl,
  }),
  "on loopback": async (sandbox) => {
    const server = await sandbox.listen();
    closing.push(() => server.close());
    return { supplierUrl: server.supplier.baseUrl, lessorUrl: server.lessor.baseUrl };
  },
  "through msw": async (sandbox) => {
    const server = setupServer(...(await sandbox.handlers()));
    server.listen({ onUnhandledRequest: "error" });
    closing.push(() => server.close());
    return { supplierUrl: sandbox.supplier.baseUrl, lessorUrl: sandbox.lessor.baseUrl };
  },
};

type Status = JournalEntry["status"] | undefined;

/** How many bytes of a body arrive, and what ends it. */
async function readTilItFails(response: Response): Promise<{ length: number; error: unknown }> {
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) length += chunk.byteLength;
  } catch (error) {
    return { length, error };
  }
  return { length, error: undefined };
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(Object.entries(adapters))("the sandbox %s", (adapter, connect) => {
  async function clients(options: { maxResponseBytes?: number; timeout?: number; clock?: Clock } = {}) {
    const sandbox = createSandbox({ now: monday });
    const { fetch, supplierUrl, lessorUrl } = await connect(sandbox);
    const common = { retry: false as const, ...options, ...(fetch === undefined ? {} : { fetch }) };
    const token = await sandbox.supplier.token();
    const supplier = createSupplierClient({ baseUrl: supplierUrl, token, ...common });
    const { clientId, clientSecret } = sandbox.lessor;
    const lessor = createLessorClient({ baseUrl: lessorUrl, clientId, clientSecret, ...common });
    return { sandbox, supplier, lessor, supplierUrl, token, fetch: fetch ?? globalThis.fetch };
  }

  it("takes a repair from the draft to the archive", async () => {
    const { sandbox, supplier } = await clients();
    const requests = supplier.serviceRequests;
    const { components: lines = [], ...draft } = repair();
    const { id, location } = await requests.create(draft);
    expect(location).toMatch(new RegExp(`/supplier/v2/servicerequests/${id}$`));
    for (const { id: lineId, ...line } of lines) {
      expect(await requests.components.put(id, lineId, line)).toMatchObject({ id: lineId });
    }
    expect((await requests.patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
    sandbox.lessor.approve(id);
    expect((await requests.get(id)).invoicing).toEqual({
      status: "ReadyForInvoicing",
      totalAmountApproved: 129.5,
      totalAmountToInvoice: 129.5,
      totalAmountInvoiced: 0,
    });
    const { debit, credit } = await requests.invoiceTemplates.list(id);
    expect(credit).toBeUndefined();
    expect(debit).toMatchObject({ amount: 129.5, identitySender: { RegNumber: 4711 } });
    const { id: invoiceId } = await requests.invoices.create(id, {
      ...invoice(),
      identitySender: debit?.identitySender ?? {},
      identityReceiver: debit?.identityReceiver ?? {},
    });
    const pdf = new Blob(["%PDF-1.7 é"], { type: "application/pdf" });
    await requests.invoices.pdf.upload(id, invoiceId, pdf, { fileName: "rekening é.pdf" });
    expect((await requests.list()).serviceRequests).toHaveLength(1);

    sandbox.clock.advance({ days: 1 });
    expect(await refusal(requests.get(id))).toEqual([410]);
    expect((await requests.list()).serviceRequests).toEqual([]);
    expect(await requests.invoices.get(id, invoiceId)).toMatchObject({ id: invoiceId, total: 129.5 });
    const file = await requests.invoices.pdf.get(id, invoiceId);
    expect([file.name, file.type, await file.blob.text()]).toEqual([
      "rekening é.pdf",
      "application/pdf",
      "%PDF-1.7 é",
    ]);
  });

  it("registers a vehicle with related data, and removes it", async () => {
    const { sandbox, lessor } = await clients();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" });
    await lessor.vehicles.mileages.put("ZX-987-Y", [{ value: 48_210 }]);
    expect(await lessor.vehicles.get("ZX-987-Y")).toEqual({ licensePlate: "ZX-987-Y", make: "Volvo" });
    expect(await lessor.vehicles.mileages.get("ZX-987-Y")).toEqual([{ value: 48_210 }]);
    await lessor.vehicles.delete("ZX-987-Y");
    expect(await refusal(lessor.vehicles.mileages.get("ZX-987-Y"))).toEqual([404]);
    expect(sandbox.journal.of("token.create")).toHaveLength(1);
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
  ])("ends a request with the fault %j, before and after the commit", async (kind, error, status) => {
    const clock = new ManualClock();
    const { sandbox, supplier } = await clients({ maxResponseBytes: 1_000_000, timeout: 300, clock });
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
      // A request that is held back has not ended yet.
      if (status !== undefined) expect(sandbox.journal.entries.at(-1)).toMatchObject({ status });
      expect(await kindOf(supplier.lessors.list())).toBeUndefined();
      // No caller is left that would cause the warning about waiting clients.
      sandbox.clock.advance({ ms: 1 });
    }
  });

  it("sends a dripping response to its end", async () => {
    const { sandbox, supplier } = await clients();
    const expected = await supplier.lessors.list();
    sandbox.fail({ operation: "lessors.list", with: { drip: 5 } });
    const call = supplier.lessors.list();
    let open = true;
    const done = call.finally(() => {
      open = false;
    });
    while (open) {
      await new Promise((resolve) => setImmediate(resolve));
      sandbox.clock.advance({ ms: 5 });
    }
    expect(await done).toEqual(expected);
  });

  it("cuts a body off after half of its Content-Length", async () => {
    const { sandbox, supplierUrl, token, fetch } = await clients();
    const url = `${supplierUrl}/v2/lessors`;
    const init = { headers: { authorization: `Bearer ${token}` } };
    const whole = (await (await fetch(url, init)).arrayBuffer()).byteLength;
    sandbox.fail({ operation: "lessors.list", when: "after-commit", with: "cut-body" });
    const response = await fetch(url, init);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(whole)]);
    const { length, error } = await readTilItFails(response);
    // msw reads a copy ahead and reports the error before the first half of the body.
    const half = Math.floor(whole / 2);
    expect(adapter === "through msw" ? [0, half] : [half]).toContain(length);
    expect(error).toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { message: "other side closed", code: "UND_ERR_SOCKET" },
    });
  });

  it("ends a stalled body when its reader aborts", async () => {
    const { sandbox, supplierUrl, token, fetch } = await clients();
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
    const world = await clients();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const { id: invoiceId } = await supplier.serviceRequests.invoices.create(id, invoice());
    const pdf = new Blob(["%PDF-1.7 ".repeat(1000)], { type: "application/pdf" });
    await supplier.serviceRequests.invoices.pdf.upload(id, invoiceId, pdf);
    const operation = "serviceRequests.invoices.pdf.get";
    sandbox.fail({ operation, when: "after-commit", with: "cut-body" });
    expect(await kindOf(supplier.serviceRequests.invoices.pdf.get(id, invoiceId))).toBe("connection");
    expect((await supplier.serviceRequests.invoices.pdf.get(id, invoiceId)).blob.size).toBe(9000);
  });

  it("executes a request whose response is lost", async () => {
    const { sandbox, supplier } = await clients();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await kindOf(supplier.serviceRequests.create(repair()))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });
});
