import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { catchInputError, open, reading, refusal, repair, work } from "../../support.js";

/** Expects a call to throw a RegInputError with a text in its message. */
function expectInputError(call: () => unknown, text: string): void {
  expect(catchInputError(call).message).toContain(text);
}

/** Opens a sandbox with a repair that waits for the lessor, and returns the ids of its reading and its work. */
async function openWithWaitingRequest() {
  const opened = await open();
  const components = [reading(), work()];
  const [readingId = "", workId = ""] = components.map(({ id }) => id);
  const { id } = await opened.supplier.serviceRequests.create(repair({ status: "ApprovalRequested", components }));
  const requests = opened.supplier.serviceRequests;
  const readCodes = async () => (await requests.get(id)).components.map(({ status }) => status.code);
  return { ...opened, requests, id, readingId, workId, readCodes };
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
    ["willCall", { one: true }, "Denied", ["Approved", "LessorWillCall"]],
  ] as const)("sets the statuses of the request and its lines: %s %j", async (decision, choice, status, lines) => {
    const { sandbox, requests, id, workId, readCodes } = await openWithWaitingRequest();
    sandbox.lessor[decision](id, "one" in choice ? { lines: [workId] } : undefined);
    expect((await requests.get(id)).status).toBe(status);
    expect(await readCodes()).toEqual(lines);
  });

  it("decides line by line with review", async () => {
    const { sandbox, requests, id, workId, readCodes } = await openWithWaitingRequest();
    sandbox.lessor.review(id, { [workId]: "LessorWillCall" });
    expect(await readCodes()).toEqual(["Approved", "LessorWillCall"]);
    expect((await requests.get(id)).status).toBe("Denied");
  });

  it("decides on cancellations too", async () => {
    const { sandbox, requests, id, workId, readCodes } = await openWithWaitingRequest();
    sandbox.lessor.deny(id, { lines: [workId] });
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    expect(await readCodes()).toEqual(["Approved", "Cancelled"]);
    sandbox.lessor.deny(id, { lines: [workId] });
    expect(await readCodes()).toEqual(["Approved", "CancellationDenied"]);
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.approve(id);
    expect(await readCodes()).toEqual(["Approved", "CancellationApproved"]);
  });

  it("does not change an approved cancellation", async () => {
    const { sandbox, requests, id, workId, readingId, readCodes } = await openWithWaitingRequest();
    sandbox.lessor.deny(id);
    await requests.components.cancel(id, workId);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.review(id, { [readingId]: "Denied" });
    expect(await readCodes()).toEqual(["Denied", "CancellationApproved"]);
    await requests.patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.deny(id);
    expect(await readCodes()).toEqual(["Denied", "CancellationApproved"]);
  });

  it("throws a RegInputError for an unknown request or line, and in another phase", async () => {
    const { sandbox, id } = await openWithWaitingRequest();
    expectInputError(() => sandbox.lessor.approve("nothing"), "id is not the id of a request");
    expectInputError(
      () => sandbox.lessor.deny(id, { lines: ["nothing"] }),
      "lines name one that the request does not have",
    );
    expectInputError(() => sandbox.lessor.review(id, { nothing: "Denied" }), "lines name one");
    sandbox.lessor.approve(id);
    expectInputError(() => sandbox.lessor.approve(id), "a request in Invoicing");
  });

  it.each([
    [["line"], "options must be of type object"],
    [{ line: ["line"] }, "line is not an option of a decision: use lines"],
    [null, "options must be of type object"],
  ])("decides on nothing with options that it does not have, %j", async (options, text) => {
    const { sandbox, id, readCodes } = await openWithWaitingRequest();
    for (const decision of ["approve", "deny", "provisionallyApprove", "callLessor", "willCall"] as const)
      expectInputError(() => sandbox.lessor[decision](id, untyped(options)), text);
    expect(await readCodes()).toEqual(["ApprovalRequested", "ApprovalRequested"]);
  });

  it("throws a RegInputError for an unknown decision", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(submitted);
    expectInputError(
      () => sandbox.lessor.review(id, { [submitted.components?.[0]?.id ?? ""]: untyped("Maybe") }),
      "decisions must be one of",
    );
  });
});

describe("the lessor of a sandbox", () => {
  it("keeps the fields that changeContract leaves out", async () => {
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
    expectInputError(() => sandbox.lessor.changeContract("NO-000-O", {}), "licensePlate is not one of this sandbox");
    const invalid = untyped({ leaseContract: { startDate: "soon" } });
    expectInputError(
      () => sandbox.lessor.changeContract("AB-123-C", invalid),
      "leaseContract.startDate must be a date that exists, as yyyy-MM-dd",
    );
    expect(await supplier.contracts.get("AB-123-C")).toEqual(before);
  });

  it("gets no new requests after deactivate, and keeps the existing ones", async () => {
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
    expectInputError(() => sandbox.lessor.deactivate(1), "lessorNumber is not that of a lessor: there are 1001");
  });

  it("publishes a notification with notify, which expires", async () => {
    const { sandbox, supplier } = await open();
    const notification = {
      lessorId: 1002,
      title: "New opening hours",
      validFrom: "2026-06-15",
      validUntil: "2026-06-16",
    };
    const id = sandbox.lessor.notify(notification);
    const isListed = async (query = {}) =>
      JSON.stringify(await supplier.lessors.notifications({ lessorId: 1002, ...query })).includes("New opening hours");
    expect(id).toBeGreaterThan(3);
    expect(await isListed()).toBe(true);
    sandbox.clock.set("2026-06-16T22:00:00Z");
    expect(await isListed()).toBe(false);
    expect(await isListed({ showInactiveNotifications: true })).toBe(true);
    expectInputError(() => sandbox.lessor.notify({ ...notification, validFrom: "soon" }), "validFrom must be a date");
    expectInputError(() => sandbox.lessor.notify({ ...notification, lessorId: 5 }), "is not that of a lessor");
  });

  it("changes the parking of a request with park and unpark", async () => {
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

describe("an invalid input", () => {
  it.each([
    [{ leaseContract: { x: 10n } }, "changes must be what JSON can hold"],
    [{ componentsWithDamage: false }, "componentsWithDamage is not a field of a contract"],
    [{ vehicle: { licensePlate: "ZZ-000-Z" } }, "changes must leave the license plate"],
    [{ lessor: { number: 9999 } }, "changes must leave the license plate, and name a lessor"],
  ])("of changeContract causes a RegInputError: %o", async (changes, message) => {
    const { sandbox } = await open();
    expectInputError(() => sandbox.lessor.changeContract("AB-123-C", untyped(changes)), message);
    sandbox.snapshot();
  });

  it("of park and notify causes a RegInputError if its type is wrong", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    expectInputError(() => sandbox.lessor.park(id, untyped(5)), "remark must be a text");
    const notification = { lessorId: 1001, validFrom: "2026-01-01", validUntil: "2027-01-01" };
    expectInputError(() => sandbox.lessor.notify(untyped(notification)), "title must be of type string");
    expectInputError(() => sandbox.lessor.notify(untyped(null)), "notification must be of type object");
  });
});
