import type { RequestChange, RequestKind, ServiceRequestListItem, WatchOptions } from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, thrown } from "../../support/errors.js";
import { empty, fakeFetch, json } from "../../support/fetch.js";
import {
  createContext,
  createItem,
  fakeService,
  pollOnce,
  readInBackground,
  watchInBackground,
} from "./watch-support.js";

const describeChange = ({ type, id }: RequestChange) => `${type} ${id}`;
const sortChanges = (changes: readonly RequestChange[]) => changes.map(describeChange).sort();

describe("a watch that restarts with the cursor of a change", () => {
  test("yields exactly the changes after it", async () => {
    const { fetch, state } = fakeService(createItem("a"), createItem("b"), createItem("c"));
    const { clock, context } = createContext(fetch);
    const { changes, readNew } = watchInBackground(context);
    await readNew();
    state.serviceRequests = [
      createItem("b", { status: "Approved" }),
      createItem("c"),
      createItem("d"),
      createItem("e"),
    ];
    await clock.advance(60_000);
    const second = changes.slice(3);
    expect(second.map(describeChange)).toEqual(["changed b", "new d", "new e", "gone a"]);
    for (const [index, { cursor }] of second.entries()) {
      const rest = await pollOnce(context, { cursor });
      expect(sortChanges(rest)).toEqual(sortChanges(second.slice(index + 1)));
    }
  });

  test("reports a request that is gone by its id only, unless it has seen it since the restart", async () => {
    const { fetch, state } = fakeService(createItem("a"), createItem("b"));
    const { clock, context } = createContext(fetch);
    const cursor = (await pollOnce(context)).at(-1)?.cursor;
    state.serviceRequests = [createItem("b")];
    const { changes, readNew } = watchInBackground(context, { cursor });
    await readNew();
    state.serviceRequests = [];
    await clock.advance(60_000);
    expect(changes).toMatchObject([
      { type: "gone", id: "a", request: undefined },
      { type: "gone", id: "b", request: createItem("b") },
    ]);
  });

  test("does not report a request as gone if the list is cut off", async () => {
    const { fetch, state } = fakeService(createItem("a"));
    const { context } = createContext(fetch);
    const cursor = (await pollOnce(context)).at(-1)?.cursor;
    state.hasMore = true;
    state.serviceRequests = [createItem("b")];
    expect(sortChanges(await pollOnce(context, { cursor }))).toEqual(["new b"]);
  });
});

describe("a watch that restarts at random times", () => {
  const ids = ["a", "b", "c", "d"];
  const listed = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom("Draft", "Approved", "Denied")), {
      selector: ([id]) => id,
    })
    .map((entries) => entries.map(([id, status]) => createItem(id, { status })));
  /** The list of the service, and after how many changes the program crashes; undefined if it does not crash. */
  const round = fc.record({ requests: listed, crashAfter: fc.option(fc.nat(5), { nil: undefined }) });

  test("processes each change once, and ends with the requests that are open", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
        const { fetch, state } = fakeService();
        const { context } = createContext(fetch);
        const known = new Map<string, string>();
        let cursor: string | undefined;
        const process = (change: RequestChange) => {
          const before = known.get(change.id);
          const now = change.type === "gone" ? undefined : change.request.status;
          expect(change.type).toBe(now === undefined ? "gone" : before === undefined ? "new" : "changed");
          expect(now).not.toBe(before);
          if (now === undefined) known.delete(change.id);
          else known.set(change.id, now);
          cursor = change.cursor;
        };
        for (const { requests, crashAfter } of rounds) {
          state.serviceRequests = requests;
          const found = await pollOnce(context, { cursor });
          for (const change of found.slice(0, crashAfter)) process(change);
        }
        for (const change of await pollOnce(context, { cursor })) process(change);
        expect(sortedEntries(known)).toEqual(
          sortedEntries(state.serviceRequests.map(({ id, status }) => [id, status])),
        );
      }),
      { numRuns: 100 },
    );
  });
});

function sortedEntries(entries: Iterable<readonly [string, string]>) {
  return [...entries].map(([id, status]) => `${id} ${status}`).sort();
}

