import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { canaryToken, supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";

const ok = json({});
const asked = (token: () => string | Promise<string>) => {
  const fetch = fakeFetch(ok);
  return { fetch, call: () => supplierOver(fetch, { token }).lessors.list() };
};

describe("a token that the user supplies", () => {
  test("as text goes with every request", async () => {
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { token: ` Bearer ${canaryToken}` });
    await supplier.lessors.list();
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  test("as a function is asked before every attempt", async () => {
    let asks = 0;
    const fetch = fakeFetch(json({}, { status: 503 }), ok);
    await supplierOver(fetch, { token: () => `token-${++asks}` }).lessors.list();
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test.each([
    ["a promise", async () => canaryToken],
    [
      "a promise of another realm, which is no instance of our Promise",
      (): Promise<string> => runInNewContext(`Promise.resolve("${canaryToken}")`),
    ],
  ])("may come as %s", async (_, token) => {
    const { fetch, call } = asked(token);
    await call();
    expect(fetch.last.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
  });

  const broken = new Error("the vault is sealed");
  test.each([
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ])("is missing when its function %s: nothing is sent, and the reason is the cause", async (_, token) => {
    const { fetch, call } = asked(token);
    const error = await failure(call(), "token");
    expect(error).toMatchObject({ operationId: "lessors.list", cause: broken, outcome: undefined });
    expect(error.message).not.toContain(broken.message);
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["a line break", `${canaryToken}\nx: y`],
  ])("is refused when its function gives %s", async (_, token) => {
    const { fetch, call } = asked(() => token as string);
    await failure(call(), "token");
    expect(fetch.requests).toEqual([]);
  });

  test("that has expired is not sent, unless that check is switched off", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const token = jwt({ exp: clock.now() / 1000 - 1 });
    await failure(supplierOver(fetch, { token, clock }).lessors.list(), "token");
    expect(fetch.requests).toEqual([]);
    await supplierOver(fetch, { token, clock, checkTokenExpiry: false }).lessors.list();
    expect(fetch.requests).toHaveLength(1);
  });

  test("is not replaced after a 401: there is no other, so nothing is sent again", async () => {
    const fetch = fakeFetch(json({}, { status: 401 }));
    await failure(supplierOver(fetch).lessors.list(), "authentication");
    expect(fetch.requests).toHaveLength(1);
  });

  test("is not awaited any longer once the call is aborted, and may still fail in peace", async () => {
    const controller = new AbortController();
    let fail = (_: Error) => {};
    const fetch = fakeFetch(ok);
    const token = () =>
      new Promise<string>((_, reject) => {
        fail = reject;
      });
    const call = supplierOver(fetch, { token }).lessors.list({ signal: controller.signal });
    controller.abort("changed my mind");
    expect(await rejection(call)).toBe("changed my mind");
    fail(broken);
    expect(fetch.requests).toEqual([]);
  });

  test("whose function aborts the call, and then rejects, leaves no unhandled rejection", async () => {
    const controller = new AbortController();
    const token = () => {
      controller.abort("from within");
      return Promise.reject(broken);
    };
    const call = supplierOver(fakeFetch(ok), { token }).lessors.list({ signal: controller.signal });
    expect(await rejection(call)).toBe("from within");
  });
});
