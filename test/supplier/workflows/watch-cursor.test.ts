import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServiceRequestListItem } from "../../../src/generated/supplier/models.js";
import type { RequestChange, WatchOptions } from "../../../src/supplier/workflows/types.js";
import { watch } from "../../../src/supplier/workflows/watch.js";
import { thrown } from "../../support/errors.js";
import { client, firstPoll, item, openRequests, run } from "./watch-support.js";

const short = ({ type, id }: RequestChange) => `${type} ${id}`;
const sorted = (changes: readonly RequestChange[]) => changes.map(short).sort();

describe("a restart with the cursor of a change", () => {
  test("gives exactly the changes after it, whichever it is", async () => {
    const { fetch, state } = openRequests(item("a"), item("b"), item("c"));
    const { clock, parts } = client(fetch);
    const { changes, news } = run(parts);
    await news();
    state.serviceRequests = [item("b", { status: "Approved" }), item("c"), item("d"), item("e")];
    await clock.advance(60_000);
    const second = changes.slice(3);
    expect(second.map(short)).toEqual(["changed b", "new d", "new e", "gone a"]);
    for (const [index, { cursor }] of second.entries()) {
      const rest = await firstPoll(parts, { cursor });
      expect(sorted(rest)).toEqual(sorted(second.slice(index + 1)));
    }
  });

  test("knows a request that is gone by its id, until it has seen it again", async () => {
    const { fetch, state } = openRequests(item("a"), item("b"));
    const { clock, parts } = client(fetch);
    const cursor = (await firstPoll(parts)).at(-1)?.cursor;
    state.serviceRequests = [item("b")];
    const { changes, news } = run(parts, { cursor });
    await news();
    state.serviceRequests = [];
    await clock.advance(60_000);
    expect(changes).toMatchObject([
      { type: "gone", id: "a", request: undefined },
      { type: "gone", id: "b", request: item("b") },
    ]);
  });

  test("takes no notice of a request that had left and is new to neither", async () => {
    const { fetch, state } = openRequests(item("a"));
    const { parts } = client(fetch);
    const cursor = (await firstPoll(parts)).at(-1)?.cursor;
    state.hasMore = true;
    state.serviceRequests = [item("b")];
    expect(sorted(await firstPoll(parts, { cursor }))).toEqual(["new b"]);
  });
});

describe("restarts at random", () => {
  const ids = ["a", "b", "c", "d"];
  const listed = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom("Draft", "Approved", "Denied")), {
      selector: ([id]) => id,
    })
    .map((rows) => rows.map(([id, status]) => item(id, { status })));
  /** What the service lists, and how many changes are then processed before the program crashes, if it does. */
  const round = fc.record({ requests: listed, crashAfter: fc.option(fc.nat(5), { nil: undefined }) });

  test("process each change once: together they lead to what is open, and none repeats another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
        const { fetch, state } = openRequests();
        const { parts } = client(fetch);
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
          const found = await firstPoll(parts, { cursor });
          for (const change of found.slice(0, crashAfter)) process(change);
        }
        for (const change of await firstPoll(parts, { cursor })) process(change);
        expect(sortedEntries(known)).toEqual(
          sortedEntries(state.serviceRequests.map(({ id, status }) => [id, status])),
        );
      }),
      { numRuns: 100 },
    );
  });

  test("process what a watch that is never interrupted does", async () => {
    await fc.assert(
      fc.asyncProperty(
        listed,
        listed,
        fc.array(fc.nat(3), { maxLength: 6 }),
        async (first, then, crashes) => {
          const { fetch, state } = openRequests(...first);
          const { parts } = client(fetch);
          const start = (await firstPoll(parts)).at(-1)?.cursor;
          state.serviceRequests = then;
          const whole = await firstPoll(parts, { cursor: start });
          const processed: RequestChange[] = [];
          for (const count of [...crashes, undefined]) {
            const cursor = processed.at(-1)?.cursor ?? start;
            processed.push(...(await firstPoll(parts, { cursor })).slice(0, count));
          }
          expect(sorted(processed)).toEqual(sorted(whole));
        },
      ),
      { numRuns: 100 },
    );
  });
});

function sortedEntries(entries: Iterable<readonly [string, string]>) {
  return [...entries].map(([id, status]) => `${id} ${status}`).sort();
}

