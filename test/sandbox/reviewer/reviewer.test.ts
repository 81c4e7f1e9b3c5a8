import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { kindOf, open, reading, refusal, repair, untyped, work } from "../support.js";

/** A repair that waits for the lessor, with the ids of its reading and its work. */
async function waiting() {
  const world = await open();
  const components = [reading(), work()];
  const [readingId = "", workId = ""] = components.map(({ id }) => id);
  const { id } = await world.supplier.serviceRequests.create(
    repair({ status: "ApprovalRequested", components }),
  );
  const requests = world.supplier.serviceRequests;
  const codes = async () => (await requests.get(id)).components.map(({ status }) => status.code);
  return { ...world, requests, id, readingId, workId, codes };
}

const submitted = repair({ status: "ApprovalRequested" });

describe("a review by the lessor", () => {
  it.each([
    ["approve", {}, "Approved", ["Approved", "Approved"]],
    ["deny", {}, "Denied", ["Denied", "Denied"]],
    ["provisionallyApprove", {}, "ProvisionallyApproved", ["ProvisionallyApproved", "ProvisionallyApproved"]],
    ["callLessor", {}, "Denied", ["CallLessor", "CallLessor"]],
    ["approve", { one: true }, "Denied", ["Denied", "Approved"]],
    ["deny", { one: true }, "Denied", ["Approved", "Denied"]],
    ["provisionallyApprove", { one: true }, "ProvisionallyApproved", ["Approved", "ProvisionallyApproved"]],
    ["callLessor", { one: true }, "Denied", ["Approved", "CallLessor"]],
  ] as const)("sets the statuses of request and lines: %s %j", async (decision, choice, status, lines) => {
    const { sandbox, requests, id, workId, codes } = await waiting();
    sandbox.lessor[decision](id, "one" in choice ? { lines: [workId] } : undefined);
    expect((await requests.get(id)).status).toBe(status);
    expect(await codes()).toEqual(lines);
  });

  it("decides line by line", async () => {
    const { sandbox, requests, id, workId, codes } = await waiting();
    sandbox.lessor.review(id, { [workId]: "LessorWillCall" });
    expect(await codes()).toEqual(["Approved", "LessorWillCall"]);
    expect((await requests.get(id)).status).toBe("Denied");
  });

  it("decides on cancellations too, and archives a request that is left without costs", async () => {
    const { sandbox, requests, id, workId, codes } = await waiting();
    sandbox.lessor.deny(id, { lines: [workId] });
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    expect(await codes()).toEqual(["Approved", "Cancelled"]);
    sandbox.lessor.deny(id, { lines: [workId] });
    expect(await codes()).toEqual(["Approved", "CancellationDenied"]);
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    expect(await codes()).toEqual(["Approved", "CancellationApproved"]);
    expect((await requests.get(id)).status).toBe("Approved");
    sandbox.clock.advance({ days: 1 });
    expect(await refusal(requests.get(id))).toEqual([410]);
  });

  it("does not change a cancellation that is approved", async () => {
    const { sandbox, requests, id, workId, readingId, codes } = await waiting();
    sandbox.lessor.deny(id);
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.review(id, { [readingId]: "Denied" });
    expect(await codes()).toEqual(["Denied", "CancellationApproved"]);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    expect(await codes()).toEqual(["Denied", "CancellationApproved"]);
  });

  it("throws a RegInputError for an unknown request or line, and in another phase", async () => {
    const { sandbox, id } = await waiting();
    expect(() => sandbox.lessor.approve("nothing")).toThrow("id is not the id of a request");
    expect(() => sandbox.lessor.deny(id, { lines: ["nothing"] })).toThrow(
      "lines name one that the request does not have",
    );
    expect(() => sandbox.lessor.review(id, { nothing: "Denied" })).toThrow("lines name one");
    sandbox.lessor.approve(id);
    expect(() => sandbox.lessor.approve(id)).toThrow("a request in Invoicing");
  });
});
it("willCall sets LessorWillCall on the line and denies the request", async () => {
  const { sandbox, supplier } = await open();
  const line = work();
  const { id } = await supplier.serviceRequests.create({ ...submitted, components: [reading(), line] });
  sandbox.lessor.willCall(id, { lines: [line.id] });
  const { status, components } = await supplier.serviceRequests.get(id);
  expect([status, ...components.map((each) => each.status?.code)]).toEqual([
    "Denied",
    "Approved",
    "LessorWillCall",
  ]);
});

it("review rejects an unknown decision", async () => {
  const { sandbox, supplier } = await open();
  const { id } = await supplier.serviceRequests.create(submitted);
  expect(() =>
    sandbox.lessor.review(id, { [submitted.components?.[0]?.id ?? ""]: untyped("Maybe") }),
  ).toThrow("decisions must be one of");
});

