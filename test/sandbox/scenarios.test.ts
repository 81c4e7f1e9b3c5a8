import { scenarioNames } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { untyped } from "../support/untyped.js";
import { open, refusal, repair } from "./support.js";

describe("a scenario", () => {
  it.each([
    ["draft", "Draft"],
    ["lessor", "ApprovalRequested"],
    ["response", "Denied"],
    ["invoicing", "Approved"],
    ["invoiced", "Approved"],
  ] as const)("named %s has a request with the status %s", async (name, status) => {
    const { sandbox, supplier } = await open();
    const ids = await sandbox.seed(name);
    expect(Object.keys(ids)).toEqual([name]);
    const request = await supplier.serviceRequests.get(ids[name] ?? "");
    expect(request.status).toBe(status);
    expect(request.invoicing?.totalAmountInvoiced).toBe(name === "invoiced" ? 129.5 : 0);
  });

  it("named archived has an archived request with its invoice", async () => {
    const { sandbox, supplier } = await open();
    const { archived = "" } = await sandbox.seed("archived");
    expect(await refusal(supplier.serviceRequests.get(archived))).toEqual([410]);
    expect(await supplier.serviceRequests.invoices.list(archived)).toMatchObject({
      invoices: [{ total: 129.5 }],
    });
  });

  it("named every-phase has a request in each phase, a rental and damages", async () => {
    const { sandbox, supplier } = await open();
    const ids = await sandbox.seed("every-phase");
    const listed = (await supplier.serviceRequests.list()).serviceRequests.map(({ id, status }) => [id, status]);
    expect(listed).toEqual([
      [ids["draft"], "Draft"],
      [ids["lessor"], "ApprovalRequested"],
      [ids["response"], "Denied"],
      [ids["invoicing"], "Approved"],
      [ids["invoiced"], "Approved"],
      [ids["rental"], "ApprovalRequested"],
    ]);
    expect((await supplier.damageServiceRequests.list()).serviceRequests.map(({ id }) => id)).toEqual([
      ids["damage"],
      ids["damage-draft"],
    ]);
    expect(await refusal(supplier.serviceRequests.get(ids["archived"] ?? ""))).toEqual([410]);
  });

  it("has an invoice with a PDF where it is invoiced", async () => {
    const { sandbox, supplier } = await open();
    const { invoiced } = await sandbox.seed("invoiced");
    const { invoices } = (await supplier.serviceRequests.invoices.list(invoiced)) as { invoices: { id: number }[] };
    const [{ id } = { id: 0 }] = invoices;
    expect(await supplier.serviceRequests.invoices.pdf.get(invoiced, id)).toMatchObject({ type: "application/pdf" });
  });

  it("has equal ids for equal seeds, and leaves no entry in the journal", async () => {
    const one = await open();
    const other = await open();
    expect(await one.sandbox.seed("every-phase")).toEqual(await other.sandbox.seed("every-phase"));
    expect(one.sandbox.journal.entries).toEqual([]);
  });

  it("is not affected by limit, faults, policy and held invoices", async () => {
    const { sandbox } = await open({ rateLimit: { limit: 1 } });
    const fault = sandbox.fail({ operation: "*", times: 100, with: "reset" });
    sandbox.lessor.decideBy({});
    sandbox.holdInvoices();
    await sandbox.seed("invoiced");
    expect(fault.happened).toBe(0);
  });

  it("changes nothing if it conflicts with existing requests", async () => {
    const { sandbox, supplier } = await open();
    const vehicle = { licensePlate: "KL-012-M", partialVin: "JF123456" };
    const { id } = await supplier.serviceRequests.create(repair({ vehicle }));
    await expect(sandbox.seed("every-phase")).rejects.toThrow("scenario does not fit what the sandbox holds");
    expect((await supplier.serviceRequests.list()).serviceRequests.map((each) => each.id)).toEqual([id]);
  });

  it("does not affect concurrent calls, even if it fails", async () => {
    const { sandbox, supplier } = await open();
    await sandbox.seed("draft");
    const failing = expect(sandbox.seed("every-phase")).rejects.toThrow(
      "so reset that first: The vehicle already has an open request for repair, maintenance or tires: add",
    );
    const vehicle = { licensePlate: "DE-456-F" };
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => supplier.damageServiceRequests.create({ status: "Draft", vehicle })),
    );
    await failing;
    for (const { id } of ids) await supplier.damageServiceRequests.get(id);
    expect((await supplier.damageServiceRequests.list()).serviceRequests).toHaveLength(20);
  });

  it("is rejected if its name is unknown", async () => {
    const { sandbox } = await open();
    await expect(sandbox.seed(untyped("busy"))).rejects.toThrow(`scenario is not one of ${scenarioNames.join(", ")}`);
  });
});
