import { describe, expect, test } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** An answer whose body begins and then neither goes on nor ends. */
function stalling(status: number, headers: Readonly<Record<string, string>> = {}) {
  const state = { cancelled: false };
  const reply: Reply = () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      cancel: () => {
        state.cancelled = true;
        return new Promise(() => {});
      },
    });
    return new Response(body, { status, headers });
  };
  return { state, reply };
}

describe("an error answer whose body stalls", () => {
  test("does not hold a 429 back: the create is sent again, as nothing was done", async () => {
    const { state, reply } = stalling(429, { "retry-after": "1" });
    const clock = new ManualClock();
    const fetch = fakeFetch(reply, json({ id: "R-1" }, { status: 201 }));
    const call = supplierOver(fetch, { clock }).serviceRequests.create(draft);
    await clock.advance(2000);
    expect(state.cancelled).toBe(true);
    await clock.advance(60_000);
    expect(await call).toMatchObject({ id: "R-1" });
    expect(fetch.requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["two seconds", { timeout: 60_000 }, 2000],
    ["half of a short timeout", { timeout: 1000 }, 500],
    ["half of the time to the deadline", { timeout: 60_000, deadline: 600 }, 300],
  ])("is waited for no longer than %s", async (_, options, ms) => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(stalling(409).reply), { clock, retry: false, ...options });
    let settled = false;
    const call = failure(supplier.serviceRequests.create(draft), "conflict").finally(() => {
      settled = true;
    });
    await clock.advance(ms - 1);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await call).toMatchObject({ status: 409, outcome: undefined, errors: [] });
  });
});

describe("a redirect", () => {
  test.each([
    ["hangs when it is cancelled", stalling(307).reply],
    [
      "is being read already",
      () => {
        const response = new Response("moved", { status: 307 });
        response.body?.getReader();
        return response;
      },
    ],
    [
      "is of another library",
      () =>
        Object.defineProperty(new Response("", { status: 307 }), "body", {
          value: { pipe: () => {} },
        }),
    ],
  ] satisfies [string, Reply][])("is told as such when its body %s", async (_, reply) => {
    const error = await failure(supplierOver(fakeFetch(reply)).lessors.list(), "response");
    expect(error).toMatchObject({ status: 307 });
  });
});
