import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../../src/supplier/rules/approval.js";
import { found, known, reading, rental, rentalLine, repair, repairOf, repairOn, work } from "./support.js";

const noReading = ["RULE-APPROVAL components"];

describe("a repair", () => {
  test("that has everything breaks no rule", () => {
    expect(found(repair())).toEqual([]);
    expect(found(repair(), { known })).toEqual([]);
  });

  test("of which nothing is filled in lacks everything at once", () => {
    expect(found({})).toEqual([
      "RULE-REQUIRED vehicle.licensePlate",
      "RULE-APPROVAL vehicle.partialVin",
      "RULE-APPROVAL appointment.workOrderNumber",
      "RULE-APPROVAL appointment.estimatedDurationInDays",
      "RULE-APPROVAL appointment.workshopDate",
      "RULE-APPROVAL appointment.contact",
      "RULE-APPROVAL components",
      "RULE-APPROVAL components",
    ]);
  });

  test("says what to do about each lack", () => {
    expect(checkApproval({}).map(({ description }) => description)).toEqual([
      "The license plate is mandatory: fill it in.",
      "Approval needs the partial VIN: give it with the vehicle.",
      "Approval needs a work order number: give your own number for the work.",
      "Approval needs the estimated duration: give a whole number of days, at least one.",
      "Approval needs a workshop date: give the day of the work.",
      "Approval needs a contact person: give a name.",
      "Approval needs a reading: add a line with the component 5401 (mileage) or 5449 (hours), operation 19 without a type, reason 99 and a value that is not negative.",
      "Approval needs a line besides the reading: add the work that is planned.",
    ]);
  });

  test.each([
    [repair({ vehicle: { partialVin: "JF123456" } }), "RULE-REQUIRED vehicle.licensePlate"],
    [repair({ vehicle: { licensePlate: " ", partialVin: "J" } }), "RULE-REQUIRED vehicle.licensePlate"],
    [repair({ vehicle: { licensePlate: "AB-123-C" } }), "RULE-APPROVAL vehicle.partialVin"],
    [
      repair({ vehicle: { licensePlate: "AB-123-C", partialVin: " \t" } }),
      "RULE-APPROVAL vehicle.partialVin",
    ],
    [repairOn({ workOrderNumber: undefined }), "RULE-APPROVAL appointment.workOrderNumber"],
    [repairOn({ workOrderNumber: "" }), "RULE-APPROVAL appointment.workOrderNumber"],
    [repairOn({ estimatedDurationInDays: 0 }), "RULE-APPROVAL appointment.estimatedDurationInDays"],
    [repairOn({ estimatedDurationInDays: -1 }), "RULE-APPROVAL appointment.estimatedDurationInDays"],
    [repairOn({ workshopDate: undefined }), "RULE-APPROVAL appointment.workshopDate"],
    [repairOn({ contact: undefined }), "RULE-APPROVAL appointment.contact"],
    [repairOn({ contact: { phone: "1" } }), "RULE-APPROVAL appointment.contact"],
    [repairOn({ contact: { name: " " } }), "RULE-APPROVAL appointment.contact"],
    [repair({ components: [reading()] }), "RULE-APPROVAL components"],
    [repair({ components: [work()] }), "RULE-APPROVAL components"],
  ])("lacks one thing alone (%#)", (request, lack) => {
    expect(found(request)).toEqual([lack]);
  });

  test.each([
    { operation: { code: "18" } },
    { operation: { code: "19", type: { code: "A" } } },
    { reason: { code: "98" } },
    { value: undefined },
    { value: "-1" },
    { reg: { code: "5402" } },
    { reg: undefined, supplierCode: "mileage" },
  ])("takes no reading with %j", (fields) => {
    expect(found(repair({ components: [reading(fields), work()] }))).toEqual(noReading);
  });

  test("takes no reading of which only the code is filled in", () => {
    const bare = { id: reading().id, reg: { code: "5401" } };
    expect(found(repair({ components: [bare, work()] }))).toEqual([
      "RULE-REQUIRED components[0].operation",
      "RULE-REQUIRED components[0].reason",
      ...noReading,
    ]);
    expect(found(repair({ components: [{ ...bare, operation: { code: "19" } }, work()] }))).toEqual([
      "RULE-REQUIRED components[0].reason",
      ...noReading,
    ]);
  });

  test("takes no reading that is cancelled, as long as there is work", () => {
    const cancelled = { status: { code: "Cancelled" } };
    expect(found(repair({ components: [reading(cancelled), work()] }))).toEqual(noReading);
    expect(
      found(repair({ components: [reading({ status: { code: "CancellationApproved" } }), work()] })),
    ).toEqual(noReading);
    const both = [reading(cancelled), reading({ id: "00000000-0000-4000-8000-0000000000ab" }), work()];
    expect(found(repair({ components: both }))).toEqual([]);
  });

  test("whose work is all cancelled goes to the lessor, who approves the cancellation", () => {
    const cancelled = { status: { code: "Cancelled" } };
    expect(found(repair({ components: [reading(), work(cancelled)] }))).toEqual([]);
    expect(found(repair({ components: [reading(cancelled), work(cancelled)] }))).toEqual([]);
    expect(found(repair({ components: [work(cancelled)] }))).toEqual(noReading);
    expect(found(repair({ components: [reading(cancelled)] }))).toEqual(noReading);
  });

  test("takes hours for mileage, and zero for a value", () => {
    expect(found(repair({ components: [reading({ reg: { code: "5449" }, value: "0" }), work()] }))).toEqual(
      [],
    );
  });

  test("takes a line without a code of the service beside the reading", () => {
    expect(found(repairOf({ reg: undefined, supplierCode: "own" }))).toEqual([]);
  });
});

