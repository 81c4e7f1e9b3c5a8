import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import {
  contract,
  found,
  guid,
  known,
  reading,
  rental,
  rentalLine,
  repair,
  repairOf,
  repairOn,
  work,
} from "./approval-support.js";

describe("requirements of approval", () => {
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
      const request = {
        vehicle: { licensePlate: "AB-123-C" },
        components: [rentalLine(), rentalLine(other)],
      };
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
});

describe("rules of the contract", () => {
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

    test.each(["Approved", "Cancelled", "CancellationApproved"])(
      "is left in peace on a line in %s",
      (code) => {
        const request = repair({
          components: [...(repair().components ?? []), { ...work(damaged), id: guid(9), status: { code } }],
        });
        expect(found(request, forbidden)).toEqual([]);
      },
    );
  });
});
