import type { TokenStore } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { TokenCache } from "../../../src/http/authorization/token-cache.js";
import { type IssuedToken, SharedTokenStore } from "../../../src/http/authorization/token-store.js";
import { ManualClock, settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";

const minute = 60_000;
const lockKey = "key:lock";

type Step = "get" | "set" | "delete" | "lock" | "unlock";

/** A store with locks that expire. `behaviour` replaces what a step does; `calls` has the steps. */
class LockingStore implements TokenStore {
  readonly calls: Step[] = [];
  readonly behaviour: Partial<Record<Step, () => Promise<void>>> = {};
  readonly #held = new Map<string, { readonly value: unknown; readonly until: number }>();
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async get(key: string): Promise<unknown> {
    await this.#step("get");
    return this.#find(key);
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#step("set");
    this.#put(key, value, ttlMs);
  }

  async delete(key: string): Promise<void> {
    await this.#step("delete");
    this.#held.delete(key);
  }

  async lock(key: string, ttlMs: number): Promise<(() => Promise<void>) | undefined> {
    await this.#step("lock");
    if (this.#find(key) !== undefined) return undefined;
    const holder = Symbol();
    this.#put(key, holder, ttlMs);
    return async () => {
      await this.#step("unlock");
      if (this.#find(key) === holder) this.#held.delete(key);
    };
  }

  get isLocked(): boolean {
    return this.#find(lockKey) !== undefined;
  }

  async #step(step: Step): Promise<void> {
    this.calls.push(step);
    await this.behaviour[step]?.();
  }

  #find(key: string): unknown {
    const found = this.#held.get(key);
    return found && this.#clock.monotonic() < found.until ? found.value : undefined;
  }

  #put(key: string, value: unknown, ttlMs: number): void {
    this.#held.set(key, { value, until: this.#clock.monotonic() + ttlMs });
  }
}

/** The same store as one that has no locks. */
function withoutLock(store: LockingStore): TokenStore {
  return {
    get: (key) => store.get(key),
    set: (key, value, ttlMs) => store.set(key, value, ttlMs),
    delete: (key) => store.delete(key),
  };
}

/** Several processes with one store, whose token requests a test grants or rejects. */
function createCluster(size: number) {
  const clock = new ManualClock();
  const store = new LockingStore(clock);
  const requests: { grant(lifetimeMs?: number): Promise<void>; reject(reason: Error): Promise<void> }[] = [];
  const requestToken = () =>
    new Promise<IssuedToken>((resolve, reject) => {
      const token = `token-${requests.length + 1}`;
      requests.push({
        grant(lifetimeMs = 60 * minute) {
          resolve({ token, lifetimeMs });
          return settle();
        },
        reject(reason) {
          reject(reason);
          return settle();
        },
      });
    });
  const start = (over: TokenStore = store) =>
    new TokenCache(requestToken, clock, new SharedTokenStore(over, "key", clock));
  const processes = Array.from({ length: size }, () => start());
  /** Asks every process for its token. */
  const getAll = () => Promise.all(processes.map((each) => each.get()));
  return { clock, store, requests, start, processes, getAll };
}

/** Creates processes that have the same token, with a lifetime of an hour. */
async function createRunningCluster(size: number) {
  const cluster = createCluster(size);
  const tokens = cluster.getAll();
  await settle();
  await cluster.requests[0]?.grant();
  await cluster.clock.advance(100);
  expect(new Set(await tokens)).toEqual(new Set(["token-1"]));
  cluster.store.calls.length = 0;
  return cluster;
}

