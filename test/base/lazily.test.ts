import { expect, test } from "vitest";
import { importedOnce, lazily } from "../../src/base/lazily.js";

test("lazily creates a value at the first call, and only once", () => {
  let created = 0;
  const getValue = lazily(() => ({ number: ++created }));
  expect(created).toBe(0);
  expect([getValue(), getValue()]).toEqual([{ number: 1 }, { number: 1 }]);
  expect(getValue()).toBe(getValue());
});

test("importedOnce imports at the first call, and only once", async () => {
  let imports = 0;
  const load = importedOnce(async () => ({ number: ++imports }));
  expect(imports).toBe(0);
  expect(await Promise.all([load(), load()])).toEqual([{ number: 1 }, { number: 1 }]);
  expect(await load()).toEqual({ number: 1 });
});

test("importedOnce tries an import again that has failed", async () => {
  let imports = 0;
  const load = importedOnce(async () => {
    if (++imports === 1) throw new Error("the file was missing");
    return { number: imports };
  });
  const failures = await Promise.allSettled([load(), load()]);
  expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await load()).toEqual({ number: 2 });
});
