import { phaseOf } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { type LineTrigger, lineTransition, lineTransitions } from "../../../src/domain/phases/line-status.js";
import { phaseOfStatus, phaseTransitions, transitionsFrom } from "../../../src/domain/phases/phases.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";

describe("phaseOf", () => {
  it.each([
    ["Draft", "Draft"],
    ["ApprovalRequested", "Lessor"],
    ["Denied", "Response"],
    ["Modified", "Response"],
    ["ProvisionallyApproved", "Response"],
    ["Approved", "Invoicing"],
    ["Unknown", undefined],
    ["constructor", undefined],
  ])("returns for the status %s: %s", (status, phase) => {
    expect(phaseOf({ status })).toBe(phase);
  });
});

describe("phaseTransitions", () => {
  it("has every transition of the reference", () => {
    expect(phaseTransitions.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`)).toEqual([
      "none create Draft",
      "none submit Lessor",
      "Draft submit Lessor",
      "Draft change Draft",
      "Draft delete removed",
      "Lessor review Invoicing",
      "Lessor review Response",
      "Lessor review Response",
      "Response submit Lessor",
      "Response change Response",
      "Invoicing change Response",
      "Invoicing invoice Archived",
      "Invoicing no-costs Archived",
    ]);
  });

  it("gives each transition a status of the phase to which it leads", () => {
    for (const each of phaseTransitions) if ("status" in each) expect(phaseOfStatus(each.status)).toBe(each.to);
  });

  it("is filtered by phase and trigger in transitionsFrom", () => {
    expect(transitionsFrom("Response", "submit").map(({ to }) => to)).toEqual(["Lessor"]);
    expect(transitionsFrom("Lessor", "submit")).toEqual([]);
    expect(transitionsFrom("Archived", "change")).toEqual([]);
  });
});

describe("the phases of an operation in the OpenAPI document", () => {
  const requestPhases = ["Draft", "Lessor", "Response", "Invoicing", "Archived"] as const;

  it.each(["serviceRequests.patch", "damageServiceRequests.patch"] as const)(
    "are those with a transition for a change: %s",
    (operation) => {
      const changeable = requestPhases.filter((phase) => transitionsFrom(phase, "change").length > 0);
      expect(supplierOperations[operation].phases).toEqual(changeable);
    },
  );

  it("are only those of operations on a request: the reference limits no lookup to a phase", () => {
    const limited = Object.entries<{ readonly phases?: readonly string[] }>(supplierOperations)
      .filter(([, { phases }]) => phases !== undefined)
      .map(([id]) => id.split(".")[0]);
    expect([...new Set(limited)].sort()).toEqual(["damageServiceRequests", "serviceRequests"]);
  });
});

/** Maps each trigger that is possible for a status to the status to which it leads. */
const listTransitions = (status: string) =>
  Object.fromEntries(lineTransitions.filter((each) => each.from === status).map(({ trigger, to }) => [trigger, to]));

describe("lineTransitions", () => {
  it.each([
    ["none", { write: "Entered" }],
    ["Entered", { write: "Entered", delete: "removed", submit: "ApprovalRequested" }],
    [
      "ApprovalRequested",
      {
        write: "Changed",
        cancel: "Cancelled",
        submit: "ApprovalRequested",
        Approved: "Approved",
        ProvisionallyApproved: "ProvisionallyApproved",
        Denied: "Denied",
        CallLessor: "CallLessor",
        LessorWillCall: "LessorWillCall",
      },
    ],
    ["Denied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
    [
      "Cancelled",
      {
        submit: "Cancelled",
        Approved: "CancellationApproved",
        ProvisionallyApproved: "CancellationDenied",
        Denied: "CancellationDenied",
        CallLessor: "CancellationDenied",
        LessorWillCall: "CancellationDenied",
      },
    ],
    ["CancellationDenied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
  ])("has these transitions from %s", (status, moves) => {
    expect(listTransitions(status)).toEqual(moves);
  });

  it("lets the lessor review an approved line again, and keeps an approved cancellation", () => {
    expect(listTransitions("Approved")).toMatchObject({
      submit: "Approved",
      Approved: "Approved",
      Denied: "Denied",
    });
    expect(new Set(Object.values(listTransitions("CancellationApproved")))).toEqual(new Set(["CancellationApproved"]));
  });

  it("cancels every line that was sent and is not cancelled, and no other", () => {
    const cancellable = lineTransitions.filter(({ trigger }) => trigger === "cancel");
    expect(cancellable.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "ApprovalRequested Cancelled",
      "Changed Cancelled",
      "Approved Cancelled",
      "ProvisionallyApproved Cancelled",
      "CallLessor Cancelled",
      "Denied Cancelled",
      "LessorWillCall Cancelled",
      "CancellationDenied Cancelled",
    ]);
  });

  it("has at most one transition for a status and a trigger", () => {
    const keys = lineTransitions.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has no transition where a step is not possible", () => {
    expect(lineTransition("Entered", "cancel")).toBeUndefined();
    expect(lineTransition("Cancelled", "write")).toBeUndefined();
    for (const trigger of ["Approved", "Denied"] satisfies LineTrigger[])
      expect(lineTransition("Entered", trigger)).toBeUndefined();
  });
});