describe("processes that share a store with locks", () => {
  test("make one token request when all of them start at once", async () => {
    const { clock, requests, getAll, store } = createCluster(50);
    const tokens = getAll();
    await clock.advance(5000);
    expect(requests).toHaveLength(1);
    await requests[0]?.grant();
    await clock.advance(100);
    expect(await tokens).toEqual(Array(50).fill("token-1"));
    expect(requests).toHaveLength(1);
    expect(store.isLocked).toBe(false);
    expect(clock.pending).toBe(0);
  });

  test("make one token request at the renewal, and none of them waits for it", async () => {
    const { clock, requests, getAll, processes } = await createRunningCluster(10);
    await clock.advance(59 * minute);
    expect(processes.map((each) => each.get())).toEqual(Array(10).fill("token-1"));
    await settle();
    expect(requests).toHaveLength(2);
    expect(clock.pending).toBe(0);
    await clock.advance(500);
    expect(processes.map((each) => each.get())).toEqual(Array(10).fill("token-1"));
    await requests[1]?.grant();
    await clock.advance(500);
    await getAll();
    await settle();
    expect(await getAll()).toEqual(Array(10).fill("token-2"));
    expect(requests).toHaveLength(2);
  });

  test("look into the store once a second while another process renews the token", async () => {
    const { clock, store, processes } = await createRunningCluster(2);
    await clock.advance(59 * minute);
    processes[0]?.get();
    await settle();
    store.calls.length = 0;
    for (let ms = 0; ms < 3000; ms += 100) {
      processes[1]?.get();
      await clock.advance(100);
    }
    expect(store.calls).toEqual(["get", "lock", "get", "lock", "get", "lock"]);
  });

  test("wait for the renewal of another process when their token expires", async () => {
    const { clock, requests, processes } = await createRunningCluster(2);
    await clock.advance(60 * minute - 300);
    for (const each of processes) expect(each.get()).toBe("token-1");
    await clock.advance(200);
    const waiting = processes[1]?.get();
    expect(waiting).toBeInstanceOf(Promise);
    await settle();
    await requests[1]?.grant();
    await clock.advance(100);
    expect(await waiting).toBe("token-2");
    expect(requests).toHaveLength(2);
  });

  test("replace a rejected token once, and never delete it", async () => {
    const { clock, requests, processes, getAll, store } = await createRunningCluster(10);
    for (const each of processes) expect(each.reject("token-1")).toBe(true);
    const tokens = getAll();
    await clock.advance(200);
    expect(requests).toHaveLength(2);
    await requests[1]?.grant();
    await clock.advance(100);
    expect(await tokens).toEqual(Array(10).fill("token-2"));
    expect(requests).toHaveLength(2);
    expect(store.calls).not.toContain("delete");
  });

  test("use the new token of another process after a late rejection of the old one", async () => {
    const { clock, requests, processes } = await createRunningCluster(2);
    const [one, two] = processes;
    one?.reject("token-1");
    const replaced = one?.get();
    await clock.advance(1);
    await requests[1]?.grant();
    expect(await replaced).toBe("token-2");
    two?.reject("token-1");
    expect(await two?.get()).toBe("token-2");
    expect(requests).toHaveLength(2);
  });

  test("use a token that another process has written between their look and their lock", async () => {
    const { requests, start, store } = createCluster(0);
    const [one, two] = [start(), start()];
    let proceed = () => {};
    store.behaviour.lock = () => new Promise((resolve) => (proceed = resolve));
    const late = one.get();
    await settle();
    delete store.behaviour.lock;
    const early = two.get();
    await settle();
    await requests[0]?.grant();
    expect(await early).toBe("token-1");
    proceed();
    expect(await late).toBe("token-1");
    expect(requests).toHaveLength(1);
    await settle();
    expect(store.isLocked).toBe(false);
  });

  test("replace a process that died while it requested a token, and only one of them does", async () => {
    const { clock, requests, getAll, store } = createCluster(5);
    await store.lock(lockKey, 10_000);
    const tokens = getAll();
    await clock.advance(9900);
    expect(requests).toHaveLength(0);
    await clock.advance(200);
    expect(requests).toHaveLength(1);
    await requests[0]?.grant();
    await clock.advance(100);
    expect(await tokens).toEqual(Array(5).fill("token-1"));
    expect(requests).toHaveLength(1);
  });

  test("request their own token if another process has the lock for fifteen seconds", async () => {
    const { clock, requests, processes, store } = createCluster(1);
    await store.lock(lockKey, 60_000);
    const token = processes[0]?.get();
    await clock.advance(14_900);
    expect(requests).toHaveLength(0);
    await clock.advance(200);
    await requests[0]?.grant();
    expect(await token).toBe("token-1");
    expect(clock.pending).toBe(0);
  });

  test("request a token one after the other if requests fail", async () => {
    const { clock, requests, processes } = createCluster(2);
    const [one, two] = processes.map((each) => Promise.resolve(each.get()));
    const failed = rejection(one ?? Promise.resolve());
    await settle();
    const down = new Error("down");
    await requests[0]?.reject(down);
    expect(await failed).toBe(down);
    await clock.advance(100);
    expect(requests).toHaveLength(2);
    await requests[1]?.grant();
    expect(await two).toBe("token-2");
  });

  test("release the lock after the token is written, and calls wait for neither", async () => {
    const { clock, requests, processes, store } = createCluster(1);
    let proceed = () => {};
    store.behaviour.set = () => new Promise((resolve) => (proceed = resolve));
    const token = processes[0]?.get();
    await settle();
    await requests[0]?.grant();
    expect(await token).toBe("token-1");
    expect(store.calls).toEqual(["get", "lock", "get", "set"]);
    proceed();
    await settle();
    expect(store.calls).toEqual(["get", "lock", "get", "set", "unlock"]);
    expect(clock.pending).toBe(0);
  });

  test("release the lock two seconds later if the token is not written", async () => {
    const { clock, requests, processes, store } = createCluster(1);
    store.behaviour.set = () => new Promise(() => {});
    processes[0]?.get();
    await settle();
    await requests[0]?.grant();
    await clock.advance(1999);
    expect(store.isLocked).toBe(true);
    await clock.advance(1);
    expect(store.isLocked).toBe(false);
  });

  test("release a lock that they receive after they have stopped waiting for it", async () => {
    const { clock, requests, processes, store } = createCluster(1);
    let proceed = () => {};
    store.behaviour.lock = () => new Promise((resolve) => (proceed = resolve));
    const token = processes[0]?.get();
    await clock.advance(2000);
    await requests[0]?.grant();
    expect(await token).toBe("token-1");
    proceed();
    await settle();
    expect(store.calls).toEqual(["get", "lock", "set", "unlock"]);
    expect(store.isLocked).toBe(false);
  });

  test("request a token each if the store has no locks", async () => {
    const { requests, start, store } = createCluster(0);
    const unlocked = withoutLock(store);
    const tokens = [start(unlocked), start(unlocked)].map((each) => each.get());
    await settle();
    expect(requests).toHaveLength(2);
    for (const request of requests) await request.grant();
    expect(await Promise.all(tokens)).toEqual(["token-1", "token-2"]);
  });
});

