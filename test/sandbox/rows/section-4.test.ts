import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { SupplierClient } from "../../../src/supplier/client.js";
import {
  approved,
  damageLine,
  invoice,
  open,
  reading,
  refusal,
  rental,
  rentalLine,
  repair,
  supplierOf,
  untyped,
  work,
} from "../support.js";

const pdf = () => new Blob(["%PDF-1.7"], { type: "application/pdf" });
const only = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});
const phase = [400, "SANDBOX-PHASE"];
const statusOf = (sandbox: Sandbox) => sandbox.journal.entries.at(-1)?.status;
const some = (fields: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(fields)]);

/** A repair in the hands of the lessor, and one more line that it does not have. */
async function sent() {
  const world = await open();
  const { serviceRequests: requests } = world.supplier;
  const line = work();
  const { id } = await requests.create(
    repair({ status: "ApprovalRequested", components: [reading(), line] }),
  );
  const { id: freshId, ...fresh } = work({ reg: { code: "2201" } });
  return { ...world, requests, id, line, freshId, fresh };
}

/** A request that is approved, with its kind's part of the client. */
async function invoicing(kind: "serviceRequests" | "damageServiceRequests" = "serviceRequests") {
  const world = await open();
  const requests = world.supplier[kind];
  const components = kind === "serviceRequests" ? [reading(), work()] : [damageLine()];
  const id = await requests.create(repair({ status: "ApprovalRequested", components }));
  const early = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" }, components }));
  world.sandbox.lessor.approve(id.id);
  return { ...world, requests, id: id.id, draft: early.id };
}

/** The same, invoiced and in the archive. */
async function archived(kind: "serviceRequests" | "damageServiceRequests" = "serviceRequests") {
  const world = await invoicing(kind);
  const { id: invoiceId } = await world.requests.invoices.create(world.id, invoice());
  await world.requests.invoices.pdf.upload(world.id, invoiceId, pdf());
  world.sandbox.clock.advance({ days: 1 });
  return { ...world, invoiceId };
}

