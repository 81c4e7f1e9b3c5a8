import { describe, expect, it } from "vitest";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import {
  canLine,
  type LineTrigger,
  lineTransition,
  lineTransitions,
} from "../../../src/supplier/phases/line-status.js";
import { allowedOperations, can, operationsInPhase } from "../../../src/supplier/phases/operations.js";
import {
  isInPhase,
  phaseByStatus,
  phaseOf,
  phaseOfStatus,
  phaseTransitions,
  transitionsFrom,
} from "../../../src/supplier/phases/phases.js";

const statuses = Object.keys(phaseByStatus);

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

  it("is one phase only, as isInPhase decides", () => {
    const responding = statuses.filter((status) => isInPhase({ status }, "Response"));
    expect(responding).toEqual(["Denied", "Modified", "ProvisionallyApproved"]);
    expect(statuses.filter((status) => isInPhase({ status }, "Archived"))).toEqual([]);
    expect(isInPhase({ status: "Unknown" }, "Draft")).toBe(false);
  });
});

describe("the operations that allowedOperations and can allow", () => {
  it("are those of one kind of request, without list and create", () => {
    const draft = { status: "Draft" };
    expect(allowedOperations(draft)).toEqual(allowedOperations(draft, "service"));
    expect(allowedOperations(draft).filter((id) => !id.startsWith("serviceRequests."))).toEqual([]);
    expect(allowedOperations(draft, "damage")).toEqual(
      allowedOperations(draft).map((id) => id.replace("serviceRequests", "damageServiceRequests")),
    );
    expect(allowedOperations(draft)).not.toContain("serviceRequests.list");
    expect(allowedOperations(draft)).not.toContain("serviceRequests.create");
  });

  it("are those of the phase while nothing is invoiced", () => {
    for (const status of statuses)
      expect(allowedOperations({ status, readOnly: false, invoicing: {} })).toEqual(
        operationsInPhase(phaseOf({ status })),
      );
  });

  it("include a change in Invoicing until something is invoiced", () => {
    const approved = (totalAmountInvoiced: number) => ({
      status: "Approved",
      invoicing: { totalAmountInvoiced },
    });
    expect(can(approved(0), "serviceRequests.patch")).toBe(true);
    expect(can(approved(0.01), "serviceRequests.patch")).toBe(false);
    expect(can(approved(0), "serviceRequests.invoices.setStatus")).toBe(true);
    expect(can(approved(0.01), "serviceRequests.invoices.setStatus")).toBe(false);
    expect(can(approved(0.01), "serviceRequests.invoices.create")).toBe(true);
  });

  it("include no change of a read-only request", () => {
    const readOnly = { status: "Draft", readOnly: true };
    const without = operationsInPhase("Draft").filter((id) => !allowedOperations(readOnly).includes(id));
    expect(without).toEqual([
      "serviceRequests.overwrite",
      "serviceRequests.patch",
      "serviceRequests.delete",
      "serviceRequests.components.put",
      "serviceRequests.components.delete",
    ]);
    expect(can({ status: "Denied", readOnly: true }, "serviceRequests.components.cancel")).toBe(false);
  });

  it("do not include setStatus for a read-only request whose invoices add up to zero", () => {
    const approved = { status: "Approved", invoicing: { totalAmountInvoiced: 0 } };
    expect(can({ ...approved, readOnly: false }, "damageServiceRequests.invoices.setStatus")).toBe(true);
    expect(can({ ...approved, readOnly: true }, "damageServiceRequests.invoices.setStatus")).toBe(false);
    expect(can({ ...approved, readOnly: true }, "damageServiceRequests.invoices.create")).toBe(true);
  });

  it("are those on attachments if the status is not known", () => {
    expect(allowedOperations({ status: "Unknown" })).toEqual([
      "serviceRequests.attachments.list",
      "serviceRequests.attachments.upload",
      "serviceRequests.attachments.get",
      "serviceRequests.attachments.delete",
    ]);
  });

  it("do not include unknown names", () => {
    for (const id of ["serviceRequests.pach", "toString"])
      expect(can({ status: "Draft" }, id as "serviceRequests.patch")).toBe(false);
  });
});

describe("the steps that canLine allows", () => {
  it.each([
    ["Entered", ["write", "delete"]],
    ["ApprovalRequested", ["write", "cancel"]],
    ["Denied", ["write", "cancel"]],
    ["Cancelled", []],
    ["CancellationApproved", []],
    ["Unknown", []],
  ] as const)("for the status %s are %j", (code, steps) => {
    const line = { status: { code } };
    expect((["write", "delete", "cancel"] as const).filter((step) => canLine(line, step))).toEqual(steps);
  });

  it.each([{}, { status: undefined }, { status: {} }])(
    "for a line without a status, %j, are write and delete",
    (line) => {
      expect(canLine(line, "write")).toBe(true);
      expect(canLine(line, "delete")).toBe(true);
      expect(canLine(line, "cancel")).toBe(false);
    },
  );

  it("never include both delete and cancel", () => {
    for (const { from } of lineTransitions)
      expect(
        ["delete", "cancel"].every((step) => canLine({ status: { code: from } }, step as "delete")),
      ).toBe(false);
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
