import { inspect } from "node:util";
import { foundInvoicesOf, type InvoiceOptions, RegError } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { failure } from "../../support/errors.js";
import { describeEnd, groups, listInvoices, listViolations, pdf, type Setup, setUp } from "../support.js";

/** Creates a client whose first POST waits until another caller has finished. */
function createLateCaller({ sandbox, createClient, group }: Setup, other: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  return createClient({
    fetch: async (url, init) => {
      if (init.method === "POST") {
        done ??= other();
        await done;
      }
      return sandbox.fetch(url, init);
    },
  })[group];
}

describe.each(groups)("the number of an existing invoice of %s", (group) => {
  const archived = async () => {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    await setup.requests.invoice(id, { vatLines: [], number: "2026-1" });
    setup.sandbox.clock.advance({ days: 1 });
    return { setup, id };
  };
  const assertNoPdf = ({ sandbox }: Setup) => sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 0 });

  it("is not accepted after a 409 if the total differs", async () => {
    const { setup, id } = await archived();
    const late = createLateCaller(setup, async () => {
      await setup.requests.invoice(id, { vatLines: [], number: "2026-2", total: -9.99 });
      setup.sandbox.fail({ operation: `${group}.invoices.create`, with: { status: 409 } });
    });
    const error = await failure(late.invoice(id, { vatLines: [], number: "2026-2", total: -10, pdf }), "conflict");
    expect(error.message).toContain("The invoice with this number has another total: use a new number");
    expect(foundInvoicesOf(error)).toMatchObject([{ total: 129.5 }, { number: "2026-2", total: -9.99 }]);
    assertNoPdf(setup);
  });

  it("is accepted after a 409 if only the date differs, as for two runs of a job around midnight", async () => {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    const late = createLateCaller(setup, () =>
      setup.requests.invoice(id, { vatLines: [], number: "2026-1", date: "2026-06-16" }),
    );
    expect(await late.invoice(id, { vatLines: [], number: "2026-1", pdf })).toMatchObject({ created: false });
  });

  it("is not accepted after a lost response if the total differs", async () => {
    const { setup, id } = await archived();
    const late = createLateCaller(setup, async () => {
      await setup.requests.invoice(id, { vatLines: [], number: "2026-2", total: -9.99 });
      setup.sandbox.fail({ operation: `${group}.invoices.create`, with: "reset" });
    });
    const error = await failure(late.invoice(id, { vatLines: [], number: "2026-2", total: -10, pdf }), "connection");
    expect(error.outcome).toBe("unknown");
    expect(foundInvoicesOf(error)).toHaveLength(2);
    assertNoPdf(setup);
  });

  it("is rejected for another total before anything is sent", async () => {
    const { setup, id } = await archived();
    for (const total of [-20, 129.49]) {
      const call = setup.requests.invoice(id, { vatLines: [], number: "2026-1", pdf, total });
      expect((await failure(call, "precondition")).violations).toMatchObject([
        { code: "RULE-INVOICE-NUMBER", context: { fieldName: "invoiceNumber" }, values: { total: "129.50" } },
      ]);
    }
    assertNoPdf(setup);
  });

  it.each([{ total: 129.5 }, { date: "2026-06-14" }, { outstanding: 0 }, { outstanding: 5 }, {}])(
    "is accepted when an interrupted job runs again with %j",
    async (again) => {
      const { setup, id } = await archived();
      const run = setup.requests.invoice(id, { vatLines: [], number: "2026-1", pdf, ...again });
      expect(await run).toMatchObject({ created: false });
      setup.sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 1 });
    },
  );

  it("is rejected without a total if that invoice is below zero, also in the archive", async () => {
    const { setup, id } = await archived();
    await setup.requests.invoice(id, { vatLines: [], number: "2026-2", total: -10 });
    const error = await failure(setup.requests.invoice(id, { vatLines: [], number: "2026-2", pdf }), "precondition");
    expect(error.violations).toMatchObject([{ code: "RULE-INVOICE-NUMBER" }]);
    assertNoPdf(setup);
  });
});

describe("the number of an existing invoice without a total before the archive", () => {
  it("is rejected if one of the two invoices is a discount and the other is not", async () => {
    const { requests, createApproved } = await setUp("damageServiceRequests");
    const id = await createApproved();
    await requests.invoice(id, { vatLines: [], number: "2026-1", total: -10, discount: true });
    const expectRejection = async () =>
      expect(
        (await failure(requests.invoice(id, { vatLines: [], number: "2026-1" }), "precondition")).message,
      ).toContain("RULE-INVOICE-NUMBER: The request already has an invoice with this number over -10.00 euros");
    await expectRejection();
    await requests.invoice(id, { vatLines: [], number: "2026-2" });
    await expectRejection();
    expect(await requests.invoice(id, { vatLines: [], number: "2026-2" })).toMatchObject({ created: false });
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1", discount: true })).toMatchObject({
      created: false,
    });
    const call = requests.invoice(id, { vatLines: [], number: "2026-2", discount: true });
    await failure(call, "precondition");
  });
});

