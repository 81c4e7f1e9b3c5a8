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
  supplierOf,
  untyped,
  work,
} from "./support.js";

describe("creating a request", () => {
  it("takes a draft with a license plate only, and shows it as the reference does", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create({
      status: "Draft",
      vehicle: { licensePlate: "DE-456-F" },
    });
    expect(await supplier.serviceRequests.get(id)).toEqual({
      id,
      creationTimeStamp: "2026-06-15T09:00:00Z",
      status: "Draft",
      readOnly: false,
      supplierId: 4711,
      lessorId: 1002,
      sublessorCode: "PM-ZUID",
      licensePlate: "DE-456-F",
      vehicle: { licensePlate: "DE-456-F" },
      components: [],
      invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
      parking: { isParked: false },
    });
  });

  it("skips the draft when it asks for approval", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
    const request = await supplier.serviceRequests.get(id);
    expect(request).toMatchObject({
      status: "ApprovalRequested",
      readOnly: true,
      serviceRequestNumber: 5_000_001,
    });
    expect(request.components.map(({ status }) => status.code)).toEqual([
      "ApprovalRequested",
      "ApprovalRequested",
    ]);
  });

  it("keeps fields that the reference does not name, and refuses to set those of the service", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.patch(id, untyped({ remarks: "Key at the desk" }));
    expect(await supplier.serviceRequests.get(id)).toMatchObject({ remarks: "Key at the desk" });
    const patch = supplier.serviceRequests.patch(id, untyped({ supplierId: 1 }));
    expect(await refusal(patch)).toEqual([400, "SANDBOX-FIXED supplierId"]);
  });

  it("refuses a vehicle that does not exist", async () => {
    const { supplier } = await open();
    const call = supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "XX-000-X" } });
    expect(await refusal(call)).toEqual([400, "SANDBOX-VEHICLE vehicle.licensePlate"]);
  });

  it("takes vehicles that the sandbox was given", async () => {
    const { supplier } = await open({ vehicles: [{ licensePlate: "XX-000-X", leaseStart: "2026-07-01" }] });
    const vehicle = { licensePlate: "XX-000-X" };
    expect(await refusal(supplier.serviceRequests.create(repair({ vehicle })))).toEqual([
      400,
      "REG-SVC000190 appointment.workshopDate",
    ]);
  });

  it.each([
    ["a status of the lessor", { status: "Approved" }, "SANDBOX-INVALID status"],
    ["no license plate", { vehicle: {} }, "SANDBOX-REQUIRED vehicle.licensePlate"],
    ["a blank license plate", { vehicle: { licensePlate: " " } }, "SANDBOX-REQUIRED vehicle.licensePlate"],
    [
      "a year before 2000",
      { appointment: { workshopDate: "1999-12-31" } },
      "SANDBOX-INVALID appointment.workshopDate",
    ],
    [
      "a year after 2100",
      { appointment: { checkoutDate: "2101-01-01T00:00:00Z" } },
      "SANDBOX-INVALID appointment.checkoutDate",
    ],
    [
      "a day that does not exist",
      { appointment: { workshopDate: "2026-02-30" } },
      "SANDBOX-INVALID appointment.workshopDate",
    ],
    [
      "a line without a reason",
      { components: [{ ...work(), reason: undefined }] },
      "SANDBOX-REQUIRED components[0].reason",
    ],
    ["a line without a GUID", { components: [work({ id: "1" })] }, "SANDBOX-INVALID components[0].id"],
    [
      "a value that is a number",
      { components: [{ ...reading(), value: 48210 }] },
      "SANDBOX-INVALID components[0].value",
    ],
    [
      "a value with a comma",
      { components: [reading({ value: "48,2" })] },
      "SANDBOX-INVALID components[0].value",
    ],
    [
      "a base part",
      { components: [{ ...work(), part: { partType: "Base" } }] },
      "SANDBOX-INVALID components[0].part.partType",
    ],
    [
      "a warranty that is no text",
      { components: [{ ...work(), warranty: 7 }] },
      "REG-SVC000175 components[0].warranty",
    ],
    [
      "a leniency that is no text",
      { components: [{ ...work(), subcomponents: [{ leniency: 7 }] }] },
      "REG-SVC000176 components[0].subcomponents[0].leniency",
    ],
    ["the same line twice", { components: [work(), work()] }, "SANDBOX-DUPLICATE components[1]"],
  ])("refuses %s", async (_, fields, entry) => {
    const { supplier } = await open();
    expect(await refusal(supplier.serviceRequests.create(untyped({ ...repair(), ...fields })))).toEqual([
      400,
      entry,
    ]);
  });

  it("takes the same component at two locations", async () => {
    const { supplier } = await open();
    const tire = { reg: { code: "3198" }, reason: { code: "10" }, price: 100 };
    const components = [work({ ...tire, location: ["1", "L"] }), work({ ...tire, location: ["1", "R"] })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it("reports every broken rule at once", async () => {
    const { supplier } = await open({
      vehicles: [{ licensePlate: "X", leaseStart: "2026-07-01", damageAllowed: false, lessorNumber: 1003 }],
    });
    const components = [work({ damage: true, subcomponents: [{ damage: true }] })];
    const call = supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "X" }, components }));
    expect(await refusal(call)).toEqual([
      400,
      "REG-SVC000187 vehicle.licensePlate",
      "REG-SVC000190 appointment.workshopDate",
      "REG-SVC000177 components[0].subcomponents[0].damage",
      "REG-SVC000177 components[0].damage",
    ]);
  });
});