describe("the cursor of a change", () => {
  test("does not depend on when it is read, and is part of the JSON of the change", async () => {
    const { fetch, state } = fakeService(createItem("a"), createItem("b"));
    const { clock, context } = createContext(fetch);
    const { changes, readNew } = watchInBackground(context);
    await readNew();
    const [first] = changes;
    const early = first?.cursor;
    state.serviceRequests = [createItem("c")];
    await clock.advance(120_000);
    expect(first?.cursor).toBe(early);
    expect(Object.entries(first ?? {})).toContainEqual(["cursor", early]);
    expect(JSON.parse(JSON.stringify(first))).toMatchObject({ type: "new", id: "a", cursor: early });
    expect(sortChanges(await pollOnce(context, { cursor: early }))).toEqual(["new c", "gone a"].sort());
  });

  test("contains nothing personal, and only requests that are open", async () => {
    const personal = { licensePlate: "XX-999-X", lessorName: "Noordzee", workOrderNumber: "Robin" };
    const { fetch, state } = fakeService(createItem("a", personal), createItem("b"));
    const { clock, context } = createContext(fetch);
    const { changes, readNew } = watchInBackground(context, { licensePlate: "XX-999-X" });
    await readNew();
    expect(changes[0]?.cursor).not.toMatch(/XX-999-X|Noordzee|Robin/);
    state.serviceRequests = [];
    await clock.advance(60_000);
    expect(changes.at(-1)?.cursor).toMatch(/^\[1,"service\/[\da-z]{1,4}",\[\],"4711"\]$/);
  });

  test.each([
    ["a text that is not JSON", "abc"],
    ["another version", '[2,"service",[]]'],
    ["no entries", '[1,"service"]'],
    ["an entry whose fingerprint is not a text", '[1,"service",[["a",1]]]'],
    ["a supplier that is not a text", '[1,"service",[],4711]'],
    ["a truncated cursor", '[1,"service",[["a","b"],["c'],
  ])("is rejected before any call if it is invalid: %s", (_, cursor) => {
    const { fetch } = fakeService();
    const error = thrown(() => watch(createContext(fetch).context, { cursor }), "input");
    expect(error).toMatchObject({ field: "cursor", operationId: "serviceRequests.watch" });
    expect(error.message).not.toContain(cursor);
    expect(fetch.requests).toEqual([]);
  });

  describe("belongs to one supplier", () => {
    const ofOther = {
      field: "cursor",
      message: expect.stringMatching(/supplier 4711, but the service lists requests of the supplier 4712/),
    };

    test.each([
      ["service", { hasOnlyDamages: false }],
      ["damage", { hasOnlyDamages: true }],
    ])("and is rejected with the list of another one, before it yields anything: %s", async (_, { hasOnlyDamages }) => {
      const own = fakeFetch(json({ serviceRequests: [createItem("a")], hasMore: false }));
      const { value } = await supplierOver(own).watch().next();
      const other = fakeFetch((request) => {
        const isEmpty = hasOnlyDamages && request.url.pathname.endsWith("/servicerequests");
        const serviceRequests = isEmpty ? [] : [createItem("b", { supplierId: 4712 })];
        return json({ serviceRequests, hasMore: false })(request);
      });
      expect(await failure(supplierOver(other).watch({ cursor: value?.cursor }).next(), "input")).toMatchObject(
        ofOther,
      );
    });

    test("and is rejected when the token becomes that of another one", async () => {
      const { fetch, state } = fakeService(createItem("a"));
      const { clock, context } = createContext(fetch);
      const { changes, end } = watchInBackground(context);
      await settle();
      state.serviceRequests = [createItem("b", { supplierId: 4712 })];
      await clock.advance(60_000);
      expect(changes.map(describeChange)).toEqual(["new a"]);
      expect(end).toMatchObject({ is: "failed", reason: ofOther });
    });

    test("and is accepted without one, as earlier versions wrote it", async () => {
      const { fetch } = fakeService(createItem("a"));
      const [change] = await pollOnce(createContext(fetch).context);
      const cursor = change?.cursor.replace(',"4711"]', "]");
      expect(cursor).not.toContain("4711");
      expect(await pollOnce(createContext(fetch).context, { cursor })).toEqual([]);
    });
  });

  describe("belongs to one service, kind and vehicle", () => {
    const readCursors = async (
      ...own: Parameters<typeof createContext> extends [unknown, ...infer Own] ? Own : never
    ) => {
      const { context } = createContext(fakeService(createItem("a")).fetch, ...own);
      return {
        whole: (await pollOnce(context)).at(-1)?.cursor,
        vehicle: (await pollOnce(context, { licensePlate: "AB-123-C" })).at(-1)?.cursor,
      };
    };

    test("and is rejected for another service, kind or vehicle, for which every request would seem to be gone", async () => {
      const { whole, vehicle } = await readCursors();
      const damage = await readCursors({}, "damage");
      const elsewhere = await readCursors({ baseUrl: "https://test.reg.example" });
      const plate = (licensePlate: string) => ({ licensePlate });
      const rejected: [string | undefined, WatchOptions][] = [
        [damage.whole, {}],
        [elsewhere.whole, {}],
        [vehicle, {}],
        [whole, plate("AB-123-C")],
        [vehicle, plate("XX-999-X")],
      ];
      const { fetch } = fakeService();
      const { context } = createContext(fetch);
      for (const [cursor, options] of rejected) {
        const error = thrown(() => watch(context, { ...options, cursor }), "input");
        expect(error).toMatchObject({ field: "cursor", operationId: "serviceRequests.watch" });
        expect(error.message).toContain("other requests");
      }
      expect(fetch.requests).toEqual([]);
    });

    test("and is accepted by another client, and for the license plate in another notation", async () => {
      const { whole, vehicle } = await readCursors();
      const { context } = createContext(fakeService(createItem("a")).fetch);
      expect(await pollOnce(context, { cursor: whole })).toEqual([]);
      for (const licensePlate of ["AB-123-C", "ab123c", "AB 123 C"])
        expect(await pollOnce(context, { cursor: vehicle, licensePlate })).toEqual([]);
    });
  });

  test("is only written when it is read, so that a poll with thousands of open requests is quick", async () => {
    const many: ServiceRequestListItem[] = Array.from({ length: 5000 }, (_, index) =>
      createItem(crypto.randomUUID(), { serviceRequestNumber: index }),
    );
    const { fetch } = fakeService(...many);
    const { context } = createContext(fetch);
    // CPU time in microseconds, because the machine may be busy.
    const before = process.cpuUsage();
    const changes = await pollOnce(context);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_500_000);
    expect(changes).toHaveLength(5000);
    const cursor = changes.at(-1)?.cursor ?? "";
    expect(cursor.length).toBeLessThan(5000 * 60);
    expect(await pollOnce(context, { cursor })).toEqual([]);
    expect(await pollOnce(context, { cursor: changes[4990]?.cursor })).toHaveLength(9);
  });
});