const down = () => Promise.reject(new Error("down"));
const hang = () => new Promise<void>(() => {});

/** Behaves as usual once, and then in this way. */
function afterOne(behaviour: () => Promise<void>): () => Promise<void> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls > 1) await behaviour();
  };
}

describe("a process with a store", () => {
  test.each<[string, Step, () => Promise<void>, number]>([
    ["fails to read", "get", down, 0],
    ["hangs when it reads", "get", hang, 2000],
    ["fails to lock", "lock", down, 0],
    ["hangs when it locks", "lock", hang, 2000],
    ["fails to read after the lock", "get", afterOne(down), 0],
    ["hangs when it reads after the lock", "get", afterOne(hang), 2000],
    ["fails to write", "set", down, 0],
    ["hangs when it writes", "set", hang, 0],
    ["fails to release the lock", "unlock", down, 0],
    ["hangs when it releases the lock", "unlock", hang, 0],
  ])("that %s gets its token from the service", async (_, step, behaviour, delay) => {
    const { clock, requests, processes, store } = createCluster(1);
    store.behaviour[step] = behaviour;
    const token = processes[0]?.get();
    await clock.advance(Math.max(0, delay - 1));
    expect(requests).toHaveLength(delay === 0 ? 1 : 0);
    await clock.advance(1);
    await requests[0]?.grant();
    expect(await token).toBe("token-1");
    await clock.advance(2000);
    expect(clock.pending).toBe(0);
    expect(requests).toHaveLength(1);
    expect(store.isLocked).toBe(step === "unlock");
  });

  test("that responds late takes no lock and deletes nothing afterwards", async () => {
    const { clock, requests, start, store } = createCluster(0);
    const caches = [start(), start(withoutLock(store))];
    for (const cache of caches) {
      const first = cache.get();
      await settle();
      await requests.at(-1)?.grant();
      await first;
      cache.reject(await first);
      const responses: (() => void)[] = [];
      store.behaviour.get = () => new Promise((resolve) => responses.push(resolve));
      store.calls.length = 0;
      const second = cache.get();
      await clock.advance(2000);
      delete store.behaviour.get;
      for (const respond of responses) respond();
      await settle();
      expect(store.calls).toEqual(["get"]);
      await requests.at(-1)?.grant();
      await second;
      await store.delete("key");
    }
  });

  test.each([
    ["fails", down, 100],
    ["hangs", hang, 2100],
  ])("that %s while another process requests a token requests its own", async (_, behaviour, delay) => {
    const { clock, requests, processes, store } = createCluster(2);
    const [, waiting] = processes.map((each) => each.get());
    await settle();
    store.behaviour.get = behaviour;
    await clock.advance(delay);
    expect(requests).toHaveLength(2);
    await requests[1]?.grant();
    expect(await waiting).toBe("token-2");
  });
});
