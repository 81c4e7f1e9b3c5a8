import { describe, expect, it } from "vitest";
import { isRental } from "../../../src/supplier/rules/draft.js";

const checkoutDate = "2026-06-15T22:30:00Z";
const workshopDate = "2026-06-15";
const known = { rentalCodes: ["9001", "9101"] };
const untyped = (value: unknown) => value as never;
const withLines = (...codes: string[]) => ({ components: codes.map((code) => ({ reg: { code } })) });

describe("a request is for a rental vehicle", () => {
  it("if one of its lines is, where the codes are known", () => {
    expect(isRental(withLines("9001"), "service", known)).toBe(true);
    expect(isRental(withLines("1101", "9101"), "service", known)).toBe(true);
    expect(isRental(withLines("1101"), "service", known)).toBe(false);
    expect(isRental({ ...withLines("1101"), appointment: { checkoutDate } }, "service", known)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "service", known)).toBe(false);
    expect(isRental(withLines("9001"), "service", { rentalCodes: [] })).toBe(false);
  });

  it("if the line is cancelled, too", () => {
    const components = [{ reg: { code: "9001" }, status: { code: "Cancelled" } }];
    expect(isRental({ components }, "service", known)).toBe(true);
  });

  it("if it has a checkout date and no workshop date, where they are not", () => {
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

  it("never if it is for a damage", () => {
    expect(isRental({ ...withLines("9001"), appointment: { checkoutDate } }, "damage", known)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "damage", {})).toBe(false);
  });

  it("not if it is filled in with something else", () => {
    expect(isRental(untyped({ components: "9001", appointment: null }), "service", known)).toBe(false);
    expect(isRental(untyped({ components: [null, {}, { reg: null }] }), "service", known)).toBe(false);
    expect(isRental({ appointment: { checkoutDate } }, "service", untyped({ rentalCodes: "9001" }))).toBe(
      true,
    );
  });
});
