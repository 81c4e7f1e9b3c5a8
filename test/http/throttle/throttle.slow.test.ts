import { performance } from "node:perf_hooks";
import { createSupplierClient, RegError, type SupplierClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { canaryToken, exampleRequest, supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { empty, fakeFetch, json } from "../../support/fetch.js";
import { httpServer } from "../../support/server.js";
import { maxInAnyWindow } from "./support.js";

describe("fault 12: no rolling window contains more requests than the limit", () => {
  test("over real sockets, by the count of the service", async () => {
    const arrivals: number[] = [];
    const { url } = await httpServer((_, response) => {
      arrivals.push(performance.now());
      setTimeout(() => response.end(JSON.stringify(exampleRequest)), Math.random() * 30);
    });
    const throttle = { limit: 20, window: 250 };
    const { serviceRequests } = createSupplierClient({ baseUrl: url, token: canaryToken, throttle });
    await Promise.all(Array.from({ length: 50 }, () => serviceRequests.get("R-1")));
    expect(arrivals).toHaveLength(50);
    expect(maxInAnyWindow(250, arrivals)).toBeLessThanOrEqual(20);
  });
});

describe("fault 17: two clients that share one quota settle below the limit of the service", () => {
  const window = 10_000;
  const limit = 30;
  const windows = 100;
  /** The first windows, in which the clients adapt to each other. */
  const settling = 30;

  /** Returns random numbers from 0 to 1 that are the same in every run. */
  function randomNumbers(): () => number {
    let state = 17;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  }

  /** Runs two busy clients against a service that counts all requests in one rolling window. */
  async function compete(headersOf429: Readonly<Record<string, string>>) {
    const clock = new ManualClock();
    const random = randomNumbers();
    const accepted: number[] = [];
    const responses: { readonly at: number; readonly client: string; readonly refused: boolean }[] = [];
    /** Waits for 10 to 50 ms, until a whole millisecond, so that all sums of times are exact. */
    const transmit = () => {
      const now = clock.monotonic();
      const delay = Math.ceil(now + 10 + 40 * random()) - now;
      return new Promise<void>((resolve) => void clock.schedule(resolve, delay));
    };
    const fetch = fakeFetch(async (request) => {
      await transmit();
      const at = clock.monotonic();
      while ((accepted[0] ?? at) <= at - window) accepted.shift();
      const refused = accepted.length >= limit;
      if (!refused) accepted.push(at);
      responses.push({ at, client: request.headers["x-client"] ?? "", refused });
      await transmit();
      return (refused ? empty(429, headersOf429) : json(exampleRequest))(request);
    });
    const errors: unknown[] = [];
    // Without maxWait, because a worker whose call is rejected at once would start the next one endlessly.
    const throttle = { limit, window, maxWait: Number.POSITIVE_INFINITY };
    const clients = ["one", "two"].map((name) =>
      supplierOver(fetch, { clock, random, headers: { "x-client": name }, throttle }),
    );
    /** The lowest limit of each client. */
    const lowest = clients.map(() => limit);
    const end = windows * window;
    const work = async (client: SupplierClient, index: number) => {
      while (clock.monotonic() < end) {
        await client.serviceRequests
          .get("R-1")
          .catch((error: unknown) => RegError.is(error, "closed") || errors.push(error));
        const { allowed = limit } = client.throttleStatistics() ?? {};
        lowest[index] = Math.min(lowest[index] ?? limit, allowed);
      }
    };
    const workers = clients.flatMap((client, index) => Array.from({ length: limit }, () => work(client, index)));
    await clock.advance(end);
    await Promise.all([...clients.map((client) => client.close({ abort: true })), ...workers]);
    const settled = responses.filter(({ at }) => at >= settling * window);
    const served = settled.filter(({ refused }) => !refused);
    return {
      refusedShare: 1 - served.length / settled.length,
      use: served.length / ((windows - settling) * limit),
      shares: ["one", "two"].map((name) => served.filter(({ client }) => client === name).length / served.length),
      errors,
      lowest,
    };
  }

  test.each([
    ["without Retry-After", {}],
    ["with Retry-After: 0", { "retry-after": "0" }],
    ["with Retry-After: 2", { "retry-after": "2" }],
  ])("429s %s become rare, and both clients get their share", async (_, headers) => {
    const { refusedShare, use, shares, errors, lowest } = await compete(headers);
    expect(refusedShare).toBeLessThan(0.08);
    expect(Math.max(...lowest)).toBeLessThan(limit);
    expect(use).toBeGreaterThan(0.6);
    for (const share of shares) expect(share).toBeGreaterThan(0.2);
    expect(errors.filter((error) => !RegError.is(error, "rate-limit"))).toEqual([]);
    expect(errors.length).toBeLessThan(10);
  });
});
