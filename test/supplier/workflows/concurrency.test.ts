import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { RegError } from "../../../src/errors/index.js";
import type { SandboxOptions } from "../../../src/sandbox/index.js";
import { foundInvoicesOf, type InvoiceOptions } from "../../../src/supplier/index.js";
import { denied } from "./workflow-cases.js";
import {
  endOf,
  type Group,
  groups,
  invoicesOf,
  openWorld,
  otherLine,
  pdf,
  type World,
} from "./workflow-world.js";

/** The error of the one who was refused. */
function refusalIn(ends: readonly unknown[]): RegError {
  const error = ends.find((end) => RegError.is(end));
  if (!RegError.is(error)) throw new Error("nobody was refused");
  return error;
}

const standing: SandboxOptions = { clock: "standing" };

/**
 * Two callers who both find nothing invoiced and then invoice, so that one of them gets 409. That answer arrives when
 * the other caller is done, or before.
 */
async function race(
  { sandbox, another, group }: World,
  id: string,
  both: readonly [InvoiceOptions, InvoiceOptions],
  arrives: "after" | "before",
) {
  const release = sandbox.holdInvoices();
  const calls: Promise<unknown>[] = [];
  for (const [index, options] of both.entries()) {
    const fetch = async (url: string, init: RequestInit) => {
      const answer = await sandbox.fetch(url, init);
      if (answer.status === 409 && arrives === "after") {
        release();
        await calls[1 - index];
      }
      return answer;
    };
    calls.push(another({ fetch })[group].invoice(id, options));
  }
  const ends = Promise.allSettled(calls);
  await Promise.race(calls.map((call) => call.catch(() => {})));
  release();
  return (await ends).map((end) => (end.status === "fulfilled" ? end.value : end.reason));
}

describe.each(groups)("two callers who invoice one request of %s", (group) => {
  const prepare = async () => {
    const world = await openWorld(group, {}, standing);
    return { world, id: await world.approved() };
  };

  it("under the same number: who is late finds the invoice of the other", async () => {
    const { world, id } = await prepare();
    const options = { number: "2026-1", pdf };
    const ends = await race(world, id, [options, options], "after");
    const [invoice, ...more] = await invoicesOf(world.requests, id);
    expect(more).toEqual([]);
    const { id: invoiceId } = invoice ?? {};
    expect(ends).toContainEqual(expect.objectContaining({ created: true, invoiceId }));
    expect(ends).toContainEqual(expect.objectContaining({ created: false, invoiceId }));
  });

  it("under the same number: who is late gets the 409 while the other is not done, and can call again", async () => {
    const { world, id } = await prepare();
    const options = { number: "2026-1" };
    const ends = await race(world, id, [options, options], "before");
    expect(ends).toContainEqual(expect.objectContaining({ created: true }));
    const refused = refusalIn(ends);
    expect([refused.kind, foundInvoicesOf(refused)]).toEqual(["conflict", []]);
    expect(refused.message).toContain("The request has no invoice now");
    expect(await world.requests.invoice(id, options)).toMatchObject({ created: false });
    expect(await invoicesOf(world.requests, id)).toHaveLength(1);
  });

  it("under different numbers: one is made, and the error tells which", async () => {
    const { world, id } = await prepare();
    const ends = await race(world, id, [{ number: "2026-1" }, { number: "2026-2" }], "after");
    const [invoice, ...more] = await invoicesOf(world.requests, id);
    expect(more).toEqual([]);
    const refused = refusalIn(ends);
    const { id: invoiceId, invoiceNumber: number } = invoice ?? {};
    expect(refused.kind).toBe("conflict");
    expect(foundInvoicesOf(refused)).toEqual([{ id: invoiceId, number, date: "2026-06-15", total: 129.5 }]);
    expect(refused.message).toContain(`The request has these invoices now: ${invoiceId} (${number})`);
    expect(refused.message).not.toContain("Noordzee");
    expect([JSON.stringify(refused), inspect(refused)].join()).not.toContain("129.5");
    expect(ends).toContainEqual(expect.objectContaining({ created: true, invoiceId }));
  });

  it("one right after the other: who read too early is refused, and finds the invoice", async () => {
    const { world, id } = await prepare();
    let other: Promise<unknown> | undefined;
    const late = world.another({
      fetch: async (url, init) => {
        // Another caller comes and goes between the last read and the invoice.
        if (init.method === "POST") {
          other ??= world.requests.invoice(id, { number: "2026-1" });
          await other;
        }
        return world.sandbox.fetch(url, init);
      },
    })[group];
    expect(await late.invoice(id, { number: "2026-1" })).toMatchObject({ created: false });
    expect(await invoicesOf(world.requests, id)).toHaveLength(1);
  });
});

describe.each(groups)("two callers at once with a request of %s", (group: Group) => {
  /** What both ends are. */
  const twice = async (run: (requests: World["requests"]) => Promise<unknown>, { another }: World) =>
    (await Promise.all([endOf(run(another()[group])), endOf(run(another()[group]))])).sort();

  it("submit it once", async () => {
    const world = await openWorld(group);
    const id = await world.draft();
    expect(await twice((requests) => requests.submit(id), world)).toEqual(["resolved", "resolved"]);
    expect((await world.requests.get(id)).status).toBe("ApprovalRequested");
  });

  it("resubmit it once", async () => {
    const world = await openWorld(group);
    const { id, line } = await denied(world);
    const run = (requests: World["requests"]) => requests.resubmit(id, { cancelDenied: true });
    expect(await twice(run, world)).toEqual(["resolved", "resolved"]);
    const { status, components } = await world.requests.get(id);
    expect(status).toBe("ApprovalRequested");
    expect(components.find((each) => each.id === line)?.status.code).toBe("Cancelled");
  });

  it.each(["cancel", "delete"])("%s a line once, and both see it done", async (step) => {
    const world = await openWorld(group);
    const extra = otherLine(group);
    const prepared =
      step === "cancel"
        ? await denied(world)
        : { id: await world.draft({ components: [...world.order, extra] }), line: extra.id };
    const { id, line } = prepared;
    const run = (requests: World["requests"]) => requests.cancelOrDelete(id, line);
    expect(await twice(run, world)).toEqual(["resolved", "resolved"]);
    const left = (await world.requests.get(id)).components.find((each) => each.id === line);
    expect(left?.status.code).toBe(step === "cancel" ? "Cancelled" : undefined);
  });

  it("invoice it and mark it as not invoiced: one of the two", async () => {
    const world = await openWorld(group);
    const id = await world.approved();
    const [invoiced, marked] = await Promise.all([
      endOf(world.requests.invoice(id, { number: "2026-1" })),
      endOf(world.another()[group].markNotInvoiced(id, { reason: "Elsewhere" })),
    ]);
    expect([invoiced, marked].filter((end) => end === "resolved")).toHaveLength(1);
    const invoices = await invoicesOf(world.requests, id);
    expect(invoices).toHaveLength(invoiced === "resolved" ? 1 : 0);
  });
});
