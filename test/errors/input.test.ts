import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  aFunction,
  aName,
  booleanOr,
  checkInput,
  count,
  countLimit,
  delay,
  either,
  falseOr,
  listOf,
  optionsSchema,
  positiveTime,
  priority,
  takeOptions,
  timeLimit,
  trueOrFalse,
  waitLimit,
} from "../../src/errors/input.js";
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

describe("takeOptions", () => {
  const schema = optionsSchema<{ size?: number; call?: () => unknown }>({ size: count(1), call: aFunction });

  test("copies what an object has and inherits, and binds the methods of its class", () => {
    const fromGetter = () => 1;
    class Settings {
      readonly #answer = 42;
      get size() {
        return 7;
      }
      call() {
        return this.#answer;
      }
    }
    class Derived extends Settings {}
    const taken = takeOptions(schema, new Derived());
    expect([taken.size, taken.call?.()]).toEqual([7, 42]);
    class WithGetter {
      get call() {
        return fromGetter;
      }
    }
    expect(takeOptions(schema, new WithGetter()).call).toBe(fromGetter);
    expect(takeOptions(schema, { call: fromGetter })).toEqual({ call: fromGetter });
  });

  test("rejects a getter that throws later", () => {
    let reads = 0;
    const settings = {
      get size() {
        if (reads++ > 0) throw new Error("secret");
        return 1;
      },
    };
    expect(thrown(() => takeOptions(schema, settings), "input").message).not.toContain("secret");
  });
});

const sizes = optionsSchema<Inner>({ size: count(1) });

describe("the schemas of options", () => {
  test.each([
    [delay, [0, 0.5], [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null]],
    [positiveTime, [0.5], [0, Number.NaN, Number.POSITIVE_INFINITY, "1"]],
    [timeLimit, [0.5, Number.POSITIVE_INFINITY], [0, Number.NaN, Number.NEGATIVE_INFINITY]],
    [waitLimit, [0, Number.POSITIVE_INFINITY], [-1, Number.NaN]],
    [countLimit, [0, 2, Number.POSITIVE_INFINITY], [-1, 0.5, 2 ** 53]],
    [count(1), [1, 2], [0, 1.5, 2 ** 53, "1"]],
    [priority, [0, 9], [-1, 10, 0.5, "1"]],
    [aName, ["a", "é".repeat(40)], ["", "a".repeat(41), "a\nb", 1]],
    [either("a", "b"), ["a", "b"], ["c", 1, undefined, ["a"]]],
    [booleanOr(sizes), [true, false, { size: 1 }], ["true", { size: 0 }]],
    [falseOr(sizes), [false, { size: 1 }], [true, { size: 0 }]],
    [listOf(sizes, "must be a list"), [[], [{ size: 1 }]], [{}, [true], [{}, { size: 0 }]]],
  ])("%#: accept what fits, and nothing else", (each, accepted, rejected) => {
    for (const value of accepted) expect(() => checkInput(each, value)).not.toThrow();
    for (const value of rejected) expect(() => checkInput(each, value), String(value)).toThrow();
  });

  test("name the entry of a list, and the field in it", () => {
    const list = listOf(sizes, "must be a list of sizes");
    const messageFor = (value: unknown) => thrown(() => checkInput(list, value, { below: "sizes" }), "input").message;
    expect(messageFor({})).toBe("sizes must be a list of sizes");
    expect(messageFor([{}, { size: 0 }])).toBe("sizes.1.size must be a whole number from 1");
    expect(messageFor([{}, { sise: 1 }])).toBe("sizes.1.sise is not an option; did you mean sizes.1.size?");
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
