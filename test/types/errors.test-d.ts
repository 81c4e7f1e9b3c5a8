import {
  type RegApiError,
  type RegConflictError,
  RegError,
  type RegPreconditionError,
  type RegRateLimitError,
} from "@reg/sdk";
import { expectTypeOf, test } from "vitest";

declare const error: unknown;

test("RegError.is narrows to the class of the kind or code", () => {
  if (RegError.is(error)) expectTypeOf(error).toEqualTypeOf<RegError>();
  if (RegError.is(error, "api")) expectTypeOf(error).toEqualTypeOf<RegApiError>();
  if (RegError.is(error, "conflict")) expectTypeOf(error).toEqualTypeOf<RegConflictError>();
  if (RegError.is(error, "rate-limit")) expectTypeOf(error).toEqualTypeOf<RegRateLimitError>();
  if (RegError.is(error, "REG-INV000105"))
    expectTypeOf(error).toEqualTypeOf<RegApiError | RegPreconditionError>();
  if (RegError.is(error, "timeout")) expectTypeOf(error.limit).toEqualTypeOf<"timeout" | "deadline">();
});

test("a misspelt kind or code does not compile", () => {
  // @ts-expect-error not a kind
  RegError.is(error, "conflicts");
  // @ts-expect-error not a code
  RegError.is(error, "INV000105");
});
