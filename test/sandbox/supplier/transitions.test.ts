import { describe, expect, it } from "vitest";
import {
  approved,
  damageLine,
  open,
  reading,
  refusal,
  rental,
  rentalLine,
  repair,
  untyped,
  work,
} from "../support.js";

const invoiceStub = {
  identitySender: { RegNumber: "4711" },
  identityReceiver: {},
  invoiceNumber: "1",
  invoiceDate: "2026-06-15",
  vatLines: [],
  total: 129.5,
};

describe("asking for approval", () => {
  it.each([
    ["vehicle.partialVin", { vehicle: { licensePlate: "AB-123-C" } }],
    ["appointment.workOrderNumber", { appointment: { ...repair().appointment, workOrderNumber: undefined } }],
    ["appointment.workshopDate", { appointment: { ...repair().appointment, workshopDate: undefined } }],
    [
      "appointment.estimatedDurationInDays",
      { appointment: { ...repair().appointment, estimatedDurationInDays: undefined } },
    ],
    ["appointment.contact", { appointment: { ...repair().appointment, contact: undefined } }],
    ["components", { components: [reading()] }],
    ["components", { components: [work()] }],
    ["components", { components: [work(), reading({ reason: { code: "10" } })] }],
    ["components", { components: [work(), reading({ operation: { code: "19", type: { code: "1" } } })] }],
  ])("requires %s of a repair", async (field, fields) => {
    const { supplier } = await open();
    const body = untyped({ ...repair(), ...fields, status: "ApprovalRequested" });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([400, `SANDBOX-APPROVAL ${field}`]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it.each([
    ["appointment.checkoutDate", { appointment: { workOrderNumber: "RV-1" } }],
    ["appointment.workOrderNumber", { appointment: { checkoutDate: "2026-06-16T08:00:00Z" } }],
    ["components", { components: [rentalLine(), reading()] }],
  ])("requires %s of a rental", async (field, fields) => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create({ ...rental(), ...fields });
    const call = supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await refusal(call)).toEqual([400, `SANDBOX-APPROVAL ${field}`]);
    expect((await supplier.serviceRequests.get(id)).status).toBe("Draft");
  });

  it("accepts a rental without a partial VIN, and a damage with one line", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(rental({ status: "ApprovalRequested" }));
    const vehicle = { licensePlate: "AB-123-C" };
    const damage = { status: "ApprovalRequested", vehicle } as const;
    expect(await refusal(supplier.damageServiceRequests.create(damage))).toEqual([
      400,
      "SANDBOX-APPROVAL components",
    ]);
    await supplier.damageServiceRequests.create({ ...damage, components: [damageLine()] });
  });
});

