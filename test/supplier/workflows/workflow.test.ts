import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { untyped } from "../../sandbox/support.js";
import { rejection } from "../../support/errors.js";
import { groups, openWorld, otherVehicle, type World } from "./workflow-world.js";

/** A client of whose reads one never answers, unless it is ended; `ended` tells that it was. */
function stalling({ sandbox, another, group }: World, end: string, whenAsked = () => {}) {
  let ended = 0;
  const fetch = async (url: string, init: RequestInit) => {
    if (!new URL(url).pathname.endsWith(end)) return sandbox.fetch(url, init);
    return new Promise<Response>((_, reject) => {
      init.signal?.addEventListener("abort", () => {
        ended += 1;
        reject(init.signal?.reason);
      });
      whenAsked();
    });
  };
  return { requests: another({ fetch, timeout: Number.POSITIVE_INFINITY })[group], ended: () => ended };
}

describe.each(groups)("the reads of a journey of %s", (group) => {
  it("are ended if another one fails, and leave nothing on the caller's signal", async () => {
    const world = await openWorld(group);
    const drafted = await world.draft();
    const { signal } = new AbortController();
    const contract = stalling(world, group === "serviceRequests" ? "/components" : "/damagecomponents");
    world.sandbox.fail({ operation: "lessors.contracts.get", with: { status: 503 } });
    expect(await rejection(contract.requests.submit(drafted, { signal }))).toMatchObject({ kind: "server" });
    expect(contract.ended()).toBe(1);
    const id = await world.approved(otherVehicle);
    const templates = stalling(world, "/invoicetemplates");
    world.sandbox.fail({ operation: `${group}.invoices.list`, with: { status: 503 } });
    expect(await rejection(templates.requests.invoice(id, { number: "2026-1", signal }))).toMatchObject({
      kind: "server",
    });
    expect(templates.ended()).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("are ended by the caller's signal, with its reason", async () => {
    const world = await openWorld(group);
    const end = new AbortController();
    const path = group === "serviceRequests" ? "/components" : "/damagecomponents";
    const { requests, ended } = stalling(world, path, () => end.abort(new Error("enough")));
    expect(await rejection(requests.submit(await world.draft(), { signal: end.signal }))).toBe(
      end.signal.reason,
    );
    expect(ended()).toBe(1);
    expect(getEventListeners(end.signal, "abort")).toEqual([]);
  });
});

describe("the stream of a document", () => {
  const streams = {
    "a web stream": () => {
      let cancelled = false;
      const pdf = new ReadableStream<Uint8Array>({
        cancel() {
          cancelled = true;
        },
      });
      return { pdf, isLetGo: () => cancelled };
    },
    "a Node stream": () => {
      const pdf = new Readable({ read() {} });
      return { pdf, isLetGo: () => pdf.destroyed };
    },
  };

  const ends: Readonly<Record<string, (world: World, id: string, pdf: unknown) => Promise<unknown>>> = {
    "an option is wrong": ({ requests }, id, pdf) => requests.invoice(id, untyped({ number: 1, pdf })),
    "the number is missing": ({ requests }, id, pdf) => requests.invoice(id, untyped({ pdf })),
    "a rule is broken": ({ requests }, id, pdf) => requests.invoice(id, untyped({ number: "0", pdf })),
    "a read fails": ({ sandbox, requests }, id, pdf) => {
      sandbox.fail({ operation: "serviceRequests.invoices.list", with: "reset" });
      return requests.invoice(id, untyped({ number: "2026-1", pdf }));
    },
    "the invoice cannot be created": ({ sandbox, requests }, id, pdf) => {
      sandbox.fail({ operation: "serviceRequests.invoices.create", with: { status: 503 } });
      return requests.invoice(id, untyped({ number: "2026-1", pdf }));
    },
    "it is aborted": ({ requests }, id, pdf) =>
      requests.invoice(id, untyped({ number: "2026-1", pdf, signal: AbortSignal.abort() })),
  };

  const cases = Object.entries(streams).flatMap(([kind, open]) =>
    Object.entries(ends).map(([when, run]) => ({ kind, open, when, run })),
  );

  it.each(cases)("is let go of if $when: $kind", async ({ open, run }) => {
    const world = await openWorld();
    const { pdf, isLetGo } = open();
    await rejection(run(world, await world.approved(), pdf));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isLetGo()).toBe(true);
  });

  it.each(["web", "Node"])("is uploaded if nothing goes wrong: %s", async (kind) => {
    const { requests, approved } = await openWorld();
    const id = await approved();
    const bytes = new TextEncoder().encode("%PDF-1.7");
    const pdf = kind === "web" ? new Blob([bytes]).stream() : Readable.from([bytes]);
    const { invoiceId } = await requests.invoice(id, { number: "2026-1", pdf });
    expect(await (await requests.invoices.pdf.get(id, invoiceId)).blob.text()).toBe("%PDF-1.7");
  });
});
