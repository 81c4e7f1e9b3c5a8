import { type AnyRegError, type ErrorProblem, RegPreconditionError } from "@reg/sdk";
import { describe as describeError, type ErrorText, en, nl, type Texts } from "@reg/sdk/texts";
import { describe, expectTypeOf, test } from "vitest";

// This file is compiled and never run. A @ts-expect-error fails the compilation if the next line is correct.

const error = new RegPreconditionError([]);

describe("texts", () => {
  test("are those of a language, or your own", () => {
    expectTypeOf(describeError(error, { language: "nl" })).toEqualTypeOf<ErrorText[]>();
    expectTypeOf(describeError(error as AnyRegError, { language: nl })).toEqualTypeOf<ErrorText[]>();
    expectTypeOf<ErrorText["line"]>().toEqualTypeOf<ErrorProblem["line"]>();
    // @ts-expect-error there is no such language
    describeError(error, { language: "fr" });
    // @ts-expect-error the language is not left to chance
    describeError(error, {});
  });

  test("do not compile without the text of a rule, a code, a kind, a form or a phase", () => {
    const { reading: _rule, ...rules } = en.rules;
    const { "REG-SVC000190": _code, ...codes } = en.codes;
    const { timeout: _kind, ...kinds } = en.kinds;
    const { euros: _form, ...forms } = en.forms;
    const { Draft: _phase, ...phases } = en.phases;
    // @ts-expect-error a rule
    expectTypeOf({ ...en, rules }).toExtend<Texts>();
    // @ts-expect-error a code
    expectTypeOf({ ...en, codes }).toExtend<Texts>();
    // @ts-expect-error a kind
    expectTypeOf({ ...en, kinds }).toExtend<Texts>();
    // @ts-expect-error a form
    expectTypeOf({ ...en, forms }).toExtend<Texts>();
    // @ts-expect-error a phase
    expectTypeOf({ ...en, phases }).toExtend<Texts>();
  });

  test("can use the values of their rule, and no others", () => {
    const own: Partial<Texts["rules"]> = {
      "debit-amount": ({ field, total, outstanding }) => `${field} is ${total}, not ${outstanding}.`,
      // @ts-expect-error it has no such value
      "vat-total": ({ outstanding }) => String(outstanding),
    };
    expectTypeOf(own["debit-amount"]).not.toBeNever();
  });
});
