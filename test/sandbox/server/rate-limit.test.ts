import { createSandbox, type RateLimit } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { monday, open, refusal, supplierOf } from "../support.js";

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
});

describe("a limit", () => {
  it("starts at zero after a reset", async () => {
    const { sandbox, countAllowed } = createLimited({ limit: 3, window: 1000 });
    expect(await countAllowed(4)).toBe(3);
    sandbox.reset();
    expect(await countAllowed(4)).toBe(3);
  });

  it("counts the supplier API only, for all suppliers together", async () => {
    const { sandbox, supplier, lessor } = await open({ rateLimit: { limit: 2, window: 1000 } });
    for (let count = 0; count < 5; count++) await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await supplier.lessors.list();
    const other = await supplierOf(sandbox, { supplierNumber: 4712 });
    await other.lessors.list();
    expect(await refusal(other.lessors.list())).toEqual([429]);
    expect(await refusal(supplier.lessors.list())).toEqual([429]);
  });

  it.each(["rolling-window", "fixed-window", "token-bucket"] as const)(
    "that is counted by %s is never reached by a client with an equal throttle",
    async (counting) => {
      const throttle = { limit: 20, window: 1000 };
      // The start is shortly before the end of a fixed window, so that two bursts are in different windows.
      const sandbox = createSandbox({
        now: "2026-06-15T09:00:00.99Z",
        rateLimit: { ...throttle, counting },
      });
      const supplier = await supplierOf(sandbox, {
        clock: sandbox.clock,
        // On a slow machine, the clock moves far while the calls wait for the throttle.
        deadline: 3_600_000,
        throttle,
      });
      let open = 105;
      const markEnded = () => {
        open -= 1;
      };
      const calls = Array.from({ length: open }, () => supplier.lessors.list().finally(markEnded));
      const results = Promise.all(calls);
      while (open > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        sandbox.clock.advance({ ms: 7 });
      }
      await results;
      expect(sandbox.journal.entries.map(({ status }) => status)).toEqual(Array(105).fill(200));
    },
  );
});
