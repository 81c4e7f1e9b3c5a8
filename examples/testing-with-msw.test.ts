/** Tests a backend with msw, which replaces the network: the backend needs no option for its tests. */
import { createMswHandlers } from "@reg/sdk/msw";
import { createSandbox } from "@reg/sdk/sandbox";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createWorkshop } from "./backend/workshop.js";

const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
const server = setupServer(...createMswHandlers(sandbox));
const { baseUrl, token } = sandbox.supplier;
const workshop = createWorkshop({ baseUrl, token: await token() });
const oilService = {
  licensePlate: "AB-123-C",
  workOrderNumber: "WO-2041",
  workshopDate: "2026-06-15",
  price: 129.5,
};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

// These assertions hold for every test.
afterEach(() => {
  sandbox.journal.assertNoDuplicateCreates();
  sandbox.journal.assertMostInAnyMinute(5000);
});

async function planned() {
  sandbox.lessor.decideBy({ decide: "Approved" });
  return workshop.plan(oilService);
}

const proceed = (id: string) => workshop.proceed(id, "2026-0417", "2026-06-15");

it("invoices the lines that the lessor approves", async () => {
  const id = await planned();
  expect(await proceed(id)).toBe("invoiced");
  expect(Object.keys(sandbox.journal.calls())).toContain("serviceRequests.invoices.create");
});

it("does not invoice twice when the response is lost", async () => {
  const id = await planned();
  sandbox.fail({ operation: "serviceRequests.invoices.create", when: "after-commit", with: "reset" });
  expect(await proceed(id)).toBe("invoiced");
  sandbox.clock.advance({ days: 1 }); // past midnight in Amsterdam: the request is archived, its invoice stays
  expect(await workshop.invoice(id, "2026-0417", "2026-06-15")).toBe("invoiced");
  sandbox.journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});

it("passes on a rejected invoice and succeeds with the next attempt", async () => {
  const id = await planned();
  sandbox.fail({ operation: "serviceRequests.invoices.create", with: { code: "REG-INV000105" } });
  await expect(proceed(id)).rejects.toThrow("REG-INV000105");
  expect(await proceed(id)).toBe("invoiced");
});

it("reports that the lessor asks for a call", async () => {
  sandbox.lessor.decideBy({ decide: "CallLessor" });
  const id = await workshop.plan(oilService);
  expect(await proceed(id)).toBe("call the lessor");
});
