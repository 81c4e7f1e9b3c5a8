import { describe, expect, it } from "vitest";
import { createSandbox, type RateLimit, type Sandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { kindOf, monday, open, untyped } from "./support.js";

/** A sandbox whose supplier API is asked without a token: what is within the limit answers 401. */
function limited(rateLimit: RateLimit, now = monday) {
  const sandbox = createSandbox({ now, rateLimit });
  const ask = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
  /** Asks so many times, and counts those that are let through. */
  const passed = async (times: number) => {
    let count = 0;
    for (let asked = 0; asked < times; asked++) if ((await ask()).status === 401) count += 1;
    return count;
  };
  const later = (ms: number) => {
    sandbox.clock.advance({ ms });
    return passed(10);
  };
  const retryAfter = async () => {
    const response = await ask();
    return [response.status, response.headers.get("retry-after")];
  };
  return { sandbox, passed, later, retryAfter };
}

describe("a rolling window", () => {
  const settings = { limit: 3, window: 1000 };

  it("allows a request as soon as an earlier one is a window old", async () => {
    const { passed, later } = limited(settings);
    expect(await passed(1)).toBe(1);
    expect(await later(400)).toBe(2);
    expect(await later(599)).toBe(0);
    expect(await later(1)).toBe(1);
    expect(await later(399)).toBe(0);
    expect(await later(1)).toBe(2);
  });

  it("is the default, with Retry-After in seconds", async () => {
    const { passed, retryAfter, sandbox } = limited({ limit: 1, window: 5000 });
    expect(await passed(1)).toBe(1);
    expect(await retryAfter()).toEqual([429, "5"]);
    sandbox.clock.advance({ ms: 3999 });
    expect(await retryAfter()).toEqual([429, "2"]);
    sandbox.clock.advance({ ms: 1 });
    expect(await retryAfter()).toEqual([429, "1"]);
    sandbox.clock.advance({ ms: 999 });
    expect(await retryAfter()).toEqual([429, "1"]);
    sandbox.clock.advance({ ms: 1 });
    expect(await retryAfter()).toEqual([401, null]);
  });

  it("stays closed for a client that keeps sending if rejected requests count", async () => {
    const { passed, later, retryAfter, sandbox } = limited({ ...settings, countRefused: true });
    expect(await passed(3)).toBe(3);
    for (let round = 0; round < 5; round++) expect(await later(500)).toBe(0);
    sandbox.clock.advance({ ms: 999 });
    expect(await passed(1)).toBe(0);
    // Of the three latest requests, one is new: the other two grow old first.
    expect(await later(1)).toBe(2);
    sandbox.clock.advance({ ms: 10 });
    expect(await retryAfter()).toEqual([429, "1"]);
  });
});

describe("fixed windows", () => {
  const settings = { limit: 3, window: 60_000, counting: "fixed-window" } as const;

  it("start at multiples of their length since 1970, each with a count of zero", async () => {
    const { passed, later } = limited(settings, "2026-06-15T09:00:58Z");
    expect(await passed(4)).toBe(3);
    expect(await later(1999)).toBe(0);
    expect(await later(1)).toBe(3);
    expect(await later(59_999)).toBe(0);
    expect(await later(1)).toBe(3);
  });

  it("tell the client how long the window still lasts", async () => {
    const { passed, retryAfter } = limited(settings, "2026-06-15T09:00:17.5Z");
    await passed(3);
    expect(await retryAfter()).toEqual([429, "43"]);
  });

  it("work in the same way whether or not rejected requests count", async () => {
    const { passed, later } = limited({ ...settings, countRefused: true }, "2026-06-15T09:00:58Z");
    expect(await passed(100)).toBe(3);
    expect(await later(2000)).toBe(3);
  });
});

describe("a token bucket", () => {
  const settings = { limit: 4, window: 1000, counting: "token-bucket" } as const;

  it("refills one token at a time, up to its limit", async () => {
    const { passed, later } = limited(settings);
    expect(await passed(10)).toBe(4);
    expect(await later(249)).toBe(0);
    expect(await later(1)).toBe(1);
    expect(await later(625)).toBe(2);
    expect(await later(125)).toBe(1);
    expect(await later(60_000)).toBe(4);
  });

  it("has a token exactly in time if the window is not a multiple of the limit", async () => {
    const { passed, later } = limited({ ...settings, limit: 3 });
    expect(await passed(10)).toBe(3);
    expect(await later(333)).toBe(0);
    expect(await later(1)).toBe(1);
    expect(await later(332)).toBe(0);
    expect(await later(1)).toBe(1);
    expect(await later(333)).toBe(1);
  });

  it("tells the client when the next token is available", async () => {
    const { passed, retryAfter, sandbox } = limited({ ...settings, limit: 1, window: 4000 });
    await passed(1);
    sandbox.clock.advance({ ms: 900 });
    expect(await retryAfter()).toEqual([429, "4"]);
    sandbox.clock.advance({ ms: 100 });
    expect(await retryAfter()).toEqual([429, "3"]);
  });

  it("is emptied by rejected requests if they count", async () => {
    const { passed, later } = limited({ ...settings, countRefused: true });
    await passed(4);
    expect(await later(249)).toBe(0);
    expect(await later(249)).toBe(0);
    expect(await later(250)).toBe(1);
  });
});

describe("Retry-After", () => {
  const settings = { limit: 1, window: 60_000 };

  it("can be a date, rounded up, at which a request is allowed", async () => {
    const { passed, retryAfter, sandbox } = limited(
      { ...settings, retryAfter: "date" },
      "2026-06-15T09:00:00.25Z",
    );
    await passed(1);
    expect(await retryAfter()).toEqual([429, "Mon, 15 Jun 2026 09:01:01 GMT"]);
    sandbox.clock.set("2026-06-15T09:01:01Z");
    expect(await retryAfter()).toEqual([401, null]);
  });

  it("can be omitted", async () => {
    const { passed, retryAfter } = limited({ ...settings, retryAfter: false });
    await passed(1);
    expect(await retryAfter()).toEqual([429, null]);
  });

  it("is sent in seconds if it is set to true", async () => {
    const { passed, retryAfter } = limited({ ...settings, retryAfter: true });
    await passed(1);
    expect(await retryAfter()).toEqual([429, "60"]);
  });

  it.each([true, "date"] as const)("tells the client how long to wait: %j", async (retryAfter) => {
    const { sandbox } = await open({ rateLimit: { ...settings, retryAfter } });
    const supplier = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      fetch: sandbox.fetch,
      clock: sandbox.clock,
      retry: false,
      throttle: false,
    });
    await supplier.lessors.list();
    await expect(supplier.lessors.list()).rejects.toMatchObject({ status: 429, retryAfterMs: 60_000 });
  });
});

