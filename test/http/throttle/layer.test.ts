import { describe, expect, test } from "vitest";
import { RegConnectionError } from "../../../src/errors/errors.js";
import { throttled } from "../../../src/http/throttle/layer.js";
import { createThrottle } from "../../../src/http/throttle/throttle.js";
import type { Permit, Turn } from "../../../src/http/throttle/types.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import {
  empty,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  stallingBody,
} from "../../support/fetch.js";
import { callOf } from "../wire/support.js";
import { minute, takeNow } from "./support.js";

const ok = json({});

/** A client without repetitions on a throttle, whose statistics tell what became of the units. */
function clientOver(reply: Reply, options: Parameters<typeof supplierOver>[1] = {}, limit = 10) {
  const clock = new ManualClock();
  const throttle = createThrottle({ limit, window: minute, clock });
  const fetch = fakeFetch(reply, ok);
  const client = supplierOver(fetch, { clock, throttle, retry: false, timeout: 1000, ...options });
  /** How many units there are: now, after one window, and after two. */
  const units = () => {
    const free = [throttle.statistics().free];
    for (let windows = 1; windows <= 2; windows++) {
      clock.jump(minute);
      free.push(throttle.statistics().free);
    }
    return free;
  };
  return { clock, throttle, fetch, client, units };
}

