import { expect, test } from "vitest";
import { lazily } from "../../src/base/lazily.js";

test("lazily creates a value at the first call, and only once", () => {
  let created = 0;
  const getValue = lazily(() => ({ number: ++created }));
  expect(created).toBe(0);
  expect([getValue(), getValue()]).toEqual([{ number: 1 }, { number: 1 }]);
  expect(getValue()).toBe(getValue());
});
