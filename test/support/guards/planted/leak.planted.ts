import { test } from "vitest";
import { RegInputError } from "../../../../src/errors/errors.js";
import { canarySecret, canaryToken } from "../../canaries.js";

test("creates an error that contains a token, and ignores it", () => {
  new RegInputError("field", `must not be ${canaryToken}`);
});

test("prints a secret", () => {
  console.log({ deep: { clientSecret: canarySecret } });
});

test("creates an error without a secret", () => {
  new RegInputError("field", "must be something else");
});
