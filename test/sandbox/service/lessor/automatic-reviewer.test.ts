import { RegInputError } from "@reg/sdk";
import type { LessorPolicy } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { kindOf, open, reading, repair, work } from "../../support.js";

const submitted = repair({ status: "ApprovalRequested" });

describe("a policy of the lessor", () => {
  it("decides after the response to the submission and before the next read by default", async () => {
    const { sandbox, supplier } = await open();
    sandbox.lessor.decideBy({});
    const { id } = await supplier.serviceRequests.create(repair());
    const sent = await supplier.serviceRequests.patch(id, { status: "ApprovalRequested" });
    expect(sent.status).toBe("ApprovalRequested");
    expect((await supplier.serviceRequests.get(id)).status).toBe("Approved");
  });

  it("decides after a time, and dates the decision with that time", async () => {
    const { sandbox, supplier } = await open();
    sandbox.lessor.decideBy({ decide: "Denied", after: { hours: 2 } });
    const { id } = await supplier.serviceRequests.create(submitted);
    sandbox.clock.advance({ ms: 2 * 3_600_000 - 1 });
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
    sandbox.clock.advance({ days: 3 });
    expect((await supplier.serviceRequests.get(id)).status).toBe("Denied");
    const [item] = (await supplier.serviceRequests.list()).serviceRequests;
    expect(item?.lastModifiedUtc).toBe("2026-06-15T11:00:00Z");
  });

  it("decides on the oldest request first, and on those only that are due", async () => {
    const { sandbox, supplier } = await open();
    const { create, list, patch } = supplier.serviceRequests;
    const decided: (string | undefined)[] = [];
    sandbox.lessor.decideBy({
      decide: (_, { id }) => {
        if (decided.at(-1) !== id) decided.push(id);
        return "Approved";
      },
      after: { hours: 2 },
    });
    const older = await create(repair({ vehicle: { licensePlate: "KL-012-M", partialVin: "1" } }));
    const younger = await create(submitted);
    sandbox.clock.advance({ minutes: 1 });
    await patch(older.id, { status: "ApprovalRequested" });
    sandbox.clock.advance({ hours: 1 });
    const last = await create({ ...submitted, vehicle: { licensePlate: "BT-202-Z", partialVin: "1" } });
    sandbox.clock.advance({ hours: 1 });
    await list();
    expect(decided).toEqual([older.id, younger.id]);
    sandbox.clock.advance({ hours: 1 });
    await list();
    expect(decided).toEqual([older.id, younger.id, last.id]);
  });

  it("decides after a number of reads", async () => {
    const { sandbox, supplier } = await open();
    sandbox.lessor.decideBy({ after: { reads: 2 } });
    await supplier.serviceRequests.create({ ...submitted, vehicle: { licensePlate: "KL-012-M", partialVin: "1" } });
    const { id } = await supplier.serviceRequests.create(submitted);
    await supplier.serviceRequests.list();
    const statuses = [];
    for (let read = 0; read < 3; read += 1) statuses.push((await supplier.serviceRequests.get(id)).status);
    expect(statuses).toEqual(["ApprovalRequested", "ApprovalRequested", "Approved"]);
  });

  it("decides line by line with a function", async () => {
    const { sandbox, supplier } = await open();
    sandbox.lessor.decideBy({
      decide: (line, { licensePlate }) => (line.price === 12 && licensePlate === "AB-123-C" ? "Denied" : "Approved"),
    });
    const components = [reading(), work(), work({ reg: { code: "2201" }, reason: { code: "10" }, price: 12 })];
    const { id } = await supplier.serviceRequests.create({ ...submitted, components });
    const decided = await supplier.serviceRequests.get(id);
    expect([decided.status, ...decided.components.map(({ status }) => status?.code)]).toEqual([
      "Denied",
      "Approved",
      "Approved",
      "Denied",
    ]);
  });

  it("applies until it is removed or the sandbox is reset", async () => {
    const { sandbox, supplier } = await open();
    sandbox.lessor.decideBy({});
    sandbox.lessor.decideBy(undefined);
    const { id } = await supplier.serviceRequests.create(submitted);
    expect((await supplier.serviceRequests.get(id)).status).toBe("ApprovalRequested");
    sandbox.lessor.decideBy({});
    sandbox.reset();
    const again = await supplier.serviceRequests.create(submitted);
    expect((await supplier.serviceRequests.get(again.id)).status).toBe("ApprovalRequested");
  });

  it.each([
    [{ decide: "Yes" }, "decide must be one of Approved, "],
    [{ after: { weeks: 1 } }, "weeks is not a unit"],
    [{ after: { reads: 0 } }, "after.reads must be a whole number from 1"],
    [{ when: {} }, "when is not part of a policy"],
    [{ after: 3 }, "after must be a time such as"],
    [null, "policy must be an object"],
  ])("throws a RegInputError if it is not valid: %j", async (policy, message) => {
    const { sandbox } = await open();
    const setPolicy = () => sandbox.lessor.decideBy(untyped(policy) as LessorPolicy);
    expect(setPolicy).toThrow(RegInputError);
    expect(setPolicy).toThrow(message);
  });

  it.each([
    [() => "Nope", "decide must return one of Approved, "],
    [
      () => {
        throw new Error("mine");
      },
      "decide threw: mine",
    ],
  ])(
    "is reported as a defect once, and as a mistake of the caller, if its function fails (%#)",
    async (decide, message) => {
      const defects: string[] = [];
      const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect.message) });
      sandbox.lessor.decideBy({ decide: untyped(decide) });
      await kindOf(supplier.serviceRequests.create(submitted));
      expect(defects).toHaveLength(1);
      expect(defects[0]).toContain(message);
      expect(defects[0]).toContain("The sandbox was given it.");
      await supplier.lessors.list();
      expect(defects).toHaveLength(1);
    },
  );

  it("keeps what its function threw as the cause", async () => {
    const mine = new Error("mine");
    const causes: unknown[] = [];
    const { sandbox, supplier } = await open({ onDefect: ({ cause }) => causes.push(Object(cause).cause) });
    sandbox.lessor.decideBy({
      decide: () => {
        throw mine;
      },
    });
    await kindOf(supplier.serviceRequests.create(submitted));
    expect(causes).toEqual([mine]);
  });
});