describe("a client and its throttle", () => {
  test.each([
    ["by default", {}, 5000],
    ["by a limit of its own", { limit: 2 }, 2],
  ])("a supplier client is limited %s", async (_, throttle, limit) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { clock, ...("limit" in throttle && { throttle }) });
    for (let sent = 0; sent < limit; sent++) await supplier.lessors.list();
    const controller = new AbortController();
    const waiting = rejection(supplier.lessors.list({ signal: controller.signal }));
    await settle();
    expect(fetch.requests).toHaveLength(limit);
    controller.abort("enough");
    expect(await waiting).toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("has none where it is switched off", async () => {
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { throttle: false });
    await Promise.all(Array.from({ length: 5001 }, () => supplier.lessors.list()));
    expect(fetch.requests).toHaveLength(5001);
  });

  test("shares it with other clients, and a 429 of one pauses all", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, window: minute, clock });
    const fetch = fakeFetch(ok, empty(429, { "retry-after": "7" }), ok);
    const one = supplierOver(fetch, { throttle, clock, retry: false });
    const two = supplierOver(fetch, { throttle, clock, retry: false });
    await one.lessors.list();
    await failure(two.lessors.list(), "rate-limit");
    expect(throttle.statistics()).toMatchObject({ allowed: 7, free: 5, served: 2, refused: 1 });
    const next = one.lessors.list();
    await settle();
    await clock.advance(6999);
    await settle();
    expect(fetch.requests).toHaveLength(2);
    await clock.advance(1);
    await next;
    expect(fetch.requests).toHaveLength(3);
  });

  test.each([
    ["an answer", ok, [9, 10, 10]],
    ["a refusal", json({}, { status: 404 }), [9, 10, 10]],
    ["an unreadable answer", json("", { headers: { "content-type": "text/html" } }), [9, 10, 10]],
    ["a connection that is lost", networkFailure("ECONNRESET"), [9, 9, 10]],
    ["a connection that was never made", networkFailure("ECONNREFUSED"), [10, 10, 10]],
    ["a token that cannot be had", ok, [10, 10, 10], { token: () => Promise.reject(new Error("no")) }],
  ] as [string, Reply, number[], Parameters<typeof supplierOver>[1]?][])(
    "%s spends its unit for as long as it must",
    async (_, reply, units, options) => {
      const client = clientOver(reply, options);
      await client.client.lessors.list().catch(() => {});
      expect(client.throttle.statistics()).toMatchObject({ inFlight: 0, served: 1, refused: 0 });
      expect(client.units()).toEqual(units);
    },
  );

  test.each([
    ["before an answer", silence, [9, 9, 10]],
    ["in the middle of an answer", stallingBody('{"data":'), [9, 10, 10]],
  ] as [string, Reply, number[]][])(
    "an attempt that takes too long %s spends its unit for as long as it must",
    async (_, reply, units) => {
      const { client, clock, units: free } = clientOver(reply);
      const call = failure(client.lessors.list(), "timeout");
      await clock.advance(1000);
      await call;
      expect(free()).toEqual(units);
    },
  );

  test("a 429 whose body never ends begins a pause too", async () => {
    const body = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x7b])) });
    const { client, clock, throttle } = clientOver(() => new Response(body(), { status: 429 }));
    const call = failure(client.lessors.list(), "rate-limit");
    await clock.advance(1000);
    await call;
    const { refused, pausedForMs } = throttle.statistics();
    expect(refused).toBe(1);
    expect(pausedForMs).toBeGreaterThan(minute - 1000);
  });

  test("every attempt takes a unit of its own, also the one after an answer", async () => {
    const { client, throttle, fetch } = clientOver(empty(503), { retry: { retries: 1 } });
    await client.lessors.list();
    expect(fetch.requests).toHaveLength(2);
    expect(throttle.statistics()).toMatchObject({ served: 2, free: 8 });
  });

  test("a lost connection after an attempt that was answered is told from it", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, window: minute, clock });
    const fetch = fakeFetch(empty(503), networkFailure("ECONNRESET"));
    await failure(
      supplierOver(fetch, { clock, throttle, retry: { retries: 1 } }).lessors.list(),
      "connection",
    );
    clock.jump(minute);
    expect(throttle.statistics().free).toBe(9);
  });

  test("keeps the unit of a request that is aborted with the error of another call", async () => {
    const { clock, client, throttle, units } = clientOver(silence, {}, 1);
    const reason = new RegConnectionError("another call", { sent: false });
    const controller = new AbortController();
    const aborted = rejection(client.lessors.list({ signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    expect(throttle.statistics().free).toBe(0);
    expect(units()).toEqual([0, 0, 1]);
    expect(clock.pending).toBe(0);
  });

  test("sends nothing and returns the unit if the call is cancelled when its turn has just come", async () => {
    const { client, throttle, fetch } = clientOver(ok, {}, 1);
    const permit = takeNow(throttle);
    const controller = new AbortController();
    const cancelled = rejection(client.lessors.list({ signal: controller.signal }));
    const next = client.lessors.list();
    await settle();
    permit.end("unused");
    controller.abort("just then");
    expect(await cancelled).toBe("just then");
    await next;
    expect(throttle.statistics()).toMatchObject({ served: 3, left: 0, inFlight: 0, free: 0 });
    expect(fetch.requests).toHaveLength(1);
  });

  test("fails now, if it is certain that the deadline passes before a unit comes back", async () => {
    const { client, throttle, fetch, clock } = clientOver(ok, {}, 1);
    await client.lessors.list();
    const error = await failure(client.lessors.list({ deadline: minute }), "timeout");
    expect(error).toMatchObject({ limit: "deadline", limitMs: minute, outcome: undefined });
    expect(error.message).toBe(
      "lessors.list: the deadline of 60000 ms for the whole call would pass before the throttle has a turn for it. Nothing was sent",
    );
    const inTime = client.lessors.list({ deadline: minute + 1 });
    await settle();
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(minute);
    await inTime;
    expect(throttle.statistics()).toMatchObject({ served: 2, left: 1 });
    expect(clock.pending).toBe(0);
  });

  describe("after a 429", () => {
    test.each([
      ["for as long as the service asks", { "retry-after": "7" }, 7000],
      ["for a window where it does not say how long", { "retry-after": "soon" }, minute],
    ])("holds everybody back %s", async (_, headers: Record<string, string>, pause) => {
      const { client, fetch, clock } = clientOver(empty(429, headers));
      await failure(client.lessors.list(), "rate-limit");
      const next = client.dealerships.list();
      await settle();
      await clock.advance(pause - 1);
      await settle();
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      await next;
      expect(fetch.requests).toHaveLength(2);
    });

    test.each(["3600", "9999999999", "9".repeat(400)])(
      "lets everybody fail now if it asks for a pause of %s s: no timer overflows",
      async (seconds) => {
        const { client, fetch, clock, throttle } = clientOver(empty(429, { "retry-after": seconds }), {
          retry: { retries: 3 },
        });
        const { retryAfterMs } = await failure(client.lessors.list(), "rate-limit");
        expect(retryAfterMs).toBe(Number(seconds) * 1000);
        const error = await failure(client.lessors.list(), "throttle");
        expect(error).toMatchObject({ reason: "paused", retryAfterMs: 3_600_000 });
        expect(clock.pending).toBe(0);
        clock.jump(3_600_000);
        await client.lessors.list();
        expect(fetch.requests).toHaveLength(2);
        expect(throttle.statistics()).toMatchObject({ served: 2, left: 1, refused: 1 });
      },
    );
  });
});

test("the turn of a call tells how long the call had when it came, and looks at no clock unless it is asked", async () => {
  const clock = new ManualClock();
  clock.jump(1200);
  const turns: Turn[] = [];
  const take = (turn: Turn) => {
    turns.push(turn);
    return new Promise<Permit>(() => {});
  };
  const throttle = { take, statistics: () => expect.fail("not asked for") };
  const call = callOf({ deadline: { limitMs: 5000, expiresAt: 5000 } });
  const layer = throttled(throttle, { clock, emit: undefined, retry: { maxRetryAfter: 60_000 } });
  void layer(() => expect.fail("not served"))(call);
  clock.jump(300);
  expect(turns[0]?.deadline?.leftMs).toBe(3500);
  clock.jump(1000);
  expect(turns[0]?.deadline?.leftMs).toBe(3500);
});
