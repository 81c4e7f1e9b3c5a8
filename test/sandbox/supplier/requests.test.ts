import { describe, expect, it } from "vitest";
import { approved, open, reading, refusal, rental, repair, supplierOf, untyped, work } from "../support.js";

describe("creating a request", () => {
  it("accepts a draft with only a license plate, and returns the documented fields", async () => {
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

  it("keeps fields that the reference does not name, and rejects fields that only the service sets", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.patch(id, untyped({ remarks: "Key at the desk" }));
    expect(await supplier.serviceRequests.get(id)).toMatchObject({ remarks: "Key at the desk" });
    const patch = supplier.serviceRequests.patch(id, untyped({ supplierId: 1 }));
    expect(await refusal(patch)).toEqual([400, "SANDBOX-FIXED supplierId"]);
  });

  it("rejects a vehicle that does not exist", async () => {
    const { supplier } = await open();
    const call = supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "XX-000-X" } });
    expect(await refusal(call)).toEqual([400, "SANDBOX-VEHICLE vehicle.licensePlate"]);
  });

  it("accepts vehicles of the sandbox's options", async () => {
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
  ])("rejects %s", async (_, fields, entry) => {
    const { supplier } = await open();
    expect(await refusal(supplier.serviceRequests.create(untyped({ ...repair(), ...fields })))).toEqual([
      400,
      entry,
    ]);
  });

  it("accepts the same component at two locations", async () => {
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

describe("a change of the vehicle", () => {
  const to = (licensePlate: string) => ({ vehicle: { licensePlate } });

  it("follows the rules of a new request: no inactive lessor, and no second open request", async () => {
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

  it("must belong to the same lessor once the lessor has the request", async () => {
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

it("a rejected request does not change the id of the next one", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  await refusal(one.supplier.serviceRequests.create(repair({ appointment: { workshopDate: "2001-01-01" } })));
  const { id } = await one.supplier.serviceRequests.create(repair());
  expect((await other.supplier.serviceRequests.create(repair())).id).toBe(id);
});

it("unknown fields are rejected unless unknownFields is accept", async () => {
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

it("a PATCH with the same line id twice is rejected and changes nothing", async () => {
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

describe("the list of requests", () => {
  it("returns open requests in brief, or those of one vehicle", async () => {
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

it("a request has every date-time in UTC, whatever offset was sent", async () => {
  const { supplier } = await open();
  const appointment = { checkoutDate: "2026-06-16T10:00:00+02:00" };
  const { id } = await supplier.serviceRequests.create(rental({ appointment }));
  expect((await supplier.serviceRequests.get(id)).appointment).toEqual({
    checkoutDate: "2026-06-16T08:00:00Z",
  });
});

it("the list has at most listLimit requests, and hasMore if there are more", async () => {
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

describe("the list of the older model", () => {
  it("has the caller's open service requests", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    await supplier.damageServiceRequests.create(repair({ components: [] }));
    expect(await supplier.requests.list()).toEqual({
      requests: [
        {
          id,
          creationTimeStamp: "2026-06-15T09:00:00Z",
          status: "Approved",
          lessorId: 1001,
          licensePlate: "AB-123-C",
        },
      ],
    });
    expect(await (await supplierOf(sandbox, 4712)).requests.list()).toEqual({ requests: [] });
  });
});
