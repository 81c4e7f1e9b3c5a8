/** Tests a backend in process, with `fetch: sandbox.fetch` and the clock of the sandbox. */
import { createSandbox } from "@reg/sdk/sandbox";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWorkshop } from "./backend/workshop.js";

const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
const { baseUrl, token } = sandbox.supplier;
const { fetch, clock, lessor, journal } = sandbox;
const workshop = createWorkshop({ baseUrl, token: await token(), fetch, clock });

beforeEach(() => sandbox.reset());
afterEach(() => {
  journal.assertNoDuplicateCreates();
  journal.assertMostInAnyMinute(5000);
});

const plan = () =>
  workshop.plan({
    licensePlate: "AB-123-C",
    workOrderNumber: "WO-2041",
    workshopDate: "2026-06-15",
    price: 129.5,
  });
const proceed = (id: string) => workshop.proceed(id, "2026-0417", "2026-06-15");

it("invoices after the lessor has approved, two hours later", async () => {
  lessor.decideBy({ after: { hours: 2 } });
  const id = await plan();
  expect(await proceed(id)).toBe("waiting");
  clock.advance({ hours: 2 });
  expect(await proceed(id)).toBe("invoiced");
  journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});

it("cancels the lines that the lessor denies and resubmits the others", async () => {
  lessor.decideBy({ decide: ({ price = 0 }) => (price > 100 ? "Denied" : "Approved") });
  const id = await plan();
  expect(await proceed(id)).toBe("resubmitted");
  journal.assertCalls({ "serviceRequests.components.cancel": 1, "serviceRequests.patch": 1 });
});

it("does not invoice twice when the response is lost", async () => {
  const id = await plan();
  lessor.approve(id);
  const lost = sandbox.fail({
    operation: "serviceRequests.invoices.create",
    when: "after-commit",
    with: "reset",
  });
  expect(await proceed(id)).toBe("invoiced");
  expect(lost.happened).toBe(1);
  journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});

it("finds the invoice of a request that was archived at midnight in Amsterdam", async () => {
  const id = await plan();
  lessor.approve(id);
  await proceed(id);
  clock.set("2026-06-15T22:00:00Z");
  await expect(proceed(id)).rejects.toMatchObject({ kind: "archived", status: 410 });
  expect(await workshop.invoice(id, "2026-0417", "2026-06-15")).toBe("invoiced");
  journal.assertCalls({ "serviceRequests.invoices.create": 1 });
});
