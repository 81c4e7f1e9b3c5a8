import { type Phase, possibleActions } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { closedBy, phasesOf } from "../../../src/domain/phases/possible-actions.js";
import { untyped } from "../../support/untyped.js";

const lineWith = (code: string) => ({ id: "line", status: { code } });

describe("possibleActions", () => {
  it("returns the operations of one kind of request, without list and create", () => {
    const request = { status: "Draft", components: [lineWith("Entered")] };
    const { operations, lines } = possibleActions(request);
    expect(operations).toContain("serviceRequests.patch");
    expect(operations.filter((id) => !id.startsWith("serviceRequests."))).toEqual([]);
    expect(operations).not.toContain("serviceRequests.list");
    expect(operations).not.toContain("serviceRequests.create");
    expect(operations).toContain("serviceRequests.components.put");
    expect(operations).not.toContain("serviceRequests.components.delete");
    const damage = possibleActions(request, { kind: "damage" });
    const rename = (id: string) => id.replace("serviceRequests", "damageServiceRequests");
    expect(damage.operations).toEqual(operations.map(rename));
    expect(damage.lines[0]?.operations).toEqual(lines[0]?.operations.map(rename));
  });

  it.each([
    ["Draft", "Draft", ["submit"]],
    ["Lessor", "ApprovalRequested", []],
    ["Response", "Denied", ["submit", "resubmit"]],
    ["Invoicing", "Approved", ["invoice", "markNotInvoiced"]],
  ] satisfies [Phase, string, string[]][])("returns the workflows on a request in %s", (phase, status, workflows) => {
    expect(possibleActions({ status }, { phase }).workflows).toEqual(workflows);
    expect(possibleActions({ status }).workflows).toEqual(workflows);
  });

  it("returns the workflows on a request in Archived, which no status shows", () => {
    expect(possibleActions({ status: "Approved" }, { phase: "Archived" }).workflows).toEqual(["invoice"]);
  });

  it.each([
    ["Draft", "Entered", ["put", "delete"], true],
    ["Denied", "Entered", ["put", "delete"], true],
    ["Denied", "Approved", ["put", "cancel"], true],
    ["Denied", "Cancelled", [], false],
    ["Denied", "Unknown", [], false],
    // A cancellation is only possible in Response, whatever the line's status allows.
    ["Draft", "Approved", ["put"], false],
    ["ApprovalRequested", "ApprovalRequested", [], false],
    ["Approved", "Approved", [], false],
  ])("returns for a request in status %s the actions on a line in status %s", (status, code, names, ends) => {
    const { lines } = possibleActions({ status, components: [lineWith(code)] });
    const operations = names.map((name) => `serviceRequests.components.${name}`);
    expect(lines).toEqual([{ id: "line", operations, workflows: ends ? ["cancelOrDelete"] : [] }]);
  });

  it.each([{}, { status: undefined }, { status: {} }])("treats a line without a status, %j, as new", (line) => {
    const request = { status: "Draft", components: [{ id: "line", ...line }] };
    const names = ["serviceRequests.components.put", "serviceRequests.components.delete"];
    expect(possibleActions(request).lines[0]?.operations).toEqual(names);
  });

  it("treats a line that is null as one without content", () => {
    const [line, other] = possibleActions({ status: "Draft", components: untyped([null, {}]) }).lines;
    expect(line).toEqual(other);
  });

  it("returns no actions on lines for an item of the list, which has none", () => {
    expect(possibleActions({ status: "Draft" }).lines).toEqual([]);
  });

  it.each([{ invoicing: { totalAmountInvoiced: 0.01 } }, { invoicing: { totalAmountInvoiced: 0 }, readOnly: true }])(
    "returns no change and no reason for not invoicing once something is invoiced, %j",
    (invoiced) => {
      const before = possibleActions({
        status: "Approved",
        readOnly: false,
        invoicing: { totalAmountInvoiced: 0 },
      });
      const after = possibleActions({ status: "Approved", ...invoiced });
      expect(before.operations.filter((id) => !after.operations.includes(id))).toEqual([
        "serviceRequests.patch",
        "serviceRequests.invoices.setStatus",
      ]);
      expect(after.workflows).toEqual(["invoice"]);
    },
  );

  it("returns no change of a read-only draft", () => {
    const components = [lineWith("Entered")];
    const { operations, workflows, lines } = possibleActions({ status: "Draft", readOnly: true, components });
    expect(operations.filter((id) => /\.(overwrite|patch|delete|components\.put)$/.test(id))).toEqual([
      "serviceRequests.attachments.delete",
    ]);
    expect({ workflows, lines }).toEqual({
      workflows: [],
      lines: [{ id: "line", operations: [], workflows: [] }],
    });
  });

  it("returns only the operations on attachments if the request's status is not known", () => {
    expect(possibleActions({ status: "Unknown", components: [lineWith("Entered")] })).toEqual({
      operations: ["list", "upload", "get", "delete"].map((name) => `serviceRequests.attachments.${name}`),
      workflows: [],
      lines: [{ id: "line", operations: [], workflows: [] }],
    });
  });
});

describe("phasesOf", () => {
  it.each([
    ["submit", ["Draft", "Response"]],
    ["resubmit", ["Response"]],
    ["invoice", ["Invoicing", "Archived"]],
    ["markNotInvoiced", ["Invoicing"]],
    ["delete", ["Draft", "Response"]],
    ["cancel", ["Response"]],
  ] as const)("returns the phases in which %s is possible", (action, phases) => {
    expect(phasesOf(action)).toEqual(phases);
  });
});

describe("closedBy", () => {
  it.each([
    [{ invoicing: { totalAmountInvoiced: 0.01 }, readOnly: true }, "invoicing"],
    [{ invoicing: { totalAmountInvoiced: 0 }, readOnly: true }, "readOnly"],
    [{ invoicing: {}, readOnly: false }, undefined],
    [{}, undefined],
  ])("names the field of %j that shows that nothing can be changed", (request, field) => {
    expect(closedBy({ status: "Approved", ...request })).toBe(field);
  });
});
