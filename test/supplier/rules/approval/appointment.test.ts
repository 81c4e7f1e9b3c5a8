import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../../src/supplier/rules/approval.js";
import { contract, found, guid, repair, repairOf, repairOn, work } from "./support.js";

describe("the workshop date", () => {
  const context = { contract: contract({ leaseContract: { startDate: "2026-06-15" } }) };
  const early = ["REG-SVC000190 appointment.workshopDate"];

  test("is not before the start of the lease contract, on the day itself it may be", () => {
    expect(found(repairOn({ workshopDate: "2026-06-14" }), context)).toEqual(early);
    expect(found(repairOn({ workshopDate: "2026-06-15" }), context)).toEqual([]);
  });

  test("is compared with the day of a start that has a time", () => {
    const late = { contract: contract({ leaseContract: { startDate: "2026-06-15T12:00:00Z" } }) };
    expect(found(repairOn({ workshopDate: "2026-06-15" }), late)).toEqual([]);
    expect(found(repairOn({ workshopDate: "2026-06-14" }), late)).toEqual(early);
  });

  test("is compared with nothing where no start is given", () => {
    expect(found(repair(), { contract: contract({ leaseContract: {} }) })).toEqual([]);
    expect(found(repair(), { contract: contract({ leaseContract: undefined as never }) })).toEqual([]);
    expect(found(repair())).toEqual([]);
  });

  test("that is missing or malformed is not early as well", () => {
    expect(found(repairOn({ workshopDate: undefined }), context)).toEqual([
      "RULE-APPROVAL appointment.workshopDate",
    ]);
    expect(found(repairOn({ workshopDate: "1999-12-31" }), context)).toEqual([
      "RULE-INVALID appointment.workshopDate",
    ]);
  });

  test("is named with the start of the lease contract", () => {
    const [violation] = checkApproval(repairOn({ workshopDate: "2026-06-14" }), context);
    expect(violation?.description).toBe(
      "The workshop date 2026-06-14 is before the start of the lease contract, 2026-06-15. Choose a workshop date on or after the start date of the lease contract.",
    );
  });

  test("is looked at in a damage request too", () => {
    const damage = {
      vehicle: { licensePlate: "AB-123-C" },
      appointment: { workshopDate: "2026-06-14" },
      components: [work()],
    };
    expect(found(damage, { ...context, kind: "damage" })).toEqual(early);
  });
});

describe("damage", () => {
  const forbidden = { contract: contract({ componentsWithDamageAllowed: false }) };
  const damaged = {
    damage: true,
    subcomponents: [{ damage: false }, { damage: true }, {}],
  };

  test("is refused where the contract forbids it, on lines and subcomponents", () => {
    expect(found(repairOf(damaged), forbidden)).toEqual([
      "REG-SVC000177 components[1].damage",
      "REG-SVC000177 components[1].subcomponents[1].damage",
    ]);
    expect(checkApproval(repairOf({ damage: true }), forbidden)[0]?.description).toContain(
      "The contract allows no components with damage. Drop the flag",
    );
  });

  test("is no matter where the contract allows it or is not given, or the line has none", () => {
    expect(found(repairOf(damaged), { contract: contract() })).toEqual([]);
    expect(found(repairOf(damaged))).toEqual([]);
    expect(found(repairOf({ damage: false }), forbidden)).toEqual([]);
  });

  test.each(["Approved", "Cancelled", "CancellationApproved"])("is left in peace on a line in %s", (code) => {
    const request = repair({
      components: [...(repair().components ?? []), { ...work(damaged), id: guid(9), status: { code } }],
    });
    expect(found(request, forbidden)).toEqual([]);
  });
});
