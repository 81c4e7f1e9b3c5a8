import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWholeCents, toCents, toEuros } from "../../src/base/money.js";

const cents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

describe("toCents", () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [129.5, 12_950],
    [-129.5, -12_950],
    // As floating-point products, these are a cent too low.
    [1.005, 101],
    [-1.005, -101],
    [8.345, 835],
    [1.115, 112],
    [0.285, 29],
    [1.0049, 100],
    [0.0049, 0],
    [0.005, 1],
    [-0.005, -1],
    [123_456_789.99, 12_345_678_999],
    // In exponent notation.
    [1e-7, 0],
    [-1e-7, 0],
    [1e21, 1e23],
    [-1e21, -1e23],
  ])("converts %d euros to %d cents", (euros, expected) => {
    expect(toCents(euros)).toBe(expected);
  });

  it("never returns minus zero", () => {
    for (const euros of [-0, -0.001, -1e-9]) expect(Object.is(toCents(euros), 0)).toBe(true);
  });

  it("is the inverse of toEuros", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(toEuros(amount))).toBe(amount);
        expect(toEuros(amount)).toBe(Number(`${amount}e-2`));
      }),
    );
  });

  it("rounds the decimal digits of JSON, half away from zero", () => {
    const digits = fc.tuple(fc.nat(9_999_999), fc.nat(99_999), fc.constantFrom("", "-"));
    fc.assert(
      fc.property(digits, ([whole, fraction, sign]) => {
        const text = `${whole}.${String(fraction).padStart(5, "0")}`;
        // Integers are exact: a cent is 1000 hundred-thousandths of a euro.
        const exact = BigInt(whole) * 100_000n + BigInt(fraction);
        const rounded = Number((exact + 500n) / 1_000n);
        expect(toCents(Number(sign + text))).toBe(sign === "-" && rounded !== 0 ? -rounded : rounded);
      }),
    );
  });
});

describe("isWholeCents", () => {
  it("returns true for any number of cents in euros", () => {
    fc.assert(fc.property(cents, (each) => isWholeCents(toEuros(each))));
  });

  it.each([129.5049, 0.1 + 0.2, 1.005, 0.001, 1e-7, -1e-9, 1e21, Number.NaN, Infinity])(
    "returns false for %d",
    (euros) => {
      expect(isWholeCents(euros)).toBe(false);
    },
  );
});
