import { describe, expect, test } from "vitest";
import type { Call } from "../../../src/http/call.js";
import { type ErrorReading, errorResponse } from "../../../src/http/failures.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json, type Reply } from "../../support/fetch.js";
import { bearing, callOf, create, operationOf } from "./support.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

/** An answer whose body begins and then neither goes on nor ends. */
function stalling(status: number, headers: Readonly<Record<string, string>> = {}) {
  const state = { cancelled: false };
  const answer = () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      cancel: () => {
        state.cancelled = true;
        return new Promise(() => {});
      },
    });
    return new Response(body, { status, headers });
  };
  const reply: Reply = answer;
  return { state, answer, reply };
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

describe("an error answer", () => {
  const answer = (response: Response, call: Partial<Call> = {}, settings: Partial<ErrorReading> = {}) =>
    errorResponse(callOf(call), response, {
      clock: new ManualClock(),
      maxBytes: 1000,
      ...settings,
    });
  const problem = { detail: "No.", traceId: "00-ab", errors: [] };

  test.each([
    [400, undefined],
    [408, "unknown"],
    [409, undefined],
    [429, undefined],
    [499, undefined],
    [500, "unknown"],
    [503, "unknown"],
    [599, "unknown"],
  ])("with %i leaves a create: %s", async (status, outcome) => {
    const error = await answer(Response.json(problem, { status }), { operation: create });
    expect(error).toMatchObject({ status, outcome, operationId: "serviceRequests.create", detail: "No." });
    expect((await answer(Response.json(problem, { status }))).outcome).toBeUndefined();
  });

  test.each([
    ["seconds", "7", 7000],
    ["a date", "Mon, 15 Jun 2026 09:00:09 GMT", 9000],
    ["nothing", undefined, undefined],
  ])("asks for a pause in %s", async (_, value, retryAfterMs) => {
    const headers = value === undefined ? {} : { "retry-after": value };
    expect(await answer(Response.json(problem, { status: 429, headers }))).toMatchObject({ retryAfterMs });
  });

  test("may be as long as maxBytes; beyond it, only the status counts", async () => {
    const response = () => Response.json(problem, { status: 409 });
    const maxBytes = JSON.stringify(problem).length;
    expect(await answer(response(), {}, { maxBytes })).toMatchObject({ detail: "No.", traceId: "00-ab" });
    const without = await answer(response(), {}, { maxBytes: maxBytes - 1 });
    expect(without).toMatchObject({ status: 409, detail: undefined, traceId: undefined, errors: [] });
    expect(without.message).toBe(
      "lessors.list: 409 Conflict: another caller was faster; read the current state before you continue",
    );
  });

  test.each(["", "<html>", '{"detail":', "null"])("whose body is %j is told by its status", async (body) => {
    expect(await answer(new Response(body, { status: 404 }))).toMatchObject({
      kind: "not-found",
      detail: undefined,
      errors: [],
    });
  });

  test("shows no token, also where JSON writes it in another way", async () => {
    const body = '{"detail":"of \\u0074oken-of-mine","errors":[{"code":"X","description":"token-of-mine"}]}';
    const error = await answer(new Response(body, { status: 400 }), { headers: bearing("token-of-mine") });
    expect(error).toMatchObject({ detail: "of [redacted]", errors: [{ description: "[redacted]" }] });
  });

  test("that came late is waited for half of the time that is left to the attempt", async () => {
    const manual = new ManualClock();
    manual.jump(700);
    let settled = false;
    const call = answer(stalling(409).answer(), { endsAt: 1100 }, { clock: manual });
    const done = call.then(() => {
      settled = true;
    });
    await manual.advance(199);
    expect(settled).toBe(false);
    await manual.advance(1);
    await done;
    expect(await call).toMatchObject({ status: 409 });
  });
});

describe("the refusal of a token", () => {
  const form = operationOf({ id: "oauth.token", method: "POST", input: "form", effects: "read" });
  const refusal = async (error: unknown) => {
    const body = {
      error,
      detail: "It is s3cret.",
      title: "T",
      errors: [{ code: "X", description: "s3cret" }],
    };
    return errorResponse(callOf({ operation: form }), Response.json(body, { status: 400 }), {
      clock: new ManualClock(),
      maxBytes: 1000,
    });
  };

  test.each([
    ["invalid_client", "invalid_client"],
    ["x".repeat(40), "x".repeat(40)],
    ["x".repeat(41), undefined],
    ["Invalid", undefined],
    ["invalid_client: s3cret", undefined],
    ["s3cret invalid_client", undefined],
    ["", undefined],
    [5, undefined],
    [undefined, undefined],
  ])("keeps nothing but its code, if it is one: %o", async (given, kept) => {
    const error = await refusal(given);
    expect(error).toMatchObject({ status: 400, detail: undefined, errors: [] });
    expect(error.oauthError).toBe(kept);
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });
});

test("a redirect is given up: its body is cancelled, not read", async () => {
  const { state, reply } = stalling(302);
  await failure(supplierOver(fakeFetch(reply)).lessors.list(), "response");
  expect(state.cancelled).toBe(true);
});
