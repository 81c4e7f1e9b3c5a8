import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import {
  approved,
  damageLine,
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
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §4",
    part: "path parameters",
    count: 1,
    rows: {
      "S4.PARAMS": "{id}, {requestId} and {componentId} are GUIDs; {invoiceId} is an integer",
    },
  },
  {
    source: "supplier-api.md §4.1",
    part: "service requests",
    count: 14,
    rows: {
      "S4.1.1": "GET /v2/servicerequests: overview of open requests; optional query licensePlate",
      "S4.1.2": "GET /v2/servicerequests/{id}: complete request under data",
      "S4.1.3":
        "POST /v2/servicerequests: carries the assigned GUID; at most two open requests per object and supplier",
      "S4.1.4": "PUT /v2/servicerequests/{id}: overwrite a draft; invalid once sent to the lessor",
      "S4.1.5":
        "PATCH /v2/servicerequests/{id}: draft and response; status, remarks, lines, appointment, partial VIN, vehicle",
      "S4.1.6": "DELETE /v2/servicerequests/{id}: draft phase only",
      "S4.1.7":
        "PUT …/components/{componentId}: draft or response; 201 with Location for a new line, else 200",
      "S4.1.8": "DELETE …/components/{componentId}: only lines not yet sent; draft or response",
      "S4.1.9":
        "POST …/components/{componentId}/cancel: only lines already sent (response); body {component}",
      "S4.1.10": "PUT …/attachments: upload a file (one description writes the singular path)",
      "S4.1.11": "GET …/attachments: all attachments",
      "S4.1.12": "GET …/attachments/{attachmentId}: one attachment",
      "S4.1.13": "DELETE …/attachments/{attachmentId}: delete an attachment",
      "S4.1.14": "GET /v2/requests: deprecated; open requests of the older model; optional query parameters",
    },
  },
  {
    source: "supplier-api.md §4.1",
    part: "prose",
    count: 1,
    rows: {
      "S4.1.DAMAGE":
        "the same set for damage service requests; no limit on the number per object and supplier",
    },
  },
]);

const only = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});
const phase = [400, "SANDBOX-PHASE"];
const statusOf = (sandbox: Sandbox) => sandbox.journal.entries.at(-1)?.status;

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
