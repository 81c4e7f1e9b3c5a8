import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import { isRental, type Known, type OpenRequest } from "../../../src/supplier/rules/draft.js";
import { untyped } from "../../support/untyped.js";
import { check, guid, known, plate, reading, rental, rentalLine, repair, work } from "./approval-support.js";

describe("a duplicate line that checkApproval finds", () => {
  const lines = (...others: object[]) => repair({ components: [reading(), work(), ...others] });
  const duplicate = ["RULE-DUPLICATE components[2]"];

  test("has the id of another line", () => {
    expect(check(lines(work({ reg: { code: "1105" } })))).toEqual(duplicate);
    expect(check(lines(work({ reg: { code: "1105" }, status: { code: "Cancelled" } })))).toEqual(duplicate);
    expect(checkApproval(lines(work()))[0]?.description).toBe(
      "The request already has this line: change that line, or give this one another id and other content.",
    );
  });

  test("has the id of another line in any case of letters; a text that is not a GUID is no id", () => {
    const id = "ABCDEF01-2345-4789-8BCD-EF0123456789";
    const other = work({ id: id.toLowerCase(), reg: { code: "1105" } });
    expect(check(repair({ components: [reading(), work({ id }), other] }))).toEqual(duplicate);
    const none = [work({ id: "7" }), work({ id: "7", reg: { code: "1105" } })];
    expect(check(repair({ components: [reading(), ...none] }))).toEqual([
      "RULE-INVALID components[1].id",
      "RULE-INVALID components[2].id",
    ]);
  });

  test("has the content of another line, if the repeatable codes are known", () => {
    const other = work({ id: guid(8) });
    expect(check(lines(other), { known })).toEqual(duplicate);
    expect(check(lines(other))).toEqual([]);
    expect(check(lines(other), { known: { repeatableCodes: ["1101"] } })).toEqual([]);
    expect(check(lines(work({ id: guid(8), location: [] })), { known })).toEqual(duplicate);
  });

  test("is reported once for each duplicate", () => {
    expect(check(lines(work(), work({ id: guid(8) })), { known })).toEqual([
      ...duplicate,
      "RULE-DUPLICATE components[3]",
    ]);
  });

  test.each([
    { operation: { code: "02" } },
    { location: ["1"] },
    { reg: { code: "1102" } },
    { status: { code: "Cancelled" } },
    { status: { code: "CancellationApproved" } },
    { reg: undefined, supplierCode: "own" },
  ])("is not a line that differs in %j", (fields) => {
    expect(check(lines(work({ id: guid(8), ...fields })), { known })).toEqual([]);
  });

  test("is not an incomplete line", () => {
    const empty = (number: number) => ({ id: guid(number) });
    const bare = { ...empty(6), reg: { code: "1" }, reason: { code: "1" } };
    expect(check(lines({ ...bare }, { ...bare, id: guid(7) }), { known })).toEqual([
      "RULE-REQUIRED components[2].operation",
      "RULE-REQUIRED components[3].operation",
    ]);
    expect(check(lines({}, {}), { known }).filter((each) => each.includes("DUPLICATE"))).toEqual([]);
  });
});

describe("warranty and leniency in checkApproval", () => {
  const line = work({
    warranty: "A",
    leniency: "B",
    subcomponents: [{ warranty: "C" }, { leniency: "D" }, {}],
  });
  const request = repair({ components: [reading(), line] });

  test("must be known values", () => {
    expect(check(request, { known: { warranties: ["A"], leniencies: ["D"] } })).toEqual([
      "REG-SVC000175 components[1].subcomponents[0].warranty",
      "REG-SVC000176 components[1].leniency",
    ]);
    expect(check(request, { known: { warranties: ["A", "C"], leniencies: ["B", "D"] } })).toEqual([]);
  });

  test("are not checked without known values, nor on settled lines", () => {
    expect(check(request, { known: {} })).toEqual([]);
    const settled = repair({ components: [reading(), { ...line, status: { code: "Approved" } }] });
    expect(check(settled, { known: { warranties: [], leniencies: [] } })).toEqual([]);
  });
});