describe("the last change of a poll", () => {
  /** Polls as the documented loop does, and returns what it stores. */
  async function storeOncePerPoll(changes: AsyncIterable<RequestChange>, stored: string[]) {
    for await (const { isLastOfPoll, cursor } of changes) if (isLastOfPoll) stored.push(cursor);
  }

  test("is marked, so that a loop stores one cursor for 5000 requests", async () => {
    const many = Array.from({ length: 5000 }, () => createItem(crypto.randomUUID()));
    const { fetch, state } = fakeService(...many);
    const { clock, context } = createContext(fetch);
    const watching = watch(context);
    const stored: string[] = [];
    const done = storeOncePerPoll(watching, stored);
    await settle();
    expect(stored.length).toBe(1);
    state.serviceRequests = [...many.slice(2), createItem("new")];
    await clock.advance(60_000);
    expect(stored.length).toBe(2);
    await clock.advance(60_000);
    expect(stored.length).toBe(2);
    expect(stored.join("").length).toBeLessThan(2 * 300_000);
    await watching.return();
    await done;
    expect((await pollOnce(context, { cursor: stored[0] })).map(({ type }) => type)).toEqual(["new", "gone", "gone"]);
    expect(await pollOnce(context, { cursor: stored[1] })).toEqual([]);
  });

  test("is repeated with the others of its poll if the program ends before it", async () => {
    const { fetch } = fakeService(createItem("a"), createItem("b"), createItem("c"));
    const { context } = createContext(fetch);
    const changes = await pollOnce(context);
    expect(changes.map(({ isLastOfPoll }) => isLastOfPoll)).toEqual([false, false, true]);
    const rest = await pollOnce(context, { cursor: changes[1]?.cursor });
    expect(rest.map(({ id, isLastOfPoll }) => [id, isLastOfPoll])).toEqual([["c", true]]);
  });
});

