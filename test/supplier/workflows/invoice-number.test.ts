import { describe, expect, it } from "vitest";
import { foundInvoicesOf } from "../../../src/supplier/index.js";
import { failure } from "../../support/errors.js";
import { groups, openWorld, pdf, type World } from "./workflow-world.js";

/** A client before whose invoice another caller comes and goes; the answer to its own may be lost as well. */
function lateCaller({ sandbox, another, group }: World, other: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  return another({
    fetch: async (url, init) => {
      if (init.method === "POST") {
        done ??= other();
        await done;
      }
      return sandbox.fetch(url, init);
    },
  })[group];
}

describe.each(groups)("a number that another invoice of %s has", (group) => {
  const archived = async () => {
    const world = await openWorld(group);
    const id = await world.approved();
    await world.requests.invoice(id, { number: "2026-1" });
    world.sandbox.clock.advance({ days: 1 });
    return { world, id };
  };
  const assertNoPdf = ({ sandbox }: World) =>
    sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 0 });

  it("is not taken for one's own after a refusal", async () => {
    const { world, id } = await archived();
    const late = lateCaller(world, async () => {
      await world.requests.invoice(id, { number: "2026-2", total: -9.99 });
      world.sandbox.fail({ operation: `${group}.invoices.create`, with: { status: 409 } });
    });
    const error = await failure(late.invoice(id, { number: "2026-2", total: -10, pdf }), "conflict");
    expect(error.message).toContain("The invoice with this number has another total: use a new number");
    expect(foundInvoicesOf(error)).toMatchObject([{ total: 129.5 }, { number: "2026-2", total: -9.99 }]);
    assertNoPdf(world);
  });

  it("is one's own on another date: around midnight two runs of a job have different ones", async () => {
    const world = await openWorld(group);
    const id = await world.approved();
    const late = lateCaller(world, () =>
      world.requests.invoice(id, { number: "2026-1", date: "2026-06-16" }),
    );
    expect(await late.invoice(id, { number: "2026-1", pdf })).toMatchObject({ created: false });
  });

  it("is not taken for one's own after a lost answer", async () => {
    const { world, id } = await archived();
    const late = lateCaller(world, async () => {
      await world.requests.invoice(id, { number: "2026-2", total: -9.99 });
      world.sandbox.fail({ operation: `${group}.invoices.create`, with: "reset" });
    });
    const error = await failure(late.invoice(id, { number: "2026-2", total: -10, pdf }), "connection");
    expect(error.outcome).toBe("unknown");
    expect(foundInvoicesOf(error)).toHaveLength(2);
    assertNoPdf(world);
  });

  it("is refused before anything is sent, for another total", async () => {
    const { world, id } = await archived();
    for (const total of [-20, 129.49]) {
      const call = world.requests.invoice(id, { number: "2026-1", pdf, total });
      expect((await failure(call, "precondition")).violations).toMatchObject([
        { code: "RULE-INVOICE-NUMBER", context: { fieldName: "invoiceNumber" } },
      ]);
    }
    assertNoPdf(world);
  });

  it.each([{ total: 129.5 }, { date: "2026-06-14" }, { outstanding: 0 }, { outstanding: 5 }, {}])(
    "is that of the same invoice, when a job that was interrupted runs again with %j",
    async (again) => {
      const { world, id } = await archived();
      const run = world.requests.invoice(id, { number: "2026-1", pdf, ...again });
      expect(await run).toMatchObject({ created: false });
      world.sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 1 });
    },
  );

  it("is refused without a total if that invoice is below zero, also in the archive", async () => {
    const { world, id } = await archived();
    await world.requests.invoice(id, { number: "2026-2", total: -10 });
    const error = await failure(world.requests.invoice(id, { number: "2026-2", pdf }), "precondition");
    expect(error.violations).toMatchObject([{ code: "RULE-INVOICE-NUMBER" }]);
    assertNoPdf(world);
  });
});

