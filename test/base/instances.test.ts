import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { isInstance } from "../../src/base/instances.js";

/** Creates a value in another realm, as each test file of Jest has one. */
const foreign = (expression: string): unknown => runInNewContext(expression);

describe("isInstance", () => {
  test.each([
    ["ArrayBuffer", "new ArrayBuffer(2)"],
    ["Date", "new Date()"],
    ["Error", "new TypeError('a')"],
    ["Error", "new (class Own extends Error {})('a')"],
    ["Map", "new Map()"],
    ["Set", "new Set()"],
    ["Uint8Array", "new Uint8Array(2)"],
  ] as const)("recognises a %s of another realm: %s", (name, expression) => {
    expect(isInstance(foreign(expression), name)).toBe(true);
    expect(isInstance(foreign(expression), "Blob", "FormData")).toBe(false);
  });

  test.each([
    ["AbortSignal", AbortSignal.timeout(1000)],
    ["Blob", new Blob([])],
    ["Blob", new File([], "a")],
    ["DOMException", new DOMException("a")],
    ["Error", new DOMException("a")],
    ["File", new File([], "a")],
    ["FormData", new FormData()],
    ["Map", new (class extends Map {})()],
    ["Request", new Request("https://reg.example")],
    ["Uint8Array", Buffer.from("a")],
    ["URLSearchParams", new URLSearchParams()],
  ] as const)("recognises a %s of this realm, and of a subclass", (name, value) => {
    expect(isInstance(value, name)).toBe(true);
  });

  test.each([undefined, null, "Date", 5, {}, [], { name: "Error" }, new Uint16Array(1), () => {}])(
    "rejects %o",
    (value) => {
      expect(isInstance(value, "Date", "Error", "Uint8Array", "ArrayBuffer", "Map", "Blob")).toBe(false);
    },
  );
});
