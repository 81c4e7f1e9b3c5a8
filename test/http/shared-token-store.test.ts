import { describe, expect, test } from "vitest";
import { isTokenStore, SharedTokenStore, tokenKey, withTimes } from "../../src/http/token-cache.js";
import { canaryToken } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";

const hour = 3_600_000;
const day = 24 * hour;

/** A store that holds one text and remembers what was set. */
function memory(held?: unknown) {
  const sets: { key: string; value: string; ttlMs: number }[] = [];
  const store = {
    held,
    sets,
    deleted: 0,
    get: (_key: string): unknown => store.held,
    set(key: string, value: string, ttlMs: number) {
      sets.push({ key, value, ttlMs });
      store.held = value;
    },
    delete(_key: string) {
      store.deleted += 1;
      store.held = undefined;
    },
  };
  return store;
}

function storedIn(store: ReturnType<typeof memory>) {
  const clock = new ManualClock();
  return { clock, stored: new SharedTokenStore(store, "the key", clock) };
}

describe("the token in a store", () => {
  test("is read as it was written, on the reader's own clock", async () => {
    const store = memory();
    const { clock, stored } = storedIn(store);
    clock.jump(1000);
    stored.write(withTimes(canaryToken, 400, 400 + hour));
    expect(store.sets).toEqual([
      {
        key: "the key",
        ttlMs: hour - 600,
        value: JSON.stringify({
          token: canaryToken,
          issuedAt: clock.now() - 600,
          expiresAt: clock.now() - 600 + hour,
        }),
      },
    ]);
    expect(await stored.read()).toEqual(withTimes(canaryToken, 400, 400 + hour));
    const other = new ManualClock("2026-06-15T09:10:00Z");
    expect(await new SharedTokenStore(store, "the key", other).read()).toEqual(
      withTimes(canaryToken, 400 - 600_000, 400 - 600_000 + hour),
    );
    expect(clock.pending).toBe(0);
  });

  test("gets a whole number of milliseconds to live, and whole instants", () => {
    const store = memory();
    const { clock, stored } = storedIn(store);
    stored.write(withTimes("a", 0.25, 1000.75));
    expect(store.sets[0]?.ttlMs).toBe(1000);
    expect(JSON.parse(store.sets[0]?.value ?? "")).toEqual({
      token: "a",
      issuedAt: clock.now(),
      expiresAt: clock.now() + 1000,
    });
  });

  test.each([
    ["whose lifetime is not known", Number.POSITIVE_INFINITY],
    ["that has no lifetime", 0],
    ["with less than a millisecond left", 0.9],
  ])("is not written if it is one %s", (_, expiresAt) => {
    const store = memory();
    storedIn(store).stored.write(withTimes("a", 0, expiresAt));
    expect(store.sets).toEqual([]);
  });

  test("is written if it is good for a millisecond, or for the longest time that there is", () => {
    const store = memory();
    const { stored } = storedIn(store);
    stored.write(withTimes("a", 0, 1));
    stored.write(withTimes("a", 0, 30 * day));
    expect(store.sets.map(({ ttlMs }) => ttlMs)).toEqual([1, 30 * day]);
  });

  const now = new ManualClock().now();
  const good = { token: "a", issuedAt: now, expiresAt: now + hour };
  const odd: readonly [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["an object", good],
    ["an array of texts", [JSON.stringify(good)]],
    ["bytes", Buffer.from(JSON.stringify(good))],
    ["a text that is no JSON", canaryToken],
    ["an empty text", ""],
    ["JSON of something else", '"a"'],
    ...Object.entries({
      "a further member": { ...good, more: 1 },
      "no token": { ...good, token: undefined },
      "an empty token": { ...good, token: "" },
      "a token with a line break": { ...good, token: `${canaryToken}\r\nx: y` },
      "a token with a prefix": { ...good, token: "Bearer a" },
      "a token that is a number": { ...good, token: 1 },
      "an expiry as text": { ...good, expiresAt: String(good.expiresAt) },
      "no expiry": { ...good, expiresAt: undefined },
      "an expiry beyond every number": { ...good, expiresAt: null },
      "an expiry before its issue": { ...good, expiresAt: now - 1 },
      "no lifetime": { ...good, expiresAt: now },
      "a longer lifetime than anyone grants": { ...good, expiresAt: now + 30 * day + 1 },
      "an issue in the future": { ...good, issuedAt: now + 60_001, expiresAt: now + hour },
    }).map(([name, value]): [string, unknown] => [`a value with ${name}`, JSON.stringify(value)]),
  ];
  test.each(odd)("is none if the store holds %s", async (_, held) => {
    expect(await storedIn(memory(held)).stored.read()).toBeUndefined();
  });

  test("may come from a machine whose clock is a minute ahead, and may be good for thirty days", async () => {
    const ahead = { ...good, issuedAt: now + 60_000 };
    expect(await storedIn(memory(JSON.stringify(ahead))).stored.read()).toMatchObject({ token: "a" });
    const long = { ...good, expiresAt: now + 30 * day };
    expect(await storedIn(memory(JSON.stringify(long))).stored.read()).toMatchObject({ token: "a" });
  });

  const broken = new Error(`down: ${canaryToken}`);
  const failing: readonly [string, () => unknown][] = [
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ];
  test.each(failing)("is none, and no call fails, if the store %s", async (_, fail) => {
    const clock = new ManualClock();
    const stored = new SharedTokenStore({ get: fail, set: fail, delete: fail }, "key", clock);
    expect(await stored.read()).toBeUndefined();
    await stored.delete();
    stored.write(withTimes("a", 0, hour));
    await settle();
    expect(clock.pending).toBe(0);
  });

  test("is waited for no longer than two seconds", async () => {
    const clock = new ManualClock();
    const hang = () => new Promise<never>(() => {});
    const stored = new SharedTokenStore({ get: hang, set: hang, delete: hang }, "key", clock);
    const over: string[] = [];
    void stored.read().then((token) => over.push(`read ${token}`));
    void stored.delete().then(() => over.push("deleted"));
    stored.write(withTimes("a", 0, hour));
    expect(clock.pending).toBe(2);
    await clock.advance(1999);
    expect(over).toEqual([]);
    await clock.advance(1);
    expect(over).toEqual(["read undefined", "deleted"]);
    expect(clock.pending).toBe(0);
  });

  test("asks the store as its own object, with the key", async () => {
    class Keyed {
      readonly #held = new Map<string, string>([["key", JSON.stringify(good)]]);
      get(key: string) {
        return this.#held.get(key);
      }
      set(key: string, value: string) {
        this.#held.set(key, value);
      }
      delete(key: string) {
        this.#held.delete(key);
      }
    }
    const stored = new SharedTokenStore(new Keyed(), "key", new ManualClock());
    expect(await stored.read()).toMatchObject({ token: "a" });
    await stored.delete();
    expect(await stored.read()).toBeUndefined();
    stored.write(withTimes("b", 0, hour));
    expect(await stored.read()).toMatchObject({ token: "b" });
  });
});

describe("a token store", () => {
  test.each([
    [undefined, false],
    [null, false],
    ["redis://localhost", false],
    [{}, false],
    [{ get() {}, set() {} }, false],
    [{ get() {}, set() {}, delete: true }, false],
    [new Map(), true],
  ])("%o can be one: %s", (value, expected) => {
    expect(isTokenStore(value)).toBe(expected);
  });

  test("has a key for each service and client, whatever their names are", () => {
    expect(tokenKey("https://reg.example", "fleet-job")).toBe(
      "reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet-job",
    );
    expect(tokenKey("https://a", "b&c \ud800")).toBe(
      "reg-token:baseUrl=https%3A%2F%2Fa&clientId=b%26c+%EF%BF%BD",
    );
  });
});
