import Keyv from "keyv";
import { describe, expect, test } from "vitest";
import type { TokenStore } from "../../src/index.js";
import { canarySecret, lessorOver, lessorService, tokenAnswer } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { expectNoSecrets, failure, thrown } from "../support/errors.js";
import { empty, json, type Reply } from "../support/fetch.js";

const done = empty();
const hour = 3_600_000;
const key = "reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet-job";

/** A service that numbers its tokens, and refuses those that a test has revoked. */
function numberedService(fields: Readonly<Record<string, unknown>> = {}) {
  const revoked = new Set<string>();
  let issued = 0;
  const api: Reply = (request) => {
    const token = request.headers["authorization"]?.slice("Bearer ".length) ?? "";
    return (revoked.has(token) ? json({}, { status: 401 }) : done)(request);
  };
  const service = lessorService([api], (request) =>
    tokenAnswer({ access_token: `token-${++issued}`, ...fields })(request),
  );
  const sent = () => service.api.requests.map(({ headers }) => headers["authorization"]?.slice(7));
  return { ...service, revoked, sent };
}

/** A store in memory that counts what is asked of it. */
class CountingStore implements TokenStore {
  readonly held = new Map<string, string>();
  readonly asked: string[] = [];

  get(name: string): string | undefined {
    this.asked.push("get");
    return this.held.get(name);
  }

  set(name: string, value: string, ttlMs: number): void {
    this.asked.push(`set for ${ttlMs} ms`);
    this.held.set(name, value);
  }

  delete(name: string): void {
    this.asked.push("delete");
    this.held.delete(name);
  }

  get token(): unknown {
    return JSON.parse(this.held.get(key) ?? "{}").token;
  }
}

function job() {
  const clock = new ManualClock();
  const service = numberedService();
  const tokenStore = new CountingStore();
  const start = (clientSecret = canarySecret) =>
    lessorOver(service.fetch, { clock, tokenStore, clientSecret });
  return { clock, service, tokenStore, start };
}

