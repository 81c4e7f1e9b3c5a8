import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import {
  check,
  contract,
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

describe("the requirements of approval that checkApproval checks", () => {
  const noReading = ["RULE-APPROVAL components"];

  describe("for a repair", () => {
    test("are met by a complete request", () => {
      expect(check(repair())).toEqual([]);
      expect(check(repair(), { known })).toEqual([]);
    });

    test("are all reported at once for an empty request", () => {
      expect(check({})).toEqual([
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

    test("are described with what to do", () => {
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
    ])("are reported one by one (%#)", (request, violation) => {
      expect(check(request)).toEqual([violation]);
    });

    test.each([
      { operation: { code: "18" } },
      { operation: { code: "19", type: { code: "A" } } },
      { reason: { code: "98" } },
      { value: undefined },
      { value: "-1" },
      { reg: { code: "5402" } },
      { reg: undefined, supplierCode: "mileage" },
    ])("include a reading, and not one with %j", (fields) => {
      expect(check(repair({ components: [reading(fields), work()] }))).toEqual(noReading);
    });

    test("include a reading, and not one with only a code", () => {
      const bare = { id: reading().id, reg: { code: "5401" } };
      expect(check(repair({ components: [bare, work()] }))).toEqual([
        "RULE-REQUIRED components[0].operation",
        "RULE-REQUIRED components[0].reason",
        ...noReading,
      ]);
      expect(check(repair({ components: [{ ...bare, operation: { code: "19" } }, work()] }))).toEqual([
        "RULE-REQUIRED components[0].reason",
        ...noReading,
      ]);
    });

    test("include a reading that is not cancelled, as long as there is work", () => {
      const cancelled = { status: { code: "Cancelled" } };
      expect(check(repair({ components: [reading(cancelled), work()] }))).toEqual(noReading);
      expect(
        check(repair({ components: [reading({ status: { code: "CancellationApproved" } }), work()] })),
      ).toEqual(noReading);
      const both = [reading(cancelled), reading({ id: "00000000-0000-4000-8000-0000000000ab" }), work()];
      expect(check(repair({ components: both }))).toEqual([]);
    });

    test("are met if all work is cancelled, because the lessor must approve the cancellation", () => {
      const cancelled = { status: { code: "Cancelled" } };
      expect(check(repair({ components: [reading(), work(cancelled)] }))).toEqual([]);
      expect(check(repair({ components: [reading(cancelled), work(cancelled)] }))).toEqual([]);
      expect(check(repair({ components: [work(cancelled)] }))).toEqual(noReading);
      expect(check(repair({ components: [reading(cancelled)] }))).toEqual(noReading);
    });

    test("accept a reading of hours, and zero as its value", () => {
      expect(check(repair({ components: [reading({ reg: { code: "5449" }, value: "0" }), work()] }))).toEqual(
        [],
      );
    });

    test("accept a line that only has a code of the supplier beside the reading", () => {
      expect(check(repairOf({ reg: undefined, supplierCode: "own" }))).toEqual([]);
    });
  });

  describe("for the license plate", () => {
    const { vehicle, ...rest } = repair();
    const partialVin = { partialVin: vehicle?.partialVin };

    test("accept the field beside the vehicle only in a request that the service returned", () => {
      const id = "00000000-0000-4000-8000-0000000000ff";
      const request = { ...rest, licensePlate: "AB-123-C", vehicle: partialVin };
      expect(check({ ...request, id })).toEqual([]);
      expect(check(request)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
    });
  });

  describe("for a rental", () => {
    const codes = { rentalCodes: ["9001"] };

    test("are met by a complete request, with and without known codes", () => {
      expect(check(rental())).toEqual([]);
      expect(check(rental(), { known })).toEqual([]);
    });

    test("include a work order number, a checkout date and a line", () => {
      const bare = { vehicle: { licensePlate: "AB-123-C" } };
      expect(check({ ...bare, appointment: { checkoutDate: "2026-06-15T22:30:00Z" } })).toEqual([
        "RULE-APPROVAL appointment.workOrderNumber",
        "RULE-APPROVAL components",
      ]);
      expect(check({ ...bare, components: [rentalLine()] }, { known })).toEqual([
        "RULE-APPROVAL appointment.workOrderNumber",
        "RULE-APPROVAL appointment.checkoutDate",
      ]);
    });

    const cancelled = { status: { code: "Cancelled" } };
    const other = { id: "00000000-0000-4000-8000-0000000000aa" };
    test.each([
      ["rejects two lines", [rentalLine(), rentalLine(other)], ["RULE-APPROVAL components"]],
      [
        "accepts two lines of which one is cancelled",
        [rentalLine(), rentalLine({ ...other, ...cancelled })],
        [],
      ],
      [
        "accepts the cancellation of all lines",
        [rentalLine(cancelled), rentalLine({ ...other, ...cancelled })],
        [],
      ],
      ["accepts an approved cancellation", [rentalLine({ status: { code: "CancellationApproved" } })], []],
      [
        "rejects a second line whose cancellation was denied",
        [rentalLine(), rentalLine({ ...other, status: { code: "CancellationDenied" } })],
        ["RULE-APPROVAL components"],
      ],
    ])("exactly one line: %s", (_, components, expected) => {
      expect(check(rental({ components }), { known: codes })).toEqual(expected);
    });

    test("are described with what to do", () => {
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

  describe("for a damage", () => {
    const vehicle = { licensePlate: "AB-123-C" };

    test("are a license plate and a line", () => {
      expect(check({}, { kind: "damage" })).toEqual([
        "RULE-REQUIRED vehicle.licensePlate",
        "RULE-APPROVAL components",
      ]);
      expect(check({ vehicle, components: [work()] }, { kind: "damage" })).toEqual([]);
      const [violation] = checkApproval({ vehicle }, { kind: "damage" });
      expect(violation?.description).toBe("Approval needs a line: add the work.");
    });

    test("are not those of a rental, whatever its lines are", () => {
      expect(check({ vehicle, components: [rentalLine()] }, { kind: "damage", known })).toEqual([]);
    });
  });
});

describe("the contract that checkApproval checks a request against", () => {
  describe("limits the workshop date", () => {
    const context = { contract: contract({ leaseContract: { startDate: "2026-06-15" } }) };
    const early = ["REG-SVC000190 appointment.workshopDate"];

    test("which may be the start of the lease contract, but not earlier", () => {
      expect(check(repairOn({ workshopDate: "2026-06-14" }), context)).toEqual(early);
      expect(check(repairOn({ workshopDate: "2026-06-15" }), context)).toEqual([]);
    });

    test("which is compared with the day of a start that has a time", () => {
      const late = { contract: contract({ leaseContract: { startDate: "2026-06-15T12:00:00Z" } }) };
      expect(check(repairOn({ workshopDate: "2026-06-15" }), late)).toEqual([]);
      expect(check(repairOn({ workshopDate: "2026-06-14" }), late)).toEqual(early);
    });

    test("unless it has no start", () => {
      expect(check(repair(), { contract: contract({ leaseContract: {} }) })).toEqual([]);
      expect(check(repair(), { contract: contract({ leaseContract: undefined as never }) })).toEqual([]);
      expect(check(repair())).toEqual([]);
    });

    test("and reports a missing or invalid one only once", () => {
      expect(check(repairOn({ workshopDate: undefined }), context)).toEqual([
        "RULE-APPROVAL appointment.workshopDate",
      ]);
      expect(check(repairOn({ workshopDate: "1999-12-31" }), context)).toEqual([
        "RULE-INVALID appointment.workshopDate",
      ]);
    });

    test("and the description names both dates", () => {
      const [violation] = checkApproval(repairOn({ workshopDate: "2026-06-14" }), context);
      expect(violation?.description).toBe(
        "The workshop date 2026-06-14 is before the start of the lease contract, 2026-06-15. Choose a workshop date on or after the start date of the lease contract.",
      );
    });

    test("of a damage request too", () => {
      const damage = {
        vehicle: { licensePlate: "AB-123-C" },
        appointment: { workshopDate: "2026-06-14" },
        components: [work()],
      };
      expect(check(damage, { ...context, kind: "damage" })).toEqual(early);
    });
  });

  describe("can exclude damage", () => {
    const forbidden = { contract: contract({ componentsWithDamageAllowed: false }) };
    const damaged = {
      damage: true,
      subcomponents: [{ damage: false }, { damage: true }, {}],
    };

    test("on lines and subcomponents", () => {
      expect(check(repairOf(damaged), forbidden)).toEqual([
        "REG-SVC000177 components[1].damage",
        "REG-SVC000177 components[1].subcomponents[1].damage",
      ]);
      expect(checkApproval(repairOf({ damage: true }), forbidden)[0]?.description).toContain(
        "The contract allows no components with damage. Drop the flag",
      );
    });

    test("which is not checked if the contract allows it or is not given, or the line has no damage", () => {
      expect(check(repairOf(damaged), { contract: contract() })).toEqual([]);
      expect(check(repairOf(damaged))).toEqual([]);
      expect(check(repairOf({ damage: false }), forbidden)).toEqual([]);
    });

    test.each(["Approved", "Cancelled", "CancellationApproved"])(
      "which is not checked on a line with the status %s",
      (code) => {
        const request = repair({
          components: [...(repair().components ?? []), { ...work(damaged), id: guid(9), status: { code } }],
        });
        expect(check(request, forbidden)).toEqual([]);
      },
    );
  });
});