describe("two open requests for each vehicle", () => {
  it("are one for a rental vehicle and one for other work", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.create(rental());
    for (const content of [repair(), rental(), repair({ components: [] })]) {
      expect(await refusal(supplier.serviceRequests.create(content))).toEqual([
        400,
        "SANDBOX-OPEN-REQUESTS vehicle.licensePlate",
      ]);
    }
    await supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
  });

  it("are also counted when a line shows of which kind a request is", async () => {
    const { supplier } = await open();
    await supplier.serviceRequests.create(rental());
    const { id } = await supplier.serviceRequests.create(repair({ components: [] }));
    const { id: lineId, ...line } = rentalLine();
    expect(await refusal(supplier.serviceRequests.components.put(id, lineId, line))).toEqual([
      400,
      "SANDBOX-OPEN-REQUESTS vehicle.licensePlate",
    ]);
  });

  it("do not count for damage, and not once they are archived", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    for (let count = 0; count < 3; count++)
      await supplier.damageServiceRequests.create(repair({ components: [damageLine()] }));
    const id = await approved(world, repair({ components: [reading(), work({ price: 0 })] }));
    expect((await refusal(supplier.serviceRequests.create(repair())))[0]).toBe(400);
    sandbox.clock.advance({ hours: 13 });
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([410]);
    await supplier.serviceRequests.create(repair());
  });
});

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
  ])("needs %s of a repair", async (field, fields) => {
    const { supplier } = await open();
    const body = untyped({ ...repair(), ...fields, status: "ApprovalRequested" });
    expect(await refusal(supplier.serviceRequests.create(body))).toEqual([400, `SANDBOX-APPROVAL ${field}`]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it.each([
    ["appointment.checkoutDate", { appointment: { workOrderNumber: "RV-1" } }],
    ["appointment.workOrderNumber", { appointment: { checkoutDate: "2026-06-16T08:00:00Z" } }],
    ["components", { components: [rentalLine(), reading()] }],
  ])("needs %s of a rental", async (field, fields) => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create({ ...rental(), ...fields });
    const call = supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(await refusal(call)).toEqual([400, `SANDBOX-APPROVAL ${field}`]);
    expect((await supplier.serviceRequests.get(id)).status).toBe("Draft");
  });

  it("takes a rental without a partial VIN, and a damage with one line", async () => {
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

describe("the phases", () => {
  it("let a draft be overwritten, submitted so, and deleted", async () => {
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

  it("let nothing be altered while the lessor has the request", async () => {
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

  it("lead from a denial back to the lessor, in which case only what is not settled is asked for again", async () => {
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

  it("lead from an approval back to the response, if anything is changed before it is invoiced", async () => {
    const world = await open();
    const id = await approved(world);
    const components = [work({ reg: { code: "2201" } })];
    const changed = await world.supplier.serviceRequests.patch(id, { components });
    expect(changed).toMatchObject({ status: "Modified", invoicing: { totalAmountToInvoice: 0 } });
    expect(changed.components.map(({ status }) => status.code)).toEqual(["Approved", "Approved", "Entered"]);
  });

  it("refuse to alter what is invoiced", async () => {
    const world = await open();
    const id = await approved(world);
    await world.supplier.serviceRequests.invoices.create(id, invoiceStub);
    expect((await world.supplier.serviceRequests.get(id)).readOnly).toBe(true);
    const call = world.supplier.serviceRequests.patch(id, { vehicle: { partialVin: "X" } });
    expect(await refusal(call)).toEqual([400, "SANDBOX-PHASE"]);
  });
});

const invoiceStub = {
  identitySender: { RegNumber: "4711" },
  identityReceiver: {},
  invoiceNumber: "1",
  invoiceDate: "2026-06-15",
  vatLines: [],
  total: 129.5,
};

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
])("%s is none for the lessor", async (_, fields, field) => {
  const { supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair(fields));
  expect(await refusal(supplier.serviceRequests.patch(id, { status: "ApprovalRequested" }))).toEqual([
    400,
    `SANDBOX-APPROVAL ${field}`,
  ]);
});

it("a rental line that is cancelled can be replaced, or all be cancelled", async () => {
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

it("a reading that is cancelled is none for the lessor, unless all work is cancelled too", async () => {
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

it("the id of a line is the same in letters of either case", async () => {
  const { supplier } = await open();
  const { create, patch, get } = supplier.serviceRequests;
  const lower = "abcdef01-2345-4789-8bcd-ef0123456789";
  const [one, other] = [work({ id: lower.toUpperCase() }), work({ id: lower, reg: { code: "2201" } })];
  const twice = [400, "SANDBOX-DUPLICATE components[1]"];
  expect(await refusal(create(repair({ components: [one, other] })))).toEqual(twice);
  const { id } = await create(repair({ components: [one] }));
  await patch(id, { components: [work({ id: lower, price: 5 })] });
  expect((await get(id)).components).toMatchObject([{ id: lower.toUpperCase(), price: 5 }]);
});

it("a PATCH without a change is none for an approved request", async () => {
  const world = await open();
  const id = await approved(world);
  const { patch } = world.supplier.serviceRequests;
  expect(await refusal(patch(id, {}))).toEqual([400, "SANDBOX-PHASE"]);
  expect((await patch(id, { appointment: { workOrderNumber: "WO-2" } })).status).toBe("Modified");
});

describe("another vehicle", () => {
  const to = (licensePlate: string) => ({ vehicle: { licensePlate } });

  it("is like a new request for it: not of an inactive lessor, and not of one with an open request", async () => {
    const { supplier } = await open();
    const { create, patch, overwrite } = supplier.serviceRequests;
    const { id } = await create(repair());
    const inactive = [400, "REG-SVC000187 vehicle.licensePlate"];
    expect(await refusal(patch(id, to("GH-789-J")))).toEqual(inactive);
    expect(await refusal(overwrite(id, repair(to("GH-789-J"))))).toEqual(inactive);
    expect((await patch(id, to("DE-456-F"))).lessorId).toBe(1002);
    await create(repair());
    expect(await refusal(patch(id, to("AB-123-C")))).toEqual([
      400,
      "SANDBOX-OPEN-REQUESTS vehicle.licensePlate",
    ]);
  });

  it("must be the same lessor's once the lessor has the request", async () => {
    const { sandbox, supplier } = await open();
    const { create, patch } = supplier.serviceRequests;
    const { id } = await create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.deny(id);
    expect(await refusal(patch(id, to("DE-456-F")))).toEqual([
      400,
      "SANDBOX-LESSOR-CHANGE vehicle.licensePlate",
    ]);
    expect((await patch(id, to("KL-012-M"))).licensePlate).toBe("KL-012-M");
  });
});

it("a request with lines of both kinds counts for both", async () => {
  const { supplier } = await open();
  const { create } = supplier.serviceRequests;
  await create(repair({ components: [reading(), work(), rentalLine()] }));
  const full = [400, "SANDBOX-OPEN-REQUESTS vehicle.licensePlate"];
  expect(await refusal(create(repair()))).toEqual(full);
  expect(await refusal(create(rental()))).toEqual(full);
});

it("a refused request changes no id of the next one", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  await refusal(one.supplier.serviceRequests.create(repair({ appointment: { workshopDate: "2001-01-01" } })));
  const { id } = await one.supplier.serviceRequests.create(repair());
  expect((await other.supplier.serviceRequests.create(repair())).id).toBe(id);
});

it("a price that is out of all proportion is refused; one below zero is none to invoice", async () => {
  const { sandbox, supplier } = await open();
  const { create, get } = supplier.serviceRequests;
  expect(await refusal(create(repair({ components: [reading(), work({ price: 1e307 })] })))).toEqual([
    400,
    "SANDBOX-PRICE components[1].price",
  ]);
  const components = [reading(), work({ price: -5 })];
  const { id } = await create(repair({ status: "ApprovalRequested", components }));
  sandbox.lessor.approve(id);
  expect((await get(id)).status).toBe("Approved");
  sandbox.clock.advance({ days: 1 });
  expect(await refusal(get(id))).toEqual([410]);
});

it("fields that the document does not have are refused, unless the sandbox is told otherwise", async () => {
  const body = untyped({
    ...repair(),
    apointment: 1,
    vehicle: { licensePlate: "AB-123-C", partialVIN: "x" },
  });
  const { supplier } = await open();
  expect(await refusal(supplier.serviceRequests.create(body))).toEqual([
    400,
    "SANDBOX-UNKNOWN-FIELD vehicle.partialVIN",
    "SANDBOX-UNKNOWN-FIELD apointment",
  ]);
  const { id } = await supplier.serviceRequests.create(repair());
  const line = untyped({ ...work(), prise: 3, subcomponents: [{ prise: 4 }] });
  expect(await refusal(supplier.serviceRequests.patch(id, { components: [line] }))).toEqual([
    400,
    "SANDBOX-UNKNOWN-FIELD components[0].prise",
    "SANDBOX-UNKNOWN-FIELD components[0].subcomponents[0].prise",
  ]);
  const lenient = await open({ unknownFields: "accept" });
  await lenient.supplier.serviceRequests.create(body);
});

it("a PATCH that holds a line id twice is refused, and loses neither line", async () => {
  const { supplier } = await open();
  const { id } = await supplier.serviceRequests.create(repair({ components: [reading()] }));
  const line = work();
  const components = [line, work({ id: line.id, reg: { code: "2201" }, reason: { code: "10" } })];
  expect(await refusal(supplier.serviceRequests.patch(id, { components }))).toEqual([
    400,
    "SANDBOX-DUPLICATE components[1].id",
  ]);
  expect((await supplier.serviceRequests.get(id)).components).toHaveLength(1);
});

describe("the list", () => {
  it("shows open requests in brief, for one vehicle if asked", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    sandbox.clock.advance({ minutes: 5 });
    await supplier.serviceRequests.patch(id, { vehicle: { partialVin: "JF000001" } });
    const { serviceRequests, hasMore } = await supplier.serviceRequests.list({ licensePlate: "AB-123-C" });
    expect(hasMore).toBe(false);
    expect(serviceRequests).toEqual([
      {
        href: `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}`,
        id,
        lastModifiedUtc: "2026-06-15T09:05:00Z",
        lessorId: 1001,
        lessorName: "Noordzee Lease",
        supplierId: 4711,
        licensePlate: "AB-123-C",
        workOrderNumber: "WO-1",
        status: "Draft",
        invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
        parking: { isParked: false },
      },
    ]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(2);
  });

  it("keeps suppliers and kinds of request apart", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const other = await supplierOf(sandbox, 4712);
    expect((await other.serviceRequests.list()).serviceRequests).toEqual([]);
    expect(await refusal(other.serviceRequests.get(id))).toEqual([404]);
    expect(await refusal(supplier.damageServiceRequests.get(id))).toEqual([404]);
    await other.serviceRequests.create(repair());
  });
});

it("shows every date-time in UTC, whatever offset it came with", async () => {
  const { supplier } = await open();
  const appointment = { checkoutDate: "2026-06-16T10:00:00+02:00" };
  const { id } = await supplier.serviceRequests.create(rental({ appointment }));
  expect((await supplier.serviceRequests.get(id)).appointment).toEqual({
    checkoutDate: "2026-06-16T08:00:00Z",
  });
});

it("lists as many requests as it was told to, and says that there are more", async () => {
  const { supplier } = await open({ listLimit: 2 });
  const ids = [];
  for (const licensePlate of ["AB-123-C", "DE-456-F", "KL-012-M"]) {
    const { hasMore } = await supplier.serviceRequests.list();
    expect(hasMore).toBe(false);
    ids.push((await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate } })).id);
  }
  const { serviceRequests, hasMore } = await supplier.serviceRequests.list();
  expect([serviceRequests.map(({ id }) => id), hasMore]).toEqual([ids.slice(0, 2), true]);
  expect((await supplier.serviceRequests.list({ licensePlate: "KL-012-M" })).hasMore).toBe(false);
});

describe("the values of warranty and leniency", () => {
  const permitted = { warranty: ["Full"], leniency: ["Half"] };
  const swap = (fields: object) => work({ ...fields, subcomponents: [{ ...fields }] });

  it("are any text, as long as nobody says which there are", async () => {
    const { supplier } = await open();
    const components = [swap({ warranty: "Whatever", leniency: "Whatever" })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it("are the ones that the sandbox was given, in lines and subcomponents", async () => {
    const { supplier } = await open({ permitted });
    const { create, components } = supplier.serviceRequests;
    const wrong = swap({ warranty: "Half", leniency: "Full" });
    const fields = (prefix: string) => [
      `REG-SVC000175 ${prefix}warranty`,
      `REG-SVC000176 ${prefix}leniency`,
      `REG-SVC000175 ${prefix}subcomponents[0].warranty`,
      `REG-SVC000176 ${prefix}subcomponents[0].leniency`,
    ];
    expect(await refusal(create(repair({ components: [wrong] })))).toEqual([
      400,
      ...fields("components[0]."),
    ]);
    const { id } = await create(repair({ components: [swap({ warranty: "Full", leniency: "Half" })] }));
    const { id: lineId, ...line } = wrong;
    expect(await refusal(components.put(id, lineId, line))).toEqual([
      400,
      ...fields(""),
      "SANDBOX-DUPLICATE components[1]",
    ]);
  });
});