describe.each(["rolling-window", "fixed-window", "token-bucket"] as const)(
  "counted by %s, the limit",
  (counting) => {
    it("starts at zero after a reset", async () => {
      const { sandbox, passed } = limited({ limit: 3, window: 1000, counting });
      expect(await passed(4)).toBe(3);
      sandbox.reset();
      expect(await passed(4)).toBe(3);
    });

    it("counts the supplier API only, for all suppliers together", async () => {
      const { sandbox, supplier, lessor } = await open({ rateLimit: { limit: 2, window: 1000, counting } });
      for (let count = 0; count < 5; count++) await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
      await supplier.lessors.list();
      const other = `Bearer ${await sandbox.supplier.token({ supplierNumber: 4712 })}`;
      const ask = () =>
        sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers: { authorization: other } });
      expect((await ask()).status).toBe(200);
      expect((await ask()).status).toBe(429);
      expect(await kindOf(supplier.lessors.list())).toBe("rate-limit");
    });

    // The start is shortly before the end of a fixed window, so that two bursts are in different windows.
    const limit: RateLimit = { limit: 20, window: 1000, counting };
    const begin = "2026-06-15T09:00:00.99Z";

    it("is never reached by a client with the same throttle", async () => {
      const sandbox = createSandbox({ now: begin, rateLimit: limit });
      const statuses = await statusesOf(sandbox, 105, { limit: 20, window: 1000 });
      expect(statuses).toEqual(Array(105).fill(200));
    });

    it("is reached by a client without a throttle", async () => {
      const sandbox = createSandbox({ now: begin, rateLimit: limit });
      expect(await statusesOf(sandbox, 105, false)).toContain(429);
    });
  },
);

/** Sends a number of concurrent calls, and moves the clock in small steps until all of them have ended. */
async function statusesOf(
  sandbox: Sandbox,
  times: number,
  throttle: NonNullable<Parameters<typeof createSupplierClient>[0]>["throttle"],
) {
  const statuses: number[] = [];
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: await sandbox.supplier.token(),
    fetch: async (url, init) => {
      const response = await sandbox.fetch(url, init);
      statuses.push(response.status);
      return response;
    },
    clock: sandbox.clock,
    retry: false,
    // On a slow machine, the clock moves far while the calls wait for the throttle.
    deadline: 3_600_000,
    ...(throttle === undefined ? {} : { throttle }),
  });
  let open = times;
  for (let count = 0; count < times; count++) {
    kindOf(supplier.lessors.list()).finally(() => {
      open -= 1;
    });
  }
  while (open > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    sandbox.clock.advance({ ms: 7 });
  }
  return statuses;
}

describe("the default limit", () => {
  // That it is 5000 a minute, says a row of the ledger: rows/section-8.test.ts.
  it("can be disabled", async () => {
    const unlimited = createSandbox({ now: monday, rateLimit: false });
    const ask = async () => (await unlimited.fetch(`${unlimited.supplier.baseUrl}/v2/lessors`)).status;
    for (let count = 0; count < 5000; count++) await ask();
    expect(await ask()).toBe(401);
  });

  it("applies to suppliers only and starts at zero after a reset", async () => {
    const { sandbox, lessor } = await open({ rateLimit: { limit: 1 } });
    const ask = async () => (await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`)).status;
    expect([await ask(), await ask()]).toEqual([401, 429]);
    for (const _ of [1, 2]) await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.reset();
    expect(await ask()).toBe(401);
  });
});

describe("the options of the limit", () => {
  it.each([
    [{ limit: 0 }, "rateLimit.limit must be at least 1"],
    [{ limit: 1.5 }, "rateLimit.limit must be a whole number"],
    [{ limit: "many" }, "rateLimit.limit must be of type number"],
    [{ window: 0 }, "rateLimit.window must be a positive number of milliseconds"],
    [{ counting: "leaky" }, "rateLimit.counting must be rolling-window, fixed-window, token-bucket"],
    [{ retryAfter: "soon" }, "rateLimit.retryAfter must be true, false or date"],
    [{ countRefused: 1 }, "rateLimit.countRefused must be of type boolean"],
    [{ perMinute: 1 }, "rateLimit.perMinute is not an option of a sandbox"],
    [true, "rateLimit must be of type object"],
  ])("are rejected: %j", (rateLimit, message) => {
    expect(() => createSandbox(untyped({ rateLimit }))).toThrow(message);
  });
});