describe.each(groups)("the field created of an invoice of %s", (group) => {
  it("is undefined if the response was lost", async () => {
    const { sandbox, requests, createApproved } = await setUp(group);
    const id = await createApproved();
    sandbox.fail({ operation: `${group}.invoices.create`, when: "after-commit", with: "reset" });
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({ created: undefined });
    expect(await requests.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({ created: false });
  });

  it("is false if another caller was faster", async () => {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    const late = createLateCaller(setup, () => setup.requests.invoice(id, { vatLines: [], number: "2026-1" }));
    expect(await late.invoice(id, { vatLines: [], number: "2026-1" })).toMatchObject({ created: false });
  });
});

describe("the error after an unknown outcome", () => {
  const advice = "wait longer than the timeout of a call, and read the list of invoices before you call it again";

  it("of a credit advises to wait, because nothing prevents a second one", async () => {
    const { sandbox, requests, createApproved } = await setUp();
    const id = await createApproved();
    await requests.invoice(id, { vatLines: [], number: "2026-1" });
    sandbox.clock.advance({ days: 1 });
    const credit = { number: "2026-2", vatLines: [], total: -10 };
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
    // After a rejection the outcome is known.
    const rejected = await failure(requests.invoice(id, { ...credit, total: -500, invoiced: 1000 }), "validation");
    expect(rejected.message).not.toContain(advice);
  });

  it("of a debit advises to wait and to call again, because it looks for the invoice first", async () => {
    const { sandbox, requests, createApproved } = await setUp();
    const id = await createApproved();
    sandbox.fail({ operation: "serviceRequests.invoices.create", with: "reset" });
    const error = await failure(requests.invoice(id, { vatLines: [], number: "2026-1" }), "connection");
    expect(error.message).toContain("The request has no invoice now");
    expect(error.message).toMatch(
      /wait longer than the timeout of a call, and call invoice again with the same number, which looks for it first$/,
    );
  });
});

/** Finds the error of the caller who failed. */
function findFailure(results: readonly unknown[]): RegError {
  const error = results.find((result) => RegError.is(result));
  if (!RegError.is(error)) throw new Error("both callers succeeded");
  return error;
}

interface Race {
  readonly id: string;
  readonly both: readonly [InvoiceOptions, InvoiceOptions];
  /** Whether the 409 arrives before or after the response of the other caller. */
  readonly arrives: "after" | "before";
}

/** Lets two callers find no invoice and then both create one, so that one of them gets 409. */
async function race({ sandbox, createClient, group }: Setup, { id, both, arrives }: Race) {
  const release = sandbox.holdInvoices();
  const calls: Promise<unknown>[] = [];
  for (const [index, options] of both.entries()) {
    const fetch = async (url: string, init: RequestInit) => {
      const response = await sandbox.fetch(url, init);
      if (response.status === 409 && arrives === "after") {
        release();
        await calls[1 - index];
      }
      return response;
    };
    calls.push(createClient({ fetch })[group].invoice(id, options));
  }
  const results = Promise.allSettled(calls);
  await Promise.race(calls.map((call) => call.catch(() => {})));
  release();
  return (await results).map((end) => (end.status === "fulfilled" ? end.value : end.reason));
}

describe.each(groups)("two concurrent callers who invoice one request of %s", (group) => {
  const prepare = async () => {
    const setup = await setUp(group, { options: { clock: "standing" } });
    return { setup, id: await setup.createApproved() };
  };

  it("with the same number: the later one finds the invoice of the other", async () => {
    const { setup, id } = await prepare();
    const options = { number: "2026-1", vatLines: [], pdf };
    const results = await race(setup, { id, both: [options, options], arrives: "after" });
    const [invoice, ...more] = await listInvoices(setup.requests, id);
    expect(more).toEqual([]);
    const { id: invoiceId } = invoice ?? {};
    expect(results).toContainEqual(expect.objectContaining({ created: true, invoiceId }));
    expect(results).toContainEqual(expect.objectContaining({ created: false, invoiceId }));
  });

  it("with the same number: the later one gets the 409 while the other is in flight, and can call again", async () => {
    const { setup, id } = await prepare();
    const options = { number: "2026-1", vatLines: [] };
    const results = await race(setup, { id, both: [options, options], arrives: "before" });
    expect(results).toContainEqual(expect.objectContaining({ created: true }));
    const error = findFailure(results);
    expect([error.kind, foundInvoicesOf(error)]).toEqual(["conflict", []]);
    expect(error.message).toContain("The request has no invoice now. Call again with the same number");
    expect(await setup.requests.invoice(id, options)).toMatchObject({ created: false });
    expect(await listInvoices(setup.requests, id)).toHaveLength(1);
  });

  it("with different numbers: one invoice is created, and the error of the other caller names it", async () => {
    const { setup, id } = await prepare();
    const results = await race(setup, {
      id,
      both: [
        { number: "2026-1", vatLines: [] },
        { number: "2026-2", vatLines: [] },
      ],
      arrives: "after",
    });
    const [invoice, ...more] = await listInvoices(setup.requests, id);
    expect(more).toEqual([]);
    const error = findFailure(results);
    const { id: invoiceId, invoiceNumber: number } = invoice ?? {};
    expect(error.kind).toBe("conflict");
    expect(foundInvoicesOf(error)).toEqual([{ id: invoiceId, number, date: "2026-06-15", total: 129.5 }]);
    expect(error.message).toContain(`The request has these invoices now: ${invoiceId} (${number})`);
    expect(error.message).not.toContain("Noordzee");
    expect([JSON.stringify(error), inspect(error)].join()).not.toContain("129.5");
    expect(results).toContainEqual(expect.objectContaining({ created: true, invoiceId }));
  });

  it("one with invoice and one with markNotInvoiced: only one of them succeeds", async () => {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    const [invoiced, marked] = await Promise.all([
      describeEnd(setup.requests.invoice(id, { vatLines: [], number: "2026-1" })),
      describeEnd(setup.createClient()[group].markNotInvoiced(id, { reason: "Elsewhere" })),
    ]);
    expect([invoiced, marked].filter((end) => end === "resolved")).toHaveLength(1);
    const invoices = await listInvoices(setup.requests, id);
    expect(invoices).toHaveLength(invoiced === "resolved" ? 1 : 0);
  });
});

describe.each(groups)("concurrent calls of invoice of one client, for %s", (group) => {
  /**
   * Creates a request in the archive, and a client whose second create is sent only after the first one has ended.
   * `hasRead` resolves when the client reads something.
   */
  async function prepare() {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    await setup.requests.invoice(id, { number: "2026-1", vatLines: [] });
    setup.sandbox.clock.advance({ days: 1 });
    const creates: Promise<Response>[] = [];
    let tell = () => {};
    const hasRead = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const fetch = async (url: string, init: RequestInit) => {
      tell();
      if (init.method !== "POST") return setup.sandbox.fetch(url, init);
      const before = creates.at(-1);
      const response = Promise.resolve(before).then(() => setup.sandbox.fetch(url, init));
      creates.push(response);
      return response;
    };
    return { setup, id, requests: setup.createClient({ fetch })[group], hasRead };
  }

  const credit = { number: "C-1", vatLines: [], total: -50 };

  it("for one number share a run, also for a credit, and each uploads its PDF", async () => {
    const { setup, id, requests } = await prepare();
    const results = await Promise.all([1, 2].map(() => requests.invoice(id, { ...credit, pdf })));
    expect(results.map(({ created }) => created)).toEqual([true, false]);
    expect(results[1]).toEqual({ ...results[0], created: false });
    expect(await listInvoices(setup.requests, id)).toHaveLength(2);
    setup.sandbox.journal.assertCalls({ [`${group}.invoices.pdf.upload`]: 2 });
  });

  it("for other numbers do not", async () => {
    const { setup, id, requests } = await prepare();
    const results = ["C-1", "C-2"].map((number) => requests.invoice(id, { ...credit, number }));
    expect((await Promise.all(results)).map(({ created }) => created)).toEqual([true, true]);
    expect(await listInvoices(setup.requests, id)).toHaveLength(3);
  });

  it("with another total are rejected, and leave the run with the reason of their own signal", async () => {
    const { id, requests, hasRead } = await prepare();
    const controller = new AbortController();
    const first = requests.invoice(id, credit);
    const other = requests.invoice(id, { ...credit, total: -40 });
    const aborted = requests.invoice(id, { ...credit, signal: controller.signal }).catch((reason: unknown) => reason);
    await hasRead;
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    expect(await listViolations(other)).toEqual(["RULE-INVOICE-NUMBER invoiceNumber"]);
    expect((await first).created).toBe(true);
  });

  it("end by their own deadline, and the run goes on for the first one", async () => {
    const { setup, id, requests } = await prepare();
    setup.sandbox.fail({ operation: `${group}.invoices.create`, with: { delay: 5000 } });
    const first = requests.invoice(id, credit);
    const error = await failure(requests.invoice(id, { ...credit, deadline: 1000 }), "timeout");
    expect(error).toMatchObject({
      operationId: `${group}.invoice`,
      limit: "deadline",
      limitMs: 1000,
      outcome: "unknown",
    });
    expect(error.message).toMatch(/the deadline of 1000 ms for the whole workflow .* The service may have processed/);
    expect(await listInvoices(setup.requests, id)).toHaveLength(1);
    expect((await first).created).toBe(true);
  });
});
