import { lineFor } from "@reg/sdk";
import { totalOf } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { setUp } from "../../supplier/support.js";
import { brakes, readMistake } from "./support.js";

describe("totalOf", () => {
  it("adds the subcomponents of a line", () => {
    const line = lineFor(brakes, { reason: "10", price: 22.5, subcomponents: [{ code: "2203", price: 213.5 }] });
    expect(totalOf(line)).toBe("236.00");
  });

  it.each([
    [{ price: 0.1, subcomponents: [{ price: 0.2 }] }, "0.30"],
    [{ price: 1.005, subcomponents: [{ price: 1.005 }] }, "2.02"],
    [{ price: -12.35, subcomponents: [{ price: 2 }] }, "-10.35"],
    [{ price: "129.50" as never }, "129.50"],
    [{ price: 5, value: "3" }, "5.00"],
    [{ subcomponents: [{}] }, "0.00"],
    [{ components: [] }, "0.00"],
    [{ price: null as never }, "0.00"],
    [{ price: 9_999_999_999.99, subcomponents: [{ price: 0.01 }] }, "10000000000.00"],
  ])("is exact: %j", (priced, total) => {
    expect(totalOf(priced)).toBe(total);
  });

  it("adds the lines of a request, but not those that are cancelled", () => {
    const status = (code: string) => ({ status: { code } });
    const components = [
      { price: 1, ...status("Denied") },
      { price: 10, subcomponents: [{ price: 20 }], ...status("Approved") },
      { price: 100, ...status("Cancelled") },
      { price: 1000, ...status("CancellationApproved") },
      { price: 10_000, ...status("CancellationDenied") },
    ];
    expect(totalOf({ components })).toBe("10031.00");
  });

  it("is the amount that is then approved", async () => {
    const { sandbox, requests, createDraft } = await setUp();
    const id = await createDraft({ status: "ApprovalRequested" });
    const asked = await requests.get(id);
    expect(asked.invoicing?.totalAmountApproved).toBe(0);
    sandbox.lessor.approve(id);
    const { invoicing } = await requests.get(id);
    expect(Number(totalOf(asked))).toBe(invoicing?.totalAmountApproved);
  });

  it.each([
    ["price", { price: "1,5" }],
    ["subcomponents[0].price", { subcomponents: [{ price: Number.NaN }] }],
    ["components[1].price", { components: [{}, { price: true }] }],
    ["components[0].subcomponents[1].price", { components: [{ subcomponents: [{}, { price: {} }] }] }],
    ["priced", { components: 7 }],
  ])("rejects a price that cannot be read: %s", (field, priced) => {
    expect(readMistake(() => totalOf(priced as never)).field).toBe(field);
  });
});