describe("a watch over both kinds of requests", () => {
  /** Creates a client over a service that lists these requests; both kinds have one with the id `same`. */
  function openBoth() {
    const service = fakeService(createItem("same"), createItem("a"));
    const damage = fakeService(createItem("same"));
    const refused = new Set<RequestKind>();
    const fetch = fakeFetch((request) => {
      const { url, init } = request;
      const isDamage = url.pathname === "/v2/damageservicerequests";
      if (refused.has(isDamage ? "damage" : "service")) return empty(403)(request);
      return (isDamage ? damage : service).fetch(url.href, init);
    });
    const clock = new ManualClock();
    const client = supplierOver(fetch, { clock, retry: false });
    return { service, damage, refused, fetch, clock, client };
  }

  const describeKind = ({ kind, type, id }: RequestChange) => `${kind} ${type} ${id}`;

  /** Returns the changes of the first poll of both lists. */
  async function pollBoth({ client }: ReturnType<typeof openBoth>, options: WatchOptions = {}) {
    const { changes, watching, done } = readInBackground(client.watch(options));
    await settle();
    await watching.return();
    await done;
    return changes;
  }

  test("reports the kind of each request, and reads both lists at each interval", async () => {
    const { service, damage, fetch, clock, client } = openBoth();
    const { changes } = readInBackground(client.watch({ licensePlate: "AB-123-C" }));
    await settle();
    expect(changes.map(describeKind)).toEqual(["service new same", "service new a", "damage new same"]);
    // Each list is a poll of its own.
    expect(changes.map(({ isLastOfPoll }) => isLastOfPoll)).toEqual([false, true, true]);
    service.state.serviceRequests = [createItem("a", { status: "Approved" })];
    damage.state.serviceRequests = [createItem("same"), createItem("b")];
    await clock.advance(60_000);
    const second = ["service changed a", "service gone same", "damage new b"];
    expect(changes.slice(3).map(describeKind)).toEqual(second);
    expect(changes.at(-2)?.request).toEqual(createItem("same"));
    expect(fetch.requests.map(({ url }) => url.pathname + url.search)).toEqual(
      Array.from({ length: 2 }, () => [
        "/v2/servicerequests?licensePlate=AB-123-C",
        "/v2/damageservicerequests?licensePlate=AB-123-C",
      ]).flat(),
    );
    await client.close();
  });

  test.each<[RequestKind, string]>([
    ["service", "damage new same"],
    ["damage", "service new same"],
  ])("goes on if the account may not read the %s requests, and ends if it may read neither", async (kind, seen) => {
    const both = openBoth();
    both.refused.add(kind);
    const onError = vi.fn();
    const { changes, end } = readInBackground(both.client.watch({ onError }));
    await settle();
    await both.clock.advance(60_000);
    expect(changes.map(describeKind)).toContain(seen);
    expect(onError.mock.calls).toMatchObject([[{ kind: "permission" }], [{ kind: "permission" }]]);
    both.refused.add("service").add("damage");
    await both.clock.advance(60_000);
    expect(end).toMatchObject({ is: "failed", reason: { kind: "permission" } });
  });

  test("continues after any change with one cursor, without losing or repeating a change of either kind", async () => {
    const both = openBoth();
    const start = (await pollBoth(both)).at(-1)?.cursor;
    both.service.state.serviceRequests = [createItem("a", { status: "Approved" })];
    both.damage.state.serviceRequests = [createItem("b")];
    const all = await pollBoth(both, { cursor: start });
    const described = ["service changed a", "service gone same", "damage new b", "damage gone same"];
    expect(all.map(describeKind)).toEqual(described);
    for (const [index, { cursor }] of all.entries())
      expect((await pollBoth(both, { cursor })).map(describeKind)).toEqual(described.slice(index + 1));
  });

  test("rejects the cursor of a watch over one kind, and the other way round", async () => {
    const both = openBoth();
    const { client } = both;
    const cursor = (await pollBoth(both)).at(-1)?.cursor;
    const { changes, watching } = readInBackground(client.serviceRequests.watch());
    await settle();
    await watching.return();
    expect(thrown(() => client.damageServiceRequests.watch({ cursor }), "input").field).toBe("cursor");
    const error = thrown(() => client.watch({ cursor: changes[0]?.cursor }), "input");
    expect(error).toMatchObject({ field: "cursor", operationId: "watch" });
  });

  test("polls the other list if one fails, and reports what is missing later", async () => {
    const { service, damage, clock } = openBoth();
    let status = 503;
    const fetch = fakeFetch((request) => {
      if (request.url.pathname === "/v2/damageservicerequests") return damage.fetch(request.url.href, request.init);
      return status === 200 ? service.fetch(request.url.href, request.init) : empty(status)(request);
    });
    const client = supplierOver(fetch, { clock, retry: false });
    const errors: string[] = [];
    const { changes } = readInBackground(client.watch({ onError: ({ message }) => void errors.push(message) }));
    await settle();
    expect(changes.map(describeKind)).toEqual(["damage new same"]);
    expect(errors).toEqual([expect.stringMatching(/^watch: serviceRequests\.list: 503/)]);
    status = 200;
    await clock.advance(60_000);
    expect(changes.slice(1).map(describeKind)).toEqual(["service new same", "service new a"]);
    await client.close();
  });

  test("polls neither list during a pause that the service asks for", async () => {
    const fetch = fakeFetch(empty(503, { "retry-after": "300" }));
    const clock = new ManualClock();
    const client = supplierOver(fetch, { clock, retry: false });
    readInBackground(client.watch());
    await clock.advance(299_999);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    expect(fetch.requests).toHaveLength(2);
    await client.close();
  });
});
