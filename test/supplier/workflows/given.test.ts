import { describe, expect, it } from "vitest";
import { groups, setUp } from "../support.js";

describe.each(groups)("what a caller changes as soon as it has called a workflow of %s", (group) => {
  it("does not reach the bytes of a PDF", async () => {
    const { requests, createApproved } = await setUp(group);
    const id = await createApproved();
    const pdf = new TextEncoder().encode("%PDF-1.7 first");
    const call = requests.invoice(id, { number: "2026-1", vatLines: [], pdf });
    pdf.fill(0);
    const { blob } = await requests.invoices.pdf.get(id, (await call).invoiceId);
    expect(await blob.text()).toBe("%PDF-1.7 first");
  });

  it("does not reach the reason why a request is not invoiced", async () => {
    const { sandbox, createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    const sent: unknown[] = [];
    const fetch = (url: string, init: RequestInit) => {
      if (init.body) sent.push(init.body);
      return sandbox.fetch(url, init);
    };
    const reason = { reason: "first" };
    const call = createClient({ fetch })[group].markNotInvoiced(id, reason);
    reason.reason = "second";
    await call;
    expect(sent).toEqual(['{"reason":"first"}']);
  });

  it("does not end it, if it closes the client", async () => {
    const { createClient, createApproved } = await setUp(group);
    const id = await createApproved();
    const client = createClient();
    const call = client[group].invoice(id, { number: "2026-1", vatLines: [] });
    await client.close();
    expect((await call).created).toBe(true);
  });
});
