import { describe, expect, it } from "vitest";
import { canLine, lineTransitions } from "../../../src/supplier/phases/line-status.js";
import { allowedOperations, can, operationsInPhase } from "../../../src/supplier/phases/operations.js";
import {
  isInPhase,
  phaseByStatus,
  phaseOf,
  phaseOfStatus,
  phaseTransitions,
  transitionsFrom,
} from "../../../src/supplier/phases/phases.js";

describe("phaseOf and what it allows", () => {
  const statuses = Object.keys(phaseByStatus);

  describe("the phase of a request", () => {
    it.each([
      ["Draft", { phase: "Draft", confidence: "documented" }],
      ["ApprovalRequested", { phase: "Lessor", confidence: "documented" }],
      ["Denied", { phase: "Response", confidence: "documented" }],
      ["Modified", { phase: "Response", confidence: "inferred" }],
      ["ProvisionallyApproved", { phase: "Response", confidence: "inferred" }],
      ["Approved", { phase: "Invoicing", confidence: "documented" }],
      ["Unheard", undefined],
      ["constructor", undefined],
    ])("with the status %s is %j", (status, entry) => {
      expect(phaseOf({ status })).toBe(entry?.phase);
      expect(Object.entries(phaseByStatus).find(([name]) => name === status)?.[1]).toEqual(entry);
    });

    it("is one of the phases, and no other", () => {
      const responding = statuses.filter((status) => isInPhase({ status }, "Response"));
      expect(responding).toEqual(["Denied", "Modified", "ProvisionallyApproved"]);
      expect(statuses.filter((status) => isInPhase({ status }, "Archived"))).toEqual([]);
      expect(isInPhase({ status: "Unheard" }, "Draft")).toBe(false);
    });
  });

  describe("what can be done with a request", () => {
    it("is of one kind, and not what needs no request", () => {
      const draft = { status: "Draft" };
      expect(allowedOperations(draft)).toEqual(allowedOperations(draft, "service"));
      expect(allowedOperations(draft).filter((id) => !id.startsWith("serviceRequests."))).toEqual([]);
      expect(allowedOperations(draft, "damage")).toEqual(
        allowedOperations(draft).map((id) => id.replace("serviceRequests", "damageServiceRequests")),
      );
      expect(allowedOperations(draft)).not.toContain("serviceRequests.list");
      expect(allowedOperations(draft)).not.toContain("serviceRequests.create");
    });

    it("is what its phase allows, as long as nothing is invoiced", () => {
      for (const status of statuses)
        expect(allowedOperations({ status, readOnly: false, invoicing: {} })).toEqual(
          operationsInPhase(phaseOf({ status })),
        );
    });

    it("is a change in Invoicing too, but not once something is invoiced", () => {
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

    it("is no change where the service says read-only", () => {
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

    it("is not to say why nothing is invoiced where the invoices add up to nothing", () => {
      const approved = { status: "Approved", invoicing: { totalAmountInvoiced: 0 } };
      expect(can({ ...approved, readOnly: false }, "damageServiceRequests.invoices.setStatus")).toBe(true);
      expect(can({ ...approved, readOnly: true }, "damageServiceRequests.invoices.setStatus")).toBe(false);
      expect(can({ ...approved, readOnly: true }, "damageServiceRequests.invoices.create")).toBe(true);
    });

    it("is only what is tied to no phase where the status is not known", () => {
      expect(allowedOperations({ status: "Unheard" })).toEqual([
        "serviceRequests.attachments.list",
        "serviceRequests.attachments.upload",
        "serviceRequests.attachments.get",
        "serviceRequests.attachments.delete",
      ]);
    });

    it("is nothing that there is not", () => {
      for (const id of ["serviceRequests.pach", "toString"])
        expect(can({ status: "Draft" }, id as "serviceRequests.patch")).toBe(false);
    });
  });

  describe("what can be done with a line", () => {
    it.each([
      ["Entered", ["write", "delete"]],
      ["ApprovalRequested", ["write", "cancel"]],
      ["Denied", ["write", "cancel"]],
      ["Cancelled", []],
      ["CancellationApproved", []],
      ["Unheard", []],
    ] as const)("with the status %s is %j", (code, steps) => {
      const line = { status: { code } };
      expect((["write", "delete", "cancel"] as const).filter((step) => canLine(line, step))).toEqual(steps);
    });

    it.each([{}, { status: undefined }, { status: {} }])(
      "that was never sent, %j, is to write and remove it",
      (line) => {
        expect(canLine(line, "write")).toBe(true);
        expect(canLine(line, "delete")).toBe(true);
        expect(canLine(line, "cancel")).toBe(false);
      },
    );

    it("is never both to delete and to cancel it", () => {
      for (const { from } of lineTransitions)
        expect(
          ["delete", "cancel"].every((step) => canLine({ status: { code: from } }, step as "delete")),
        ).toBe(false);
    });
  });
});

describe("phaseTransitions", () => {
  describe("the transition table", () => {
    it("has every row of the reference, and marks what is inferred", () => {
      const rows = phaseTransitions.map(
        ({ from, trigger, to, confidence }) => `${from} ${trigger} ${to} ${confidence}`,
      );
      expect(rows).toEqual([
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

    it("gives each row a status that stands for the phase it leads to", () => {
      for (const row of phaseTransitions) if ("status" in row) expect(phaseOfStatus(row.status)).toBe(row.to);
    });

    it("knows where a trigger leads from a phase, and where it is not possible", () => {
      expect(transitionsFrom("Response", "submit").map(({ to }) => to)).toEqual(["Lessor"]);
      expect(transitionsFrom("Lessor", "submit")).toEqual([]);
      expect(transitionsFrom("Archived", "change")).toEqual([]);
    });
  });
});
