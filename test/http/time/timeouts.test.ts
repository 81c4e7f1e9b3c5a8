import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle, type Throttle } from "../../../src/http/throttle/throttle.js";
import { lessorOver, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import {
  empty,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  stallingBody,
} from "../../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;

describe("the timeout of an attempt", () => {
  test.each([
    ["headers that never arrive", silence],
    ["a body that stalls", stallingBody('{"data":')],
    ["a fetch that ignores the abort", () => new Promise<never>(() => {})],
  ] satisfies [string, Reply][])("ends %s", async (_, reply) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(reply);
    const call = failure(
      supplierOver(fetch, { clock, timeout: 1000, retry: false }).serviceRequests.get("R-1"),
      "timeout",
    );
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

  test("ends an answer that comes one byte a second, whose every byte is on time", async () => {
    const clock = new ManualClock();
    const reply: Reply = ({ init: { signal } }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        },
        pull: (controller) =>
          new Promise((resolve) => {
            clock.schedule(() => {
              if (!signal?.aborted) controller.enqueue(new Uint8Array([0x20]));
              resolve();
            }, 1000);
          }),
      });
      return new Response(body);
    };
    const call = failure(
      supplierOver(fakeFetch(reply), { clock, timeout: 5500, retry: false }).lessors.list(),
      "timeout",
    );
    await clock.advance(5500);
    await call;
  });

  test("leaves the outcome of a write open", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence);
    const call = failure(
      supplierOver(fetch, { clock, timeout: 1000 }).serviceRequests.create(draft),
      "timeout",
    );
    await clock.advance(1000);
    expect((await call).outcome).toBe("unknown");
    expect(fetch.requests).toHaveLength(1);
  });

  test("begins anew with every attempt", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence, silence, json([]));
    const call = supplierOver(fetch, { clock, timeout: 1000 }).lessors.list();
    await clock.advance(2000);
    expect(await call).toEqual([]);
    expect(fetch.requests).toHaveLength(3);
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

  test("starts at sending: waiting for a token does not count", async () => {
    const clock = new ManualClock();
    let give = (_: string) => {};
    const token = () =>
      new Promise<string>((resolve) => {
        give = resolve;
      });
    const fetch = fakeFetch(json([]));
    const call = supplierOver(fetch, { clock, token, timeout: 1000 }).lessors.list();
    await clock.advance(20_000);
    give("abc");
    expect(await call).toEqual([]);
  });
});

describe("a file that is read as a stream", () => {
  /** A PDF of which the given parts arrive, each so many milliseconds after it is asked for. */
  const parts =
    (clock: ManualClock, ...delays: readonly number[]): Reply =>
    () => {
      const rest = [...delays];
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const delay = rest.shift();
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

  test("is given up when its next part does not come within the timeout", async () => {
    const clock = new ManualClock();
    const { stream } = await download(clock, parts(clock, 10, 5000));
    const reader = stream.getReader();
    await clock.advance(10);
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    const stalled = failure(reader.read(), "timeout");
    await clock.advance(999);
    expect(clock.pending).toBeGreaterThan(0);
    await clock.advance(1);
    expect(await stalled).toMatchObject({ limit: "timeout", limitMs: 1000, outcome: undefined });
  });

  test("may take as long as its reader likes, if each part comes in time", async () => {
    const clock = new ManualClock();
    const { stream } = await download(clock, parts(clock, 900, 900, 900));
    const reader = stream.getReader();
    for (let part = 0; part < 3; part++) {
      await clock.advance(900);
      expect((await reader.read()).done).toBe(false);
      await clock.advance(60_000);
    }
    expect((await reader.read()).done).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe("the deadline of a call", () => {
  /** A call with a deadline of 5 s that is stuck somewhere. */
  async function stuck(
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

  test("passes while an answer is awaited", async () => {
    const { error, clock } = await stuck({}, silence);
    expect(error).toMatchObject({
      limit: "deadline",
      limitMs: 5000,
      operationId: "lessors.list",
      outcome: undefined,
    });
    expect(error.message).toContain("the deadline of 5000 ms");
    expect(clock.pending).toBe(0);
  });

  test("…which leaves the outcome of a write open", async () => {
    const { error } = await stuck({}, silence, (client) => client.serviceRequests.create(draft));
    expect(error.outcome).toBe("unknown");
  });

  test("passes while a body is read", async () => {
    expect((await stuck({}, stallingBody("["))).error.limit).toBe("deadline");
  });

  test("passes while a token is awaited, when nothing was sent", async () => {
    const { error, fetch } = await stuck({ token: () => new Promise(() => {}) }, silence, (client) =>
      client.serviceRequests.create(draft),
    );
    expect(error).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(fetch.requests).toEqual([]);
  });

  /** Takes a unit of a throttle and never tells what became of it, so that nobody knows when it comes back. */
  const keepUnit = (throttle: Throttle) =>
    throttle.take({
      priority: 5,
      cancellation: new CallCancellation(),
      longestPause: 0,
      operationId: "another",
    });

  /** A throttle in which there is one unit for a call, and another one that is in use for ever. */
  function oneUnitLeft() {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 2, clock });
    keepUnit(throttle);
    return { clock, throttle };
  }

  test("passes in the throttle's waiting line, when only the earlier attempts were sent", async () => {
    const { clock, throttle } = oneUnitLeft();
    const { error, fetch } = await stuck({ throttle, retry: { retries: 1 } }, empty(503), undefined, clock);
    expect(error.limit).toBe("deadline");
    expect(error.attempts).toMatchObject([
      { error: "RegServerError", status: 503 },
      { error: "RegTimeoutError" },
    ]);
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("leaves no doubt about a create whose earlier attempts never left", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 1, clock });
    // Nothing was sent, so that the unit comes back at once; but somebody else waits for it already.
    const refuse: Reply = (request) => {
      void keepUnit(throttle);
      return networkFailure("ECONNREFUSED")(request);
    };
    const { error, fetch } = await stuck(
      { throttle },
      refuse,
      (client) => client.serviceRequests.create(draft),
      clock,
    );
    expect(error).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(throttle.statistics().left).toBe(1);
    expect(fetch.requests).toHaveLength(1);
  });

  test("keeps the doubt about an attempt before", async () => {
    const { clock, throttle } = oneUnitLeft();
    const { error } = await stuck(
      { throttle },
      empty(503),
      (client) => client.serviceRequests.delete("R-1"),
      clock,
    );
    expect(error.outcome).toBe("unknown");
  });

  test("can be set for one call, and leaves nothing behind after a success", async () => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(json([])), { clock });
    await supplier.lessors.list({ deadline: 10, signal: new AbortController().signal });
    expect(clock.pending).toBe(0);
  });

  test("bounds the reading of an upload that has to be packed first", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(json({ id: 1 }));
    const call = failure(
      supplierOver(fetch, { clock, uploadEncoding: "multipart" }).serviceRequests.attachments.upload(
        "R-1",
        new ReadableStream(),
        { deadline: 1000 },
      ),
      "timeout",
    );
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(fetch.requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("bounds a token request as well", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence);
    const call = failure(lessorOver(fetch, { clock, deadline: 1000 }).vehicles.get("AB-123-C"), "timeout");
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", operationId: "vehicles.get" });
    expect(clock.pending).toBe(0);
  });
});
