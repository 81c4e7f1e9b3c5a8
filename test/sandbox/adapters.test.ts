import { setupServer } from "msw/node";
import { afterEach, describe, expect, it } from "vitest";
import { createLessorClient } from "../../src/lessor/client.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { invoice, kindOf, monday, problemOf, refusal, repair } from "./support.js";

interface Connection {
  readonly fetch?: Sandbox["fetch"];
  readonly supplierUrl: string;
  readonly lessorUrl: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

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

describe.each(Object.entries(adapters))("the sandbox %s", (_, connect) => {
  async function clients() {
    const sandbox = createSandbox({ now: monday });
    const { fetch, supplierUrl, lessorUrl } = await connect(sandbox);
    const common = fetch === undefined ? { retry: false as const } : { retry: false as const, fetch };
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
    expect(sandbox.journal.filter(({ operationId }) => operationId === "token.create")).toHaveLength(1);
  });

  it.each([
    ["reset", "connection"],
    ["bad-json", "response"],
    ["html", "response"],
    [{ status: 503 }, "server"],
    [{ status: 302, headers: { location: "https://elsewhere.invalid/" } }, "response"],
  ] as const)("has a request end with %j", async (fault, kind) => {
    const { sandbox, supplier } = await clients();
    sandbox.fail({ operation: "lessors.list", with: fault });
    expect(await kindOf(supplier.lessors.list())).toBe(kind);
    await supplier.lessors.list();
  });

  it("has a request stall until its caller gives up", async () => {
    const { sandbox, supplier } = await clients();
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    expect(await kindOf(supplier.lessors.list({ timeout: 50 }))).toBe("timeout");
    expect(sandbox.journal.at(-1)).toMatchObject({ operationId: "lessors.list", status: "stall" });
  });

  it("carries a request out and loses the answer", async () => {
    const { sandbox, supplier } = await clients();
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "reset" });
    expect(await kindOf(supplier.serviceRequests.create(repair()))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });

  it("lets one of two concurrent invoices lose", async () => {
    const { sandbox, supplier } = await clients();
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    const release = sandbox.holdInvoices();
    const both = [1, 2].map(() => supplier.serviceRequests.invoices.create(id, invoice()));
    expect(await Promise.race(both.map((call) => refusal(call)))).toEqual([409]);
    release();
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{ total: 129.5 }] });
  });

  it("names the nearest operation for a path that does not exist", async () => {
    const { fetch, supplierUrl, token } = await clients();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${supplierUrl}/v2/servicerequest`, { headers });
    expect(answer.status).toBe(404);
    expect((await problemOf(answer)).detail).toContain("GET /v2/servicerequests (serviceRequests.list)");
  });
});
