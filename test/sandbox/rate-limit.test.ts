import { describe, expect, it } from "vitest";
import { createSandboxTime } from "../../src/sandbox/clock.js";
import { createSandbox, type RateLimit, type Sandbox } from "../../src/sandbox/index.js";
import { RateLimiter } from "../../src/sandbox/rate-limit.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { untyped } from "../support/untyped.js";
import { checkReferenceTags } from "./reference.js";
import { kindOf, monday, open, refusal } from "./support.js";

checkReferenceTags();

/** Creates a sandbox whose supplier API is called without a token: requests within the limit get 401. */
function createLimited(rateLimit: RateLimit, now = monday) {
  const sandbox = createSandbox({ now, rateLimit });
  const send = () => sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
  /** Sends a number of requests, and counts those that are allowed. */
  const countAllowed = async (times: number) => {
    let count = 0;
    for (let sent = 0; sent < times; sent++) if ((await send()).status === 401) count += 1;
    return count;
  };
  const countAllowedAfter = (ms: number) => {
    sandbox.clock.advance({ ms });
    return countAllowed(10);
  };
  const retryAfter = async () => {
    const response = await send();
    return [response.status, response.headers.get("retry-after")];
  };
  return { sandbox, countAllowed, countAllowedAfter, retryAfter };
}