describe("a cursor", () => {
  test("is the same whenever it is read, and part of the change's JSON", async () => {
    const { fetch, state } = openRequests(item("a"), item("b"));
    const { clock, parts } = client(fetch);
    const { changes, news } = run(parts);
    await news();
    const [first] = changes;
    const early = first?.cursor;
    state.serviceRequests = [item("c")];
    await clock.advance(120_000);
    expect(first?.cursor).toBe(early);
    expect(Object.entries(first ?? {})).toContainEqual(["cursor", early]);
    expect(JSON.parse(JSON.stringify(first))).toMatchObject({ type: "new", id: "a", cursor: early });
    expect(sorted(await firstPoll(parts, { cursor: early }))).toEqual(["new c", "gone a"].sort());
  });

  test("holds nothing personal, and no more than what is open", async () => {
    const personal = { licensePlate: "XX-999-X", lessorName: "Noordzee", workOrderNumber: "Robin" };
    const { fetch, state } = openRequests(item("a", personal), item("b"));
    const { clock, parts } = client(fetch);
    const { changes, news } = run(parts, { licensePlate: "XX-999-X" });
    await news();
    expect(changes[0]?.cursor).not.toMatch(/XX-999-X|Noordzee|Robin/);
    state.serviceRequests = [];
    await clock.advance(60_000);
    expect(changes.at(-1)?.cursor).toMatch(/^\[1,"service\/[\da-z]{1,4}",\[\]\]$/);
  });

  test.each([
    ["no JSON", "abc"],
    ["nothing of ours", '{"version":1}'],
    ["a number", "1"],
    ["another version", '[2,"service",[]]'],
    ["no entries", '[1,"service"]'],
    ["an entry of another form", '[1,"service",[["a"]]]'],
    ["an entry that is no text", '[1,"service",[["a",1]]]'],
    ["an entry that is a text", '[1,"service",["ab"]]'],
    ["one that was cut short", '[1,"service",[["a","b"],["c'],
  ])("is refused at once if it is %s", (_, cursor) => {
    const { fetch } = openRequests();
    const error = thrown(() => watch(client(fetch).parts, { cursor }), "input");
    expect(error).toMatchObject({ field: "cursor", operationId: "serviceRequests.watch" });
    expect(error.message).not.toContain(cursor);
    expect(fetch.requests).toEqual([]);
  });

  describe("belongs to what was watched", () => {
    const cursorOf = async (
      ...own: Parameters<typeof client> extends [unknown, ...infer Own] ? Own : never
    ) => {
      const { parts } = client(openRequests(item("a")).fetch, ...own);
      return {
        whole: (await firstPoll(parts)).at(-1)?.cursor,
        vehicle: (await firstPoll(parts, { licensePlate: "AB-123-C" })).at(-1)?.cursor,
      };
    };

    test("so that no other service, kind or vehicle takes it for a list that is empty now", async () => {
      const { whole, vehicle } = await cursorOf();
      const damage = await cursorOf({}, "damage");
      const elsewhere = await cursorOf({ baseUrl: "https://test.reg.example" });
      const plate = (licensePlate: string) => ({ licensePlate });
      const refused: [string | undefined, WatchOptions][] = [
        [damage.whole, {}],
        [damage.vehicle, plate("AB-123-C")],
        [elsewhere.whole, {}],
        [elsewhere.vehicle, plate("AB-123-C")],
        [vehicle, {}],
        [whole, plate("AB-123-C")],
        [vehicle, plate("AB-123-D")],
        [vehicle, plate("XX-999-X")],
      ];
      const { fetch } = openRequests();
      const { parts } = client(fetch);
      for (const [cursor, options] of refused) {
        const error = thrown(() => watch(parts, { ...options, cursor }), "input");
        expect(error).toMatchObject({ field: "cursor", operationId: "serviceRequests.watch" });
        expect(error.message).toContain("other requests");
      }
      expect(fetch.requests).toEqual([]);
    });

    test("however the license plate is written, and whichever client reads it", async () => {
      const { whole, vehicle } = await cursorOf();
      const { parts } = client(openRequests(item("a")).fetch);
      expect(await firstPoll(parts, { cursor: whole })).toEqual([]);
      for (const licensePlate of ["AB-123-C", "ab123c", "AB 123 C"])
        expect(await firstPoll(parts, { cursor: vehicle, licensePlate })).toEqual([]);
    });
  });

  test("costs nothing until it is read, so that thousands of open requests are quick", async () => {
    const many: ServiceRequestListItem[] = Array.from({ length: 5000 }, (_, index) =>
      item(crypto.randomUUID(), { serviceRequestNumber: index }),
    );
    const { fetch } = openRequests(...many);
    const { parts } = client(fetch);
    // CPU time, because the machine may have other work to do; in microseconds.
    const before = process.cpuUsage();
    const changes = await firstPoll(parts);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_500_000);
    expect(changes).toHaveLength(5000);
    const cursor = changes.at(-1)?.cursor ?? "";
    expect(cursor.length).toBeLessThan(5000 * 60);
    expect(await firstPoll(parts, { cursor })).toEqual([]);
    expect(await firstPoll(parts, { cursor: changes[4990]?.cursor })).toHaveLength(9);
  });
});
