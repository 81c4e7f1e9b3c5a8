import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence, stallingBody } from "../../support/fetch.js";

type Options = Parameters<typeof supplierOver>[1];

/** Where a call can be when it is aborted, and how many requests have left by then. */
const points: readonly { point: string; options?: Options; reply: Reply; sent: number; deadline?: number }[] =
  [
    {
      point: "in the waiting line",
      options: { throttle: { limit: 1 }, retry: { retries: 1 } },
      reply: empty(503),
      sent: 1,
    },
    {
      point: "while a token is awaited",
      options: { token: () => new Promise(() => {}) },
      reply: silence,
      sent: 0,
    },
    { point: "in flight", reply: silence, sent: 1 },
    { point: "in flight, with a fetch that ignores it", reply: () => new Promise(() => {}), sent: 1 },
    { point: "in the body", reply: stallingBody("["), sent: 1 },
    {
      point: "in the body of an error",
      reply: (request) => new Response((stallingBody("{")(request) as Response).body, { status: 400 }),
      sent: 1,
    },
    { point: "in the back-off", options: { random: () => 1 }, reply: empty(503), sent: 1 },
  ];
/** `AbortController.abort` takes anything, and a rejection hands it on as it is. */
const reasons = [new Error("changed my mind"), "text", 0, null, false, { code: 5 }];

describe("an aborted call", () => {
  const rows = points.flatMap((each) => [
    { ...each, how: "" },
    { ...each, how: "(with a deadline)", deadline: 1e6 },
  ]);

  test.each(rows)(
    "ends at once with the signal's reason: $point $how",
    async ({ options, reply, sent, deadline }) => {
      for (const reason of reasons) {
        const clock = new ManualClock();
        const fetch = fakeFetch(reply);
        const controller = new AbortController();
        const call = rejection(
          supplierOver(fetch, { clock, ...options }).lessors.list({ signal: controller.signal, deadline }),
        );
        await settle();
        if (options?.throttle !== undefined)
          await vi.waitFor(() => expect(clock.pending).toBe(deadline ? 2 : 1));
        controller.abort(reason);
        expect(await call).toBe(reason);
        await settle();
        expect(clock.pending).toBe(0);
        await clock.advance(1e7);
        expect(fetch.requests).toHaveLength(sent);
        expect(getEventListeners(controller.signal, "abort")).toEqual([]);
      }
    },
  );

  test("sends nothing if it was aborted before it began, asks for no token, and is no event", async () => {
    const events: string[] = [];
    const fetch = fakeFetch(json([]));
    const nothing = () => expect.unreachable();
    const supplier = supplierOver(fetch, { token: nothing, on: () => events.push("event") });
    for (const reason of reasons) {
      expect(await rejection(supplier.lessors.list({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    }
    expect(fetch.requests).toEqual([]);
    expect(events).toEqual([]);
  });

  test("asks for no token if it is aborted on its way there", async () => {
    const controller = new AbortController();
    const supplier = supplierOver(fakeFetch(json([])), {
      token: () => expect.unreachable(),
      throttle: false,
    });
    const call = rejection(supplier.lessors.list({ signal: controller.signal }));
    controller.abort("at once");
    expect(await call).toBe("at once");
  });

  test.each([undefined, 1000])(
    "sends nothing if it is aborted within its first turn (deadline: %s)",
    async (deadline) => {
      const clock = new ManualClock();
      const fetch = fakeFetch(json([]));
      const controller = new AbortController();
      const call = rejection(
        supplierOver(fetch, { clock }).lessors.list({ signal: controller.signal, deadline }),
      );
      controller.abort("at once");
      expect(await call).toBe("at once");
      expect(fetch.requests).toEqual([]);
      expect(clock.pending).toBe(0);
    },
  );

  test("sends nothing if the token's own function aborts it", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(json([]));
    const controller = new AbortController();
    const token = () => {
      controller.abort("from within");
      return "abc";
    };
    expect(
      await rejection(supplierOver(fetch, { clock, token }).lessors.list({ signal: controller.signal })),
    ).toBe("from within");
    expect(fetch.requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("has the usual reason if none is given", async () => {
    const error = await rejection(
      supplierOver(fakeFetch(silence)).lessors.list({ signal: AbortSignal.timeout(5) }),
    );
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  test("ends the reading of an upload that has to be packed first", async () => {
    const controller = new AbortController();
    const endless = new ReadableStream<Uint8Array>();
    const upload = supplierOver(fakeFetch(json({}))).serviceRequests.attachments.upload("R-1", endless, {
      uploadEncoding: "multipart",
      signal: controller.signal,
    });
    const call = rejection(upload);
    await settle();
    controller.abort("enough");
    expect(await call).toBe("enough");
  });
});

describe("a signal that lives long", () => {
  test.each([
    ["", {}],
    ["with a deadline", { deadline: 60_000 }],
    ["with a token that is awaited", { token: async () => "abc" }],
    ["with pauses between attempts", { random: () => 1 }],
  ] satisfies [string, Options][])(
    "gathers no listeners, however many calls it serves %s",
    async (_, options) => {
      const { signal } = new AbortController();
      const clock = new ManualClock();
      const supplier = supplierOver(fakeFetch(empty(503), empty(404), json([])), { clock, ...options });
      for (let call = 0; call < 10; call++) {
        const ended = supplier.lessors.list({ signal }).catch(() => {});
        await clock.advance(1000);
        await ended;
      }
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );
});
