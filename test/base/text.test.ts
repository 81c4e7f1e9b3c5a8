import { describe, expect, it } from "vitest";
import { hashText, isDecimalText, isGuid, toPrintableJson } from "../../src/base/text.js";

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
