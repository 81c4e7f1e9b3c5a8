import { describe, expect, test, vi } from "vitest";
import { createThrottle, type Throttle } from "../../../src/http/throttle/throttle.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, silence } from "../../support/fetch.js";

const minute = 60_000;
const ok = json({});

/** Those who wait, in the order in which their turn came. */
function waiters(throttle: Throttle) {
  const served: string[] = [];
  const join = (name: string, { priority = 5, signal }: { priority?: number; signal?: AbortSignal } = {}) => {
    const turn = Promise.resolve(throttle.take(priority, signal)).then(() => void served.push(name));
    return turn;
  };
  return { served, join };
}

/** Takes every unit that can be had without waiting, and tells how many there were. */
async function freeUnits(throttle: Throttle): Promise<number> {
  const controller = new AbortController();
  for (let units = 0; ; units++) {
    const turn = throttle.take(5, controller.signal);
    if (turn === true) continue;
    controller.abort();
    await rejection(turn);
    return units;
  }
}

/** Gives Bottleneck, which counts in real milliseconds, the time that it needs. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 2000, interval: 2 });

/** A throttle of which some units are in use already. */
async function throttleWith(limit: number, used: number) {
  const clock = new ManualClock();
  const throttle = createThrottle({ limit, window: minute, clock });
  for (let unit = 0; unit < used; unit++) expect(throttle.take(5, undefined)).toBe(true);
  return { clock, throttle, ...waiters(throttle) };
}

/** Long enough for Bottleneck to serve somebody, if it were to. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 15));

/** Everybody who is to wait has come to the waiting line. */
const lineUp = async (clock: ManualClock, timers = 1) => {
  await eventually(() => expect(clock.pending).toBe(timers));
  await breathe();
};

describe("a throttle", () => {
  test.each([
    [{ limit: 0 }, "throttle.limit"],
    [{ limit: -1 }, "throttle.limit"],
    [{ limit: 1.5 }, "throttle.limit"],
    [{ limit: Number.NaN }, "throttle.limit"],
    [{ limit: Number.POSITIVE_INFINITY }, "throttle.limit"],
    [{ limit: "5" as unknown as number }, "throttle.limit"],
    [{ window: 0 }, "throttle.window"],
    [{ window: -1 }, "throttle.window"],
    [{ window: Number.NaN }, "throttle.window"],
    [{ window: Number.POSITIVE_INFINITY }, "throttle.window"],
  ])("cannot be made of %j", (options, field) => {
    expect(thrown(() => createThrottle(options), "input").field).toBe(field);
  });

  test("lets 5000 through in a minute by default", async () => {
    const throttle = createThrottle();
    expect(throttle.window).toBe(minute);
    expect(await freeUnits(throttle)).toBe(5000);
  });

  test("serves who waits a window after a unit was given back", async () => {
    const { clock, throttle, served, join } = await throttleWith(1, 1);
    join("first");
    await settle();
    throttle.giveBack();
    await lineUp(clock);
    await clock.advance(minute - 1);
    await breathe();
    expect(served).toEqual([]);
    await clock.advance(1);
    await eventually(() => expect(served).toEqual(["first"]));
    expect(clock.pending).toBe(0);
  });

  test("serves in order of priority, and then of arrival; nobody jumps the queue", async () => {
    const { clock, throttle, served, join } = await throttleWith(1, 1);
    throttle.giveBack();
    join("head");
    await lineUp(clock);
    join("b");
    join("c", { priority: 9 });
    join("a", { priority: 0 });
    join("b2");
    for (let turn = 1; turn <= 5; turn++) {
      await lineUp(clock);
      await clock.advance(minute);
      await eventually(() => expect(served).toHaveLength(turn));
      throttle.giveBack();
    }
    expect(served).toEqual(["head", "a", "b", "b2", "c"]);
  });

  test("lets a newcomer wait behind those who wait already, even at the moment when a unit is free", async () => {
    const { clock, throttle, served, join } = await throttleWith(1, 1);
    throttle.giveBack();
    join("first");
    await lineUp(clock);
    clock.jump(minute);
    join("second");
    await clock.advance(0);
    await eventually(() => expect(served).toEqual(["first"]));
  });

  test("opens the gate after the pause, and not only when the next unit comes back", async () => {
    const { clock, throttle, served, join } = await throttleWith(5, 1);
    throttle.giveBack();
    throttle.pause(1000);
    join("first");
    await lineUp(clock);
    await clock.advance(1000);
    await eventually(() => expect(served).toEqual(["first"]));
  });

  test("keeps the longer of two pauses, also when it is set while somebody waits", async () => {
    const { clock, throttle, served, join } = await throttleWith(5, 0);
    throttle.pause(1000);
    throttle.pause(500);
    join("first");
    await lineUp(clock);
    await clock.advance(500);
    throttle.pause(3000);
    await clock.advance(2999);
    await breathe();
    expect(served).toEqual([]);
    await clock.advance(1);
    await eventually(() => expect(served).toEqual(["first"]));
  });

  describe("with an abort", () => {
    test("gives nothing to a signal that is aborted already", async () => {
      const { throttle } = await throttleWith(1, 0);
      expect(await rejection(Promise.resolve(throttle.take(5, AbortSignal.abort("too late"))))).toBe(
        "too late",
      );
      expect(throttle.take(5, undefined)).toBe(true);
    });

    test("lets whoever waits go at once, and spends no unit on them", async () => {
      const { clock, throttle, served, join } = await throttleWith(1, 1);
      throttle.giveBack();
      const controllers = Array.from({ length: 3 }, () => new AbortController());
      const turns = controllers.map(({ signal }, index) => rejection(join(`aborted ${index}`, { signal })));
      await lineUp(clock);
      for (const controller of controllers) controller.abort("enough");
      expect(await Promise.all(turns)).toEqual(["enough", "enough", "enough"]);
      expect(clock.pending).toBe(0);
      join("patient");
      await lineUp(clock);
      await clock.advance(minute);
      await eventually(() => expect(served).toEqual(["patient"]));
    });

    test("lets those behind the head go at once as well, even if the line is only being opened", async () => {
      const { clock, throttle, served, join } = await throttleWith(1, 1);
      throttle.giveBack();
      const controller = new AbortController();
      join("head");
      const second = rejection(join("second", { signal: controller.signal }));
      controller.abort("at once");
      expect(await second).toBe("at once");
      await lineUp(clock);
      const third = new AbortController();
      const thirdTurn = rejection(join("third", { signal: third.signal }));
      await settle();
      third.abort(null);
      expect(await thirdTurn).toBeNull();
      await clock.advance(minute);
      await eventually(() => expect(served).toEqual(["head"]));
    });

    test("passes a unit on that came in the moment of the abort", async () => {
      const { clock, throttle, served, join } = await throttleWith(1, 1);
      const controller = new AbortController();
      const first = rejection(join("first", { signal: controller.signal }));
      join("second");
      await lineUp(clock, 0);
      throttle.giveBack();
      clock.jump(minute);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      controller.abort("just then");
      expect(await first).toBe("just then");
      await eventually(() => expect(served).toEqual(["second"]));
    });
  });
});