describe("4.1 service requests", () => {
  it("GET the overview of open requests, of one vehicle if asked [S4.1.1]", async () => {
    const { supplier, sandbox } = await open();
    const { create, list } = supplier.serviceRequests;
    const { id } = await create(only());
    const { id: other } = await create(only("KL-012-M"));
    expect(await list()).toMatchObject({ serviceRequests: [{ id }, { id: other }], hasMore: false });
    const { serviceRequests } = await list({ licensePlate: "KL-012-M" });
    expect(serviceRequests).toMatchObject([
      {
        id: other,
        href: `${sandbox.supplier.baseUrl}/v2/servicerequests/${other}`,
        licensePlate: "KL-012-M",
      },
    ]);
    expect((await list({ licensePlate: "DE-456-F" })).serviceRequests).toEqual([]);
  });

  it("GET one, complete under `data` [S4.1.2]", async () => {
    const { supplier, sandbox } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/servicerequests/${id}`, { headers });
    const body = (await answer.json()) as { data: Record<string, unknown> };
    expect(Object.keys(body)).toEqual(["data"]);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(["id", "status", "readOnly", "vehicle", "components", "invoicing", "parking"]),
    );
    expect(await refusal(supplier.serviceRequests.get(randomUUID()))).toEqual([404]);
  });

  it("POST a new one, whose GUID is assigned; two at most for a vehicle [S4.1.3]", async () => {
    const { supplier, sandbox } = await open();
    const { create } = supplier.serviceRequests;
    const { id } = await create(repair());
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await create(rental());
    const full = [400, "SANDBOX-OPEN-REQUESTS vehicle.licensePlate"];
    expect(await refusal(create(repair()))).toEqual(full);
    expect(await refusal(create(rental()))).toEqual(full);
    await create(repair({ vehicle: { licensePlate: "BT-202-Z" } }));
    await (await supplierOf(sandbox, 4712)).serviceRequests.create(repair());
  });

  it("PUT over a draft, not once it was sent [S4.1.4]", async () => {
    const { requests, id } = await sent();
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    const { licensePlate, components, appointment } = await requests.overwrite(draft, only("BT-202-Z"));
    expect([licensePlate, components, appointment]).toEqual(["BT-202-Z", [], undefined]);
    expect(await refusal(requests.overwrite(id, only()))).toEqual(phase);
  });

  it("PATCH the status, remarks, lines, appointment, VIN and vehicle, and nothing else [S4.1.5]", async () => {
    const { sandbox, requests, id, freshId, fresh } = await sent();
    expect(await refusal(requests.patch(id, { vehicle: { partialVin: "1" } }))).toEqual(phase);
    const { id: draft } = await requests.create(only("KL-012-M"));
    const changes = {
      remarks: "Key at the desk",
      components: [{ id: freshId, ...fresh }],
      appointment: { workOrderNumber: "WO-2" },
      vehicle: { licensePlate: "BT-202-Z", partialVin: "JF000001" },
    };
    expect(await requests.patch(draft, untyped(changes))).toMatchObject({
      remarks: "Key at the desk",
      components: [{ id: freshId }],
      appointment: { workOrderNumber: "WO-2" },
      licensePlate: "BT-202-Z",
      vehicle: { partialVin: "JF000001" },
    });
    for (const field of ["id", "creationTimeStamp", "readOnly", "supplierId", "lessorId", "invoicing"])
      expect(await refusal(requests.patch(draft, untyped({ [field]: 1 })))).toEqual([
        400,
        `SANDBOX-FIXED ${field}`,
      ]);
    sandbox.lessor.deny(id);
    expect((await requests.patch(id, { vehicle: { partialVin: "1" } })).vehicle.partialVin).toBe("1");
  });

  it("DELETE a draft only [S4.1.6]", async () => {
    const { requests, id } = await sent();
    const { id: draft } = await requests.create(only("KL-012-M"));
    await requests.delete(draft);
    expect(await refusal(requests.get(draft))).toEqual([404]);
    expect(await refusal(requests.delete(id))).toEqual(phase);
  });

  it("PUT a line: 201 with Location when it is new, 200 when it is not [S4.1.7]", async () => {
    const { sandbox, requests, id, freshId, fresh } = await sent();
    expect(await refusal(requests.components.put(id, freshId, fresh))).toEqual(phase);
    sandbox.lessor.deny(id);
    const { location } = await requests.components.put(id, freshId, fresh);
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/components/${freshId}`,
    ]);
    const { location: none } = await requests.components.put(id, freshId, fresh);
    expect([statusOf(sandbox), none]).toEqual([200, undefined]);
  });

  it("DELETE a line that was not sent yet, in draft or response [S4.1.8]", async () => {
    const { sandbox, requests, id, line, freshId, fresh } = await sent();
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(phase);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(phase);
    await requests.components.put(id, freshId, fresh);
    await requests.components.delete(id, freshId);
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    const [first] = (await requests.get(draft)).components;
    await requests.components.delete(draft, first?.id ?? "");
    expect((await requests.get(draft)).components).toHaveLength(1);
  });

  it("POST the cancelling of a line that was sent, which comes back under `component` [S4.1.9]", async () => {
    const { sandbox, requests, id, line, freshId, fresh } = await sent();
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual(phase);
    sandbox.lessor.deny(id);
    expect(await requests.components.cancel(id, line.id)).toMatchObject({
      component: { id: line.id, reg: line.reg, status: { code: "Cancelled" } },
    });
    await requests.components.put(id, freshId, fresh);
    expect(await refusal(requests.components.cancel(id, freshId))).toEqual(phase);
  });

  it("PUT an attachment, under the plural path and not the singular one [S4.1.10]", async () => {
    const { sandbox, requests, id } = await sent();
    const stored = await requests.attachments.upload(id, new Blob(["1"]), { fileName: "one.txt" });
    expect(stored).toMatchObject({ id: expect.any(String), fileName: "one.txt" });
    const singular = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachment`;
    expect((await sandbox.fetch(singular, { method: "PUT", body: "1" })).status).toBe(404);
    expect(await refusal(requests.attachments.upload(randomUUID(), new Blob(["1"])))).toEqual([404]);
  });

  it("GET all attachments [S4.1.11]", async () => {
    const { requests, id } = await sent();
    expect(await requests.attachments.list(id)).toEqual({ attachments: [] });
    for (const fileName of ["one.txt", "two.txt"])
      await requests.attachments.upload(id, new Blob(["1"]), { fileName });
    expect(await requests.attachments.list(id)).toMatchObject({
      attachments: [{ fileName: "one.txt" }, { fileName: "two.txt" }],
    });
  });

  it("GET one attachment [S4.1.12]", async () => {
    const { requests, id } = await sent();
    const { id: attachmentId = "" } = await requests.attachments.upload(id, new Blob(["content"]));
    expect(await (await requests.attachments.get(id, attachmentId)).blob.text()).toBe("content");
    expect(await refusal(requests.attachments.get(id, randomUUID()))).toEqual([404]);
  });

  it("DELETE an attachment [S4.1.13]", async () => {
    const { requests, id } = await sent();
    const { id: attachmentId = "" } = await requests.attachments.upload(id, new Blob(["content"]));
    await requests.attachments.delete(id, attachmentId);
    expect(await refusal(requests.attachments.get(id, attachmentId))).toEqual([404]);
    expect(await refusal(requests.attachments.delete(id, attachmentId))).toEqual([404]);
  });

  it("GET open requests of the older model, with parameters that nobody shows [S4.1.14]", async () => {
    const { supplier } = await open();
    expect(await supplier.requests.list()).toEqual({ requests: [] });
    const { id } = await supplier.serviceRequests.create(repair());
    expect(await supplier.requests.list(untyped({ anything: "1" }))).toMatchObject({ requests: [{ id }] });
  });

  it("the same set for damage, without a limit on their number [S4.1.DAMAGE]", async () => {
    const { sandbox, supplier } = await open();
    const requests = supplier.damageServiceRequests;
    const line = damageLine();
    const content = repair({ components: [line] });
    const made = [
      await requests.create(content),
      await requests.create(content),
      await requests.create(content),
    ];
    const [one, two, three] = made.map(({ id }) => id);
    const id = one ?? "";
    expect((await requests.list()).serviceRequests.map((each) => each.id)).toEqual([one, two, three]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
    expect((await requests.overwrite(id, { ...content, components: [] })).components).toEqual([]);
    expect((await requests.patch(id, { vehicle: { partialVin: "1" } })).vehicle.partialVin).toBe("1");
    await requests.components.put(id, line.id, line);
    await requests.components.delete(id, line.id);
    await requests.components.put(id, line.id, line);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    expect((await requests.components.cancel(id, line.id)).component.status.code).toBe("Cancelled");
    await requests.delete(two ?? "");
    expect(await refusal(requests.get(two ?? ""))).toEqual([404]);
    const { id: file = "" } = await requests.attachments.upload(id, new Blob(["1"]));
    expect(await requests.attachments.list(id)).toMatchObject({ attachments: [{ id: file }] });
    expect((await requests.attachments.get(id, file)).blob.size).toBe(1);
    await requests.attachments.delete(id, file);
  });
});

describe("4.2 invoicing", () => {
  it("GET the templates: debit, credit or both, by what is invoiced [S4.2.1]", async () => {
    const { requests, id, draft, sandbox } = await invoicing();
    expect(await refusal(requests.invoiceTemplates.list(draft))).toEqual(phase);
    expect(await requests.invoiceTemplates.list(id)).toEqual({
      debit: {
        amount: 129.5,
        identitySender: expect.objectContaining({ name: "Garage De Brug", RegNumber: 4711 }),
        identityReceiver: expect.objectContaining({ name: "Noordzee Lease", city: "Rotterdam" }),
      },
    });
    await requests.invoices.create(id, invoice());
    expect(await requests.invoiceTemplates.list(id)).toEqual({});
    sandbox.clock.advance({ days: 1 });
    expect(Object.keys(await requests.invoiceTemplates.list(id))).toEqual(["credit"]);
    await requests.invoices.create(id, invoice({ total: -29.5 }));
    const { debit, credit } = await requests.invoiceTemplates.list(id);
    expect([debit, credit]).toMatchObject([{ amount: 29.5 }, { amount: 100 }]);
  });

  it("GET the single template, the older way [S4.2.2]", async () => {
    const { supplier, id, draft } = await invoicing();
    const { invoiceTemplate, invoices } = supplier.serviceRequests;
    expect(await invoiceTemplate.get(id)).toMatchObject({
      amount: 129.5,
      identitySender: { RegNumber: 4711 },
    });
    expect(await refusal(invoiceTemplate.get(draft))).toEqual(phase);
    await invoices.create(id, invoice());
    expect(await refusal(invoiceTemplate.get(id))).toEqual([404]);
  });

  it("POST an invoice: 201 with Location; credit in the archive only [S4.2.3]", async () => {
    const { sandbox, requests, id, draft } = await invoicing();
    expect(await refusal(requests.invoices.create(draft, invoice()))).toEqual(phase);
    const credit = () => requests.invoices.create(id, invoice({ total: -129.5 }));
    expect(await refusal(credit())).toEqual([400, "SANDBOX-CREDIT total"]);
    const { id: invoiceId, location } = await requests.invoices.create(id, invoice());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices/${invoiceId}`,
    ]);
    expect(Number.isInteger(invoiceId)).toBe(true);
    sandbox.clock.advance({ days: 1 });
    await credit();
    await requests.invoices.create(id, invoice());
  });

  it("GET all invoices [S4.2.4]", async () => {
    const { requests, id, draft } = await invoicing();
    expect(await refusal(requests.invoices.list(draft))).toEqual(phase);
    expect(await requests.invoices.list(id)).toEqual({ invoices: [] });
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await requests.invoices.list(id)).toMatchObject({ invoices: [{ id: invoiceId }] });
  });

  it("GET one invoice [S4.2.5]", async () => {
    const { requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await requests.invoices.get(id, invoiceId)).toEqual({ ...invoice(), id: invoiceId });
    expect(await refusal(requests.invoices.get(id, invoiceId + 1))).toEqual([404]);
  });

  it("PUT the PDF of an invoice: 201 with Location [S4.2.6]", async () => {
    const { sandbox, requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    const { location } = await requests.invoices.pdf.upload(id, invoiceId, pdf());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices/${invoiceId}/pdf`,
    ]);
    expect(await refusal(requests.invoices.pdf.upload(id, invoiceId + 1, pdf()))).toEqual([404]);
  });

  it("GET the PDF that was uploaded [S4.2.7]", async () => {
    const { requests, id } = await invoicing();
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await refusal(requests.invoices.pdf.get(id, invoiceId))).toEqual([404]);
    await requests.invoices.pdf.upload(id, invoiceId, pdf());
    const { type, blob } = await requests.invoices.pdf.get(id, invoiceId);
    expect([type, await blob.text()]).toEqual(["application/pdf", "%PDF-1.7"]);
  });

  it("POST the reason for no invoice: 204, in invoicing only; the older PUT is gone [S4.2.8]", async () => {
    const { sandbox, requests, id, draft } = await invoicing();
    const reason = { reason: "elsewhere" };
    expect(await refusal(requests.invoices.setStatus(draft, reason))).toEqual(phase);
    await requests.invoices.setStatus(id, reason);
    expect(statusOf(sandbox)).toBe(204);
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(requests.invoices.setStatus(id, reason))).toEqual(phase);
    const older = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/invoices`;
    expect((await sandbox.fetch(older, { method: "PUT" })).status).toBe(404);
  });

  it("GET and POST invoices of damage, with a discount where the lessor wants one [S4.2.9]", async () => {
    const { sandbox, supplier } = await open();
    const requests = supplier.damageServiceRequests;
    const create = async (licensePlate: string) => {
      const content = repair({ status: "ApprovalRequested", vehicle: { licensePlate } });
      const { id } = await requests.create({ ...content, components: [damageLine()] });
      sandbox.lessor.approve(id);
      await requests.invoices.create(id, invoice());
      return id;
    };
    const [usual, strict] = [await create("AB-123-C"), await create("JK-707-N")];
    const discount = invoice({ total: -20 });
    await requests.invoices.create(usual, discount);
    sandbox.clock.advance({ days: 1 });
    expect((await requests.get(strict)).status).toBe("Approved");
    await requests.invoices.create(strict, discount);
    expect(await requests.invoices.list(strict)).toMatchObject({ invoices: [{}, { total: -20 }] });
    sandbox.clock.advance({ days: 1 });
    for (const id of [usual, strict]) {
      expect(await refusal(requests.get(id))).toEqual([410]);
      await requests.invoices.create(id, invoice({ total: -129.5 }));
    }
  });

  it("GET one invoice of damage [S4.2.10]", async () => {
    const { requests, supplier, id, invoiceId } = await archived("damageServiceRequests");
    expect(await requests.invoices.get(id, invoiceId)).toMatchObject({ id: invoiceId, total: 129.5 });
    expect(await refusal(supplier.serviceRequests.invoices.get(id, invoiceId))).toEqual([404]);
  });

  it("GET the templates of damage [S4.2.11]", async () => {
    const { requests, id, draft } = await invoicing("damageServiceRequests");
    expect(await requests.invoiceTemplates.list(id)).toMatchObject({ debit: { amount: 129.5 } });
    expect(await refusal(requests.invoiceTemplates.list(draft))).toEqual(phase);
  });

  it("POST the reason for no invoice of damage, in invoicing [S4.2.12]", async () => {
    const { sandbox, requests, id, draft } = await invoicing("damageServiceRequests");
    expect(await refusal(requests.invoices.setStatus(draft, { reason: "elsewhere" }))).toEqual(phase);
    await requests.invoices.setStatus(id, { reason: "elsewhere" });
    expect(statusOf(sandbox)).toBe(204);
  });

  it("PUT and GET the PDF of an invoice of damage [S4.2.13]", async () => {
    const { sandbox, requests, id } = await invoicing("damageServiceRequests");
    const { id: invoiceId } = await requests.invoices.create(id, invoice());
    expect(await refusal(requests.invoices.pdf.get(id, invoiceId))).toEqual([404]);
    const { location } = await requests.invoices.pdf.upload(id, invoiceId, pdf());
    expect([statusOf(sandbox), location]).toEqual([
      201,
      `${sandbox.supplier.baseUrl}/v2/damageservicerequests/${id}/invoices/${invoiceId}/pdf`,
    ]);
    expect(await (await requests.invoices.pdf.get(id, invoiceId)).blob.text()).toBe("%PDF-1.7");
  });

  it("get, template and PDF in the invoicing and the archived phase only [S4.2.PHASES]", async () => {
    for (const kind of ["serviceRequests", "damageServiceRequests"] as const) {
      const world = await archived(kind);
      const { requests, draft, id, invoiceId } = world;
      const calls = (request: string) => [
        () => requests.invoices.list(request),
        () => requests.invoices.get(request, invoiceId),
        () => requests.invoiceTemplates.list(request),
        () => requests.invoices.pdf.get(request, invoiceId),
        () => requests.invoices.pdf.upload(request, invoiceId, pdf()),
      ];
      for (const call of calls(id)) await call();
      for (const call of calls(draft)) expect(await refusal(call())).toEqual(phase);
    }
  });

  it("invoicing goes on for an archived request [S4.2.ARCHIVED]", async () => {
    const { requests, id } = await archived();
    expect(await refusal(requests.get(id))).toEqual([410]);
    await requests.invoices.create(id, invoice({ total: -129.5 }));
    expect(await requests.invoices.list(id)).toMatchObject({ invoices: [{}, { total: -129.5 }] });
  });
});

