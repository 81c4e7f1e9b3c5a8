import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { ServiceRequestListItem } from "../../../src/generated/supplier/models.js";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { fakeFetch, json, silence } from "../../support/fetch.js";
import { after, client, item, openRequests, run } from "./watch-support.js";

describe("watch", () => {
  const minute = 60_000;

  type Row = readonly [name: string, fields: Partial<ServiceRequestListItem>];

  /** A watch over these requests, whose first poll is over. */
  async function watching(...first: readonly ServiceRequestListItem[]) {
    const { fetch, state } = openRequests(...first);
    const { clock, parts } = client(fetch);
    const { changes, news } = run(parts);
    const begun = await news();
    const poll = async (...requests: readonly ServiceRequestListItem[]) => {
      state.serviceRequests = [...requests];
      await clock.advance(minute);
      return news();
    };
    return { begun, changes, poll, state };
  }

  describe("a watch over the open requests", () => {
    test("gives each of them as new at first, in the order of the list", async () => {
      const { begun, changes } = await watching(item("b"), item("a"));
      expect(begun).toEqual(["new b", "new a"]);
      expect(changes[0]).toMatchObject({ type: "new", id: "b", request: item("b") });
    });

    test("gives each change once", async () => {
      const { poll, changes } = await watching(item("a"));
      expect(await poll(item("a"))).toEqual([]);
      expect(await poll(item("a", { status: "Approved" }), item("b"))).toEqual(["changed a", "new b"]);
      expect(changes[1]?.request?.status).toBe("Approved");
      expect(await poll(item("a", { status: "Approved" }), item("b"))).toEqual([]);
      expect(await poll(item("b"))).toEqual(["gone a"]);
      expect(await poll(item("b"))).toEqual([]);
      expect(await poll(item("a"), item("b"))).toEqual(["new a"]);
    });

    test("gives what is gone after what is there, as it was last seen", async () => {
      const parked = item("a", { parking: { isParked: true, remark: "waits for a part" } });
      const { poll, changes } = await watching(item("a"));
      await poll(parked);
      expect(await poll(item("b"))).toEqual(["new b", "gone a"]);
      expect(changes.at(-1)).toMatchObject({ type: "gone", id: "a", request: parked });
    });

    test.each([
      ["status", { status: "Denied" }],
      ["invoicing", { invoicing: { status: "ReadyForInvoicing", totalAmountApproved: 100.01 } }],
      ["parking", { parking: { isParked: true } }],
      ["workOrderNumber", { workOrderNumber: "WO-2" }],
      ["serviceRequestNumber", { serviceRequestNumber: 9 }],
      ["a field that nobody knows yet", { colour: "red" }],
      ["a time that goes on", { lastModifiedUtc: "2026-06-15T09:00:01Z" }],
      ["a time that goes back", { lastModifiedUtc: "2026-06-15T08:59:59Z" }],
    ] as readonly Row[])("sees a change within the same second: %s", async (_, fields) => {
      const { poll } = await watching(item("a"));
      expect(await poll(item("a", fields))).toEqual(["changed a"]);
      expect(await poll(item("a", fields))).toEqual([]);
    });

    test.each([
      ["another address", { href: "https://elsewhere.example/v2/servicerequests/a" }],
      ["fields in another order", { invoicing: { totalAmountApproved: 100, status: "ReadyForInvoicing" } }],
    ])("takes no notice of %s", async (_, fields) => {
      const { poll } = await watching(item("a"));
      expect(await poll({ ...fields, ...item("a", fields) })).toEqual([]);
    });

    test("gives a request once that a list has twice, as it is later in it", async () => {
      const twice = [item("a"), item("a", { status: "Approved" })];
      const { begun, poll, changes } = await watching(...twice);
      expect(begun).toEqual(["new a"]);
      expect(changes[0]?.request?.status).toBe("Approved");
      expect(await poll(...twice)).toEqual([]);
    });

    test("takes nothing for gone while the service has more than it lists", async () => {
      const { poll, state } = await watching(item("a"), item("b"));
      state.hasMore = true;
      expect(await poll(item("b", { status: "Approved" }), item("c"))).toEqual(["changed b", "new c"]);
      expect(await poll(item("a"))).toEqual([]);
      state.hasMore = false;
      expect(await poll(item("a"))).toEqual(["gone b", "gone c"]);
    });
  });

  describe("the polls of a watch", () => {
    test("begin with the first next, and ask for one vehicle if told so", async () => {
      const { fetch } = openRequests();
      const { parts } = client(fetch, {}, "damage");
      watch(parts);
      await settle();
      expect(fetch.requests).toEqual([]);
      run(parts, { licensePlate: "AB-123-C" });
      await settle();
      expect(fetch.last.url.href).toBe("https://reg.example/v2/damageservicerequests?licensePlate=AB-123-C");
      run(parts);
      await settle();
      expect(fetch.last.url.search).toBe("");
    });

    test("are a minute apart if nothing else is said, from the end of one to the next", async () => {
      const { clock, parts, fetch } = slow(5000);
      run(parts);
      await clock.advance(5000 + minute - 1);
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      expect(fetch.requests).toHaveLength(2);
    });

    test("are as far apart as they are told to be, and a second at least", async () => {
      const { clock, parts, fetch } = slow(0);
      run(parts, { every: 1000 });
      await clock.advance(9999);
      expect(fetch.requests).toHaveLength(10);
      expect(thrown(() => watch(parts, { every: 999 }), "input").field).toBe("every");
    });

    test("go by the options as they were at the beginning", async () => {
      const { clock, parts, fetch } = slow(0);
      const options = { every: 1000 };
      run(parts, options);
      await settle();
      options.every = 0;
      await clock.advance(2500);
      expect(fetch.requests).toHaveLength(3);
    });

    test("do not wait longer because the changes take long to process, nor come sooner", async () => {
      const { fetch, state } = openRequests(item("a"));
      const { clock, parts } = client(fetch);
      const changes = watch(parts);
      await changes.next();
      await clock.advance(minute - 1);
      state.serviceRequests = [item("b")];
      const second = changes.next();
      await settle();
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      expect((await second).value).toMatchObject({ type: "new", id: "b" });
      await clock.advance(2 * minute);
      expect((await changes.next()).value).toMatchObject({ type: "gone", id: "a" });
      const fourth = changes.next();
      await settle();
      expect(fetch.requests).toHaveLength(3);
      await changes.return();
      await fourth;
    });

    test("come after all other calls that wait for the throttle", async () => {
      const { fetch } = openRequests();
      const { clock, parts, calls } = client(fetch, { throttle: { limit: 1, window: 1000 } });
      void calls.lessors.list();
      await settle();
      run(parts, { every: 10 * minute });
      run(parts, { every: 10 * minute, priority: 4 });
      await settle();
      void calls.lessors.list();
      void calls.lessors.list({ priority: 8 });
      // The line is a library that waits for turns of the event loop.
      await vi.waitFor(async () => {
        await clock.advance(1000);
        expect(fetch.requests).toHaveLength(5);
      }, 20_000);
      const paths = fetch.requests.map(({ url }) => url.pathname);
      const [watched, others] = ["/v2/servicerequests", "/v2/lessors"];
      expect(paths).toEqual([others, watched, others, others, watched]);
    });
  });

  /** A service that takes its time to say that there is nothing. */
  function slow(delay: number) {
    const fetch = fakeFetch((request) =>
      after(made.clock, delay, json({ serviceRequests: [], hasMore: false }))(request),
    );
    const made = client(fetch);
    return { ...made, fetch };
  }

  describe("a watch that cannot be", () => {
    test.each([
      [{ every: "1 min" }, "every"],
      [{ every: Number.POSITIVE_INFINITY }, "every"],
      [{ evry: 5000 }, "evry"],
      [{ cursor: null }, "cursor"],
      [{ cursor: "" }, "cursor"],
      [{ signal: {} }, "signal"],
      [{ licensePlate: 5 }, "licensePlate"],
      [{ licensePlate: "" }, "licensePlate"],
      [{ priority: 10 }, "priority"],
      [{ onError: "log" }, "onError"],
    ])("is refused at once, before any call: %j", async (options, field) => {
      const { fetch } = openRequests();
      const error = thrown(() => watch(client(fetch, {}, "damage").parts, options as never), "input");
      expect(error).toMatchObject({ field, operationId: "damageServiceRequests.watch" });
      await settle();
      expect(fetch.requests).toEqual([]);
    });
  });
});