describe("the phases of a request", () => {
  it("allow a draft to be overwritten, submitted by an overwrite, and deleted", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const draft = { status: "Draft", vehicle: { licensePlate: "KL-012-M" } } as const;
    expect(await supplier.serviceRequests.overwrite(id, draft)).toMatchObject({
      licensePlate: "KL-012-M",
      components: [],
    });
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
    const { id: other } = await supplier.serviceRequests.create(draft);
    const submitted = await supplier.serviceRequests.overwrite(
      other,
      repair({ status: "ApprovalRequested" }),
    );
    expect(submitted.status).toBe("ApprovalRequested");
  });

  it("allow no change while the lessor has the request", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    const { id: lineId, ...line } = work();
    const requests = supplier.serviceRequests;
    for (const call of [
      () => requests.overwrite(id, repair()),
      () => requests.patch(id, { vehicle: { partialVin: "X" } }),
      () => requests.patch(id, { status: "ApprovalRequested" }),
      () => requests.delete(id),
      () => requests.components.put(id, lineId, line),
      () => requests.invoiceTemplates.list(id),
      () => requests.invoices.create(id, invoiceStub),
    ]) {
      expect(await refusal(call())).toEqual([400, "SANDBOX-PHASE"]);
    }
  });

  it("lead from a denial back to the lessor, who decides again only about unsettled lines", async () => {
    const { sandbox, supplier } = await open();
    const lines = [reading(), work()];
    const { id } = await supplier.serviceRequests.create(
      repair({ status: "ApprovalRequested", components: lines }),
    );
    sandbox.lessor.deny(id, { lines: [lines[1]?.id ?? ""] });
    expect(await supplier.serviceRequests.get(id)).toMatchObject({ status: "Denied", readOnly: false });
    expect((await refusal(supplier.serviceRequests.delete(id)))[0]).toBe(400);
    expect(await refusal(supplier.serviceRequests.patch(id, { status: "Draft" }))).toEqual([
      400,
      "SANDBOX-PHASE",
    ]);
    const changed = await supplier.serviceRequests.patch(id, { appointment: { workOrderNumber: "WO-2" } });
    expect(changed).toMatchObject({
      status: "Modified",
      appointment: { workOrderNumber: "WO-2", workshopDate: "2026-06-15" },
    });
    const again = await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(again.components.map(({ status }) => status.code)).toEqual(["Approved", "ApprovalRequested"]);
    expect(again.serviceRequestNumber).toBe(5_000_001);
  });

  it("lead from an approval back to Response if the request is changed before it is invoiced", async () => {
    const world = await open();
    const id = await approved(world);
    const components = [work({ reg: { code: "2201" } })];
    const changed = await world.supplier.serviceRequests.patch(id, { components });
    expect(changed).toMatchObject({ status: "Modified", invoicing: { totalAmountToInvoice: 0 } });
    expect(changed.components.map(({ status }) => status.code)).toEqual(["Approved", "Approved", "Entered"]);
  });

  it("allow no change of an invoiced request", async () => {
    const world = await open();
    const id = await approved(world);
    await world.supplier.serviceRequests.invoices.create(id, invoiceStub);
    expect((await world.supplier.serviceRequests.get(id)).readOnly).toBe(true);
    const call = world.supplier.serviceRequests.patch(id, { vehicle: { partialVin: "X" } });
    expect(await refusal(call)).toEqual([400, "SANDBOX-PHASE"]);
  });
});

it.each([
  [
    "a partial VIN of blanks",
    { vehicle: { licensePlate: "AB-123-C", partialVin: "  " } },
    "vehicle.partialVin",
  ],
  [
    "a duration of no day",
    { appointment: { ...repair().appointment, estimatedDurationInDays: 0 } },
    "appointment.estimatedDurationInDays",
  ],
  ["a reading below zero", { components: [reading({ value: "-5" }), work()] }, "components"],
])("a request with %s cannot be submitted", async (_, fields, field) => {
  const { supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair(fields));
  expect(await refusal(supplier.serviceRequests.patch(id, { status: "ApprovalRequested" }))).toEqual([
    400,
    `SANDBOX-APPROVAL ${field}`,
  ]);
});

it("a cancelled rental line can be replaced, and a request whose lines are all cancelled can be submitted", async () => {
  const { sandbox, supplier } = await open();
  const { create, patch, components } = supplier.serviceRequests;
  const line = rentalLine();
  const { id } = await create(rental({ status: "ApprovalRequested", components: [line] }));
  sandbox.lessor.deny(id);
  await components.cancel(id, line.id);
  const { id: other, ...content } = rentalLine();
  await components.put(id, other, content);
  expect((await patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  // What is not named is approved: here the cancellation.
  sandbox.lessor.deny(id, { lines: [other] });
  await components.cancel(id, other);
  expect((await patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  sandbox.lessor.approve(id);
  sandbox.clock.advance({ days: 1 });
  expect(await refusal(supplier.serviceRequests.get(id))).toEqual([410]);
});

it("a cancelled reading does not count for approval unless all work is cancelled too", async () => {
  const { sandbox, supplier } = await open();
  const { create, patch, components } = supplier.serviceRequests;
  const [read, line] = [reading(), work()];
  const { id } = await create(repair({ status: "ApprovalRequested", components: [read, line] }));
  sandbox.lessor.deny(id);
  await components.cancel(id, read.id);
  const submit = () => patch(id, { status: "ApprovalRequested" });
  expect(await refusal(submit())).toEqual([400, "SANDBOX-APPROVAL components"]);
  await components.cancel(id, line.id);
  expect((await submit()).status).toBe("ApprovalRequested");
});

it("a PATCH without changes is rejected for an approved request", async () => {
  const world = await open();
  const id = await approved(world);
  const { patch } = world.supplier.serviceRequests;
  expect(await refusal(patch(id, {}))).toEqual([400, "SANDBOX-PHASE"]);
  expect((await patch(id, { appointment: { workOrderNumber: "WO-2" } })).status).toBe("Modified");
});