describe("4.3 lookups", () => {
  const codes = (answer: { readonly components?: readonly { regCode?: string }[] }) =>
    (answer.components ?? []).map(({ regCode }) => regCode);
  const allOf = async (supplier: SupplierClient) =>
    codes((await supplier.components.list()) as { components: { regCode: string }[] });

  it("GET all components, which are not the allowed ones [S4.3.1]", async () => {
    const { supplier } = await open();
    const all = await allOf(supplier);
    const allowed = codes(await supplier.contracts.components("XG-505-K"));
    expect(all).toEqual(expect.arrayContaining(["5401", "5449", "3196", "3197", "3198", "3199", ...allowed]));
    expect(allowed).not.toContain("3199");
  });

  it("GET the components that an active object allows [S4.3.2]", async () => {
    const { supplier } = await open();
    const { components = [] } = await supplier.contracts.components("AB-123-C");
    expect(components).toEqual(some({ regCode: "1101", requiredFields: expect.arrayContaining(["Price"]) }));
    expect(codes({ components })).not.toContain("3196");
    expect(await refusal(supplier.contracts.components("ST-678-V"))).toEqual([404]);
  });

  it("GET the components that an object of a lessor allows, active or not [S4.3.3]", async () => {
    const { supplier } = await open();
    const { lessors, contracts } = supplier;
    expect(codes(await lessors.contracts.components(1001, "ST-678-V"))).toContain("1101");
    expect(await lessors.contracts.components(1001, "AB-123-C")).toEqual(
      await contracts.components("AB-123-C"),
    );
    expect(await refusal(lessors.contracts.components(1002, "ST-678-V"))).toEqual([404]);
  });

  it("GET the contract of an active object [S4.3.4]", async () => {
    const { supplier } = await open();
    expect(await supplier.contracts.get("AB-123-C")).toMatchObject({
      isActive: true,
      vehicle: { licensePlate: "AB-123-C" },
      lessor: { number: 1001 },
    });
    expect(await refusal(supplier.contracts.get("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.get("XX-000-X"))).toEqual([404]);
  });

  it("GET the contract of an object of a lessor, active or not, as its request names it [S4.3.5]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(only("DE-456-F"));
    const { lessorId, licensePlate } = await supplier.serviceRequests.get(id);
    expect((await supplier.lessors.contracts.get(lessorId, licensePlate)).isActive).toBe(true);
    expect((await supplier.lessors.contracts.get(1001, "ST-678-V")).isActive).toBe(false);
    expect(await refusal(supplier.lessors.contracts.get(1001, "DE-456-F"))).toEqual([404]);
  });

  it("GET all damage components [S4.3.6]", async () => {
    const { supplier } = await open();
    expect(await supplier.damageComponents.list()).toEqual({ components: some({ regCode: "7101" }) });
    expect(await allOf(supplier)).not.toContain("7101");
  });

  it("GET the damage components that an active object allows [S4.3.7]", async () => {
    const { supplier } = await open();
    expect(codes(await supplier.contracts.damageComponents("AB-123-C"))).toContain("7101");
    expect(codes(await supplier.contracts.damageComponents("XG-505-K"))).toEqual([]);
    expect(await refusal(supplier.contracts.damageComponents("ST-678-V"))).toEqual([404]);
  });

  it("GET the damage components that an object of a lessor allows, in any state [S4.3.8]", async () => {
    const { lessors } = (await open()).supplier;
    expect(codes(await lessors.contracts.damageComponents(1001, "ST-678-V"))).toContain("7101");
    expect(await refusal(lessors.contracts.damageComponents(1002, "ST-678-V"))).toEqual([404]);
  });

  it("GET object types with codes and categories [S4.3.9]", async () => {
    const { supplier } = await open();
    expect(await supplier.objectTypes.list()).toEqual({
      objectTypes: some({ code: expect.any(String), objectTypeCategory: expect.any(String) }),
    });
  });

  it("GET dealerships with codes and names [S4.3.10]", async () => {
    const { supplier } = await open();
    expect(await supplier.dealerships.list()).toEqual({
      dealerships: some({ code: "VW", name: "Volkswagen" }),
    });
  });

  it("GET active lessors, and no other [S4.3.11]", async () => {
    const { sandbox, supplier } = await open();
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
    sandbox.lessor.deactivate(1001);
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1002, active: true }] });
  });

  it("GET one active lessor [S4.3.12]", async () => {
    const { supplier } = await open();
    expect(await supplier.lessors.get(1001)).toMatchObject({ number: 1001, active: true });
    expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
    expect(await refusal(supplier.lessors.get(9999))).toEqual([404]);
  });

  it("GET active notifications, expired ones and those of one publisher if asked [S4.3.13]", async () => {
    const { supplier } = await open();
    const ids = async (query?: { showInactiveNotifications?: boolean; lessorId?: number }) => {
      const answer = (await supplier.lessors.notifications(query)) as { notifications: { id: number }[] };
      return answer.notifications.map(({ id }) => id);
    };
    expect(await ids()).toEqual([1, 2]);
    expect(await ids({ showInactiveNotifications: true })).toEqual([1, 2, 3]);
    expect(await ids({ showInactiveNotifications: false })).toEqual([1, 2]);
    expect(await ids({ lessorId: 1002 })).toEqual([2]);
  });

  it("GET rental classes with descriptions [S4.3.14]", async () => {
    const { supplier } = await open();
    expect(await supplier.rentalClasses.list()).toEqual({
      rentalClasses: some({ description: "Family car", hasEstateVariant: true }),
    });
  });

  it("GET the rental class properties of a vehicle [S4.3.15]", async () => {
    const { supplier } = await open();
    expect(await supplier.rentalVehicles.get("VB-101-X")).toMatchObject({ rentalClass: "V" });
    expect(await refusal(supplier.rentalVehicles.get("XX-000-X"))).toEqual([404]);
  });

  it("GET one tire by its BAC code or its id [S4.3.16]", async () => {
    const { tires } = (await open()).supplier;
    expect(await tires.get({ bacCode: "BAC502" })).toEqual(await tires.get({ id: 502 }));
    expect(await refusal(tires.get({ id: 1 }))).toEqual([404]);
    expect((await refusal(tires.get()))[0]).toBe(400);
  });

  it("GET tires by general terms, by specification and by EAN code; make and season may repeat [S4.3.17]", async () => {
    const { tires } = (await open()).supplier;
    const ids = async (query: object) =>
      ((await tires.search(untyped(query))) as { tires: { id: number }[] }).tires.map(({ id }) => id);
    expect(await ids({ searchTerm: "zomer 235/55" })).toEqual([501]);
    expect(await ids({ nominalWidthInMillimeters: 195, rimDiameterInInches: 15 })).toEqual([506, 507]);
    expect(await ids({ eanCode: "4000000000503" })).toEqual([503]);
    expect(await ids({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] })).toEqual([
      502, 503, 507, 512, 520,
    ]);
    expect(await ids({ makeCode: ["50"], seasonIndicator: ["Summer", "Winter"] })).toEqual([516, 521]);
    expect(await ids({ eanCode: "0" })).toEqual([]);
  });

  it("GET all makes of tires [S4.3.18]", async () => {
    const { tires } = (await open()).supplier;
    const { makes } = (await tires.makes.list()) as { makes: { code: string }[] };
    const { tires: all } = (await tires.search()) as { tires: { makeCode: string }[] };
    expect(makes.map(({ code }) => code)).toEqual([...new Set(all.map(({ makeCode }) => makeCode))].sort());
  });
});

