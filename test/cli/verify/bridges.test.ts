import { describe, expect, it } from "vitest";
import { descriptions } from "../../../src/cli/apis.js";
import { FoundBridges } from "../../../src/cli/verify/bridges.js";
import { findDifferences } from "../../../src/document/validator.js";

/** The bridges for one operation, after these responses of it; names with `secret` contain a value. */
function bridgesFor(operationId: string, bodies: readonly unknown[], status = 200) {
  const found = new FoundBridges(descriptions.supplier, (pointer) => pointer.includes("secret"));
  for (const body of bodies) {
    const response = { operationId, status, headers: new Headers({ "content-type": "application/json" }), body };
    found.apply(response, findDifferences(response));
  }
  return found;
}

const component = { regCode: "2104", operation: { code: "12" }, description: "Brakes" };
const priced = (price: unknown) => ({ components: [{ ...component, serviceLevel: { price } }] });

describe("the bridges that verify finds", () => {
  const price = "/components/*/serviceLevel/price";

  it("read numbers that are texts", () => {
    expect(bridgesFor("contracts.components", [priced("95.50")]).toAdapters()["contracts.components"]).toEqual({
      bridges: [{ at: price, form: "decimal text" }],
    });
  });

  it("read none if one response has a text that they cannot read: 1.250 beside 95,50 is more than a thousand", () => {
    expect(bridgesFor("contracts.components", [priced("1.250"), priced("95,50")]).isEmpty).toBe(true);
    expect(bridgesFor("contracts.components", [priced("95,50"), priced("1.250")]).isEmpty).toBe(true);
  });

  it("contain no name in which there is a value", () => {
    const { components } = priced(95.5);
    const bodyIn = (name: string) => ({ [name]: { components } });
    expect(bridgesFor("contracts.components", [bodyIn("result")]).isEmpty).toBe(false);
    expect(bridgesFor("contracts.components", [bodyIn("my-secret")]).isEmpty).toBe(true);
  });
});