describe("the phase of a request in checkApproval", () => {
  const inStatus = (status: string | undefined, id: string | undefined = guid(40)) =>
    check(repair({ id, status, licensePlate: plate }));

  test.each(["Draft", "Modified", "Denied", "ProvisionallyApproved"])(
    "allows approval for the status %s",
    (status) => {
      expect(inStatus(status)).toEqual([]);
    },
  );

  test.each(["ApprovalRequested", "Approved"])("does not allow approval for the status %s", (status) => {
    expect(inStatus(status)).toEqual(["RULE-PHASE status"]);
  });

  test("is not checked if the status is unknown, missing or the requested one", () => {
    expect(inStatus("SomethingNew")).toEqual([]);
    expect(inStatus(undefined)).toEqual([]);
    expect(check(repair({ status: "ApprovalRequested" }))).toEqual([]);
  });

  test("is named in the description", () => {
    expect(checkApproval(repair({ id: guid(40), status: "Approved" }))[0]?.description).toBe(
      "A request in the phase Invoicing cannot be submitted: read it again, and wait or change it first.",
    );
  });
});

describe("the open requests for a vehicle in checkApproval", () => {
  const other = (content: object, number = 50): OpenRequest => ({
    id: guid(number),
    licensePlate: plate,
    ...content,
  });
  const forWork = other({ components: [work()] });
  const forRental = other(rental(), 51);
  const tooMany = ["RULE-OPEN-REQUESTS vehicle.licensePlate"];
  const checkWith = (openRequests: readonly OpenRequest[], request = repair(), codes: Known = known) =>
    check(request, { openRequests, known: codes });

  test("may be one for work and one for a rental vehicle", () => {
    expect(checkWith([])).toEqual([]);
    expect(checkWith([forRental])).toEqual([]);
    expect(checkWith([forWork])).toEqual(tooMany);
    expect(checkWith([forWork], rental())).toEqual([]);
    expect(checkWith([forRental], rental())).toEqual(tooMany);
  });

  test("are distinguished by their appointments if the codes are not known", () => {
    expect(checkWith([forRental], repair(), {})).toEqual([]);
    expect(checkWith([forWork], repair(), {})).toEqual(tooMany);
    expect(checkWith([forWork], rental(), {})).toEqual([]);
    expect(checkWith([forRental], rental(), {})).toEqual(tooMany);
  });

  test("count for both if they have lines of both kinds", () => {
    const mixed = other({ components: [work(), rentalLine()] });
    expect(checkWith([mixed])).toEqual(tooMany);
    expect(checkWith([mixed], rental())).toEqual(tooMany);
  });

  test("count even if their content is not known", () => {
    const items = [other({}), other({ components: [] }, 52)];
    expect(checkWith(items.slice(0, 1))).toEqual([]);
    expect(checkWith(items.slice(1))).toEqual([]);
    expect(checkWith(items)).toEqual(tooMany);
    expect(checkWith([forRental, other({})])).toEqual(tooMany);
  });

  test("do not include the request itself and requests for other vehicles", () => {
    const itself = repair({ id: guid(50), status: "Draft" });
    expect(checkWith([forWork], itself)).toEqual([]);
    expect(checkWith([{ ...forWork, licensePlate: "XX-999-X" }])).toEqual([]);
    expect(checkWith([{ ...forWork, id: undefined }])).toEqual(tooMany);
    expect(checkWith([{ ...forWork, id: undefined }], itself)).toEqual(tooMany);
  });

  test("are found by the license plate in any notation", () => {
    for (const licensePlate of ["ab123c", "AB 123 C", "AB-123-C"])
      expect(checkWith([{ ...forWork, licensePlate }])).toEqual(tooMany);
    expect(checkWith([forWork], repair({ vehicle: { licensePlate: "ab123c", partialVin: "J" } }))).toEqual(
      tooMany,
    );
    expect(checkWith([{ ...forWork, licensePlate: "AB-123-D" }])).toEqual([]);
  });

  test("are found by the license plate that the service returned", () => {
    const read = repair({ id: guid(41), licensePlate: plate, vehicle: { partialVin: "J" } });
    expect(checkWith([forWork], read)).toEqual(tooMany);
  });

  test("are not checked without a license plate, without the list, and for a damage", () => {
    const noPlate = repair({ vehicle: { partialVin: "J" } });
    const nameless = { ...forWork, licensePlate: undefined };
    expect(checkWith([nameless, nameless], noPlate)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
    expect(check(repair(), { known })).toEqual([]);
    expect(check(repair(), { known, kind: "damage", openRequests: [forWork, forWork] })).toEqual([]);
  });

  test("are described with what to do", () => {
    const describeViolations = (openRequests: OpenRequest[], request = repair()) =>
      checkApproval(request, { openRequests, known }).map(({ description }) => description);
    const advice = "add the work to an open request, or finish that one first.";
    expect(describeViolations([forWork])).toEqual([
      `The vehicle already has an open request for repair, maintenance or tires: ${advice}`,
    ]);
    expect(describeViolations([forRental], rental())).toEqual([
      `The vehicle already has an open request for a rental vehicle: ${advice}`,
    ]);
    expect(describeViolations([other({}), other({}, 52)])).toEqual([
      `The vehicle already has two open requests: ${advice}`,
    ]);
  });
});

describe("isRental", () => {
  const checkoutDate = "2026-06-15T22:30:00Z";
  const workshopDate = "2026-06-15";
  const codes = { rentalCodes: ["9001", "9101"] };
  const withLines = (...codes: string[]) => ({ components: codes.map((code) => ({ reg: { code } })) });

  test("looks for a line with one of the known codes", () => {
    expect(isRental(withLines("9001"), "service", codes)).toBe(true);
    expect(isRental(withLines("1101", "9101"), "service", codes)).toBe(true);
    expect(isRental(withLines("1101"), "service", codes)).toBe(false);
    expect(isRental({ ...withLines("1101"), appointment: { checkoutDate } }, "service", codes)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "service", codes)).toBe(false);
    expect(isRental(withLines("9001"), "service", { rentalCodes: [] })).toBe(false);
  });

  test("counts a cancelled line", () => {
    const components = [{ reg: { code: "9001" }, status: { code: "Cancelled" } }];
    expect(isRental({ components }, "service", codes)).toBe(true);
  });

  test("looks for a checkout date without a workshop date if no codes are known", () => {
    expect(isRental({ appointment: { checkoutDate } }, "service", {})).toBe(true);
    expect(isRental({ appointment: { checkoutDate, workshopDate: "" } }, "service", {})).toBe(true);
    expect(isRental({ appointment: untyped({ checkoutDate, workshopDate: null }) }, "service", {})).toBe(
      true,
    );
    expect(isRental({ appointment: { checkoutDate, workshopDate } }, "service", {})).toBe(false);
    expect(isRental({ appointment: { workshopDate } }, "service", {})).toBe(false);
    expect(isRental({ appointment: { checkoutDate: "" } }, "service", {})).toBe(false);
    expect(isRental({ appointment: untyped({ checkoutDate: null }) }, "service", {})).toBe(false);
    expect(isRental({ ...withLines("9001"), appointment: {} }, "service", {})).toBe(false);
    expect(isRental({}, "service", {})).toBe(false);
  });

  test("is false for a damage", () => {
    expect(isRental({ ...withLines("9001"), appointment: { checkoutDate } }, "damage", codes)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "damage", {})).toBe(false);
  });

  test("ignores invalid values", () => {
    expect(isRental(untyped({ components: "9001", appointment: null }), "service", codes)).toBe(false);
    expect(isRental(untyped({ components: [null, {}, { reg: null }] }), "service", codes)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "service", untyped({ rentalCodes: "9001" }))).toBe(
      true,
    );
  });
});
