import { test } from "vitest";
import { RegInputError } from "../../../../src/errors/errors.js";
import { canarySecret, canaryToken } from "../../canaries.js";

test("makes an error that shows a token, and drops it", () => {
  new RegInputError("field", `must not be ${canaryToken}`);
});

test("prints a secret", () => {
  console.log({ deep: { clientSecret: canarySecret } });
});

test("makes an error without a secret", () => {
  new RegInputError("field", "must be something else");
});
