import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { approved, open, reading, refusal, rental, rentalLine, repair, supplierOf, work } from "../../support.js";
import { draftOf, submitRepair, submitted, tooManyRequests, wrongPhase } from "./support.js";

describe("creating a request", () => {
  it("as a draft needs only a license plate, and returns the documented fields", async () => {
    const { supplier } = await open();
    const { create, get } = supplier.serviceRequests;
    const { id } = await create(draftOf("DE-456-F"));
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await get(id)).toEqual({
      id,
      creationTimeStamp: "2026-06-15T09:00:00Z",
      status: "Draft",
      readOnly: false,
      supplierId: 4711,
      lessorId: 1002,
      sublessorCode: "PM-ZUID",
      serviceRequestNumber: 5_000_001,
      licensePlate: "DE-456-F",
      vehicle: { licensePlate: "DE-456-F" },
      components: [],
      invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
      parking: { isParked: false },
    });
    const withoutPlate = create(untyped({ ...repair(), vehicle: {} }));
    expect(await refusal(withoutPlate)).toEqual([400, "SANDBOX-REQUIRED vehicle.licensePlate"]);
  });

  it("with the status ApprovalRequested needs all that approval requires, and skips the draft", async () => {
    const { supplier } = await open();
    const { create, get, list } = supplier.serviceRequests;
    const incomplete = create({ ...draftOf(), status: "ApprovalRequested" });
    expect((await refusal(incomplete))[0]).toBe(400);
    expect((await list()).serviceRequests).toEqual([]);
    const { id } = await create(submitted());
    const request = await get(id);
    expect(request).toMatchObject({
      status: "ApprovalRequested",
      readOnly: true,
      serviceRequestNumber: 5_000_001,
    });
    expect(request.components.map(({ status }) => status.code)).toEqual(["ApprovalRequested", "ApprovalRequested"]);
  });

  it("is rejected for a vehicle that does not exist", async () => {
    const { supplier } = await open();
    const call = supplier.serviceRequests.create(draftOf("XX-000-X"));
    expect(await refusal(call)).toEqual([400, "SANDBOX-VEHICLE vehicle.licensePlate"]);
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
      "REG-SVC000177 components[0].damage",
      "REG-SVC000177 components[0].subcomponents[0].damage",
    ]);
  });

  it("does not change the id of the next request if it is rejected", async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await refusal(one.supplier.serviceRequests.create(repair({ appointment: { workshopDate: "2001-01-01" } })));
    const { id } = await one.supplier.serviceRequests.create(repair());
    expect((await other.supplier.serviceRequests.create(repair())).id).toBe(id);
  });

  it("is rejected with unknown fields unless unknownFields is accept", async () => {
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

  it("returns every date-time in UTC, whatever offset was sent", async () => {
    const { supplier } = await open();
    const sent = "2026-06-16T10:00:00+02:00";
    const { id } = await supplier.serviceRequests.create(rental({ appointment: { checkoutDate: sent } }));
    await supplier.serviceRequests.patch(id, untyped({ calledAt: sent }));
    expect(await supplier.serviceRequests.get(id)).toMatchObject({
      appointment: { checkoutDate: "2026-06-16T08:00:00Z" },
      calledAt: "2026-06-16T08:00:00Z",
    });
  });
});

describe("reading a request", () => {
  it("returns only requests of the supplier and of the kind", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const other = await supplierOf(sandbox, { supplierNumber: 4712 });
    expect((await other.serviceRequests.list()).serviceRequests).toEqual([]);
    expect(await refusal(other.serviceRequests.get(id))).toEqual([404]);
    expect(await refusal(supplier.damageServiceRequests.get(id))).toEqual([404]);
    await other.serviceRequests.create(repair());
  });
});