describe("a rolling window", () => {
  const settings = { limit: 3, window: 1000 };

  it("allows a request as soon as an earlier one is a window old", async () => {
    const { countAllowed, countAllowedAfter } = createLimited(settings);
    expect(await countAllowed(1)).toBe(1);
    expect(await countAllowedAfter(400)).toBe(2);
    expect(await countAllowedAfter(599)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(1);
    expect(await countAllowedAfter(399)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(2);
  });

  it("is the default, with Retry-After in seconds", async () => {
    const { countAllowed, retryAfter, sandbox } = createLimited({ limit: 1, window: 5000 });
    expect(await countAllowed(1)).toBe(1);
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
    const { countAllowed, countAllowedAfter, retryAfter, sandbox } = createLimited({
      ...settings,
      countRefused: true,
    });
    expect(await countAllowed(3)).toBe(3);
    for (let round = 0; round < 5; round++) expect(await countAllowedAfter(500)).toBe(0);
    sandbox.clock.advance({ ms: 999 });
    expect(await countAllowed(1)).toBe(0);
    // Of the three latest requests, one is new: the other two grow old first.
    expect(await countAllowedAfter(1)).toBe(2);
    sandbox.clock.advance({ ms: 10 });
    expect(await retryAfter()).toEqual([429, "1"]);
  });
});

describe("fixed windows", () => {
  const settings = { limit: 3, window: 60_000, counting: "fixed-window" } as const;

  it("start at multiples of their length since 1970, each with a count of zero", async () => {
    const { countAllowed, countAllowedAfter } = createLimited(settings, "2026-06-15T09:00:58Z");
    expect(await countAllowed(4)).toBe(3);
    expect(await countAllowedAfter(1999)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(3);
    expect(await countAllowedAfter(59_999)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(3);
  });

  it("send the rest of the window as Retry-After", async () => {
    const { countAllowed, retryAfter } = createLimited(settings, "2026-06-15T09:00:17.5Z");
    await countAllowed(3);
    expect(await retryAfter()).toEqual([429, "43"]);
  });

  it("work alike whether or not rejected requests count", async () => {
    const { countAllowed, countAllowedAfter } = createLimited(
      { ...settings, countRefused: true },
      "2026-06-15T09:00:58Z",
    );
    expect(await countAllowed(100)).toBe(3);
    expect(await countAllowedAfter(2000)).toBe(3);
  });
});

describe("a token bucket", () => {
  const settings = { limit: 4, window: 1000, counting: "token-bucket" } as const;

  it("refills one token at a time, up to its limit", async () => {
    const { countAllowed, countAllowedAfter } = createLimited(settings);
    expect(await countAllowed(10)).toBe(4);
    expect(await countAllowedAfter(249)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(1);
    expect(await countAllowedAfter(625)).toBe(2);
    expect(await countAllowedAfter(125)).toBe(1);
    expect(await countAllowedAfter(60_000)).toBe(4);
  });

  it("has a token exactly in time if the window is not a multiple of the limit", async () => {
    const { countAllowed, countAllowedAfter } = createLimited({ ...settings, limit: 3 });
    expect(await countAllowed(10)).toBe(3);
    expect(await countAllowedAfter(333)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(1);
    expect(await countAllowedAfter(332)).toBe(0);
    expect(await countAllowedAfter(1)).toBe(1);
    expect(await countAllowedAfter(333)).toBe(1);
  });

  it("sends the time until the next token as Retry-After", async () => {
    const { countAllowed, retryAfter, sandbox } = createLimited({ ...settings, limit: 1, window: 4000 });
    await countAllowed(1);
    sandbox.clock.advance({ ms: 900 });
    expect(await retryAfter()).toEqual([429, "4"]);
    sandbox.clock.advance({ ms: 100 });
    expect(await retryAfter()).toEqual([429, "3"]);
  });

  it("is emptied by rejected requests if they count", async () => {
    const { countAllowed, countAllowedAfter } = createLimited({ ...settings, countRefused: true });
    await countAllowed(4);
    expect(await countAllowedAfter(249)).toBe(0);
    expect(await countAllowedAfter(249)).toBe(0);
    expect(await countAllowedAfter(250)).toBe(1);
  });
});

describe("Retry-After", () => {
  const settings = { limit: 1, window: 60_000 };

  it("can be a date, rounded up, at which a request is allowed", async () => {
    const { countAllowed, retryAfter, sandbox } = createLimited(
      { ...settings, retryAfter: "date" },
      "2026-06-15T09:00:00.25Z",
    );
    await countAllowed(1);
    expect(await retryAfter()).toEqual([429, "Mon, 15 Jun 2026 09:01:01 GMT"]);
    sandbox.clock.set("2026-06-15T09:01:01Z");
    expect(await retryAfter()).toEqual([401, null]);
  });

  it("can be omitted", async () => {
    const { countAllowed, retryAfter } = createLimited({ ...settings, retryAfter: false });
    await countAllowed(1);
    expect(await retryAfter()).toEqual([429, null]);
  });

  it("is sent in seconds if it is set to true", async () => {
    const { countAllowed, retryAfter } = createLimited({ ...settings, retryAfter: true });
    await countAllowed(1);
    expect(await retryAfter()).toEqual([429, "60"]);
  });

  it.each([true, "date"] as const)("is read by the client if the option is %j", async (retryAfter) => {
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
  "a limit that is counted by %s",
  (counting) => {
    it("starts at zero after a reset", async () => {
      const { sandbox, countAllowed } = createLimited({ limit: 3, window: 1000, counting });
      expect(await countAllowed(4)).toBe(3);
      sandbox.reset();
      expect(await countAllowed(4)).toBe(3);
    });

    it("counts the supplier API only, for all suppliers together", async () => {
      const { sandbox, supplier, lessor } = await open({ rateLimit: { limit: 2, window: 1000, counting } });
      for (let count = 0; count < 5; count++) await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
      await supplier.lessors.list();
      const other = `Bearer ${await sandbox.supplier.token({ supplierNumber: 4712 })}`;
      const send = () =>
        sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers: { authorization: other } });
      expect((await send()).status).toBe(200);
      expect((await send()).status).toBe(429);
      expect(await kindOf(supplier.lessors.list())).toBe("rate-limit");
    });

    // The start is shortly before the end of a fixed window, so that two bursts are in different windows.
    const limit: RateLimit = { limit: 20, window: 1000, counting };
    const begin = "2026-06-15T09:00:00.99Z";

    it("is never reached by a client with an equal throttle", async () => {
      const sandbox = createSandbox({ now: begin, rateLimit: limit });
      const statuses = await collectStatuses(sandbox, 105, { limit: 20, window: 1000 });
      expect(statuses).toEqual(Array(105).fill(200));
    });

    it("is reached by a client without a throttle", async () => {
      const sandbox = createSandbox({ now: begin, rateLimit: limit });
      expect(await collectStatuses(sandbox, 105, false)).toContain(429);
    });
  },
);

/** Sends concurrent calls, moves the clock in small steps until all of them have ended, and returns their statuses. */
async function collectStatuses(
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

describe("the limit", () => {
  it("is 5000 requests in any minute by default [S8.RATE]", () => {
    const { clock } = createSandboxTime("standing", Date.parse(monday));
    const limiter = new RateLimiter({}, clock);
    const rejection = expect.objectContaining({ status: 429 });
    for (let count = 0; count < 5000; count++) limiter.admit();
    expect(() => limiter.admit()).toThrow(rejection);
    clock.advance({ ms: 59_999 });
    expect(() => limiter.admit()).toThrow(rejection);
    clock.advance({ ms: 1 });
    limiter.admit();
  });

  it("rejects further requests to the supplier API with 429, and none to the lessor API [S7.429][L8.RATE]", async () => {
    const { sandbox, supplier, lessor } = await open({ rateLimit: { limit: 1 } });
    await supplier.lessors.list();
    expect(await refusal(supplier.lessors.list())).toEqual([429]);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    for (let count = 0; count < 20; count++) await lessor.vehicles.get("ZX-987-Y");
    sandbox.reset();
    await supplier.lessors.list();
  });
});

describe("invalid options of the limit", () => {
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
