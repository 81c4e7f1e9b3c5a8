import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWholeCents, toCents, toEuros } from "../../src/values/money.js";

const cents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

describe("an amount in cents", () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [129.5, 12_950],
    [-129.5, -12_950],
    // These come out a cent lower when they are multiplied as floats.
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
  ])("of %d euros is %d", (euros, expected) => {
    expect(toCents(euros)).toBe(expected);
  });

  it("is never minus zero", () => {
    for (const euros of [-0, -0.001, -1e-9]) expect(Object.is(toCents(euros), 0)).toBe(true);
  });

  it("is what it was before it was shown in euros", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(toEuros(amount))).toBe(amount);
        expect(toEuros(amount)).toBe(Number(`${amount}e-2`));
      }),
    );
  });

  it("is rounded half away from zero, by the digits that JSON shows", () => {
    const digits = fc.tuple(fc.nat(9_999_999), fc.nat(99_999), fc.constantFrom("", "-"));
    fc.assert(
      fc.property(digits, ([whole, fraction, sign]) => {
        const text = `${whole}.${String(fraction).padStart(5, "0")}`;
        // In whole hundred-thousandths of a euro, which are exact: a cent is a thousand of them.
        const exact = BigInt(whole) * 100_000n + BigInt(fraction);
        const rounded = Number((exact + 500n) / 1_000n);
        expect(toCents(Number(sign + text))).toBe(sign === "-" && rounded !== 0 ? -rounded : rounded);
      }),
    );
  });

  it("adds up where euros do not", () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(toEuros(toCents(0.1) + toCents(0.2))).toBe(0.3);
  });
});

describe("whole cents", () => {
  it("are what whole cents are in euros", () => {
    fc.assert(fc.property(cents, (each) => isWholeCents(toEuros(each))));
  });

  it.each([129.5049, 0.1 + 0.2, 1.005, 0.001, 1e-7, -1e-9, 1e21, Number.NaN, Infinity])(
    "are not %d",
    (euros) => {
      expect(isWholeCents(euros)).toBe(false);
    },
  );
});