describe("a lessor client with a token store", () => {
  test("reads it once, before it asks for a token, and writes the token for the rest of its lifetime", async () => {
    const { service, tokenStore, start } = job();
    const lessor = start();
    expect(tokenStore.asked).toEqual([]);
    await Promise.all(Array.from({ length: 100 }, () => lessor.vehicles.delete("AB-1")));
    await lessor.vehicles.delete("AB-2");
    expect(tokenStore.asked).toEqual(["get", `set for ${hour} ms`]);
    expect(service.tokens.requests).toHaveLength(1);
    expect([...tokenStore.held.keys()]).toEqual([key]);
    expect(tokenStore.held.get(key)).not.toContain(canarySecret);
  });

  test("uses the token of an earlier run, even after a change of the secret", async () => {
    const { clock, service, start } = job();
    await start().vehicles.delete("AB-1");
    await clock.advance(hour / 2);
    await start("another secret").vehicles.delete("AB-2");
    expect(service.sent()).toEqual(["token-1", "token-1"]);
  });

  test("asks for a token of its own when the one in the store is due for renewal, and counts its age", async () => {
    const { clock, service, tokenStore, start } = job();
    await start().vehicles.delete("AB-1");
    await clock.advance(hour - 60_001);
    const second = start();
    await second.vehicles.delete("AB-2");
    await clock.advance(1);
    await start().vehicles.delete("AB-3");
    expect(service.sent()).toEqual(["token-1", "token-1", "token-2"]);
    expect(tokenStore.asked).toEqual(["get", `set for ${hour} ms`, "get", "get", `set for ${hour} ms`]);
    // The second run renews by the store: it finds what the third has put there.
    await second.vehicles.delete("AB-4");
    await second.vehicles.delete("AB-5");
    expect(service.sent().slice(3)).toEqual(["token-1", "token-2"]);
    expect(service.tokens.requests).toHaveLength(2);
  });

  test("leaves its own token in the store while it renews it in the background", async () => {
    const { clock, tokenStore, start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    await clock.advance(hour - 60_000);
    await lessor.vehicles.delete("AB-2");
    await settle();
    expect(tokenStore.asked).toEqual(["get", `set for ${hour} ms`, "get", `set for ${hour} ms`]);
    expect(tokenStore.token).toBe("token-2");
  });

  test("deletes a token from the store that the service has refused, and puts the new one there", async () => {
    const { service, tokenStore, start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    service.revoked.add("token-1");
    tokenStore.asked.length = 0;
    await lessor.vehicles.delete("AB-2");
    expect(tokenStore.asked).toEqual(["get", "delete", `set for ${hour} ms`]);
    expect(tokenStore.token).toBe("token-2");
    expect(service.sent()).toEqual(["token-1", "token-1", "token-2"]);
  });

  test("takes the newer token of another process after a 401, and leaves it in the store", async () => {
    const { service, tokenStore, start } = job();
    const [one, two] = [start(), start()];
    await one.vehicles.delete("AB-1");
    await two.vehicles.delete("AB-2");
    service.revoked.add("token-1");
    await one.vehicles.delete("AB-3");
    tokenStore.asked.length = 0;
    await two.vehicles.delete("AB-4");
    expect(tokenStore.asked).toEqual(["get"]);
    expect(service.tokens.requests).toHaveLength(2);
    expect(service.sent().slice(-2)).toEqual(["token-1", "token-2"]);
  });

  test("replays once also with another process's token; if that is refused as well, the next call asks for one", async () => {
    const { service, start } = job();
    const [one, two] = [start(), start()];
    await one.vehicles.delete("AB-1");
    await two.vehicles.delete("AB-2");
    service.revoked.add("token-1");
    await one.vehicles.delete("AB-3");
    service.revoked.add("token-2");
    await failure(two.vehicles.delete("AB-4"), "authentication");
    expect(service.tokens.requests).toHaveLength(2);
    await two.vehicles.delete("AB-5");
    expect(service.sent().at(-1)).toBe("token-3");
  });

  test("does not take back an older token that a slow write brings into the store", async () => {
    const { clock, service, tokenStore, start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    const old = tokenStore.held.get(key) ?? "";
    await clock.advance(1000);
    service.revoked.add("token-1");
    await lessor.vehicles.delete("AB-2");
    await clock.advance(1000);
    service.revoked.add("token-2");
    tokenStore.held.set(key, old);
    await lessor.vehicles.delete("AB-3");
    expect(service.sent().at(-1)).toBe("token-3");
    // Nor one of another process that was asked for before its own.
    const foreign = { ...JSON.parse(old), token: "foreign" };
    tokenStore.held.set(key, JSON.stringify(foreign));
    await clock.advance(1000);
    service.revoked.add("token-3");
    await lessor.vehicles.delete("AB-4");
    expect(service.sent().at(-1)).toBe("token-4");
  });

  test("keeps a token of unknown lifetime to itself", async () => {
    const service = numberedService({ expires_in: undefined });
    const tokenStore = new CountingStore();
    await lessorOver(service.fetch, { tokenStore }).vehicles.delete("AB-1");
    expect(tokenStore.asked).toEqual(["get"]);
  });

  test("goes on without a store that never answers, after two seconds", async () => {
    const clock = new ManualClock();
    const hang = () => new Promise<never>(() => {});
    const service = numberedService();
    const lessor = lessorOver(service.fetch, { clock, tokenStore: { get: hang, set: hang, delete: hang } });
    const call = lessor.vehicles.delete("AB-1");
    await clock.advance(2000);
    await call;
    await lessor.vehicles.delete("AB-2");
    expect(service.sent()).toEqual(["token-1", "token-1"]);
    expect(clock.pending).toBe(0);
  });

  test("lets a call that waits for the store be aborted at once", async () => {
    const clock = new ManualClock();
    const hang = () => new Promise<never>(() => {});
    const service = numberedService();
    const lessor = lessorOver(service.fetch, { clock, tokenStore: { get: hang, set: hang, delete: hang } });
    const controller = new AbortController();
    const call = lessor.vehicles.delete("AB-1", { signal: controller.signal });
    await settle();
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
  });

  test("is served by Keyv, which two clients share", async () => {
    const service = numberedService();
    const tokenStore = new Keyv();
    const held = () => expect.poll(() => tokenStore.get(key)).toBeDefined();
    const [one, two] = [lessorOver(service.fetch, { tokenStore }), lessorOver(service.fetch, { tokenStore })];
    await one.vehicles.delete("AB-1");
    await held();
    await two.vehicles.delete("AB-2");
    expect(service.sent()).toEqual(["token-1", "token-1"]);
    service.revoked.add("token-1");
    await two.vehicles.delete("AB-3");
    await held();
    await settle();
    await one.vehicles.delete("AB-4");
    expect(service.sent().at(-1)).toBe("token-2");
    expect(service.tokens.requests).toHaveLength(2);
  });

  const unusable: readonly [string, unknown][] = [
    ["null", null],
    ["an address", "redis://localhost"],
    ["one without delete", { get() {}, set() {} }],
  ];
  test.each(unusable)("is not made with %s", (_, tokenStore) => {
    const create = () => lessorOver(lessorService([done]).fetch, { tokenStore: tokenStore as TokenStore });
    expect(thrown(create, "input").field).toBe("tokenStore");
  });

  test("shows nothing of it", async () => {
    const { start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    expectNoSecrets(lessor);
  });
});
