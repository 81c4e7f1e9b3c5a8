import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import {
  approved,
  invoice,
  open,
  reading,
  refusal,
  rental,
  rentalLine,
  repair,
  untyped,
  work,
} from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §3",
    part: "phase transitions",
    count: 11,
    rows: {
      "S3.1": "none: POST with status Draft, only the license plate is required, to Draft",
      "S3.2": "none: POST with the approval-requesting status, all requirements met, to Lessor",
      "S3.3": "Draft: PATCH or PUT with status ApprovalRequested, all requirements met, to Lessor",
      "S3.4": "Draft: DELETE, draft phase only, removed",
      "S3.5": "Lessor: review, every line approved, to Invoicing",
      "S3.6": "Lessor: review, partly or completely denied, to Response; lines carry response statuses",
      "S3.7": "Response: PATCH with status ApprovalRequested, to Lessor; the only possible next phase",
      "S3.8": "Invoicing: invoice created, to Archived, automatic",
      "S3.9": "Invoicing: any change to the request itself, to Response",
      "S3.10": "Invoicing: approved, no costs, to Archived, automatic",
      "S3.11": "Invoiced: daily archiving around midnight, Amsterdam; gone from lists, no longer altered",
    },
    testsOf: { "S3.11": 6 },
  },
  {
    source: "supplier-api.md §3",
    part: "approval of repair, maintenance and tires",
    count: 9,
    rows: {
      "S3.REPAIR": "what is listed is enough",
      "S3.REPAIR.licensePlate": "license plate",
      "S3.REPAIR.partialVin": "partial VIN",
      "S3.REPAIR.workOrderNumber": "appointment with work order number",
      "S3.REPAIR.estimatedDuration": "appointment with estimated duration",
      "S3.REPAIR.workshopDate": "appointment with workshop date",
      "S3.REPAIR.contact": "appointment with contact person",
      "S3.REPAIR.reading": "a mileage or hours reading line",
      "S3.REPAIR.furtherLine": "at least one further line",
    },
  },
  {
    source: "supplier-api.md §3",
    part: "approval of a rental vehicle",
    count: 5,
    rows: {
      "S3.RENTAL": "what is listed is enough",
      "S3.RENTAL.licensePlate": "license plate",
      "S3.RENTAL.workOrderNumber": "appointment with work order number",
      "S3.RENTAL.checkoutDate": "appointment with expected checkout date",
      "S3.RENTAL.oneLine": "exactly one rental vehicle line",
    },
  },
]);

const submitted = (fields: Partial<ServiceRequestCreate> = {}) =>
  repair({ status: "ApprovalRequested", ...fields });
const vehicle = { licensePlate: "AB-123-C" };
const only = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});

/** A request with a reading, a line to decide about and another one, in the hands of the lessor. */
async function sent() {
  const world = await open();
  const line = work();
  const components = [reading(), line, work({ reg: { code: "2201" } })];
  const { id } = await world.supplier.serviceRequests.create(submitted({ components }));
  const { get, patch } = world.supplier.serviceRequests;
  const statusOf = async (lineId: string) =>
    (await get(id)).components.find((each) => each.id === lineId)?.status.code;
  return { ...world, requests: world.supplier.serviceRequests, id, line, get, patch, statusOf };
}

/** A request that has come back with everything denied. */
async function denied() {
  const world = await sent();
  world.sandbox.lessor.deny(world.id);
  return world;
}

