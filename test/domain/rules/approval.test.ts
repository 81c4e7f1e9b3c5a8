import { checkApproval } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { check, contract, reading, rental, rentalLine, repair, repairOf, repairOn, work } from "./approval-support.js";

// What the table in cases.ts cannot express: lists of all violations, their descriptions, and facts that are not given.

describe("checkApproval lists everything that is missing, with what to do", () => {
  const listMissing = (...args: Parameters<typeof checkApproval>) =>
    checkApproval(...args).map(({ context, description }) => [context.fieldName, description]);

  test("in an empty request", () => {
    expect(listMissing({})).toEqual([
      ["vehicle.licensePlate", "The license plate is mandatory: fill it in."],
      ["vehicle.partialVin", "Approval needs the partial VIN: give it with the vehicle."],
      ["appointment.workOrderNumber", "Approval needs a work order number: give your own number for the work."],
      ["appointment.estimatedDurationInDays", "Approval needs the estimated duration: give a whole number of days."],
      ["appointment.workshopDate", "Approval needs a workshop date: give the day of the work."],
      ["appointment.contact", "Approval needs a contact person: give a name."],
      [
        "components",
        'Approval needs the mileage or the operating hours: add a line made with mileageReading() (code 5401) or hoursReading() (code 5449). Such a line has the operation 19 without a type, the reason 99 and a value. A rental vehicle needs no reading, but a checkout date in place of the workshop date; check a damage, which needs none either, with `kind: "damage"`.',
      ],
      ["components", "Approval needs a line besides the reading: add the work that is planned."],
    ]);
  });

  test("in a request for a rental vehicle", () => {
    const other = rentalLine({ id: "00000000-0000-4000-8000-0000000000aa" });
    const request = { vehicle: { licensePlate: "AB-123-C" }, components: [rentalLine(), other] };
    expect(listMissing(request, { known: { rentalCodes: ["9001"] } })).toEqual([
      ["appointment.workOrderNumber", "Approval needs a work order number: give your own number for the work."],
      [
        "appointment.checkoutDate",
        "Approval needs a checkout date: give the time at which the rental vehicle is handed over.",
      ],
      ["components", "Approval needs exactly one line, the rental vehicle: add it, or remove the other lines."],
    ]);
  });

  test("in a damage request", () => {
    expect(listMissing({}, { kind: "damage" })).toEqual([
      ["vehicle.licensePlate", "The license plate is mandatory: fill it in."],
      ["components", "Approval needs a line: add the work."],
    ]);
  });
});

test("checkApproval reports a reading with only a code by its fields and as a missing reading", () => {
  const bare = { id: reading().id, reg: { code: "5401" } };
  expect(check(repair({ components: [bare, work()] }))).toEqual([
    "RULE-REQUIRED components[0].operation",
    "RULE-REQUIRED components[0].reason",
    "RULE-APPROVAL components",
  ]);
  expect(check(repair({ components: [{ ...bare, operation: { code: "19" } }, work()] }))).toEqual([
    "RULE-REQUIRED components[0].reason",
    "RULE-APPROVAL components",
  ]);
});

test("checkApproval does not check a line that the lessor has approved, or accepted as it is", () => {
  for (const code of ["Approved", "ProvisionallyApproved"]) {
    const bare = { reg: { code: "5401" }, operation: { code: "01" }, value: 5, status: { code } };
    expect(check(repair({ components: [bare, work()] }))).toEqual([]);
  }
});

test("checkApproval compares the lessor of the contract only for a request that does not exist yet", () => {
  const context = { contract: contract(), activeLessors: [{ number: 1002 }] };
  const inactive = ["REG-SVC000187 vehicle.licensePlate"];
  expect(check(repair(), context)).toEqual(inactive);
  expect(check(repair(), { ...context, activeLessors: [] })).toEqual(inactive);
  expect(check(repair(), { ...context, activeLessors: [{ number: 1001 }] })).toEqual([]);
  expect(check(repair({ id: crypto.randomUUID() }), context)).toEqual([]);
  for (const incomplete of [{ contract: contract() }, { activeLessors: [] }, { ...context, activeLessors: null }])
    expect(check(repair(), incomplete as never)).toEqual([]);
});

