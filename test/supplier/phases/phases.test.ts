import { describe, expect, it } from "vitest";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import {
  type LineTrigger,
  lineTransition,
  lineTransitions,
} from "../../../src/supplier/phases/line-status.js";
import {
  phaseByStatus,
  phaseOf,
  phaseOfStatus,
  phaseTransitions,
  transitionsFrom,
} from "../../../src/supplier/phases/phases.js";

describe("the phase of a request", () => {
  it.each([
    ["Draft", { phase: "Draft", confidence: "documented" }],
    ["ApprovalRequested", { phase: "Lessor", confidence: "documented" }],
    ["Denied", { phase: "Response", confidence: "documented" }],
    ["Modified", { phase: "Response", confidence: "inferred" }],
    ["ProvisionallyApproved", { phase: "Response", confidence: "inferred" }],
    ["Approved", { phase: "Invoicing", confidence: "documented" }],
    ["Unknown", undefined],
    ["constructor", undefined],
  ])("for the status %s are %j", (status, entry) => {
    expect(phaseOf({ status })).toBe(entry?.phase);
    expect(Object.entries(phaseByStatus).find(([name]) => name === status)?.[1]).toEqual(entry);
  });
});

describe("phaseTransitions", () => {
  it("has every transition of the reference, and marks the inferred ones", () => {
    const transitions = phaseTransitions.map(
      ({ from, trigger, to, confidence }) => `${from} ${trigger} ${to} ${confidence}`,
    );
    expect(transitions).toEqual([
      "none create Draft documented",
      "none submit Lessor documented",
      "Draft submit Lessor documented",
      "Draft change Draft documented",
      "Draft delete removed documented",
      "Lessor review Invoicing documented",
      "Lessor review Response documented",
      "Lessor review Response inferred",
      "Response submit Lessor documented",
      "Response change Response inferred",
      "Invoicing change Response documented",
      "Invoicing invoice Archived documented",
      "Invoicing no-costs Archived documented",
    ]);
  });

  it("gives each transition a status of the phase to which it leads", () => {
    for (const each of phaseTransitions)
      if ("status" in each) expect(phaseOfStatus(each.status)).toBe(each.to);
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

  it("are those of an existing request for a lookup under a lessor, and Discovery without one", () => {
    const phasesOf = (start: string) =>
      Object.entries<{ readonly phases?: readonly string[] }>(supplierOperations)
        .filter(([id]) => id.startsWith(start))
        .map(([, { phases }]) => phases);
    const open = ["Draft", "Lessor", "Response", "Invoicing"];
    expect(phasesOf("lessors.contracts.")).toEqual([open, open, open]);
    expect(phasesOf("contracts.")).toEqual([["Discovery"], ["Discovery"], ["Discovery"]]);
  });
});

/** Maps each trigger that is possible for a status to the status to which it leads. */
const listTransitions = (status: string) =>
  Object.fromEntries(
    lineTransitions.filter((each) => each.from === status).map(({ trigger, to }) => [trigger, to]),
  );

describe("lineTransitions", () => {
  it("marks as documented that unsent lines are deleted and sent ones are cancelled", () => {
    const documented = lineTransitions.filter(({ confidence }) => confidence === "documented");
    expect(documented.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`)).toEqual([
      "Entered delete removed",
      ...[
        "ApprovalRequested",
        "Changed",
        "Approved",
        "ProvisionallyApproved",
        "CallLessor",
        "Denied",
        "LessorWillCall",
        "CancellationDenied",
      ].map((status) => `${status} cancel Cancelled`),
    ]);
  });

  it.each([
    ["none", { write: "Entered" }],
    ["Entered", { write: "Entered", delete: "removed", submit: "ApprovalRequested" }],
    [
      "ApprovalRequested",
      {
        write: "Changed",
        cancel: "Cancelled",
        submit: "ApprovalRequested",
        approve: "Approved",
        "provisionally-approve": "ProvisionallyApproved",
        deny: "Denied",
        "call-lessor": "CallLessor",
        "lessor-will-call": "LessorWillCall",
      },
    ],
    ["Denied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
    [
      "Cancelled",
      {
        submit: "Cancelled",
        approve: "CancellationApproved",
        "provisionally-approve": "CancellationDenied",
        deny: "CancellationDenied",
        "call-lessor": "CancellationDenied",
        "lessor-will-call": "CancellationDenied",
      },
    ],
    ["CancellationDenied", { write: "Changed", cancel: "Cancelled", submit: "ApprovalRequested" }],
  ])("has these transitions from %s", (status, moves) => {
    expect(listTransitions(status)).toEqual(moves);
  });

  it("lets the lessor review an approved line again, and keeps an approved cancellation", () => {
    expect(listTransitions("Approved")).toMatchObject({
      submit: "Approved",
      approve: "Approved",
      deny: "Denied",
    });
    expect(new Set(Object.values(listTransitions("CancellationApproved")))).toEqual(
      new Set(["CancellationApproved"]),
    );
  });

  it("has at most one transition for a status and a trigger", () => {
    const keys = lineTransitions.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has no transition where a step is not possible", () => {
    expect(lineTransition("Entered", "cancel")).toBeUndefined();
    expect(lineTransition("Cancelled", "write")).toBeUndefined();
    for (const trigger of ["approve", "deny"] satisfies LineTrigger[])
      expect(lineTransition("Entered", trigger)).toBeUndefined();
  });
});
