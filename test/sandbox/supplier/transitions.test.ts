import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
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
  work,
} from "../support.js";
import { draftOf, submitAndDeny, submitRepair, submitted, wrongPhase } from "./support.js";

checkReferenceTags();

/** A repair for another vehicle. */
const otherRepair = () => repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } });

describe("a draft", () => {
  it("can be kept as a draft, and no submitted request becomes one again [S3.REQUEST.Draft]", async () => {
    const { requests, id, get, patch } = await submitAndDeny();
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    expect((await get(draft)).status).toBe("Draft");
    expect((await patch(draft, { status: "Draft" })).status).toBe("Draft");
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual(wrongPhase);
  });

  it("is submitted with PATCH or PUT, with all that approval requires [S3.3]", async () => {
    const { supplier } = await open();
    const { create, get, patch, overwrite } = supplier.serviceRequests;
    const { id } = await create(draftOf());
    expect((await refusal(patch(id, { status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await refusal(overwrite(id, { ...draftOf(), status: "ApprovalRequested" })))[0]).toBe(400);
    expect((await get(id)).status).toBe("Draft");
    expect((await overwrite(id, submitted())).status).toBe("ApprovalRequested");
    const { id: other } = await create(otherRepair());
    expect((await patch(other, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
  });

  it("can be deleted, and no other request can [S3.4][S4.1.6]", async () => {
    const { requests, sandbox, id, get } = await submitRepair();
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    await requests.delete(draft);
    expect(await refusal(get(draft))).toEqual([404]);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
  });
});

describe("a request with the lessor", () => {
  it("cannot be changed by the supplier [S3.REQUEST.ApprovalRequested]", async () => {
    const { requests, id, get, patch, line, freshId, fresh } = await submitRepair();
    expect(await get(id)).toMatchObject({ status: "ApprovalRequested", readOnly: true });
    for (const call of [
      () => requests.overwrite(id, repair()),
      () => patch(id, { vehicle: { partialVin: "X" } }),
      () => patch(id, { status: "ApprovalRequested" }),
      () => requests.delete(id),
      () => requests.components.put(id, freshId, fresh),
      () => requests.components.put(id, line.id, line),
      () => requests.invoiceTemplates.list(id),
      () => requests.invoices.create(id, invoice()),
    ])
      expect(await refusal(call())).toEqual(wrongPhase);
  });

  it("can be invoiced once every line is approved [S3.5][S3.REQUEST.Approved]", async () => {
    const { sandbox, requests, id, get } = await submitRepair();
    const body = untyped({ ...draftOf(), status: "Approved" });
    expect(await refusal(requests.create(body))).toEqual([400, "SANDBOX-INVALID status"]);
    expect(await refusal(requests.invoices.list(id))).toEqual(wrongPhase);
    sandbox.lessor.approve(id);
    expect(await requests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await get(id)).toMatchObject({
      status: "Approved",
      invoicing: { status: "ReadyForInvoicing", totalAmountToInvoice: 259 },
    });
  });

  it("goes back to the supplier if some or all lines are denied [S3.6][S3.REQUEST.Denied]", async () => {
    const { sandbox, requests, id, line, get, patch } = await submitRepair();
    sandbox.lessor.deny(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({ status: "Denied", readOnly: false });
    expect(await refusal(requests.invoices.list(id))).toEqual(wrongPhase);
    expect(await refusal(patch(id, untyped({ status: "Denied" })))).toEqual([400, "SANDBOX-INVALID status"]);
    const allDenied = await submitAndDeny();
    expect(await allDenied.get(allDenied.id)).toMatchObject({ status: "Denied", readOnly: false });
    expect(await allDenied.codes()).toEqual(["Denied", "Denied", "Denied"]);
  });

  it("that is provisionally approved cannot be invoiced until it is approved [S3.REQUEST.ProvisionallyApproved]", async () => {
    const { sandbox, requests, id, line, get } = await submitRepair();
    sandbox.lessor.provisionallyApprove(id, { lines: [line.id] });
    expect(await get(id)).toMatchObject({
      status: "ProvisionallyApproved",
      invoicing: { totalAmountToInvoice: 0 },
    });
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual(wrongPhase);
    expect(await refusal(requests.invoiceTemplates.list(id))).toEqual(wrongPhase);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    await requests.invoices.create(id, invoice({ total: 259 }));
  });
});

describe("a denied request", () => {
  it("becomes Modified when it is changed, a status that the supplier cannot set [S3.REQUEST.Modified]", async () => {
    const { id, patch } = await submitAndDeny();
    expect(await refusal(patch(id, untyped({ status: "Modified" })))).toEqual([
      400,
      "SANDBOX-INVALID status",
    ]);
    expect(await patch(id, { appointment: { workOrderNumber: "WO-2" } })).toMatchObject({
      status: "Modified",
      appointment: { workOrderNumber: "WO-2", workshopDate: "2026-06-15" },
    });
  });

  it("can only be submitted again, and keeps its number [S3.7]", async () => {
    const { requests, id, patch, get } = await submitAndDeny();
    expect(await refusal(requests.overwrite(id, submitted()))).toEqual(wrongPhase);
    expect(await refusal(requests.delete(id))).toEqual(wrongPhase);
    expect(await refusal(requests.invoices.create(id, invoice()))).toEqual(wrongPhase);
    expect(await refusal(patch(id, { status: "Draft" }))).toEqual(wrongPhase);
    await patch(id, { status: "ApprovalRequested" });
    expect(await get(id)).toMatchObject({
      status: "ApprovalRequested",
      readOnly: true,
      serviceRequestNumber: 5_000_001,
    });
  });
});

describe("an approved request", () => {
  it("goes back to the supplier if it is changed before it is invoiced, and cannot be changed afterwards [S3.9]", async () => {
    const setup = await open();
    const { patch, get, invoices } = setup.supplier.serviceRequests;
    const id = await approved(setup);
    expect((await get(id)).status).toBe("Approved");
    expect(await refusal(patch(id, {}))).toEqual(wrongPhase);
    await patch(id, { appointment: { workOrderNumber: "WO-2" } });
    expect((await get(id)).status).toBe("Modified");
    expect(await refusal(invoices.create(id, invoice()))).toEqual(wrongPhase);
    const other = await approved(setup, otherRepair());
    await invoices.create(other, invoice());
    expect((await get(other)).readOnly).toBe(true);
    expect(await refusal(patch(other, { vehicle: { partialVin: "2" } }))).toEqual(wrongPhase);
  });

  it("has nothing to invoice after a line is added, and its other lines stay approved", async () => {
    const setup = await open();
    const id = await approved(setup);
    const components = [work({ reg: { code: "2201" } })];
    const changed = await setup.supplier.serviceRequests.patch(id, { components });
    expect(changed).toMatchObject({ status: "Modified", invoicing: { totalAmountToInvoice: 0 } });
    expect(changed.components.map(({ status }) => status.code)).toEqual(["Approved", "Approved", "Entered"]);
  });
});

describe("a submitted repair", () => {
  it("is accepted with all that is listed, and no more [S3.REPAIR]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(submitted());
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
  });

  const { appointment, ...rest } = repair();
  const omit = (field: string) => {
    const { [field]: _omitted, ...others } = { ...appointment } as Record<string, unknown>;
    return { ...rest, appointment: others };
  };

  it.each<[string, object, string]>([
    ["a partial VIN [S3.REPAIR.partialVin]", { ...repair(), ...draftOf() }, "vehicle.partialVin"],
    [
      "a work order number [S3.REPAIR.workOrderNumber]",
      omit("workOrderNumber"),
      "appointment.workOrderNumber",
    ],
    [
      "an estimated duration [S3.REPAIR.estimatedDuration]",
      omit("estimatedDurationInDays"),
      "appointment.estimatedDurationInDays",
    ],
    ["a workshop date [S3.REPAIR.workshopDate]", omit("workshopDate"), "appointment.workshopDate"],
    ["a contact person [S3.REPAIR.contact]", omit("contact"), "appointment.contact"],
    [
      "a line besides the reading [S3.REPAIR.furtherLine]",
      { ...repair(), components: [reading()] },
      "components",
    ],
  ])("needs %s", async (_, body, field) => {
    const { supplier } = await open();
    const { create, patch, overwrite, list } = supplier.serviceRequests;
    const entry = [400, `SANDBOX-APPROVAL ${field}`];
    expect(await refusal(create(untyped({ ...body, status: "ApprovalRequested" })))).toEqual(entry);
    expect((await list()).serviceRequests).toEqual([]);
    const { id } = await create(untyped({ ...body, status: "Draft" }));
    expect(await refusal(patch(id, { status: "ApprovalRequested" }))).toEqual(entry);
    expect((await overwrite(id, submitted())).status).toBe("ApprovalRequested");
  });

  it("needs a license plate, as every request does [S3.REPAIR.licensePlate]", async () => {
    const { supplier } = await open();
    const body = untyped({ ...submitted(), vehicle: { partialVin: "JF123456" } });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([
      400,
      "SANDBOX-REQUIRED vehicle.licensePlate",
    ]);
  });

  it("needs a reading of the mileage or of the hours [S3.REPAIR.reading]", async () => {
    const { supplier } = await open();
    const { create } = supplier.serviceRequests;
    const lacking = submitted({ components: [work(), work({ reg: { code: "2201" } })] });
    expect(await refusal(create(lacking))).toEqual([400, "SANDBOX-APPROVAL components"]);
    const hours = reading({ reg: { code: "5449" } });
    await create(submitted({ components: [hours, work()] }));
    await create(submitted({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
  });

  it.each([
    ["another operation", reading({ operation: { code: "01" } })],
    ["another reason", reading({ reason: { code: "10" } })],
    ["a type of operation", reading({ operation: { code: "19", type: { code: "1" } } })],
  ])("is rejected if its only reading has %s [S2.3.READING]", async (_, line) => {
    const { supplier } = await open();
    const call = supplier.serviceRequests.create(submitted({ components: [work(), line] }));
    expect(await refusal(call)).toEqual([400, "SANDBOX-APPROVAL components"]);
  });

  it.each([
    [
      "a partial VIN of blanks",
      { vehicle: { licensePlate: "AB-123-C", partialVin: "  " } },
      "vehicle.partialVin",
    ],
    [
      "a duration of zero days",
      { appointment: { ...repair().appointment, estimatedDurationInDays: 0 } },
      "appointment.estimatedDurationInDays",
    ],
    ["a reading below zero", { components: [reading({ value: "-5" }), work()] }, "components"],
  ])("is rejected with %s", async (_, fields, field) => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair(fields));
    expect(await refusal(supplier.serviceRequests.patch(id, { status: "ApprovalRequested" }))).toEqual([
      400,
      `SANDBOX-APPROVAL ${field}`,
    ]);
  });

  it("needs a reading that is not cancelled, unless all work is cancelled too", async () => {
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
});

describe("a submitted rental", () => {
  it("is accepted with all that is listed, and no more [S3.RENTAL]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(rental({ status: "ApprovalRequested" }));
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
  });

  it.each<[string, object, string]>([
    ["a license plate [S3.RENTAL.licensePlate]", { vehicle: {} }, "SANDBOX-REQUIRED vehicle.licensePlate"],
    [
      "a work order number [S3.RENTAL.workOrderNumber]",
      { appointment: { checkoutDate: "2026-06-16T08:00:00Z" } },
      "SANDBOX-APPROVAL appointment.workOrderNumber",
    ],
    [
      "an expected checkout date [S3.RENTAL.checkoutDate]",
      { appointment: { workOrderNumber: "RV-1" } },
      "SANDBOX-APPROVAL appointment.checkoutDate",
    ],
    [
      "exactly one line [S3.RENTAL.oneLine]",
      { components: [rentalLine(), work()] },
      "SANDBOX-APPROVAL components",
    ],
  ])("needs %s", async (_, fields, entry) => {
    const { supplier } = await open();
    const body = untyped({ ...rental({ status: "ApprovalRequested" }), ...fields });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([400, entry]);
  });

  it("stays a draft if it is submitted with a reading besides its line", async () => {
    const { supplier } = await open();
    const { create, get, patch } = supplier.serviceRequests;
    const { id } = await create(rental({ components: [rentalLine(), reading()] }));
    const call = patch(id, { status: "ApprovalRequested" });
    expect(await refusal(call)).toEqual([400, "SANDBOX-APPROVAL components"]);
    expect((await get(id)).status).toBe("Draft");
  });

  it("can have a new line for a cancelled one, and can consist of cancelled lines only", async () => {
    const { sandbox, supplier } = await open();
    const { create, patch, components } = supplier.serviceRequests;
    const line = rentalLine();
    const { id } = await create(rental({ status: "ApprovalRequested", components: [line] }));
    sandbox.lessor.deny(id);
    await components.cancel(id, line.id);
    const { id: other, ...content } = rentalLine();
    await components.put(id, other, content);
    expect((await patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
    // Lines that are not named are approved: here the cancellation.
    sandbox.lessor.deny(id, { lines: [other] });
    await components.cancel(id, other);
    expect((await patch(id, { status: "ApprovalRequested" })).status).toBe("ApprovalRequested");
    sandbox.lessor.approve(id);
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([410]);
  });
});

it("a submitted damage request needs one line and nothing else", async () => {
  const { supplier } = await open();
  const damage = { ...draftOf(), status: "ApprovalRequested" } as const;
  expect(await refusal(supplier.damageServiceRequests.create(damage))).toEqual([
    400,
    "SANDBOX-APPROVAL components",
  ]);
  await supplier.damageServiceRequests.create({ ...damage, components: [damageLine()] });
});
