import { expect, test } from "vitest";
import { checkFields, trueOrFalse } from "../../../src/http/validate.js";

test("options are checked by their own rules only, whatever a library has put on every object", () => {
  Object.defineProperty(Object.prototype, "extend", {
    value: "a method",
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    expect(() => checkFields("", { abort: trueOrFalse }, { abort: true })).not.toThrow();
    expect(() => checkFields("", { abort: trueOrFalse }, { abort: 1 })).toThrow("abort must");
  } finally {
    Reflect.deleteProperty(Object.prototype, "extend");
  }
});
