import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LineDecision } from "../../../src/sandbox/index.js";
import { checkReferenceTags } from "../reference.js";
import { approved, open, refusal, repair, work } from "../support.js";
import { draftOf, lastStatus, submitAndDeny, submitRepair, wrongPhase } from "./support.js";

checkReferenceTags();

describe("PUT of a line", () => {
  it("returns 201 with Location for a new line and 200 for an existing one, in draft and response [S4.1.7]", async () => {
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
    expect(await refusal(setup.supplier.serviceRequests.components.put(id, lineId, line))).toEqual(
      wrongPhase,
    );
  });
});

describe("a line that was sent to the lessor", () => {
  it("is cancelled in the response phase, and not deleted [S3.MOVE.cancel][S4.1.9]", async () => {
    const { sandbox, requests, id, line, statusOf } = await submitRepair();
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual(wrongPhase);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(wrongPhase);
    sandbox.lessor.deny(id);
    expect(await refusal(requests.components.delete(id, line.id))).toEqual(wrongPhase);
    expect(await requests.components.cancel(id, line.id)).toMatchObject({
      component: { id: line.id, reg: line.reg, status: { code: "Cancelled", description: "Cancelled" } },
    });
    expect(await statusOf(line.id)).toBe("Cancelled");
  });
});

describe("a line in Response is cancelled with the status", () => {
  it.each(["Approved", "ProvisionallyApproved", "CallLessor", "Denied", "LessorWillCall"] as const)(
    "%s [S3.MOVE.cancel]",
    async (decision) => {
      const { sandbox, requests, id, line, get, statusOf } = await submitRepair();
      const decisions = (await get(id)).components.map((each) => [each.id, "Denied"] as const);
      sandbox.lessor.review(id, { ...Object.fromEntries(decisions), [line.id]: decision });
      expect(await statusOf(line.id)).toBe(decision);
      await requests.components.cancel(id, line.id);
      expect(await statusOf(line.id)).toBe("Cancelled");
    },
  );

  it("Changed [S3.MOVE.cancel]", async () => {
    const { requests, id, line, statusOf } = await submitAndDeny();
    const { id: lineId, ...content } = line;
    await requests.components.put(id, lineId, { ...content, price: 1 });
    expect(await statusOf(lineId)).toBe("Changed");
    await requests.components.cancel(id, lineId);
    expect(await statusOf(lineId)).toBe("Cancelled");
  });

  it("CancellationDenied [S3.MOVE.cancel]", async () => {
    const { sandbox, requests, id, line, patch, statusOf } = await submitAndDeny();
    await requests.components.cancel(id, line.id);
    await patch(id, { status: "ApprovalRequested" });
    sandbox.lessor.deny(id, { lines: [line.id] });
    expect(await statusOf(line.id)).toBe("CancellationDenied");
    await requests.components.cancel(id, line.id);
    expect(await statusOf(line.id)).toBe("Cancelled");
  });
});

it("the status of a line has a description [S2.3.STATUS]", async () => {
  const { get, id } = await submitRepair();
  const [line] = (await get(id)).components;
  expect(line?.status).toEqual({ code: "ApprovalRequested", description: "Approval requested" });
});

describe("a line that was not sent to the lessor", () => {
  it("is deleted in draft or response, and not cancelled [S3.MOVE.delete][S4.1.8]", async () => {
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
  it("is Entered until the line is sent [S3.LINE.Entered]", async () => {
    const { requests, statusOf, id, line } = await submitRepair();
    const { id: draft } = await requests.create(repair({ vehicle: { licensePlate: "KL-012-M" } }));
    expect((await requests.get(draft)).components.map(({ status }) => status.code)).toEqual([
      "Entered",
      "Entered",
    ]);
    expect(await statusOf(line.id)).not.toBe("Entered");
    expect((await requests.get(id)).status).toBe("ApprovalRequested");
  });

  it("is Changed after a sent line is overwritten [S3.LINE.Changed]", async () => {
    const { requests, id, line, statusOf, codes } = await submitAndDeny();
    expect(await statusOf(line.id)).toBe("Denied");
    await requests.components.put(id, line.id, { ...line, price: 99 });
    expect(await statusOf(line.id)).toBe("Changed");
    expect(await codes()).toEqual(["Denied", "Changed", "Denied"]);
  });

  it("is ApprovalRequested for every submitted line without a settled decision [S3.LINE.ApprovalRequested]", async () => {
    const { sandbox, id, line, statusOf, patch } = await submitRepair();
    expect(await statusOf(line.id)).toBe("ApprovalRequested");
    sandbox.lessor.deny(id, { lines: [line.id] });
    const { components } = await patch(id, { status: "ApprovalRequested" });
    expect(components.map(({ status }) => status.code)).toEqual([
      "Approved",
      "ApprovalRequested",
      "Approved",
    ]);
  });

  it.each<[string, LineDecision, string, boolean]>([
    [
      "is Approved after an approval, which counts the price [S3.LINE.Approved]",
      "Approved",
      "Approved",
      true,
    ],
    [
      "is ProvisionallyApproved after a provisional approval, which does not count the price [S3.LINE.ProvisionallyApproved]",
      "ProvisionallyApproved",
      "ProvisionallyApproved",
      false,
    ],
    [
      "is CallLessor after this decision, which does not count the price [S3.LINE.CallLessor]",
      "CallLessor",
      "CallLessor",
      false,
    ],
    ["is Denied after a denial, which does not count the price [S3.LINE.Denied]", "Denied", "Denied", false],
    [
      "is LessorWillCall after this decision, which does not count the price [S3.LINE.LessorWillCall]",
      "LessorWillCall",
      "LessorWillCall",
      false,
    ],
  ])("%s", async (_, decision, status, counted) => {
    const { sandbox, id, line, statusOf, get } = await submitRepair();
    sandbox.lessor.review(id, { [line.id]: decision });
    expect(await statusOf(line.id)).toBe(status);
    expect((await get(id)).invoicing?.totalAmountApproved).toBe(counted ? 259 : 129.5);
  });

  it("is Cancelled after the cancel method, which closes the line to changes but allows a new one like it [S3.LINE.Cancelled]", async () => {
    const { requests, id, line, statusOf } = await submitAndDeny();
    await requests.components.cancel(id, line.id);
    expect(await statusOf(line.id)).toBe("Cancelled");
    expect(await refusal(requests.components.put(id, line.id, line))).toEqual(wrongPhase);
    expect(await refusal(requests.components.cancel(id, line.id))).toEqual(wrongPhase);
    const { id: newId, ...again } = work();
    await requests.components.put(id, newId, again);
  });

  it.each<[string, LineDecision, string]>([
    [
      "is CancellationApproved if the lessor approves a cancelled line [S3.LINE.CancellationApproved]",
      "Approved",
      "CancellationApproved",
    ],
    [
      "is CancellationDenied if the lessor denies a cancelled line [S3.LINE.CancellationDenied]",
      "Denied",
      "CancellationDenied",
    ],
  ])("%s", async (_, decision, status) => {
    const { sandbox, requests, id, line, statusOf, patch } = await submitAndDeny();
    await requests.components.cancel(id, line.id);
    await patch(id, { status: "ApprovalRequested" });
    expect(await statusOf(line.id)).toBe("Cancelled");
    sandbox.lessor.review(id, { [line.id]: decision });
    expect(await statusOf(line.id)).toBe(status);
  });
});
