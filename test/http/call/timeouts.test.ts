import { createThrottle, type Throttle } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/base/cancellation.js";
import { draft, lessorOver, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence } from "../../support/fetch.js";

// Timeouts of slow and stalled responses over real sockets are in test/http/transport/network.test.ts.

describe("the timeout of an attempt", () => {
  test("ends the attempt even if fetch ignores the abort", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(() => new Promise<never>(() => {}));
    const supplier = supplierOver(fetch, { clock, timeout: 1000, retry: false });
    const call = failure(supplier.serviceRequests.get("R-1"), "timeout");
    await clock.advance(999);
    expect(fetch.last.init.signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await call).toMatchObject({
      limit: "timeout",
      limitMs: 1000,
      operationId: "serviceRequests.get",
      outcome: undefined,
    });
    expect(fetch.last.init.signal?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("is 30 seconds by default, and can be set for a client and for a call", async () => {
    for (const [client, call, limitMs] of [
      [undefined, undefined, 30_000],
      [700, undefined, 700],
      [700, 50, 50],
    ] as const) {
      const clock = new ManualClock();
      const supplier = supplierOver(fakeFetch(silence), { clock, timeout: client, retry: false });
      const error = failure(supplier.lessors.list({ timeout: call }), "timeout");
      await clock.advance(limitMs);
      expect((await error).limitMs).toBe(limitMs);
    }
  });
});

describe("a file that is downloaded as a stream", () => {
  /** Responds with a file of one chunk for each delay; a chunk arrives that many milliseconds after it is requested. */
  const chunks =
    (clock: ManualClock, ...delays: readonly number[]): Reply =>
    () => {
      const remaining = [...delays];
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const delay = remaining.shift();
            if (delay === undefined) return controller.close();
            return new Promise((resolve) => {
              clock.schedule(() => {
                controller.enqueue(new Uint8Array([1]));
                resolve();
              }, delay);
            });
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { "content-type": "application/pdf" } });
    };
  const download = (clock: ManualClock, reply: Reply) =>
    supplierOver(fakeFetch(reply), { clock, timeout: 1000 }).serviceRequests.invoices.pdf.get("R-1", 7, {
      as: "stream",
    });

  test("fails if the next chunk does not arrive within the timeout", async () => {
    const clock = new ManualClock();
    const { stream } = await download(clock, chunks(clock, 10, 5000));
    const reader = stream.getReader();
    await clock.advance(10);
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    const stalled = failure(reader.read(), "timeout");
    await clock.advance(999);
    expect(clock.pending).toBeGreaterThan(0);
    await clock.advance(1);
    const error = await stalled;
    expect(error).toMatchObject({ limit: "timeout", limitMs: 1000, outcome: undefined });
    expect(error.message).toContain("no further part of the file within the timeout of 1000 ms");
  });

  test("can be read as slowly as the caller likes if each chunk arrives within the timeout", async () => {
    const clock = new ManualClock();
    const { stream } = await download(clock, chunks(clock, 900, 900, 900));
    const reader = stream.getReader();
    for (let chunk = 0; chunk < 3; chunk++) {
      await clock.advance(900);
      expect((await reader.read()).done).toBe(false);
      await clock.advance(60_000);
    }
    expect((await reader.read()).done).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe("the deadline of a call", () => {
  /** Runs a call that does not end before its deadline of 5 s. */
  async function runUntilDeadline(
    options: Parameters<typeof supplierOver>[1],
    reply: Reply,
    call = (client: ReturnType<typeof supplierOver>) => client.lessors.list() as Promise<unknown>,
    clock = new ManualClock(),
  ) {
    const fetch = fakeFetch(reply);
    const client = supplierOver(fetch, { clock, deadline: 5000, ...options });
    const error = failure(call(client), "timeout");
    await clock.advance(4999);
    let settled = false;
    void error.finally(() => {
      settled = true;
    });
    await settle();
    expect(settled).toBe(false);
    await clock.advance(1);
    return { error: await error, fetch, clock };
  }

  test("ends a call that waits for a response", async () => {
    const { error, clock } = await runUntilDeadline({}, silence);
    expect(error).toMatchObject({
      limit: "deadline",
      limitMs: 5000,
      operationId: "lessors.list",
      outcome: undefined,
    });
    expect(error.message).toContain("the deadline of 5000 ms");
    expect(clock.pending).toBe(0);
  });

  test("makes the outcome of a write in flight unknown", async () => {
    const { error } = await runUntilDeadline({}, silence, (client) => client.serviceRequests.create(draft));
    expect(error.outcome).toBe("unknown");
  });

  test("ends a call that waits for a token, whose outcome is certain", async () => {
    const { error, fetch } = await runUntilDeadline({ token: () => new Promise(() => {}) }, silence, (client) =>
      client.serviceRequests.create(draft),
    );
    expect(error).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(fetch.requests).toEqual([]);
  });

  /** Takes a unit of a throttle that never returns. */
  const keepUnit = (throttle: Throttle) =>
    throttle.take({
      priority: 5,
      cancellation: new CallCancellation(),
      longestPause: 0,
      operationId: "another",
    });

  /** Creates a throttle that has only one unit left. */
  function createThrottleWithOneUnit() {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 2, clock });
    keepUnit(throttle);
    return { clock, throttle };
  }

  test("ends a call whose second attempt is queued", async () => {
    const { clock, throttle } = createThrottleWithOneUnit();
    const { error, fetch } = await runUntilDeadline({ throttle, retry: { retries: 1 } }, empty(503), undefined, clock);
    expect(error.limit).toBe("deadline");
    expect(error.attempts).toMatchObject([{ error: "RegServerError", status: 503 }, { error: "RegTimeoutError" }]);
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("ends a queued create, whose outcome is certain if no earlier attempt was sent", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 1, clock });
    // The request was not sent, so its unit returns at once, but another call already waits for it.
    const refuse: Reply = (request) => {
      void keepUnit(throttle);
      return networkFailure("ECONNREFUSED")(request);
    };
    const { error, fetch } = await runUntilDeadline(
      { throttle },
      refuse,
      (client) => client.serviceRequests.create(draft),
      clock,
    );
    expect(error).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(throttle.statistics().left).toBe(1);
    expect(fetch.requests).toHaveLength(1);
  });

  test("can be set for one call, and leaves no timer behind after a success", async () => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(json([])), { clock });
    await supplier.lessors.list({ deadline: 10, signal: new AbortController().signal });
    expect(clock.pending).toBe(0);
  });

  test("ends a call that waits for a token request", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence);
    const call = failure(lessorOver(fetch, { clock, deadline: 1000 }).vehicles.get("AB-123-C"), "timeout");
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", operationId: "vehicles.get" });
    expect(clock.pending).toBe(0);
  });
});
