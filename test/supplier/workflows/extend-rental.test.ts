import { describe, expect, it } from "vitest";
import { rental, rentalLine, repair, work } from "../../sandbox/support.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { describeEnd, listViolations, losses, setUp, withLoss } from "../support.js";

/** Its lease contract requires a comment for an extension. */
const withComment = { vehicle: { licensePlate: "ZH-606-L" } };

/** Creates a rental of three days that the lessor has approved. */
async function setUpRental(content: Parameters<typeof rental>[0] = {}, options: Parameters<typeof setUp>[1] = {}) {
  const setup = await setUp("serviceRequests", options);
  const { sandbox, supplier } = setup;
  const requests = supplier.serviceRequests;
  const line = rentalLine({ value: "3" });
  const { id } = await requests.create({ ...rental({ components: [line], ...content }), status: "ApprovalRequested" });
  sandbox.lessor.approve(id);
  const listChanges = () =>
    sandbox.journal.entries.filter(({ method }) => method !== "GET").map(({ operationId }) => operationId);
  /** The violations of a call, which must not have changed anything. */
  const violationsOf = async (run: () => Promise<unknown>) => {
    const before = listChanges();
    const violations = await listViolations(run());
    expect(listChanges()).toEqual(before);
    return violations;
  };
  return { sandbox, supplier, requests, id, line, listChanges, violationsOf, createClient: setup.createClient };
}

const patches = ["serviceRequests.patch", "serviceRequests.patch"];
const extension = { days: 5, price: 245 };