describe("changing a request", () => {
  it("overwrites a draft with PUT, but not a submitted request", async () => {
    const { requests, id } = await submitRepair();
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    const { licensePlate, components, appointment } = await requests.overwrite(draft, draftOf("BT-202-Z"));
    expect([licensePlate, components, appointment]).toEqual(["BT-202-Z", [], undefined]);
    expect(await refusal(requests.overwrite(id, draftOf()))).toEqual(wrongPhase);
  });

  it("changes status, remarks, lines, appointment, VIN and vehicle with PATCH, and nothing else", async () => {
    const { sandbox, requests, id, freshId, fresh } = await submitRepair();
    expect(await refusal(requests.patch(id, { vehicle: { partialVin: "1" } }))).toEqual(wrongPhase);
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    const changes = {
      remarks: "Key at the desk",
      components: [{ id: freshId, ...fresh }],
      appointment: { workOrderNumber: "WO-2" },
      vehicle: { licensePlate: "BT-202-Z", partialVin: "JF000001" },
    };
    const expected = {
      remarks: "Key at the desk",
      components: [{ id: freshId }],
      appointment: { workOrderNumber: "WO-2" },
      licensePlate: "BT-202-Z",
      vehicle: { partialVin: "JF000001" },
    };
    expect(await requests.patch(draft, untyped(changes))).toMatchObject(expected);
    expect(await requests.get(draft)).toMatchObject(expected);
    for (const field of ["id", "creationTimeStamp", "readOnly", "supplierId", "lessorId", "invoicing"])
      expect(await refusal(requests.patch(draft, untyped({ [field]: 1 })))).toEqual([400, `SANDBOX-FIXED ${field}`]);
    const outsideVehicle = requests.patch(draft, untyped({ partialVin: "JF000001" }));
    expect(await refusal(outsideVehicle)).toEqual([400, "SANDBOX-FIXED partialVin"]);
    sandbox.lessor.deny(id);
    expect((await requests.patch(id, { vehicle: { partialVin: "1" } })).vehicle.partialVin).toBe("1");
  });

  it("rejects more days of a rental without a comment, if its contract requires one", async () => {
    const context = await open();
    const { sandbox, supplier } = context;
    const { create, patch, get } = supplier.serviceRequests;
    const line = rentalLine({ value: "3" });
    const vehicle = { licensePlate: "ZH-606-L" };
    const withDays = (value: string) => ({ components: [{ ...line, value }] });
    const { id } = await create(rental({ vehicle, components: [line] }));
    // A draft is not extended.
    await patch(id, withDays("4"));
    await patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    const missing = [400, "SANDBOX-EXTENSION remarks"];
    expect(await refusal(patch(id, withDays("5")))).toEqual(missing);
    expect(await refusal(patch(id, untyped({ ...withDays("5"), remarks: " ", count: 1 })))).toEqual(missing);
    expect(await get(id)).toMatchObject({ status: "Approved", components: [{ value: "4" }] });
    await patch(id, withDays("3"));
    await patch(id, untyped({ ...withDays("5"), anyField: "The part arrives later." }));
    sandbox.lessor.changeContract("ZH-606-L", {
      leaseContract: { rentalVehicle: { extensionCommentRequired: false } },
    });
    await patch(id, withDays("6"));
  });

  it("rejects a PATCH with one line id twice, and changes nothing", async () => {
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

  const to = (licensePlate: string) => ({ vehicle: { licensePlate } });

  it("to another vehicle is rejected for an inactive lessor and for a second open request", async () => {
    const { supplier } = await open();
    const { create, patch, overwrite } = supplier.serviceRequests;
    const { id } = await create(repair());
    const inactive = [400, "REG-SVC000187 vehicle.licensePlate"];
    expect(await refusal(patch(id, to("GH-789-J")))).toEqual(inactive);
    expect(await refusal(overwrite(id, repair(to("GH-789-J"))))).toEqual(inactive);
    expect((await patch(id, to("DE-456-F"))).lessorId).toBe(1002);
    await create(repair());
    expect(await refusal(patch(id, to("AB-123-C")))).toEqual(tooManyRequests);
  });

  it("to a vehicle of another lessor is rejected once the request was submitted", async () => {
    const { sandbox, supplier } = await open();
    const { create, patch } = supplier.serviceRequests;
    const { id } = await create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.deny(id);
    expect(await refusal(patch(id, to("DE-456-F")))).toEqual([400, "SANDBOX-LESSOR-CHANGE vehicle.licensePlate"]);
    expect((await patch(id, to("KL-012-M"))).licensePlate).toBe("KL-012-M");
  });
});

describe("the list of requests", () => {
  it("has open requests in brief, of all vehicles or of one", async () => {
    const { sandbox, supplier } = await open();
    const { create, list, patch } = supplier.serviceRequests;
    const { id } = await create(repair());
    const { id: other } = await create(draftOf("KL-012-M"));
    sandbox.clock.advance({ minutes: 5 });
    await patch(id, { vehicle: { partialVin: "JF000001" } });
    expect(await list()).toMatchObject({ serviceRequests: [{ id }, { id: other }], hasMore: false });
    const { serviceRequests, hasMore } = await list({ licensePlate: "AB-123-C" });
    expect(hasMore).toBe(false);
    expect(serviceRequests).toEqual([
      {
        href: `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}`,
        id,
        lastModifiedUtc: "2026-06-15T09:05:00Z",
        lessorId: 1001,
        lessorName: "Noordzee Lease",
        serviceRequestNumber: 5_000_001,
        supplierId: 4711,
        licensePlate: "AB-123-C",
        workOrderNumber: "WO-1",
        status: "Draft",
        invoicing: { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 },
        parking: { isParked: false },
      },
    ]);
    expect((await list({ licensePlate: "DE-456-F" })).serviceRequests).toEqual([]);
  });

  it("has at most listLimit requests, and hasMore if there are more", async () => {
    const { supplier } = await open({ listLimit: 2 });
    const ids = [];
    for (const licensePlate of ["AB-123-C", "DE-456-F", "KL-012-M"]) {
      const { hasMore } = await supplier.serviceRequests.list();
      expect(hasMore).toBe(false);
      ids.push((await supplier.serviceRequests.create(draftOf(licensePlate))).id);
    }
    const { serviceRequests, hasMore } = await supplier.serviceRequests.list();
    expect([serviceRequests.map(({ id }) => id), hasMore]).toEqual([ids.slice(0, 2), true]);
    expect((await supplier.serviceRequests.list({ licensePlate: "KL-012-M" })).hasMore).toBe(false);
  });

  it("of the older model has the open service requests of the supplier, with any parameters", async () => {
    const setup = await open();
    const { sandbox, supplier } = setup;
    expect(await supplier.requests.list()).toEqual({ requests: [] });
    const id = await approved(setup);
    await supplier.damageServiceRequests.create(repair({ components: [] }));
    const requests = [
      {
        id,
        creationTimeStamp: "2026-06-15T09:00:00Z",
        status: "Approved",
        lessorId: 1001,
        licensePlate: "AB-123-C",
      },
    ];
    expect(await supplier.requests.list()).toEqual({ requests });
    expect(await supplier.requests.list(untyped({ anything: "1" }))).toEqual({ requests });
    expect(await (await supplierOf(sandbox, { supplierNumber: 4712 })).requests.list()).toEqual({ requests: [] });
  });
});