describe("the end of a watch", () => {
  /** Nothing is left of a watch: no timer, no listener. */
  function expectNothingLeft({ clock, listeners }: ReturnType<typeof client>, signal?: AbortSignal) {
    expect(clock.pending).toBe(0);
    expect(listeners.size).toBe(0);
    if (signal !== undefined) expect(getEventListeners(signal, "abort")).toEqual([]);
  }

  describe("a watch whose signal aborts", () => {
    test("while it waits, rejects at once with the signal's reason", async () => {
      const made = client(openRequests(item("a")).fetch);
      const { signal, abort } = aborter();
      const { ending, news } = run(made.parts, { signal });
      expect(await news()).toEqual(["new a"]);
      abort("enough");
      await settle();
      expect(ending).toEqual({ is: "failed", reason: "enough" });
      expectNothingLeft(made, signal);
    });

    test("during a call, ends the call", async () => {
      const fetch = fakeFetch(silence);
      const made = client(fetch);
      const { signal, abort } = aborter();
      const { ending } = run(made.parts, { signal });
      await settle();
      expect(fetch.requests).toHaveLength(1);
      abort("enough");
      await settle();
      expect(fetch.last.init.signal?.aborted).toBe(true);
      expect(ending).toEqual({ is: "failed", reason: "enough" });
      expectNothingLeft(made, signal);
    });

    test("before it begins, sends nothing", async () => {
      const { fetch } = openRequests();
      const made = client(fetch);
      expect(await rejection(watch(made.parts, { signal: AbortSignal.abort("early") }).next())).toBe("early");
      expect(fetch.requests).toEqual([]);
      expectNothingLeft(made);
    });

    test("while a change is processed, gives no further one", async () => {
      const made = client(openRequests(item("a"), item("b")).fetch);
      const { signal, abort } = aborter();
      const changes = watch(made.parts, { signal });
      await changes.next();
      abort("enough");
      expect(await rejection(changes.next())).toBe("enough");
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expectNothingLeft(made, signal);
    });

    test("follows it with one listener, however long it runs", async () => {
      const made = client(openRequests(item("a")).fetch);
      const { signal } = aborter();
      const { watching } = run(made.parts, { signal });
      for (let poll = 0; poll < 20; poll++) {
        await made.clock.advance(60_000);
        expect(getEventListeners(signal, "abort")).toHaveLength(1);
        expect(made.clock.pending).toBe(1);
        expect(made.listeners.size).toBe(1);
      }
      await watching.return();
      expectNothingLeft(made, signal);
    });
  });

  describe("a watch that its user leaves", () => {
    test("by break, leaves nothing behind", async () => {
      const { fetch } = openRequests(item("a"), item("b"));
      const made = client(fetch);
      const { signal } = aborter();
      for await (const change of watch(made.parts, { signal })) {
        expect(change.id).toBe("a");
        break;
      }
      expectNothingLeft(made, signal);
      await made.clock.advance(600_000);
      expect(fetch.requests).toHaveLength(1);
    });

    test("by an error of their own, passes that error on and leaves nothing behind", async () => {
      const made = client(openRequests(item("a")).fetch);
      const { signal } = aborter();
      const loop = async () => {
        for await (const { id } of watch(made.parts, { signal })) throw new Error(`cannot process ${id}`);
      };
      expect(await rejection(loop())).toEqual(new Error("cannot process a"));
      expectNothingLeft(made, signal);
    });

    test.each([
      ["while it waits", openRequests(item("a")).fetch],
      ["during a call", fakeFetch(silence)],
    ])("by return, is over at once %s", async (_, fetch) => {
      const made = client(fetch);
      const { signal } = aborter();
      const { watching, ending } = run(made.parts, { signal });
      await settle();
      expect(await watching.return()).toEqual({ done: true, value: undefined });
      await settle();
      expect(ending).toEqual({ is: "over" });
      expectNothingLeft(made, signal);
    });

    test("before it has begun, never asks", async () => {
      const { fetch } = openRequests(item("a"));
      const made = client(fetch);
      const changes = watch(made.parts);
      await changes.return();
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expect(fetch.requests).toEqual([]);
    });
  });

  describe("a watch whose client is closed", () => {
    test.each([
      ["while it waits", openRequests(item("a")).fetch, {}],
      ["during a call", fakeFetch(silence), {}],
      ["during a call that is aborted", fakeFetch(silence), { abort: true }],
    ])("is over without an error %s", async (_, fetch, how) => {
      const made = client(fetch);
      const { signal } = aborter();
      const errors: unknown[] = [];
      const { ending } = run(made.parts, { signal, onError: (error) => void errors.push(error) });
      await settle();
      await made.lifecycle.close(how);
      await settle();
      expect(ending).toEqual({ is: "over" });
      expect(errors).toEqual([]);
      expectNothingLeft(made, signal);
    });

    test("gives no further change", async () => {
      const made = client(openRequests(item("a"), item("b")).fetch);
      const changes = watch(made.parts);
      await changes.next();
      await made.lifecycle.close();
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expectNothingLeft(made);
    });

    test("before it begins, fails: that is a mistake", async () => {
      const { fetch } = openRequests();
      const made = client(fetch);
      await made.lifecycle.close();
      const changes = watch(made.parts);
      expect((await failure(changes.next(), "closed")).operationId).toBe("serviceRequests.list");
      expectNothingLeft(made);
    });
  });

  test("a watch that waits is on the clock as one who waits, so that a jumping clock may jump", async () => {
    const purposes: unknown[] = [];
    const made = client(openRequests().fetch);
    const clock = Object.assign(new ManualClock(), {
      schedule(_task: () => void, delay: number, purpose: string) {
        purposes.push([delay, purpose]);
        return () => {};
      },
    });
    run({ ...made.parts, clock });
    await settle();
    expect(purposes).toEqual([[60_000, "wait"]]);
  });

  function aborter() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) };
  }
});
