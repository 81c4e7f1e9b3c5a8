import { randomUUID } from "node:crypto";
import type { LineDecision } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { failure } from "../../../support/errors.js";
import { approved, open, refusal, repair, work } from "../../support.js";
import { draftOf, lastStatus, submitAndDeny, submitRepair, wrongPhase } from "./support.js";

describe("PUT of a line", () => {
  it("returns 201 with Location for a new line and 200 for an existing one, in draft and response", async () => {
    const { sandbox, requests, id, freshId, fresh, get } = await submitRepair();
    const { put } = requests.components;
    const { id: draft } = await requests.create(draftOf("KL-012-M"));
    expect(await refusal(put(id, freshId, fresh))).toEqual(wrongPhase);
    sandbox.lessor.deny(id);
    for (const request of [draft, id]) {
      const { location } = await put(request, freshId, fresh);
      expect([lastStatus(sandbox), location]).toEqual([
        201,
        `${sandbox.supplier.baseUrl}/v2/servicerequests/${request}/components/${freshId}`,
      ]);
      const { location: none } = await put(request, freshId, { ...fresh, price: 1 });
      expect([lastStatus(sandbox), none]).toEqual([200, undefined]);
      expect((await get(request)).components.at(-1)).toMatchObject({ id: freshId, price: 1 });
    }
  });

  it("rejects a line whose id differs from the id in the path", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const line = work({ reg: { code: "2201" } });
    const call = supplier.serviceRequests.components.put(id, randomUUID(), line);
    expect(await refusal(call)).toEqual([400, "SANDBOX-ID id"]);
  });

  it("is rejected once the request is approved", async () => {
    const setup = await open();
    const id = await approved(setup);
    const { id: lineId, ...line } = work({ reg: { code: "2201" } });
    expect(await refusal(setup.supplier.serviceRequests.components.put(id, lineId, line))).toEqual(wrongPhase);
  });
});

describe("a line that was sent to the lessor", () => {
  it("is cancelled in the response phase, and not deleted", async () => {
    const { sandbox, requests, id, line, statusOf } = await submitRepair();
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual(wrongPhase);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(wrongPhase);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(wrongPhase);
    expect(await requests.components.cancel(id, line.id)).toMatchObject({
      component: { id: line.id, reg: line.reg, status: { code: "Cancelled", description: "Cancelled" } },
    });
    expect(await statusOf(line.id)).toBe("Cancelled");
    const error = await failure(requests.components.cancel(id, line.id), "validation");
    const description = "The line is cancelled: add a new line instead.";
    expect(error.errors).toEqual([{ code: "SANDBOX-PHASE", description, context: { componentId: line.id } }]);
  });
});

describe("a line in Response is cancelled with the status", () => {
  it.each(["Approved", "ProvisionallyApproved", "CallLessor", "Denied", "LessorWillCall"] as const)(
    "%s",
    async (decision) => {
      const { sandbox, requests, id, line, get, statusOf } = await submitRepair();
      const decisions = (await get(id)).components.map((each) => [each.id, "Denied"] as const);
      sandbox.lessor.review(id, { ...Object.fromEntries(decisions), [line.id]: decision });
      expect(await statusOf(line.id)).toBe(decision);
      await requests.components.cancel(id, line.id);
      expect(await statusOf(line.id)).toBe("Cancelled");
    },
  );

  it("Changed", async () => {
    const { requests, id, line, statusOf } = await submitAndDeny();
    const { id: lineId, ...content } = line;
    await requests.components.put(id, lineId, { ...content, price: 1 });
    expect(await statusOf(lineId)).toBe("Changed");
    await requests.components.cancel(id, lineId);
    expect(await statusOf(lineId)).toBe("Cancelled");
  });

  it("CancellationDenied", async () => {
    const { sandbox, requests, id, line, patch, statusOf } = await submitAndDeny();
    await requests.components.cancel(id, line.id);
    await patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.deny(id, { lines: [line.id] });
    expect(await statusOf(line.id)).toBe("CancellationDenied");
    await requests.components.cancel(id, line.id);
    expect(await statusOf(line.id)).toBe("Cancelled");
  });
});

describe("a line that was not sent to the lessor", () => {
  it("is deleted in draft or response, and not cancelled", async () => {
    const { requests, id, freshId, fresh, get, codes } = await submitAndDeny();
    await requests.components.put(id, freshId, fresh);
    expect(await codes()).toEqual(["Denied", "Denied", "Denied", "Entered"]);
    expect(await refusal(requests.components.cancel(id, freshId))).toEqual(wrongPhase);
    await requests.components.delete(id, freshId);
    expect((await get(id)).components.map((each) => each.id)).not.toContain(freshId);
    expect(await refusal(requests.components.delete(id, freshId))).toEqual([404]);
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    const [first] = (await get(draft)).components;
    await requests.components.delete(draft, first?.id ?? "");
    expect((await get(draft)).components).toHaveLength(1);
  });
});

describe("the status of a line", () => {
  it("is ApprovalRequested for every submitted line without a settled decision", async () => {
    const { sandbox, id, line, statusOf, patch } = await submitRepair();
    expect(await statusOf(line.id)).toBe("ApprovalRequested");
    sandbox.lessor.deny(id, { lines: [line.id] });
    const { components } = await patch(id, { status: "ApprovalRequested" });
    expect(components.map(({ status }) => status.code)).toEqual(["Approved", "ApprovalRequested", "Approved"]);
  });

  it.each<[LineDecision, number]>([
    ["Approved", 259],
    ["ProvisionallyApproved", 129.5],
    ["CallLessor", 129.5],
    ["Denied", 129.5],
    ["LessorWillCall", 129.5],
  ])("is %s after this decision, and the approved amount is then %d", async (decision, amount) => {
    const { sandbox, id, line, statusOf, get } = await submitRepair();
    sandbox.lessor.review(id, { [line.id]: decision });
    expect(await statusOf(line.id)).toBe(decision);
    expect((await get(id)).invoicing?.totalAmountApproved).toBe(amount);
  });

  it("is Cancelled after the cancel method, which closes the line to changes but allows a new one like it", async () => {
    const { requests, id, line, statusOf } = await submitAndDeny();
    await requests.components.cancel(id, line.id);
    expect(await statusOf(line.id)).toBe("Cancelled");
    expect(await refusal(requests.components.put(id, line.id, line))).toEqual(wrongPhase);
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual(wrongPhase);
    const { id: newId, ...again } = work();
    await requests.components.put(id, newId, again);
  });
});