describe("the license plate", () => {
  const { vehicle, ...rest } = repair();
  const partialVin = { partialVin: vehicle?.partialVin };

  test("beside the vehicle counts where the service gave it", () => {
    const id = "00000000-0000-4000-8000-0000000000ff";
    const request = { ...rest, licensePlate: "AB-123-C", vehicle: partialVin };
    expect(found({ ...request, id })).toEqual([]);
    expect(found(request)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
  });
});

describe("a rental", () => {
  const codes = { rentalCodes: ["9001"] };

  test("that has everything breaks no rule, whether its code is known or not", () => {
    expect(found(rental())).toEqual([]);
    expect(found(rental(), { known })).toEqual([]);
  });

  test("without a work order number, a checkout date and a line lacks all three", () => {
    const bare = { vehicle: { licensePlate: "AB-123-C" } };
    expect(found({ ...bare, appointment: { checkoutDate: "2026-06-15T22:30:00Z" } })).toEqual([
      "RULE-APPROVAL appointment.workOrderNumber",
      "RULE-APPROVAL components",
    ]);
    expect(found({ ...bare, components: [rentalLine()] }, { known })).toEqual([
      "RULE-APPROVAL appointment.workOrderNumber",
      "RULE-APPROVAL appointment.checkoutDate",
    ]);
  });

  const cancelled = { status: { code: "Cancelled" } };
  const other = { id: "00000000-0000-4000-8000-0000000000aa" };
  test.each([
    ["two lines", [rentalLine(), rentalLine(other)], ["RULE-APPROVAL components"]],
    ["one of them cancelled", [rentalLine(), rentalLine({ ...other, ...cancelled })], []],
    ["the cancellation of all", [rentalLine(cancelled), rentalLine({ ...other, ...cancelled })], []],
    ["a cancellation approved", [rentalLine({ status: { code: "CancellationApproved" } })], []],
    [
      "a denied one beside it",
      [rentalLine(), rentalLine({ ...other, status: { code: "CancellationDenied" } })],
      ["RULE-APPROVAL components"],
    ],
  ])("with %s", (_, components, expected) => {
    expect(found(rental({ components }), { known: codes })).toEqual(expected);
  });

  test("says what to do about each lack", () => {
    const request = { vehicle: { licensePlate: "AB-123-C" }, components: [rentalLine(), rentalLine(other)] };
    expect(checkApproval(request, { known: codes }).map(({ description }) => description)).toEqual([
      "Approval needs a work order number: give your own number for the work.",
      "Approval needs a checkout date: give the time at which the rental vehicle is handed over.",
      "Approval needs exactly one line, the rental vehicle: add it, or remove the other lines.",
    ]);
  });
});

describe("a damage request", () => {
  const vehicle = { licensePlate: "AB-123-C" };

  test("needs a license plate and a line, and nothing else", () => {
    expect(found({}, { kind: "damage" })).toEqual([
      "RULE-REQUIRED vehicle.licensePlate",
      "RULE-APPROVAL components",
    ]);
    expect(found({ vehicle, components: [work()] }, { kind: "damage" })).toEqual([]);
    const [violation] = checkApproval({ vehicle }, { kind: "damage" });
    expect(violation?.description).toBe("Approval needs a line: add the work.");
  });

  test("is no rental, whatever its lines are", () => {
    expect(found({ vehicle, components: [rentalLine()] }, { kind: "damage", known })).toEqual([]);
  });
});