describe("actions of lessors beside reviews", () => {
  it("changeContract keeps the fields that are left out", async () => {
    const { sandbox, supplier } = await open();
    const before = await supplier.contracts.get("AB-123-C");
    sandbox.lessor.changeContract("AB-123-C", {
      componentsWithDamageAllowed: false,
      leaseContract: { startDate: "2026-07-01" },
    });
    const after = await supplier.contracts.get("AB-123-C");
    expect(after).toEqual({
      ...before,
      componentsWithDamageAllowed: false,
      leaseContract: { ...before.leaseContract, startDate: "2026-07-01" },
    });
    expect(await refusal(supplier.serviceRequests.create(repair()))).toEqual([
      400,
      "REG-SVC000190 appointment.workshopDate",
    ]);
    sandbox.reset();
    expect(await supplier.contracts.get("AB-123-C")).toEqual(before);
    expect(() => sandbox.lessor.changeContract("NO-000-O", {})).toThrow(
      "licensePlate is not one of this sandbox",
    );
    const wrong = untyped({ leaseContract: { startDate: "soon" } });
    expect(() => sandbox.lessor.changeContract("AB-123-C", wrong)).toThrow(
      "leaseContract.startDate must be a date as yyyy-MM-dd",
    );
    expect(await supplier.contracts.get("AB-123-C")).toEqual(before);
  });

  it("deactivate prevents new requests and keeps existing ones", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(submitted);
    sandbox.lessor.deactivate(1001);
    expect(await refusal(supplier.damageServiceRequests.create(repair({ components: [] })))).toEqual([
      400,
      "REG-SVC000187 vehicle.licensePlate",
    ]);
    expect(await refusal(supplier.lessors.get(1001))).toEqual([404]);
    sandbox.lessor.approve(id);
    expect((await supplier.serviceRequests.get(id)).status).toBe("Approved");
    sandbox.lessor.activate(1001);
    await supplier.damageServiceRequests.create(repair({ components: [] }));
    expect(() => sandbox.lessor.deactivate(1)).toThrow(
      "lessorNumber is not that of a lessor: there are 1001",
    );
  });

  it("notify publishes a notification, which expires", async () => {
    const { sandbox, supplier } = await open();
    const notification = {
      lessorId: 1002,
      title: "New desk",
      validFrom: "2026-06-15",
      validUntil: "2026-06-16",
    };
    const id = sandbox.lessor.notify(notification);
    const seen = async (query = {}) =>
      JSON.stringify(await supplier.lessors.notifications({ lessorId: 1002, ...query })).includes("New desk");
    expect(id).toBeGreaterThan(3);
    expect(await seen()).toBe(true);
    sandbox.clock.set("2026-06-16T22:00:00Z");
    expect(await seen()).toBe(false);
    expect(await seen({ showInactiveNotifications: true })).toBe(true);
    expect(() => sandbox.lessor.notify({ ...notification, validFrom: "soon" })).toThrow(
      "validFrom must be a date",
    );
    expect(() => sandbox.lessor.notify({ ...notification, lessorId: 5 })).toThrow("is not that of a lessor");
  });

  it("park and unpark change the parking of a request", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.lessor.park(id, "Waiting for parts");
    const parking = { isParked: true, remark: "Waiting for parts" };
    expect((await supplier.serviceRequests.get(id)).parking).toEqual(parking);
    expect((await supplier.serviceRequests.list()).serviceRequests[0]?.parking).toEqual(parking);
    sandbox.lessor.unpark(id);
    expect((await supplier.serviceRequests.patch(id, { status: "Draft" })).parking).toEqual({
      isParked: false,
    });
  });
});

describe("invalid inputs of the lessor's actions", () => {
  it.each([
    [{ leaseContract: { x: 10n } }, "changes must be what JSON can hold"],
    [{ componentsWithDamage: false }, "componentsWithDamage is not a field of a contract"],
    [{ vehicle: { licensePlate: "ZZ-000-Z" } }, "changes must leave the license plate"],
    [{ lessor: { number: 9999 } }, "changes must leave the license plate, and name a lessor"],
  ])("changeContract rejects %o", async (changes, message) => {
    const { sandbox } = await open();
    expect(() => sandbox.lessor.changeContract("AB-123-C", untyped(changes))).toThrow(message);
    sandbox.snapshot();
  });

  it.each([
    [
      { leaseContract: { startDate: 5 } },
      "vehicles.0.contract.leaseContract.startDate must be of type string",
    ],
    [{ vehicle: { tirePositions: 5 } }, "vehicles.0.contract.vehicle.tirePositions must be of type array"],
    [{ leaseContract: { prise: 1 } }, "vehicles.0.contract.leaseContract.prise is not a field of a contract"],
    [{ leaseContract: { remark: 10n } }, "vehicles.0.contract must be what JSON can hold"],
  ])("createSandbox rejects a vehicle with the contract %o", (contract, message) => {
    const vehicles = [{ licensePlate: "XX-000-X", contract: untyped(contract) }];
    expect(() => createSandbox({ vehicles })).toThrow(message);
  });

  it("park and notify reject values of the wrong type", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    expect(() => sandbox.lessor.park(id, untyped(5))).toThrow("remark must be a text");
    const notification = { lessorId: 1001, validFrom: "2026-01-01", validUntil: "2027-01-01" };
    expect(() => sandbox.lessor.notify(untyped(notification))).toThrow("title must be of type string");
    expect(() => sandbox.lessor.notify(untyped(null))).toThrow("notification must be of type object");
  });

  it.each([
    [() => "Nope", "decide must return one of Approved, "],
    [
      () => {
        throw new Error("mine");
      },
      "decide threw: mine",
    ],
  ])("a policy's function that fails is reported once and as the user's mistake", async (decide, message) => {
    const defects: string[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect.message) });
    sandbox.lessor.decideBy({ decide: untyped(decide) });
    await kindOf(supplier.serviceRequests.create(submitted));
    expect(defects).toHaveLength(1);
    expect(defects[0]).toContain(message);
    expect(defects[0]).toContain("The sandbox was given it.");
    await supplier.lessors.list();
    expect(defects).toHaveLength(1);
  });
});
