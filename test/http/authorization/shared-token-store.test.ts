import { describe, expect, test } from "vitest";
import { isTokenStore, SharedTokenStore, tokenKey, withTimes } from "../../../src/http/authorization/token-store.js";
import { canaryToken } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";

const hour = 3_600_000;
const day = 24 * hour;

/** Creates a store that contains one value and records every `set`. */
function createStore(held?: unknown) {
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

/** Creates the shared token store over a store. */
function over(store: ReturnType<typeof createStore>) {
  const clock = new ManualClock();
  return { clock, stored: new SharedTokenStore(store, "the key", clock) };
}

/** Reads a token that any process could use. */
const read = async (stored: SharedTokenStore) => (await stored.find(() => "usable")).token;

describe("the shared token store", () => {
  test("reads a token as it was written, with times on the clock of the reader", async () => {
    const store = createStore();
    const { clock, stored } = over(store);
    clock.jump(1000);
    await stored.write(withTimes(canaryToken, 400, 400 + hour));
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
    expect(await read(stored)).toEqual(withTimes(canaryToken, 400, 400 + hour));
    const other = new ManualClock("2026-06-15T09:10:00Z");
    expect(await read(new SharedTokenStore(store, "the key", other))).toEqual(
      withTimes(canaryToken, 400 - 600_000, 400 - 600_000 + hour),
    );
    expect(clock.pending).toBe(0);
  });

  test("writes times and a lifetime in whole milliseconds", async () => {
    const store = createStore();
    const { clock, stored } = over(store);
    await stored.write(withTimes("a", 0.25, 1000.75));
    expect(store.sets[0]?.ttlMs).toBe(1000);
    expect(JSON.parse(store.sets[0]?.value ?? "")).toEqual({
      token: "a",
      issuedAt: clock.now(),
      expiresAt: clock.now() + 1000,
    });
  });

  test.each([
    ["an unknown lifetime", Number.POSITIVE_INFINITY],
    ["no lifetime", 0],
    ["a remaining lifetime of less than a millisecond", 0.9],
  ])("does not write a token with %s", async (_, expiresAt) => {
    const store = createStore();
    await over(store).stored.write(withTimes("a", 0, expiresAt));
    expect(store.sets).toEqual([]);
  });

  test("writes a token with a lifetime of a millisecond or of thirty days", async () => {
    const store = createStore();
    const { stored } = over(store);
    await stored.write(withTimes("a", 0, 1));
    await stored.write(withTimes("a", 0, 30 * day));
    expect(store.sets.map(({ ttlMs }) => ttlMs)).toEqual([1, 30 * day]);
  });

  const now = new ManualClock().now();
  const valid = { token: "a", issuedAt: now, expiresAt: now + hour };
  const unusable: readonly [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["an object", valid],
    ["a text that is not JSON", canaryToken],
    ["JSON of a text", '"a"'],
    ...Object.entries({
      "an additional field": { ...valid, more: 1 },
      "no token": { ...valid, token: undefined },
      "a token with a line break": { ...valid, token: `${canaryToken}\r\nx: y` },
      "a token with a prefix": { ...valid, token: "Bearer a" },
      "a token that is a number": { ...valid, token: 1 },
      "no expiry": { ...valid, expiresAt: undefined },
      "an expiry of null": { ...valid, expiresAt: null },
      "no lifetime": { ...valid, expiresAt: now },
      "a lifetime of more than thirty days": { ...valid, expiresAt: now + 30 * day + 1 },
      "a time of issue in the future": { ...valid, issuedAt: now + 60_001, expiresAt: now + hour },
    }).map(([name, value]): [string, unknown] => [`a value with ${name}`, JSON.stringify(value)]),
  ];
  test.each(unusable)("reads no token from a store with %s", async (_, held) => {
    expect(await read(over(createStore(held)).stored)).toBeUndefined();
  });

  test("reads a token of a process whose clock is a minute ahead, and one with a lifetime of thirty days", async () => {
    const ahead = { ...valid, issuedAt: now + 60_000 };
    expect(await read(over(createStore(JSON.stringify(ahead))).stored)).toMatchObject({ token: "a" });
    const long = { ...valid, expiresAt: now + 30 * day };
    expect(await read(over(createStore(JSON.stringify(long))).stored)).toMatchObject({ token: "a" });
  });

  test("calls the methods of the store on the store, with the key", async () => {
    class PrivateStore {
      readonly #held = new Map<string, string>([["key", JSON.stringify(valid)]]);
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
    const stored = new SharedTokenStore(new PrivateStore(), "key", new ManualClock());
    expect(await read(stored)).toMatchObject({ token: "a" });
    await stored.find(() => "rejected");
    expect(await read(stored)).toBeUndefined();
    await stored.write(withTimes("b", 0, hour));
    expect(await read(stored)).toMatchObject({ token: "b" });
  });
});

describe("the token store option", () => {
  test.each([
    [undefined, false],
    [null, false],
    [{ get() {}, set() {} }, false],
    [{ get() {}, set() {}, delete: true }, false],
    [{ get() {}, set() {}, delete() {}, lock: true }, false],
    [{ get() {}, set() {}, delete() {}, lock() {} }, true],
    [new Map(), true],
  ])("accepts %o: %s", (value, expected) => {
    expect(isTokenStore(value)).toBe(expected);
  });

  test("has a separate key for each service and client, whatever their names are", () => {
    expect(tokenKey("https://reg.example", "fleet-job")).toBe(
      "reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet-job",
    );
    expect(tokenKey("https://a", "b&c \ud800")).toBe("reg-token:baseUrl=https%3A%2F%2Fa&clientId=b%26c+%EF%BF%BD");
  });
});
