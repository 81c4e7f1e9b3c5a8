import { checkApproval, invoiceDateRange } from "@reg/sdk";
import type { Known, OpenRequest } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import { valueViolations } from "../../../src/domain/rules/content.js";
import { isRental } from "../../../src/domain/rules/draft.js";
import { untyped } from "../../support/untyped.js";
import { check, guid, known, plate, reading, rental, repair, work } from "./approval-support.js";
import { listBriefly } from "./invoice-support.js";

describe("a duplicate line that checkApproval finds", () => {
  const lines = (...others: object[]) => repair({ components: [reading(), work(), ...others] });
  const duplicate = ["RULE-DUPLICATE components[2]"];

  test("is described with what to do", () => {
    expect(checkApproval(lines(work()))[0]?.description).toBe(
      "The request already has this line: change that line, or give this one another id and other content.",
    );
  });

  test("has the id of another line even if one of them is cancelled; a text that is not a GUID is no id", () => {
    expect(check(lines(work({ reg: { code: "1105" }, status: { code: "Cancelled" } })))).toEqual(duplicate);
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
  });

  test("is reported once for each duplicate", () => {
    expect(check(lines(work(), work({ id: guid(8) })), { known })).toEqual([
      ...duplicate,
      "RULE-DUPLICATE components[3]",
    ]);
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

describe("warranty and leniency", () => {
  test("must match a pattern, where the service knows one", () => {
    const parts = ["Factory", "factory"].map((warranty) => ({
      content: { warranty },
      prefix: `${warranty}.`,
    }));
    const violations = valueViolations(parts, { warranty: /^[A-Z]/, leniency: undefined });
    expect(listBriefly(violations)).toEqual(["REG-SVC000175 factory.warranty"]);
  });

  test("are not checked without known values", () => {
    const line = work({ warranty: "A", leniency: "B" });
    expect(check(repair({ components: [reading(), line] }), { known: {} })).toEqual([]);
  });
});

describe("the phase of a request in checkApproval", () => {
  const inStatus = (status: string | undefined) => check(repair({ id: guid(40), status }));

  test("is not checked if the status is unknown, missing or the requested one", () => {
    expect(inStatus("SomethingNew")).toEqual([]);
    expect(inStatus(undefined)).toEqual([]);
    expect(check(repair({ status: "ApprovalRequested" }))).toEqual([]);
  });

  test("is named in the description", () => {
    expect(checkApproval(repair({ id: guid(40), status: "Approved" }))[0]?.description).toBe(
      "The request is in the phase Invoicing; this is only possible in Draft and Response. Invoice what is left to invoice, or change it first.",
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

  test("are distinguished by their appointments if the codes are not known", () => {
    expect(checkWith([forRental], repair(), {})).toEqual([]);
    expect(checkWith([forWork], repair(), {})).toEqual(tooMany);
    expect(checkWith([forRental], rental(), {})).toEqual(tooMany);
  });

  test("count even if their content is not known", () => {
    expect(checkWith([other({})])).toEqual([]);
    expect(checkWith([forRental, other({})])).toEqual(tooMany);
  });

  test("do not include the request itself", () => {
    const itself = repair({ id: guid(50), status: "Draft" });
    expect(checkWith([forWork], itself)).toEqual([]);
    expect(checkWith([{ ...forWork, id: undefined }])).toEqual(tooMany);
    expect(checkWith([{ ...forWork, id: undefined }], itself)).toEqual(tooMany);
  });

  test("are found by the license plate in any notation", () => {
    for (const licensePlate of ["ab123c", "AB 123 C", "AB-123-C"])
      expect(checkWith([{ ...forWork, licensePlate }])).toEqual(tooMany);
    expect(checkWith([forWork], repair({ vehicle: { licensePlate: "ab123c", partialVin: "J" } }))).toEqual(tooMany);
  });

  test("are found by the license plate that the service returned", () => {
    const read = repair({ id: guid(41), licensePlate: plate, vehicle: { partialVin: "J" } });
    expect(checkWith([forWork], read)).toEqual(tooMany);
  });

  test("are not checked without a license plate and without the list", () => {
    const noPlate = repair({ vehicle: { partialVin: "J" } });
    const nameless = { ...forWork, licensePlate: undefined };
    expect(checkWith([nameless, nameless], noPlate)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
    expect(check(repair(), { known })).toEqual([]);
  });

  test("are described with what to do", () => {
    const describeViolations = (openRequests: OpenRequest[], request = repair()) =>
      checkApproval(request, { openRequests, known }).map(({ description }) => description);
    const advice =
      "add the work to an open request, or finish that one first; an invoiced one stays open until it is archived.";
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
  });

  test("looks for a checkout date without a workshop date if no codes are known", () => {
    expect(isRental({ appointment: { checkoutDate } }, "service", {})).toBe(true);
    expect(isRental({ appointment: { checkoutDate, workshopDate: "" } }, "service", {})).toBe(true);
    expect(isRental({ appointment: untyped({ checkoutDate, workshopDate: null }) }, "service", {})).toBe(true);
    expect(isRental({ appointment: { checkoutDate, workshopDate } }, "service", {})).toBe(false);
    expect(isRental({ appointment: { checkoutDate: "" } }, "service", {})).toBe(false);
    expect(isRental({ appointment: untyped({ checkoutDate: null }) }, "service", {})).toBe(false);
    expect(isRental({}, "service", {})).toBe(false);
  });

  test("looks for a reading if there are both dates and no codes are known", () => {
    const appointment = { checkoutDate, workshopDate };
    expect(isRental({ ...withLines("9001"), appointment }, "service", {})).toBe(true);
    expect(isRental({ ...withLines("5401"), appointment }, "service", {})).toBe(false);
    expect(isRental({ ...withLines("1101", "5449"), appointment }, "service", {})).toBe(false);
    expect(isRental({ components: [], appointment }, "service", {})).toBe(false);
  });

  test("is false for a damage", () => {
    expect(isRental({ ...withLines("9001"), appointment: { checkoutDate } }, "damage", codes)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "damage", {})).toBe(false);
  });

  test("ignores invalid values", () => {
    const dateRange = (request: unknown, known: unknown = codes) => invoiceDateRange(untyped({ request, known }));
    const appointment = { checkoutDate, workshopDate };
    const ofWork = { earliest: workshopDate, latest: undefined };
    expect(dateRange({ components: "9001", appointment })).toEqual(ofWork);
    expect(dateRange({ components: [null, {}, { reg: null }], appointment })).toEqual(ofWork);
    expect(dateRange({ appointment: { checkoutDate } }, { rentalCodes: "9001" }).earliest).toBe("2026-06-16");
    expect(dateRange({ components: "9001", appointment: null })).toEqual({ earliest: undefined, latest: undefined });
  });
});