describe("the transitions", () => {
  it("none to Draft: only the license plate is required [S3.1]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(only());
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await supplier.serviceRequests.get(id)).status).toBe("Draft");
    const without = supplier.serviceRequests.create(untyped({ ...repair(), vehicle: {} }));
    expect(await refusal(without)).toEqual([400, "SANDBOX-REQUIRED vehicle.licensePlate"]);
  });

  it("none to Lessor: with all that approval needs, and only so [S3.2]", async () => {
    const { supplier } = await open();
    const { create, get, list } = supplier.serviceRequests;
    const lacking = create({ ...only(), status: "ApprovalRequested" });
    expect((await refusal(lacking))[0]).toBe(400);
    expect((await list()).serviceRequests).toEqual([]);
    const { id } = await create(submitted());
    expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
  });

  it("Draft to Lessor: by PATCH or by PUT, with all that approval needs [S3.3]", async () => {
    const { supplier } = await open();
    const { create, get, patch, overwrite } = supplier.serviceRequests;
    const { id } = await create(only());
    expect((await refusal(patch(id, { status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await refusal(overwrite(id, { ...only(), status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await get(id)).status).toBe("Draft");
    expect((await overwrite(id, submitted())).status).toBe("ApprovalRequested");
    const { id: other } = await create(repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
    expect((await patch(other, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  });

  it("Draft to nothing: by DELETE, in this phase only [S3.4]", async () => {
    const { requests, sandbox, id, get } = await sent();
    const { id: draft } = await requests.create(only("KL-012-M"));
    await requests.delete(draft);
    expect(await refusal(get(draft))).toEqual([404]);
    expect(await refusal(requests.delete(id))).toEqual([400, "SANDBOX-PHASE"]);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.delete(id))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it("Lessor to Invoicing: every line is approved [S3.5]", async () => {
    const { sandbox, requests, id } = await sent();
    expect(await refusal(requests.invoices.list(id))).toEqual([400, "SANDBOX-PHASE"]);
    sandbox.lessor.approve(id);
    expect(await requests.invoices.list(id)).toEqual({ invoices: [] });
  });

  it("Lessor to Response: lines are denied, some or all, and say so [S3.6]", async () => {
    const { sandbox, requests, id, line, get } = await sent();
    sandbox.lessor.deny(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
    expect(await refusal(requests.invoices.list(id))).toEqual([400, "SANDBOX-PHASE"]);
    const all = await denied();
    expect((await all.get(all.id)).components.map(({ status }) => status.code)).toEqual([
      "Denied",
      "Denied",
      "Denied",
    ]);
  });

  it("Response to Lessor: by PATCH, which is the only way on [S3.7]", async () => {
    const { requests, id, patch, get } = await denied();
    expect(await refusal(requests.overwrite(id, submitted()))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(requests.delete(id))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual([400, "SANDBOX-PHASE"]);
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual([400, "SANDBOX-PHASE"]);
    await patch(id, { status: "ApprovalRequested" });
    expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
  });

  it("Invoicing to Archived: of itself, after an invoice and not without one [S3.8]", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const invoiced = await approved(world);
    const other = await approved(world, repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
    await supplier.serviceRequests.invoices.create(invoiced, invoice());
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(supplier.serviceRequests.get(invoiced))).toEqual([410]);
    expect((await supplier.serviceRequests.get(other)).status).toBe("Approved");
  });

  it("Invoicing to Response: by any change to the request itself, while nothing is invoiced [S3.9]", async () => {
    const world = await open();
    const { patch, get, invoices } = world.supplier.serviceRequests;
    const id = await approved(world);
    expect((await get(id)).status).toBe("Approved");
    await patch(id, { appointment: { workOrderNumber: "WO-2" } });
    expect((await get(id)).status).toBe("Modified");
    expect(await refusal(invoices.create(id, invoice()))).toEqual([400, "SANDBOX-PHASE"]);
    const other = await approved(world, repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
    await invoices.create(other, invoice());
    expect(await refusal(patch(other, { vehicle: { partialVin: "2" } }))).toEqual([400, "SANDBOX-PHASE"]);
  });

  it("Invoicing to Archived: approved without costs, under warranty or cancelled [S3.10]", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const { create, get, patch, components } = supplier.serviceRequests;
    const warranty = [reading(), work({ price: 0, warranty: "Full" })];
    const covered = await approved(world, repair({ components: warranty }));
    expect((await get(covered)).invoicing?.status).toBe("WillNotBeInvoicedForWarrantyOrLeniencyReasons");

    const line = work();
    const { id: cancelled } = await create(
      submitted({
        vehicle: { licensePlate: "KL-012-M", partialVin: "1" },
        components: [reading(), line],
      }),
    );
    sandbox.lessor.deny(cancelled, { lines: [line.id] });
    await components.cancel(cancelled, line.id);
    await patch(cancelled, { status: "ApprovalRequested" });
    sandbox.lessor.approve(cancelled);
    const costly = await approved(world, repair({ vehicle: { licensePlate: "BT-202-Z", partialVin: "1" } }));

    sandbox.clock.advance({ days: 1 });
    expect(await refusal(get(covered))).toEqual([410]);
    expect(await refusal(get(cancelled))).toEqual([410]);
    expect((await get(costly)).status).toBe("Approved");
  });

  describe("Invoiced to Archived", () => {
    it.each([
      ["in summer", "2026-06-15", "21:59:59", "22:00:00"],
      ["in winter", "2026-01-15", "22:59:59", "23:00:00"],
      ["the evening before summer time begins", "2026-03-28", "22:59:59", "23:00:00"],
      ["the evening after summer time began", "2026-03-29", "21:59:59", "22:00:00"],
      ["the evening before summer time ends", "2026-10-24", "21:59:59", "22:00:00"],
      ["the evening after summer time ended", "2026-10-25", "22:59:59", "23:00:00"],
    ])("at midnight in Amsterdam: %s [S3.11]", async (_, day, before, midnight) => {
      const world = await open({ now: `${day}T00:30:00Z` });
      const { get, list, patch, invoices } = world.supplier.serviceRequests;
      const appointment = { ...repair().appointment, workshopDate: day };
      const id = await approved(world, repair({ appointment }));
      await invoices.create(id, invoice({ invoiceDate: day }));
      world.sandbox.clock.set(`${day}T${before}Z`);
      expect((await get(id)).readOnly).toBe(true);
      expect((await list()).serviceRequests).toHaveLength(1);
      expect(await refusal(patch(id, { vehicle: { partialVin: "2" } }))).toEqual([400, "SANDBOX-PHASE"]);
      world.sandbox.clock.set(`${day}T${midnight}Z`);
      expect(await refusal(get(id))).toEqual([410]);
      expect((await list()).serviceRequests).toEqual([]);
    });
  });
});

describe("approval needs", () => {
  const { appointment, ...rest } = repair();
  const without = (field: string) => {
    const { [field]: _left, ...others } = { ...appointment } as Record<string, unknown>;
    return { ...rest, appointment: others };
  };

  it("all that is listed, and no more, of a repair [S3.REPAIR]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(submitted());
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
  });

  it.each<[string, object, string]>([
    ["the partial VIN of a repair [S3.REPAIR.partialVin]", { ...repair(), vehicle }, "vehicle.partialVin"],
    [
      "a work order number of a repair [S3.REPAIR.workOrderNumber]",
      without("workOrderNumber"),
      "appointment.workOrderNumber",
    ],
    [
      "an estimated duration of a repair [S3.REPAIR.estimatedDuration]",
      without("estimatedDurationInDays"),
      "appointment.estimatedDurationInDays",
    ],
    [
      "a workshop date of a repair [S3.REPAIR.workshopDate]",
      without("workshopDate"),
      "appointment.workshopDate",
    ],
    ["a contact person of a repair [S3.REPAIR.contact]", without("contact"), "appointment.contact"],
    [
      "a line beside the reading [S3.REPAIR.furtherLine]",
      { ...repair(), components: [reading()] },
      "components",
    ],
  ])("%s", async (_, body, field) => {
    const { supplier } = await open();
    const { create, patch, overwrite } = supplier.serviceRequests;
    const entry = [400, `SANDBOX-APPROVAL ${field}`];
    expect(await refusal(create(untyped({ ...body, status: "ApprovalRequested" })))).toEqual(entry);
    const { id } = await create(untyped({ ...body, status: "Draft" }));
    expect(await refusal(patch(id, { status: "ApprovalRequested" }))).toEqual(entry);
    expect((await overwrite(id, submitted())).status).toBe("ApprovalRequested");
  });

  it("a license plate of a repair, as any request does [S3.REPAIR.licensePlate]", async () => {
    const { supplier } = await open();
    const body = untyped({ ...submitted(), vehicle: { partialVin: "JF123456" } });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([
      400,
      "SANDBOX-REQUIRED vehicle.licensePlate",
    ]);
  });

  it("a reading of a repair, of the mileage or of the hours [S3.REPAIR.reading]", async () => {
    const { supplier } = await open();
    const { create } = supplier.serviceRequests;
    const lacking = submitted({ components: [work(), work({ reg: { code: "2201" } })] });
    expect(await refusal(create(lacking))).toEqual([400, "SANDBOX-APPROVAL components"]);
    const hours = reading({ reg: { code: "5449" } });
    await create(submitted({ components: [hours, work()] }));
    await create(submitted({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
  });

  it("all that is listed, and no more, of a rental [S3.RENTAL]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(rental({ status: "ApprovalRequested" }));
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
  });

  it.each<[string, object, string]>([
    [
      "a license plate of a rental [S3.RENTAL.licensePlate]",
      { vehicle: {} },
      "SANDBOX-REQUIRED vehicle.licensePlate",
    ],
    [
      "a work order number of a rental [S3.RENTAL.workOrderNumber]",
      { appointment: { checkoutDate: "2026-06-16T08:00:00Z" } },
      "SANDBOX-APPROVAL appointment.workOrderNumber",
    ],
    [
      "an expected checkout date of a rental [S3.RENTAL.checkoutDate]",
      { appointment: { workOrderNumber: "RV-1" } },
      "SANDBOX-APPROVAL appointment.checkoutDate",
    ],
    [
      "exactly one line of a rental [S3.RENTAL.oneLine]",
      { components: [rentalLine(), work()] },
      "SANDBOX-APPROVAL components",
    ],
  ])("%s", async (_, fields, entry) => {
    const { supplier } = await open();
    const body = untyped({ ...rental({ status: "ApprovalRequested" }), ...fields });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([400, entry]);
  });
});