describe("a client and its throttle", () => {
  test.each([
    ["by default", undefined, 5000],
    ["by a limit of its own", { limit: 2 }, 2],
  ])("a supplier client is limited %s", async (_, throttle, limit) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { clock, throttle });
    for (let sent = 0; sent < limit; sent++) await supplier.lessors.list();
    const controller = new AbortController();
    const waiting = rejection(supplier.lessors.list({ signal: controller.signal }));
    await lineUp(clock, 1);
    expect(fetch.requests).toHaveLength(limit);
    controller.abort("enough");
    await waiting;
    expect(clock.pending).toBe(0);
  });

  test("has none where it is switched off", async () => {
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { throttle: false });
    await Promise.all(Array.from({ length: 5001 }, () => supplier.lessors.list()));
    expect(fetch.requests).toHaveLength(5001);
  });

  test("shares it with other clients", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const throttle = createThrottle({ limit: 2, window: minute, clock });
    const [one, two] = [supplierOver(fetch, { throttle, clock }), supplierOver(fetch, { throttle, clock })];
    await one.lessors.list();
    await two.lessors.list();
    const third = one.lessors.list();
    await lineUp(clock, 1);
    expect(fetch.requests).toHaveLength(2);
    await clock.advance(minute);
    await third;
    expect(fetch.requests).toHaveLength(3);
  });

  test.each([
    ["answer", ok, 1],
    ["refusal", json({}, { status: 404 }), 1],
    ["lost connection", networkFailure("ECONNRESET"), 2],
  ])("spends one unit for every attempt, whatever its end: %s", async (_, reply, attempts) => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, clock });
    const fetch = fakeFetch(reply);
    await supplierOver(fetch, { throttle, clock, retry: { retries: 1 } })
      .lessors.list()
      .catch(() => {});
    expect(fetch.requests).toHaveLength(attempts);
    expect(await freeUnits(throttle)).toBe(10 - attempts);
  });

  describe("after a 429", () => {
    test("holds everybody back for as long as the service asks", async () => {
      const clock = new ManualClock();
      const fetch = fakeFetch(empty(429, { "retry-after": "7" }), ok);
      const supplier = supplierOver(fetch, { clock, retry: false });
      const error = await failure(supplier.lessors.list(), "rate-limit");
      expect(error.retryAfterMs).toBe(7000);
      const next = supplier.dealerships.list();
      await lineUp(clock);
      await clock.advance(6999);
      await breathe();
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      await next;
      expect(fetch.requests).toHaveLength(2);
    });

    test("holds everybody back for a window where it does not say how long", async () => {
      const clock = new ManualClock();
      const fetch = fakeFetch(empty(429, { "retry-after": "soon" }), ok);
      const supplier = supplierOver(fetch, { clock, retry: false, throttle: { window: 20_000 } });
      expect((await failure(supplier.lessors.list(), "rate-limit")).retryAfterMs).toBeUndefined();
      const next = supplier.lessors.list();
      await lineUp(clock);
      await clock.advance(19_999);
      await breathe();
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      await next;
    });

    test("does not hold anybody back for hours or for ever: the next call hears it from the service again", async () => {
      const clock = new ManualClock();
      const fetch = fakeFetch(empty(429, { "retry-after": "9".repeat(400) }));
      const supplier = supplierOver(fetch, { clock });
      expect((await failure(supplier.lessors.list(), "rate-limit")).retryAfterMs).toBe(
        Number.POSITIVE_INFINITY,
      );
      const next = failure(supplier.lessors.list(), "rate-limit");
      await lineUp(clock);
      await clock.advance(2 * minute);
      await next;
      expect(fetch.requests).toHaveLength(2);
      expect(clock.pending).toBe(0);
    });
  });

  test("frees the unit of an attempt that timed out", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence);
    const supplier = supplierOver(fetch, { clock, throttle: { limit: 1 }, timeout: 1000, retry: false });
    const first = failure(supplier.lessors.list(), "timeout");
    await clock.advance(1000);
    await first;
    const second = failure(supplier.lessors.list(), "timeout");
    await lineUp(clock);
    await clock.advance(minute);
    await eventually(() => expect(fetch.requests).toHaveLength(2));
    await clock.advance(1000);
    await second;
    expect(clock.pending).toBe(0);
  });
});