describe("a number that is used again without a total before the archive", () => {
  it("is refused if that invoice is a discount, and not if this one is to be", async () => {
    const { requests, approved } = await openWorld("damageServiceRequests");
    const id = await approved();
    await requests.invoice(id, { number: "2026-1", total: -10, discount: true });
    const refused = async () =>
      expect((await failure(requests.invoice(id, { number: "2026-1" }), "precondition")).message).toContain(
        "RULE-INVOICE-NUMBER: The request already has an invoice with this number over -10 euros",
      );
    await refused();
    await requests.invoice(id, { number: "2026-2" });
    await refused();
    expect(await requests.invoice(id, { number: "2026-2" })).toMatchObject({ created: false });
    expect(await requests.invoice(id, { number: "2026-1", discount: true })).toMatchObject({
      created: false,
    });
    const call = requests.invoice(id, { number: "2026-2", discount: true });
    await failure(call, "precondition");
  });

  it.each([50, -10])(
    "is that of the same invoice, although the service says that %j is outstanding after it",
    async (amount) => {
      const { sandbox, another, group, requests, approved } = await openWorld();
      const id = await approved();
      const { invoiceId } = await requests.invoice(id, { number: "2026-1" });
      const fetch = async (url: string, init: RequestInit) => {
        const answer = await sandbox.fetch(url, init);
        const text = (await answer.text()).replace(
          '"totalAmountToInvoice":0',
          `"totalAmountToInvoice":${amount}`,
        );
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
      const { invoice } = another({ fetch })[group];
      expect(await invoice(id, { number: "2026-1" })).toMatchObject({ invoiceId, created: false });
    },
  );
});

describe.each(groups)("who created an invoice of %s", (group) => {
  it("is not known if the answer was lost", async () => {
    const { sandbox, requests, approved } = await openWorld(group);
    const id = await approved();
    sandbox.fail({ operation: `${group}.invoices.create`, when: "after-commit", with: "reset" });
    expect(await requests.invoice(id, { number: "2026-1" })).toMatchObject({ created: undefined });
    expect(await requests.invoice(id, { number: "2026-1" })).toMatchObject({ created: false });
  });

  it("is another caller after a refusal", async () => {
    const world = await openWorld(group);
    const id = await world.approved();
    const late = lateCaller(world, () => world.requests.invoice(id, { number: "2026-1" }));
    expect(await late.invoice(id, { number: "2026-1" })).toMatchObject({ created: false });
  });
});

describe("an unknown outcome", () => {
  const advice = "wait, and read the list of invoices before you call it again";

  it("of a credit asks to wait, since nothing keeps a second one away", async () => {
    const { sandbox, requests, approved } = await openWorld();
    const id = await approved();
    await requests.invoice(id, { number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    const credit = { number: "2026-2", total: -10 };
    for (const lost of [["create"], ["create", "list"]] as const) {
      for (const call of lost)
        sandbox.fail({
          operation: `serviceRequests.invoices.${call}`,
          with: "reset",
          skip: call === "list" ? 1 : 0,
        });
      const error = await failure(requests.invoice(id, credit), "connection");
      expect([error.outcome, error.message.endsWith(advice)]).toEqual(["unknown", true]);
    }
    // A refusal leaves nothing open.
    const refused = await failure(
      requests.invoice(id, { ...credit, total: -500, invoiced: 1000 }),
      "validation",
    );
    expect(refused.message).not.toContain(advice);
  });

  it("of a debit does not: a second one cannot be made", async () => {
    const { sandbox, requests, approved } = await openWorld();
    const id = await approved();
    sandbox.fail({ operation: "serviceRequests.invoices.create", with: "reset" });
    const error = await failure(requests.invoice(id, { number: "2026-1" }), "connection");
    expect(error.message).toContain("The request has no invoice now");
    expect(error.message).not.toContain(advice);
  });
});
