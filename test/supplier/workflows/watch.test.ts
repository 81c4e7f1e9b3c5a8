import { getEventListeners } from "node:events";
import type { ServiceRequestListItem } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { fakeFetch, json, silence } from "../../support/fetch.js";
import { createContext, createItem, delayReply, fakeService, watchInBackground } from "./watch-support.js";

describe("watch", () => {
  const minute = 60_000;

  type FieldChange = readonly [name: string, fields: Partial<ServiceRequestListItem>];

  /** Starts a watch over these requests and waits for its first poll. */
  async function startWatch(...open: readonly ServiceRequestListItem[]) {
    const { fetch, state } = fakeService(...open);
    const { clock, context } = createContext(fetch);
    const { changes, readNew } = watchInBackground(context);
    const first = await readNew();
    const poll = async (...requests: readonly ServiceRequestListItem[]) => {
      state.serviceRequests = [...requests];
      await clock.advance(minute);
      return readNew();
    };
    return { first, changes, poll, state };
  }

  describe("a watch over the open requests", () => {
    test("reports each of them as new at first, in the order of the list", async () => {
      const { first, changes } = await startWatch(createItem("b"), createItem("a"));
      expect(first).toEqual(["new b", "new a"]);
      expect(changes[0]).toMatchObject({ type: "new", id: "b", request: createItem("b") });
    });

    test("reports each change once", async () => {
      const { poll, changes } = await startWatch(createItem("a"));
      expect(await poll(createItem("a"))).toEqual([]);
      expect(await poll(createItem("a", { status: "Approved" }), createItem("b"))).toEqual(["changed a", "new b"]);
      expect(changes[1]?.request?.status).toBe("Approved");
      expect(await poll(createItem("a", { status: "Approved" }), createItem("b"))).toEqual([]);
      expect(await poll(createItem("b"))).toEqual(["gone a"]);
      expect(await poll(createItem("b"))).toEqual([]);
      expect(await poll(createItem("a"), createItem("b"))).toEqual(["new a"]);
    });

    test("reports requests that are gone after the listed ones, as they were last seen", async () => {
      const parked = createItem("a", { parking: { isParked: true, remark: "waits for a part" } });
      const { poll, changes } = await startWatch(createItem("a"));
      await poll(parked);
      expect(await poll(createItem("b"))).toEqual(["new b", "gone a"]);
      expect(changes.at(-1)).toMatchObject({ type: "gone", id: "a", request: parked });
    });

    const { invoicing } = createItem("a");

    test.each([
      ["status", { status: "Denied" }],
      ["invoicing", { invoicing: { ...invoicing, totalAmountApproved: 100.01 } }],
      ["a field that this version does not know", { colour: "red" }],
      ["an earlier time", { lastModifiedUtc: "2026-06-15T08:59:59Z" }],
    ] as readonly FieldChange[])("reports a change within the same second: %s", async (_, fields) => {
      const { poll } = await startWatch(createItem("a"));
      expect(await poll(createItem("a", fields))).toEqual(["changed a"]);
      expect(await poll(createItem("a", fields))).toEqual([]);
    });

    test.each([
      ["another address", { href: "https://elsewhere.example/v2/servicerequests/a" }],
      [
        "fields in another order",
        { invoicing: Object.fromEntries(Object.entries(invoicing).reverse()) as typeof invoicing },
      ],
    ])("does not report a change for %s", async (_, fields) => {
      const { poll } = await startWatch(createItem("a"));
      expect(await poll({ ...fields, ...createItem("a", fields) })).toEqual([]);
    });

    test("reports a request once if the list contains it twice, with the later entry", async () => {
      const twice = [createItem("a"), createItem("a", { status: "Approved" })];
      const { first, poll, changes } = await startWatch(...twice);
      expect(first).toEqual(["new a"]);
      expect(changes[0]?.request?.status).toBe("Approved");
      expect(await poll(...twice)).toEqual([]);
    });

    test("yields what it can of a list with an entry that cannot be used, and reports it", async () => {
      const { fetch, state } = fakeService(createItem("a"));
      const { clock, context } = createContext(fetch);
      const errors: string[] = [];
      const { readNew } = watchInBackground(context, { onError: ({ message }) => void errors.push(message) });
      expect(await readNew()).toEqual(["new a"]);
      const unusable = [null, { ...createItem("b"), id: undefined }] as unknown as ServiceRequestListItem[];
      state.serviceRequests = [...unusable, createItem("c")];
      await clock.advance(minute);
      // It may be the one without an id that seems to be gone.
      expect(await readNew()).toEqual(["new c"]);
      state.serviceRequests = [createItem("c", { status: null as unknown as string })];
      await clock.advance(minute);
      expect(await readNew()).toEqual(["changed c", "gone a"]);
      expect(errors).toEqual([
        "serviceRequests.watch: serviceRequests.list: the list contains no id in serviceRequests[0]; everything else in it is used",
        "serviceRequests.watch: serviceRequests.list: the list contains no status in serviceRequests[0]; everything else in it is used",
      ]);
    });

    test("reports no request as gone while the list is cut off (hasMore)", async () => {
      const { poll, state } = await startWatch(createItem("a"), createItem("b"));
      state.hasMore = true;
      expect(await poll(createItem("b", { status: "Approved" }), createItem("c"))).toEqual(["changed b", "new c"]);
      expect(await poll(createItem("a"))).toEqual([]);
      state.hasMore = false;
      expect(await poll(createItem("a"))).toEqual(["gone b", "gone c"]);
    });
  });

  describe("the polls of a watch", () => {
    test("begin with the first call of next, and request one vehicle if licensePlate is given", async () => {
      const { fetch } = fakeService();
      const { context } = createContext(fetch, {}, "damage");
      watch(context);
      await settle();
      expect(fetch.requests).toEqual([]);
      watchInBackground(context, { licensePlate: "AB-123-C" });
      await settle();
      expect(fetch.last.url.href).toBe("https://reg.example/v2/damageservicerequests?licensePlate=AB-123-C");
      watchInBackground(context);
      await settle();
      expect(fetch.last.url.search).toBe("");
    });

    test("are a minute apart by default, from the end of one to the next", async () => {
      const { clock, context, fetch } = createSlowService(5000);
      watchInBackground(context);
      await clock.advance(5000 + minute - 1);
      expect(fetch.requests).toHaveLength(1);
      await clock.advance(1);
      expect(fetch.requests).toHaveLength(2);
    });

    test("are apart by the option every, which is at least a second", async () => {
      const { clock, context, fetch } = createSlowService(0);
      watchInBackground(context, { every: 1000 });
      await clock.advance(9999);
      expect(fetch.requests).toHaveLength(10);
      expect(thrown(() => watch(context, { every: 999 }), "input").field).toBe("every");
    });

    test("use the options as they were when the watch began", async () => {
      const { clock, context, fetch } = createSlowService(0);
      const options = { every: 1000 };
      watchInBackground(context, options);
      await settle();
      options.every = 0;
      await clock.advance(2500);
      expect(fetch.requests).toHaveLength(3);
    });

    test("keep their interval although the changes take long to process", async () => {
      const { fetch, state } = fakeService(createItem("a"));
      const { clock, context } = createContext(fetch);
      const changes = watch(context);
      await changes.next();
      await clock.advance(minute - 1);
      state.serviceRequests = [createItem("b")];
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

    test("are sent after all other calls in the queue of the throttle", async () => {
      const { fetch } = fakeService();
      const { clock, context, calls } = createContext(fetch, { throttle: { limit: 1, window: 1000 } });
      void calls.lessors.list();
      await settle();
      watchInBackground(context, { every: 10 * minute });
      watchInBackground(context, { every: 10 * minute, priority: 4 });
      await settle();
      void calls.lessors.list();
      void calls.lessors.list({ priority: 8 });
      // One request for each second: the first was sent at the start.
      await clock.advance(4000);
      const paths = fetch.requests.map(({ url }) => url.pathname);
      const [watched, others] = ["/v2/servicerequests", "/v2/lessors"];
      expect(paths).toEqual([others, watched, others, others, watched]);
    });
  });

  /** Creates a service that responds with an empty list after a delay. */
  function createSlowService(delay: number) {
    const fetch = fakeFetch((request) =>
      delayReply(created.clock, delay, json({ serviceRequests: [], hasMore: false }))(request),
    );
    const created = createContext(fetch);
    return { ...created, fetch };
  }

  test.each([
    [{ every: "1 min" }, "every"],
    [{ evry: 5000 }, "evry"],
    [{ cursor: "" }, "cursor"],
    [{ signal: {} }, "signal"],
    [{ licensePlate: "" }, "licensePlate"],
    [{ priority: 10 }, "priority"],
    [{ onError: "log" }, "onError"],
  ])("rejects the options %j before any call", async (options, field) => {
    const { fetch } = fakeService();
    const error = thrown(() => watch(createContext(fetch, {}, "damage").context, options as never), "input");
    expect(error).toMatchObject({ field, operationId: "damageServiceRequests.watch" });
    await settle();
    expect(fetch.requests).toEqual([]);
  });
});

describe("the end of a watch", () => {
  /** Expects that a watch has left neither a timer nor a listener. */
  function expectNothingLeft({ clock, listeners }: ReturnType<typeof createContext>, signal?: AbortSignal) {
    expect(clock.pending).toBe(0);
    expect(listeners.size).toBe(0);
    if (signal !== undefined) expect(getEventListeners(signal, "abort")).toEqual([]);
  }

  describe("when its signal aborts", () => {
    test("while it waits: rejects at once with the reason of the signal", async () => {
      const created = createContext(fakeService(createItem("a")).fetch);
      const { signal, abort } = aborter();
      const { end, readNew } = watchInBackground(created.context, { signal });
      expect(await readNew()).toEqual(["new a"]);
      abort("enough");
      await settle();
      expect(end).toEqual({ is: "failed", reason: "enough" });
      expectNothingLeft(created, signal);
    });

    test("during a call: cancels the call", async () => {
      const fetch = fakeFetch(silence);
      const created = createContext(fetch);
      const { signal, abort } = aborter();
      const { end } = watchInBackground(created.context, { signal });
      await settle();
      expect(fetch.requests).toHaveLength(1);
      abort("enough");
      await settle();
      expect(fetch.last.init.signal?.aborted).toBe(true);
      expect(end).toEqual({ is: "failed", reason: "enough" });
      expectNothingLeft(created, signal);
    });

    test("before it begins: sends nothing", async () => {
      const { fetch } = fakeService();
      const created = createContext(fetch);
      expect(await rejection(watch(created.context, { signal: AbortSignal.abort("early") }).next())).toBe("early");
      expect(fetch.requests).toEqual([]);
      expectNothingLeft(created);
    });

    test("while a change is processed: yields no further change", async () => {
      const created = createContext(fakeService(createItem("a"), createItem("b")).fetch);
      const { signal, abort } = aborter();
      const changes = watch(created.context, { signal });
      await changes.next();
      abort("enough");
      expect(await rejection(changes.next())).toBe("enough");
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expectNothingLeft(created, signal);
    });

    test("has one listener on the signal, however long it runs", async () => {
      const created = createContext(fakeService(createItem("a")).fetch);
      const { signal } = aborter();
      const { watching } = watchInBackground(created.context, { signal });
      for (let poll = 0; poll < 20; poll++) {
        await created.clock.advance(60_000);
        expect(getEventListeners(signal, "abort")).toHaveLength(1);
        expect(created.clock.pending).toBe(1);
        expect(created.listeners.size).toBe(1);
      }
      await watching.return();
      expectNothingLeft(created, signal);
    });
  });

  describe("when its caller ends the loop", () => {
    test("with break: leaves no timer and no listener", async () => {
      const { fetch } = fakeService(createItem("a"), createItem("b"));
      const created = createContext(fetch);
      const { signal } = aborter();
      for await (const change of watch(created.context, { signal })) {
        expect(change.id).toBe("a");
        break;
      }
      expectNothingLeft(created, signal);
      await created.clock.advance(600_000);
      expect(fetch.requests).toHaveLength(1);
    });

    test.each([
      ["while it waits", fakeService(createItem("a")).fetch],
      ["during a call", fakeFetch(silence)],
    ])("with return: ends at once, %s", async (_, fetch) => {
      const created = createContext(fetch);
      const { signal } = aborter();
      const { watching, end } = watchInBackground(created.context, { signal });
      await settle();
      expect(await watching.return()).toEqual({ done: true, value: undefined });
      await settle();
      expect(end).toEqual({ is: "over" });
      expectNothingLeft(created, signal);
    });

    test("with return before it began: sends nothing", async () => {
      const { fetch } = fakeService(createItem("a"));
      const created = createContext(fetch);
      const changes = watch(created.context);
      await changes.return();
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expect(fetch.requests).toEqual([]);
    });
  });

  describe("when its client is closed", () => {
    test.each([
      ["while it waits", fakeService(createItem("a")).fetch, {}],
      ["during a call", fakeFetch(silence), {}],
      ["during a call that is aborted", fakeFetch(silence), { abort: true }],
    ])("ends without an error %s", async (_, fetch, how) => {
      const created = createContext(fetch);
      const { signal } = aborter();
      const errors: unknown[] = [];
      const { end } = watchInBackground(created.context, {
        signal,
        onError: (error) => void errors.push(error),
      });
      await settle();
      await created.inFlight.close(how);
      await settle();
      expect(end).toEqual({ is: "over" });
      expect(errors).toEqual([]);
      expectNothingLeft(created, signal);
    });

    test("yields no further change", async () => {
      const created = createContext(fakeService(createItem("a"), createItem("b")).fetch);
      const changes = watch(created.context);
      await changes.next();
      await created.inFlight.close();
      expect(await changes.next()).toEqual({ done: true, value: undefined });
      expectNothingLeft(created);
    });

    test("rejects with a closed error if that happened before it began", async () => {
      const { fetch } = fakeService();
      const created = createContext(fetch);
      await created.inFlight.close();
      const changes = watch(created.context);
      expect((await failure(changes.next(), "closed")).operationId).toBe("serviceRequests.list");
      expectNothingLeft(created);
    });
  });

  function aborter() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) };
  }
});