test("checkApproval gives each violation the id of its rule, which its code may share, and its values", () => {
  const found = checkApproval(repair({ components: [] })).map(({ code, rule, context }) => [code, rule, context]);
  const context = { fieldName: "components" };
  expect(found).toEqual([
    ["RULE-APPROVAL", "reading", context],
    ["RULE-APPROVAL", "further-line", context],
  ]);
  const [late] = checkApproval(repairOn({ workshopDate: "2023-12-31" }), { contract: contract() });
  expect(late).toMatchObject({
    rule: "lease-start",
    values: { workshopDate: "2023-12-31", startDate: "2024-01-01" },
  });
  expect(checkApproval(repairOf({ value: "1,5" }))).toMatchObject([
    { rule: "field-invalid", values: { expected: "decimal" } },
  ]);
});

test("checkApproval accepts the license plate beside the vehicle only in a request that the service returned", () => {
  const request = repair({ licensePlate: "AB-123-C", vehicle: { partialVin: "JF123456" } });
  expect(check({ ...request, id: "00000000-0000-4000-8000-0000000000ff" })).toEqual([]);
  expect(check(request)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
});

test("checkApproval finds a rental without known codes, and that it has no line", () => {
  expect(check(rental())).toEqual([]);
  expect(check(rental({ components: [] }))).toEqual(["RULE-APPROVAL components"]);
});

describe("the start of the lease contract in checkApproval", () => {
  const startingAt = (startDate: string) => ({ contract: contract({ leaseContract: { startDate } }) });
  const early = ["REG-SVC000190 appointment.workshopDate"];

  test("is a day, whether it has a time or not", () => {
    const context = startingAt("2026-06-15T12:00:00Z");
    expect(check(repairOn({ workshopDate: "2026-06-15" }), context)).toEqual([]);
    expect(check(repairOn({ workshopDate: "2026-06-14" }), context)).toEqual(early);
  });

  test("is not compared if it is not given", () => {
    expect(check(repair(), { contract: contract({ leaseContract: {} }) })).toEqual([]);
    expect(check(repair(), { contract: contract({ leaseContract: undefined as never }) })).toEqual([]);
  });

  test("is not compared with a date that is missing or invalid", () => {
    const context = startingAt("2026-06-15");
    expect(check(repairOn({ workshopDate: undefined }), context)).toEqual(["RULE-APPROVAL appointment.workshopDate"]);
    expect(check(repairOn({ workshopDate: "1999-12-31" }), context)).toEqual(["RULE-INVALID appointment.workshopDate"]);
  });

  test("is named beside the workshop date", () => {
    const [violation] = checkApproval(repairOn({ workshopDate: "2026-06-14" }), startingAt("2026-06-15"));
    expect(violation?.description).toBe(
      "The workshop date 2026-06-14 is before the start of the lease contract, 2026-06-15. Choose a workshop date on or after the start date of the lease contract.",
    );
  });
});

test("checkApproval describes damage that the contract does not allow", () => {
  const forbidden = { contract: contract({ componentsWithDamageAllowed: false }) };
  expect(checkApproval(repairOf({ damage: true }), forbidden)[0]?.description).toContain(
    "The contract allows no components with damage. Read the contract again, and leave `damage` out",
  );
});

describe("checkApproval of a rental vehicle with a workshop date", () => {
  const { checkoutDate, workOrderNumber } = rental().appointment ?? {};
  const workshopDate = "2026-06-15";

  test("accepts both dates", () => {
    expect(check(rental({ appointment: { checkoutDate, workOrderNumber, workshopDate } }))).toEqual([]);
  });

  test("reports what a rental vehicle needs: both dates", () => {
    const components = [rentalLine(), rentalLine({ id: crypto.randomUUID() })];
    expect(check(rental({ components, appointment: { checkoutDate, workshopDate } }))).toEqual([
      "RULE-APPROVAL appointment.workOrderNumber",
      "RULE-APPROVAL components",
    ]);
  });

  test("reports what a rental vehicle needs: only a workshop date, if its code is known", () => {
    const request = rental({ appointment: { workOrderNumber, workshopDate } });
    expect(check(request, { known: { rentalCodes: ["9001"] } })).toEqual(["RULE-APPROVAL appointment.checkoutDate"]);
  });

  test("says how a rental vehicle and a damage differ where it asks for a reading", () => {
    const violations = checkApproval(rental({ appointment: { workOrderNumber, workshopDate } }));
    const asking = violations.find(({ description }) => description.startsWith("Approval needs the mileage"));
    expect(asking?.description).toContain("a checkout date in place of the workshop date");
    expect(asking?.description).toContain('`kind: "damage"`');
  });

  test("still needs a reading for a repair with both dates that has one in another form", () => {
    const request = repairOn({ checkoutDate });
    expect(check(request)).toEqual([]);
    const components = [{ ...reading(), value: undefined }, work()];
    expect(check({ ...request, components })).toContain("RULE-APPROVAL components");
  });
});
