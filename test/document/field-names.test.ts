import { describe, expect, it } from "vitest";
import { mayBeValue } from "../../src/document/field-names.js";

describe("mayBeValue", () => {
  it.each([
    "licensePlate",
    "REG",
    "RegNumber",
    "positionCode1",
    "co2Emission",
    "tax-code",
    "rate30days",
    "rate30Days",
    "rate_30_days",
    "mileageLast365days",
    "snake_case",
    "$ref",
    "constructor",
    "geïmporteerd",
    "a".repeat(40),
  ])("accepts %s as the name of a field", (name) => {
    expect(mayBeValue(name)).toBe(false);
  });

  it.each([
    ["AB-12-C", "several digits in a row"],
    ["eyJhbGciOiJ", "the beginning of a JWT"],
    ["eyJhbGciOiJub25lIn.eyJzdWIiOiJ4In.", "a JWT"],
    ["A-1-B-2", "digits at two places"],
    ["ab12cd", "several digits in a row"],
    ["abc12de", "a license plate in lower case"],
    ["AB123C", "a license plate"],
    ["12abc", "digits at the beginning"],
    ["order123", "digits at the end"],
    ["order1234days", "more than three digits"],
    ["rate30days60", "two groups of digits"],
    ["bad12beef", "hexadecimal digits"],
    ["a1b2", "digits at two places"],
    ["AB-CD-E", "upper case with a hyphen"],
    ["A1", "upper case with a digit"],
    ["7", "a digit at the beginning"],
    ["Jan Jansen", "a space"],
    ["a@example.com", "other characters"],
    ["9f0a6c1e-6a52-4c4e-8f3e-1d2b3c4d5e6f", "a GUID"],
    ["a".repeat(41), "too long"],
    ["", "empty"],
    ["a\n", "a line break"],
  ])("takes %j for a value: %s", (name) => {
    expect(mayBeValue(name)).toBe(true);
  });
});
