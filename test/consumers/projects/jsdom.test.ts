/**
 * Runs in Jest, whose jsdom has neither a TextDecoder nor a Response.
 *
 * @jest-environment jsdom
 */
import { createSupplierClient } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";

test("one error names the environment to use", () => {
  const create = () => createSupplierClient({ baseUrl: "https://api.reg.invalid", token: "opaque" });
  for (const each of [createSandbox, create]) expect(each).toThrow("In Jest and Vitest, use the environment node");
});
