import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { checkInput, count, falseOr, optionsSchema, trueOrFalse } from "../../src/errors/input.js";
import { thrown } from "../support/errors.js";

interface Inner {
  readonly size?: number;
}

interface Options {
  readonly abort?: boolean;
  readonly inner?: Inner | false;
}

const schema = optionsSchema<Options>({
  abort: trueOrFalse,
  inner: falseOr(optionsSchema<Inner>({ size: count(1) }, "must be false or an object with a size")),
});

const check = (value: unknown, names = {}) => thrown(() => checkInput(schema, value, names), "input");

describe("checkInput", () => {
  test.each([{}, { abort: undefined }, { abort: true, inner: false }, { inner: { size: 1 } }])(
    "accepts %o",
    (options) => expect(() => checkInput(schema, options)).not.toThrow(),
  );

  test.each<[unknown, string, string]>([
    [null, "options", "must be an object"],
    [[], "options", "must be an object"],
    [{ abort: "canary" }, "abort", "must be true or false"],
    [{ inner: true }, "inner", "must be false or an object with a size"],
    [{ inner: { size: 0 } }, "inner.size", "must be a whole number from 1"],
    [{ abrot: true }, "abrot", "is not an option; did you mean abort?"],
    [{ inner: { sise: 1 } }, "inner.sise", "is not an option; did you mean inner.size?"],
  ])("names the field of %j and says what it must be, without its value", (value, field, problem) => {
    const error = check(value, { operationId: "x.get" });
    expect(error).toMatchObject({ field, operationId: "x.get", message: `x.get: ${field} ${problem}` });
  });

  test("puts the name of a group before the field and before the nearest option", () => {
    expect(check(null, { below: "retry" }).message).toBe("retry must be an object");
    expect(check({ abort: 1 }, { below: "retry" }).field).toBe("retry.abort");
    expect(check({ abrot: 1 }, { below: "retry" }).message).toContain("did you mean retry.abort?");
  });

  test("uses the caller's names and words for an input that is no object of options", () => {
    const names = { whole: "fault", unknownKey: "is not part of a fault" };
    const fault = z.strictObject({ times: z.number() });
    const messageFor = (value: unknown) => thrown(() => checkInput(fault, value, names), "input").message;
    expect(messageFor(5)).toBe("fault must be of type object");
    expect(messageFor({ times: "x" })).toBe("times must be of type number");
    expect(messageFor({ times: 1, time: 1 })).toBe("time is not part of a fault");
  });

  test("checks the options that an object inherits", () => {
    expect(check(Object.create({ abort: 1 })).field).toBe("abort");
  });
});

test("checkInput gives the same errors if the program configures a locale of zod", () => {
  const errors = () => [check({ inner: { size: "x" } }), check({ inner: 5 }), check({ abort: 1 })];
  const described = () => errors().map(({ field, message }) => ({ field, message }));
  const expected = described();
  z.config(z.locales.de());
  const inGerman = described();
  z.config(z.locales.en());
  expect(inGerman).toEqual(expected);
  expect(expected.map(({ field }) => field)).toEqual(["inner.size", "inner", "abort"]);
});
