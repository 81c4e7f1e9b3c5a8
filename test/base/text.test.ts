import { describe, expect, it } from "vitest";
import { hashText, isDecimalText, isGuid, mayBeValue, toPrintableJson } from "../../src/base/text.js";

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

describe("isGuid", () => {
  it.each(["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3F2504E0-4F89-41D3-9A0C-0305E82C3301"])("%s", (text) => {
    expect(isGuid(text)).toBe(true);
  });
  it.each([
    "",
    "3f2504e04f8941d39a0c0305e82c3301",
    "3f2504e0-4f89-41d3-9a0c-0305e82c330g",
    " 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  ])("not %j", (text) => {
    expect(isGuid(text)).toBe(false);
  });
});

describe("isDecimalText", () => {
  it.each(["7.5", "0", "-12", "1000.00"])("%s", (text) => {
    expect(isDecimalText(text)).toBe(true);
  });
  it.each(["", "1,5", "1.", ".5", "1e3", "+1", "1.000.000", " 1"])("not %j", (text) => {
    expect(isDecimalText(text)).toBe(false);
  });
});

it("hashText calculates FNV-1a with 32 bits", () => {
  expect(hashText("")).toBe(0x811c9dc5);
  expect(hashText("a")).toBe(0xe40c292c);
  expect(hashText("foobar")).toBe(0xbf9cf968);
});

describe("toPrintableJson", () => {
  it.each([
    ["\u200e\u202e\u2066 direction", String.raw`\u200e\u202e\u2066 direction`],
    ["\u200b\ufeff\u00ad\u3164\u2028 nothing to see", String.raw`\u200b\ufeff\u00ad\u3164\u2028 nothing to see`],
    ["\u{e0041} tag", String.raw`\udb40\udc41 tag`],
    ["\u001b[2J\u009b", String.raw`\u001b[2J\u009b`],
    ["één 😀 日本", "één 😀 日本"],
  ])("escapes what a reader would not see: %j", (text, expected) => {
    const written = toPrintableJson({ [text]: text }, undefined, 2);
    expect(written).toBe(`{\n  "${expected}": "${expected}"\n}`);
    expect(JSON.parse(written)).toEqual({ [text]: text });
  });
});
