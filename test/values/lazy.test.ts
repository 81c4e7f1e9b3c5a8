import { expect, it } from "vitest";
import { lazy } from "../../src/values/dates.js";

it.each([
  ["a value", 1],
  ["nothing", undefined],
])("%s is made when it is first asked for, and once", (_, made) => {
  let times = 0;
  const value = lazy(() => {
    times += 1;
    return made;
  });
  expect(times).toBe(0);
  expect([value(), value()]).toEqual([made, made]);
  expect(times).toBe(1);
});