describe("4.4 service levels", () => {
  const ahead = <T>(current: T, values: T) => ({ current, future: { validFrom: "2026-07-01", values } });
  const oil = (price: number) => [{ regCode: "1101", price }];
  const filled = {
    repairAndMaintenance: { rates: ahead(oil(100), oil(110)) },
    tires: {
      rates: ahead([{ regCode: "3199", price: 50 }], [{ regCode: "3199", price: 55 }]),
      preferredMakes: ahead(["20"], ["30"]),
      discounts: ahead([{ makeCode: "20", percentage: 10 }], [{ makeCode: "30", percentage: 12.5 }]),
    },
    rentalVehicle: { rates: ahead([{ rentalClass: "A", price: 40 }], [{ rentalClass: "A", price: 42 }]) },
  };
  type Levels = Record<string, Record<string, Record<string, unknown> | undefined> | undefined>;

  async function levels() {
    const { sandbox, supplier } = await open();
    const { serviceLevels } = supplier;
    await serviceLevels.default.patch(untyped(filled));
    const { id = "" } = await serviceLevels.agreements.create(untyped({ lessors: [1001], ...filled }));
    const byDefault = async () => (await serviceLevels.default.get()) as Levels;
    const agreement = async () => (await serviceLevels.agreements.get(id)) as Levels;
    return { sandbox, ...serviceLevels, all: serviceLevels, id, byDefault, agreement };
  }

  it("GET default, agreements and cluster together [S4.4.1]", async () => {
    const { all, byDefault, agreement, cluster } = await levels();
    expect(await all.get()).toEqual({
      default: await byDefault(),
      agreements: [await agreement()],
      cluster: await cluster.get(),
    });
  });

  it("GET the default; 403 for administrators of a cluster [S4.4.2]", async () => {
    const { sandbox, byDefault } = await levels();
    expect(await byDefault()).toEqual(filled);
    const administrator = await supplierOf(sandbox, 4713);
    expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
  });

  it("PATCH the default: what is left out stays, and the future is later than today [S4.4.3]", async () => {
    const { default: of, byDefault } = await levels();
    await of.patch(untyped({ tires: { preferredMakes: { current: ["40"] } } }));
    expect(await byDefault()).toEqual({
      ...filled,
      tires: { ...filled.tires, preferredMakes: { ...filled.tires.preferredMakes, current: ["40"] } },
    });
    const past = { rates: { future: { validFrom: "2026-06-15", values: oil(1) } } };
    expect((await refusal(of.patch(untyped({ repairAndMaintenance: past }))))[0]).toBe(400);
  });

  it("GET all agreements [S4.4.4]", async () => {
    const { agreements, agreement, sandbox } = await levels();
    expect(await agreements.list()).toEqual({ agreements: [await agreement()] });
    const other = await supplierOf(sandbox, 4712);
    expect(await other.serviceLevels.agreements.list()).toEqual({ agreements: [] });
  });

  it("GET one agreement [S4.4.5]", async () => {
    const { agreements, agreement, id } = await levels();
    expect(await agreement()).toEqual({ id, lessors: [1001], ...filled });
    expect(await refusal(agreements.get(randomUUID()))).toEqual([404]);
  });

  it("POST an agreement, with a set of lessors that no other has [S4.4.6]", async () => {
    const { agreements } = await levels();
    const body = { lessors: [1002], dealerships: ["VW"] };
    expect(await agreements.create(untyped(body))).toMatchObject({ id: expect.any(String), ...body });
    expect(await refusal(agreements.create(untyped(body)))).toEqual([400, "SANDBOX-DUPLICATE lessors"]);
    expect((await refusal(agreements.create(untyped({ dealerships: ["VW"] }))))[0]).toBe(400);
  });

  it("PATCH and DELETE an agreement [S4.4.7]", async () => {
    const { agreements, id } = await levels();
    expect(await agreements.patch(id, untyped({ dealerships: ["KI"] }))).toMatchObject({
      lessors: [1001],
      dealerships: ["KI"],
    });
    await agreements.delete(id);
    expect(await refusal(agreements.patch(id, untyped({})))).toEqual([404]);
    expect(await refusal(agreements.delete(id))).toEqual([404]);
  });

  it("GET the cluster that the user belongs to or administers [S4.4.8]", async () => {
    const { cluster, sandbox } = await levels();
    const seen = await cluster.get();
    expect(seen).toMatchObject({ administrators: some({ number: 4713 }), members: some({ number: 4711 }) });
    expect(await (await supplierOf(sandbox, 4713)).serviceLevels.cluster.get()).toEqual(seen);
  });

  it("GET the components for repair and maintenance rates [S4.4.9]", async () => {
    const { repairAndMaintenance } = await levels();
    const { components } = (await repairAndMaintenance.components()) as { components: { regCode: string }[] };
    expect(components.map(({ regCode }) => regCode)).toContain("1101");
    expect(components.map(({ regCode }) => regCode)).not.toContain("3199");
  });

  it("GET the allowed rates for tires [S4.4.10]", async () => {
    const { tires } = await levels();
    expect(await tires.allowedRates()).toEqual({ allowedRates: some({ regCode: "3199" }) });
  });

  it("GET the allowed rates for rental vehicles [S4.4.11]", async () => {
    const { rentalVehicle } = await levels();
    expect(await rentalVehicle.allowedRates()).toEqual({
      allowedRates: some({ rentalClass: "C", forEstate: true }),
    });
  });

  it("DELETE a category of the default, and no other [S4.4.12]", async () => {
    const { default: of, byDefault, agreement } = await levels();
    await of.tires.clear();
    expect(Object.keys(await byDefault())).toEqual(["repairAndMaintenance", "rentalVehicle"]);
    await of.repairAndMaintenance.clear();
    await of.rentalVehicle.clear();
    expect(await byDefault()).toEqual({});
    expect(await agreement()).toMatchObject(filled);
  });

  it("DELETE the future rates of a category of the default; current ones stay [S4.4.13]", async () => {
    const { default: of, byDefault } = await levels();
    for (const category of ["repairAndMaintenance", "tires", "rentalVehicle"] as const) {
      await of[category].clearFutureRates();
      const { current } = filled[category].rates;
      expect((await byDefault())[category]?.["rates"]).toEqual({ current });
    }
    expect((await byDefault())["tires"]?.["preferredMakes"]).toEqual(filled.tires.preferredMakes);
  });

  it("DELETE the future preferred makes, and the future discounts, of the default [S4.4.14]", async () => {
    const { default: of, byDefault } = await levels();
    await of.tires.clearFuturePreferredMakes();
    expect(await byDefault()).toMatchObject({ tires: { discounts: filled.tires.discounts } });
    expect((await byDefault())["tires"]?.["preferredMakes"]).toEqual({ current: ["20"] });
    await of.tires.clearFutureDiscounts();
    expect((await byDefault())["tires"]?.["discounts"]).toEqual({ current: filled.tires.discounts.current });
    expect((await byDefault())["tires"]?.["rates"]).toEqual(filled.tires.rates);
  });

  it("DELETE the same of an agreement [S4.4.15]", async () => {
    const { agreements: of, agreement, byDefault, id } = await levels();
    for (const category of ["repairAndMaintenance", "tires", "rentalVehicle"] as const) {
      await of[category].clearFutureRates(id);
      const { current } = filled[category].rates;
      expect((await agreement())[category]?.["rates"]).toEqual({ current });
    }
    await of.tires.clearFuturePreferredMakes(id);
    await of.tires.clearFutureDiscounts(id);
    expect((await agreement())["tires"]).toEqual({
      rates: { current: filled.tires.rates.current },
      preferredMakes: { current: ["20"] },
      discounts: { current: filled.tires.discounts.current },
    });
    await of.repairAndMaintenance.clear(id);
    await of.tires.clear(id);
    await of.rentalVehicle.clear(id);
    expect(await agreement()).toEqual({ id, lessors: [1001] });
    expect(await byDefault()).toEqual(filled);
    expect(await refusal(of.tires.clear(randomUUID()))).toEqual([404]);
  });
});

it("the ids in paths are of the forms that the reference names [S4.PARAMS]", async () => {
  const world = await open();
  const id = await approved(world);
  const { get, invoices, components } = world.supplier.serviceRequests;
  const { id: draft } = await world.supplier.serviceRequests.create(rental());
  const { id: _, ...line } = rentalLine();
  expect(await refusal(get("1"))).toEqual([400, "SANDBOX-INVALID id"]);
  expect(await refusal(components.put(draft, "1", line))).toEqual([400, "SANDBOX-INVALID componentId"]);
  expect(await refusal(invoices.get(id, untyped("one")))).toEqual([400, "SANDBOX-INVALID invoiceId"]);
  expect((await get(id)).id).toBe(id);
});
