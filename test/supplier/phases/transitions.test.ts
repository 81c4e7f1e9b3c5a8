import { describe, expect, it } from "vitest";
import { phaseOfStatus, phaseTransitions, transitionsFrom } from "../../../src/supplier/phases/phases.js";

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
