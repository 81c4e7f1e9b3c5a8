import { describe, expect, it } from "vitest";
import {
  phaseByStatus,
  phaseOfStatus,
  transitions,
  transitionsFrom,
} from "../../../src/supplier/phases/transitions.js";

describe("the phase of a status", () => {
  it.each([
    ["Draft", "Draft"],
    ["ApprovalRequested", "Lessor"],
    ["Denied", "Response"],
    ["Modified", "Response"],
    ["ProvisionallyApproved", "Response"],
    ["Approved", "Invoicing"],
    ["Somewhere", undefined],
    ["toString", undefined],
  ])("%s is %s", (status, phase) => {
    expect(phaseOfStatus(status)).toBe(phase);
  });

  it("is inferred for the two that the reference does not place", () => {
    const inferred = Object.entries(phaseByStatus).filter(([, { confidence }]) => confidence === "inferred");
    expect(inferred.map(([status]) => status)).toEqual(["Modified", "ProvisionallyApproved"]);
  });
});

describe("the transition table", () => {
  it("has every row of the reference, and marks what is inferred", () => {
    const rows = transitions.map(
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
    for (const row of transitions) if ("status" in row) expect(phaseOfStatus(row.status)).toBe(row.to);
  });

  it("knows where a trigger leads from a phase, and where it is not possible", () => {
    expect(transitionsFrom("Response", "submit").map(({ to }) => to)).toEqual(["Lessor"]);
    expect(transitionsFrom("Lessor", "submit")).toEqual([]);
    expect(transitionsFrom("Archived", "change")).toEqual([]);
  });
});