describe("extendRental", () => {
  it("changes the line and asks the lessor again", async () => {
    const { sandbox, requests, id, line, listChanges } = await setUpRental(withComment);
    const before = listChanges().length;
    const request = await requests.extendRental(id, {
      ...extension,
      comment: "The part arrives later.",
      commentField: "remarks",
    });
    expect(request).toMatchObject({
      status: "ApprovalRequested",
      remarks: "The part arrives later.",
      components: [{ id: line.id, value: "5", price: 245 }],
    });
    expect(listChanges().slice(before)).toEqual(patches);
    sandbox.lessor.approve(id);
    expect((await requests.get(id)).invoicing.totalAmountToInvoice).toBe(245);
  });

  it("sends the comment in the field that the caller names, and that an adapter renames", async () => {
    const { sandbox, requests, id, createClient } = await setUpRental(withComment);
    const comment = "The part arrives later.";
    await requests.extendRental(id, { ...extension, comment, commentField: "note" });
    expect(await requests.get(id)).toMatchObject({ note: comment });
    sandbox.lessor.approve(id);
    const bridges = [{ in: "request", at: "/remarks", is: "/supplierRemark" }] as const;
    const adapted = createClient({ adapter: { supplier: { "serviceRequests.patch": { bridges } } } });
    await adapted.serviceRequests.extendRental(id, { days: 6, comment, commentField: "remarks" });
    const request = await requests.get(id);
    expect(request).toMatchObject({ supplierRemark: comment });
    expect(request).not.toHaveProperty("remarks");
  });

  it("keeps the price if none is given, and takes days as text", async () => {
    const { sandbox, requests, id } = await setUpRental();
    await requests.extendRental(id, { days: "5" });
    expect((await requests.get(id)).components).toMatchObject([{ value: "5", price: 147.5 }]);
    sandbox.lessor.approve(id);
    await requests.extendRental(id, { days: "6", price: 245.5 });
    expect((await requests.get(id)).components).toMatchObject([{ value: "6", price: 245.5 }]);
  });

  it("rejects a repair and changes nothing", async () => {
    const { sandbox, supplier, requests, violationsOf } = await setUpRental();
    const { id } = await requests.create(repair({ status: "ApprovalRequested" }));
    sandbox.lessor.approve(id);
    expect(await violationsOf(() => requests.extendRental(id, extension))).toEqual(["RULE-EXTENSION components"]);
    expect(supplier.damageServiceRequests).not.toHaveProperty("extendRental");
  });

  it("rejects a repair also if it has a checkout date", async () => {
    const { requests, violationsOf } = await setUpRental();
    const { appointment } = repair();
    const checkoutDate = "2026-06-15T22:30:00Z";
    const both = { appointment: { ...appointment, checkoutDate }, vehicle: { licensePlate: "NP-345-R" } };
    const { id } = await requests.create(repair(both));
    expect(await violationsOf(() => requests.extendRental(id, extension))).toEqual(["RULE-EXTENSION components"]);
  });

  it("uses the codes of rental vehicles that the caller knows", async () => {
    const { requests, id, violationsOf } = await setUpRental();
    const known = { rentalCodes: ["1101"] };
    expect(await violationsOf(() => requests.extendRental(id, { ...extension, known }))).toEqual([
      "RULE-EXTENSION components",
    ]);
    await requests.extendRental(id, { ...extension, known: { rentalCodes: ["9001"] } });
  });

  it("is possible in Response and Invoicing only, and not after an invoice", async () => {
    const { sandbox, requests, id, violationsOf } = await setUpRental();
    const extend = (days: number) => requests.extendRental(id, { days });
    await extend(4);
    expect(await violationsOf(() => extend(5))).toEqual(["RULE-PHASE status"]);
    sandbox.lessor.deny(id);
    await extend(5);
    sandbox.lessor.approve(id);
    sandbox.clock.advance({ days: 1 });
    await requests.invoice(id, { number: "RV-1", vatLines: [] });
    expect(await violationsOf(() => extend(6))).toEqual(["RULE-PHASE invoicing"]);
    expect((await extend(5)).id).toBe(id);
    sandbox.clock.advance({ days: 1 });
    expect((await failure(extend(6), "archived")).operationId).toBe("serviceRequests.get");
  });

  it("rejects a draft", async () => {
    const { requests, violationsOf } = await setUpRental();
    const vehicle = { licensePlate: "NP-345-R" };
    const { id } = await requests.create(rental({ vehicle, components: [rentalLine({ value: "5" })] }));
    for (const days of [5, 6])
      expect(await violationsOf(() => requests.extendRental(id, { days }))).toEqual(["RULE-PHASE status"]);
  });

  it("rejects a second rental line, but not one that is cancelled", async () => {
    const { sandbox, requests, id, line, violationsOf } = await setUpRental();
    await requests.extendRental(id, { days: 4 });
    sandbox.lessor.deny(id);
    await requests.components.cancel(id, line.id);
    await requests.patch(id, { components: [rentalLine({ value: "1" })] });
    await requests.extendRental(id, { days: 2 });
    expect((await requests.get(id)).components).toMatchObject([
      { value: "4", status: { code: "Cancelled" } },
      { value: "2", status: { code: "ApprovalRequested" } },
    ]);
    // The lessor wants both.
    sandbox.lessor.deny(id);
    expect((await requests.get(id)).components[0]?.status.code).toBe("CancellationDenied");
    expect(await violationsOf(() => requests.extendRental(id, extension))).toEqual(["RULE-APPROVAL components"]);
  });

  it("rejects a line of another kind beside the rental", async () => {
    const { requests, id, violationsOf } = await setUpRental();
    await requests.patch(id, { components: [work()] });
    expect(await violationsOf(() => requests.extendRental(id, extension))).toEqual(["RULE-APPROVAL components"]);
  });

  it("needs a comment if the contract requires one, and reports it with every other violation", async () => {
    const { sandbox, requests, id, violationsOf } = await setUpRental(withComment);
    const missing = ["RULE-EXTENSION comment"];
    expect(await violationsOf(() => requests.extendRental(id, extension))).toEqual(missing);
    sandbox.lessor.changeContract("ZH-606-L", { supplierContract: { rentalVehicle: { allowed: false } } });
    expect(await violationsOf(() => requests.extendRental(id, { days: 2 }))).toEqual([
      "RULE-EXTENSION days",
      ...missing,
      "RULE-COMPONENT components[0].reg.code",
    ]);
  });

  it("leaves the comment to the service if its rule is waived; the sandbox needs it, too", async () => {
    const { sandbox, requests, id } = await setUpRental(withComment);
    const waive = ["extension-comment"] as const;
    const error = await failure(requests.extendRental(id, { ...extension, waive }), "validation");
    expect(error.errors).toMatchObject([{ code: "SANDBOX-EXTENSION" }]);
    expect((await requests.get(id)).status).toBe("Approved");
    const leaseContract = { rentalVehicle: { extensionCommentRequired: false } };
    sandbox.lessor.changeContract("ZH-606-L", { leaseContract });
    await requests.extendRental(id, extension);
  });

  it("rejects as many days as the rental has, with another price", async () => {
    const { requests, id, violationsOf } = await setUpRental();
    expect(await violationsOf(() => requests.extendRental(id, { days: 3, price: 295 }))).toEqual([
      "RULE-EXTENSION days",
    ]);
  });

  it("takes days as the number of all days", async () => {
    const { requests, id, violationsOf } = await setUpRental();
    expect(await violationsOf(() => requests.extendRental(id, { days: 2 }))).toEqual(["RULE-EXTENSION days"]);
    const error = await failure(requests.extendRental(id, { days: 2 }), "precondition");
    expect(error.violations).toMatchObject([{ rule: "extension-days", values: { days: 2, now: 3 } }]);
  });

  it("extends once if it is called twice, at once or one after the other", async () => {
    const { sandbox, requests, id, listChanges, createClient } = await setUpRental();
    const before = listChanges().length;
    const extend = () => requests.extendRental(id, extension);
    expect(await Promise.all([describeEnd(extend()), describeEnd(extend())])).toEqual(["resolved", "resolved"]);
    expect(listChanges().slice(before)).toEqual(patches);
    expect((await extend()).status).toBe("ApprovalRequested");
    sandbox.lessor.deny(id);
    expect((await extend()).status).toBe("Denied");
    await requests.resubmit(id);
    sandbox.lessor.approve(id);
    expect((await createClient().serviceRequests.extendRental(id, extension)).status).toBe("Approved");
    expect(listChanges().slice(before)).toEqual([...patches, "serviceRequests.patch"]);
  });

  it.each([
    [7, 5],
    [5, 7],
  ])("does not report %i days as the %i days of another call at once", async (first, second) => {
    const { requests, id } = await setUpRental();
    const extend = (days: number) => requests.extendRental(id, { days });
    const ends = await Promise.allSettled([extend(first), extend(second)]);
    expect(ends).toMatchObject([
      { status: "fulfilled", value: { components: [{ value: `${first}` }] } },
      { status: "rejected", reason: { violations: [{ rule: "phase" }] } },
    ]);
    expect((await requests.get(id)).components).toMatchObject([{ value: `${first}` }]);
  });

  it("waits for a call of resubmit", async () => {
    const { sandbox, requests, id, line } = await setUpRental();
    await requests.extendRental(id, { days: 4 });
    sandbox.lessor.deny(id);
    const resubmit = requests.resubmit(id, { lines: { [line.id]: { price: 99 } } });
    expect(await listViolations(requests.extendRental(id, extension))).toEqual(["RULE-PHASE status"]);
    expect((await resubmit).components).toMatchObject([{ value: "4", price: 99 }]);
  });

  it("both callers succeed with two clients at once", async () => {
    const { requests, id, createClient } = await setUpRental();
    const run = () => describeEnd(createClient().serviceRequests.extendRental(id, extension));
    expect(await Promise.all([run(), run()])).toEqual(["resolved", "resolved"]);
    expect(await requests.get(id)).toMatchObject({ status: "ApprovalRequested", components: [{ value: "5" }] });
  });

  it.each(losses)("goes on after %s of either PATCH", async (_, fault) => {
    const { sandbox, requests, id } = await setUpRental();
    const loss = { operation: "serviceRequests.patch", when: "after-commit", with: fault } as const;
    const request = await withLoss(sandbox, loss, () => requests.extendRental(id, extension));
    expect(request.status).toBe("ApprovalRequested");
    sandbox.lessor.approve(id);
    const second = sandbox.fail({ ...loss, skip: 1 });
    expect((await requests.extendRental(id, { days: 6 })).status).toBe("ApprovalRequested");
    expect(second.happened).toBe(1);
  });

  it("can be called again after it ended between the two PATCHes", async () => {
    const { sandbox, requests, id, line } = await setUpRental();
    sandbox.fail({ operation: "serviceRequests.patch", when: "before-commit", with: "reset", skip: 1 });
    const error = await failure(requests.extendRental(id, extension), "connection");
    expect(error.outcome).toBe("unknown");
    expect(error.message).toContain(
      `The line ${line.id} was changed. To do the rest, call extendRental again with the same options`,
    );
    expect(await requests.get(id)).toMatchObject({ status: "Modified", components: [{ value: "5" }] });
    expect((await requests.extendRental(id, extension)).status).toBe("ApprovalRequested");
  });

  it("says what was changed if the request is archived between the two PATCHes", async () => {
    const { sandbox, requests, id, line } = await setUpRental();
    sandbox.fail({ operation: "serviceRequests.patch", when: "before-commit", with: { status: 410 }, skip: 1 });
    const { message } = await failure(requests.extendRental(id, extension), "archived");
    expect(message).toContain(`The line ${line.id} was changed`);
    expect(message).not.toContain("call extendRental again");
  });

  it("finds that it was sent although the response was lost, if the lessor denies it at once", async () => {
    const { sandbox, requests, id } = await setUpRental();
    await requests.extendRental(id, { days: 4 });
    sandbox.lessor.deny(id);
    const lost = { delay: 5, with: "reset" } as const;
    const fault = sandbox.fail({ operation: "serviceRequests.patch", when: "after-commit", with: lost, skip: 1 });
    const call = requests.extendRental(id, extension);
    while (fault.happened === 0) await new Promise((resolve) => setImmediate(resolve));
    sandbox.lessor.deny(id);
    expect(await call).toMatchObject({ status: "Denied", components: [{ value: "5" }] });
  });

  it("checks the price also if the lessor has seen the days", async () => {
    const { sandbox, requests, id } = await setUpRental();
    const before = sandbox.journal.entries.length;
    const call = requests.extendRental(id, { days: 3, price: untyped("147.5") });
    expect((await failure(call, "input")).field).toBe("price");
    expect(sandbox.journal.entries.length).toBe(before);
  });

  it.each(["status", "Components", "serviceRequestNumber"])(
    "takes no comment in the field %s",
    async (commentField) => {
      const { requests, id, listChanges } = await setUpRental();
      const before = listChanges();
      const call = requests.extendRental(id, { ...extension, comment: "later", commentField });
      expect((await failure(call, "input")).field).toBe("commentField");
      expect(listChanges()).toEqual(before);
    },
  );

  it("takes no comment in any field of a request", async () => {
    const { requests, id } = await setUpRental();
    for (const commentField of Object.keys(await requests.get(id)))
      expect(await describeEnd(requests.extendRental(id, { days: 4, comment: "later", commentField }))).toBe("input");
  });

  it.each<[options: object, message: string]>([
    [{}, "days must be given: the number of all days"],
    [{ days: 0 }, "days must be a number above zero"],
    [{ days: "5,5" }, "days must be a number above zero"],
    [{ days: 5, comment: "later" }, "commentField must be given with a comment"],
    [{ days: 5, comment: " " }, "comment must be a text that is not empty"],
    [{ days: 5, remarks: "later" }, "remarks is not an option"],
    [{ days: 5, price: "99,50" }, "price must be a number of euros"],
    [{ days: 5, price: 0.1 + 0.2 }, "price must be a number of euros with two decimals at most"],
  ])("rejects the options %j", async (options, message) => {
    const { requests, id, listChanges } = await setUpRental();
    const before = listChanges();
    const error = await failure(requests.extendRental(id, untyped(options)), "input");
    expect(error.message).toContain(`serviceRequests.extendRental: ${message}`);
    expect(listChanges()).toEqual(before);
  });
});
