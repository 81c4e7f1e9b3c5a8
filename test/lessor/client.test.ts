import { readFileSync } from "node:fs";
import type { TokenStore } from "@reg/sdk";
import Keyv from "keyv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { canarySecret, canaryToken, lessorOver, lessorService, tokenResponse } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { expectNoSecrets, failure, thrown } from "../support/errors.js";
import { bodyText, empty, fakeFetch, json, type Reply } from "../support/fetch.js";
import { documentedOperations, exampleResponse, methodsOf, sampleArguments } from "../support/operations.js";
import { untyped } from "../support/untyped.js";

const all = documentedOperations(parse(readFileSync(new URL("../../openapi/lessor.yaml", import.meta.url), "utf8")));
const documented = all.filter(({ id }) => id !== "token.create");

describe("the lessor client", () => {
  test("rejects the option for downloads", async () => {
    const { vehicles } = lessorOver(fakeFetch(() => new Response()));
    const options: object = { as: "stream" };
    expect(await failure(vehicles.get("AB-123-C", options), "input")).toMatchObject({ field: "as" });
  });

  test("has exactly one method for each operation", () => {
    const named = methodsOf(lessorOver(fakeFetch(() => new Response()))).filter((name) => name.includes("."));
    expect(named.sort()).toEqual(documented.map(({ id }) => id).sort());
  });

  test.each(documented)("sends $id as documented, by name and by path", async (each) => {
    const service = lessorService([exampleResponse(each)]);
    const sample = sampleArguments(each);
    const lessor = lessorOver(service.fetch);
    await sample.callByName(lessor);
    await sample.callByPath(lessor);
    expect(service.api.requests).toHaveLength(2);
    for (const request of service.api.requests) {
      expect(request.method).toBe(each.method);
      expect(request.url.pathname).toBe(sample.path);
      expect(request.url.search).toBe("");
      expect(request.headers["authorization"]).toBe(`Bearer ${canaryToken}`);
      const hasBody = each.body === "json";
      expect(await bodyText(request)).toBe(hasBody ? '{"sample":["AB-123-C"]}' : "");
      expect(request.headers["content-type"]).toBe(hasBody ? "application/json" : undefined);
    }
    expect(service.tokens.requests).toHaveLength(1);
  });

  test("sends the token request as documented: a form without Authorization", async () => {
    const token = all.find(({ id }) => id === "token.create");
    const service = lessorService([() => new Response(null, { status: 204 })]);
    await lessorOver(service.fetch, { headers: { "x-trace": "abc" } }).vehicles.delete("AB-123-C");
    const { method, url, headers } = service.tokens.last;
    expect({ method, path: url.pathname, body: token?.body }).toEqual({
      method: token?.method,
      path: token?.path,
      body: "form",
    });
    expect(headers).toEqual({
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": expect.stringMatching(/^reg-sdk\/\d/),
      "x-trace": "abc",
    });
    expect(Object.fromEntries(new URLSearchParams(await bodyText(service.tokens.last)))).toEqual({
      grant_type: "client_credentials",
      client_id: "fleet-job",
      client_secret: canarySecret,
    });
  });

  test("is not throttled by default, because the reference shows no limit", async () => {
    const lessor = lessorOver(fakeFetch(() => new Response()));
    expect(lessor.throttleStatistics()).toMatchObject({ limit: Number.POSITIVE_INFINITY });
  });
});

const done = empty();
const hour = 3_600_000;
const key = "reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet-job";

/** Creates a service that numbers its tokens and rejects those that a test has revoked. */
function numberedService() {
  const revoked = new Set<string>();
  let issued = 0;
  const api: Reply = (request) => {
    const token = request.headers["authorization"]?.slice("Bearer ".length) ?? "";
    return (revoked.has(token) ? json({}, { status: 401 }) : done)(request);
  };
  const service = lessorService([api], (request) => tokenResponse({ access_token: `token-${++issued}` })(request));
  const sent = () => service.api.requests.map(({ headers }) => headers["authorization"]?.slice(7));
  return { ...service, revoked, sent };
}

/** A store in memory that records its calls. */
class CountingStore implements TokenStore {
  readonly held = new Map<string, string>();
  readonly calls: string[] = [];

  get(name: string): string | undefined {
    this.calls.push("get");
    return this.held.get(name);
  }

  set(name: string, value: string, ttlMs: number): void {
    this.calls.push(`set for ${ttlMs} ms`);
    this.held.set(name, value);
  }

  delete(name: string): void {
    this.calls.push("delete");
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
  const start = (clientSecret = canarySecret) => lessorOver(service.fetch, { clock, tokenStore, clientSecret });
  return { clock, service, tokenStore, start };
}

describe("a lessor client with a token store", () => {
  test("reads the store once before the first token request and stores the token for the rest of its lifetime", async () => {
    const { service, tokenStore, start } = job();
    const lessor = start();
    expect(tokenStore.calls).toEqual([]);
    await Promise.all(Array.from({ length: 100 }, () => lessor.vehicles.delete("AB-1")));
    await lessor.vehicles.delete("AB-2");
    expect(tokenStore.calls).toEqual(["get", `set for ${hour} ms`]);
    expect(service.tokens.requests).toHaveLength(1);
    expect([...tokenStore.held.keys()]).toEqual([key]);
    expect(tokenStore.held.get(key)).not.toContain(canarySecret);
  });

  test("uses the token of an earlier run, even if the client secret has changed", async () => {
    const { clock, service, start } = job();
    await start().vehicles.delete("AB-1");
    await clock.advance(hour / 2);
    await start("another secret").vehicles.delete("AB-2");
    expect(service.sent()).toEqual(["token-1", "token-1"]);
  });

  test("requests a token if the stored one is due for renewal, taking its age into account", async () => {
    const { clock, service, tokenStore, start } = job();
    await start().vehicles.delete("AB-1");
    await clock.advance(hour - 60_001);
    const second = start();
    await second.vehicles.delete("AB-2");
    await clock.advance(1);
    await start().vehicles.delete("AB-3");
    expect(service.sent()).toEqual(["token-1", "token-1", "token-2"]);
    expect(tokenStore.calls).toEqual(["get", `set for ${hour} ms`, "get", "get", `set for ${hour} ms`]);
    // The second client renews its token from the store, where the third one has put a new token.
    await second.vehicles.delete("AB-4");
    await second.vehicles.delete("AB-5");
    expect(service.sent().slice(3)).toEqual(["token-1", "token-2"]);
    expect(service.tokens.requests).toHaveLength(2);
  });

  test("keeps the current token in the store while it renews it in the background", async () => {
    const { clock, tokenStore, start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    await clock.advance(hour - 60_000);
    await lessor.vehicles.delete("AB-2");
    await settle();
    expect(tokenStore.calls).toEqual(["get", `set for ${hour} ms`, "get", `set for ${hour} ms`]);
    expect(tokenStore.token).toBe("token-2");
  });

  test("replaces a stored token that the service has rejected", async () => {
    const { service, tokenStore, start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    service.revoked.add("token-1");
    tokenStore.calls.length = 0;
    await lessor.vehicles.delete("AB-2");
    expect(tokenStore.calls).toEqual(["get", "delete", `set for ${hour} ms`]);
    expect(tokenStore.token).toBe("token-2");
    expect(service.sent()).toEqual(["token-1", "token-1", "token-2"]);
  });

  test("uses a newer token of another process after a 401 and leaves it in the store", async () => {
    const { service, tokenStore, start } = job();
    const [one, two] = [start(), start()];
    await one.vehicles.delete("AB-1");
    await two.vehicles.delete("AB-2");
    service.revoked.add("token-1");
    await one.vehicles.delete("AB-3");
    tokenStore.calls.length = 0;
    await two.vehicles.delete("AB-4");
    expect(tokenStore.calls).toEqual(["get"]);
    expect(service.tokens.requests).toHaveLength(2);
    expect(service.sent().slice(-2)).toEqual(["token-1", "token-2"]);
  });

  test("sends a call once more with the token of another process, and requests a token for the next call if that one is rejected too", async () => {
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

  test("ignores an older token that a slow write puts into the store", async () => {
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
    // It also ignores a token of another process that was requested before its own one.
    const foreign = { ...JSON.parse(old), token: "foreign" };
    tokenStore.held.set(key, JSON.stringify(foreign));
    await clock.advance(1000);
    service.revoked.add("token-3");
    await lessor.vehicles.delete("AB-4");
    expect(service.sent().at(-1)).toBe("token-4");
  });

  test("rejects a call immediately if it is aborted while it waits for the store", async () => {
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

  test("shares a token between two clients through Keyv", async () => {
    const service = numberedService();
    const tokenStore = new Keyv();
    const held = (token: string) => expect.poll(() => tokenStore.get(key)).toContain(token);
    const clock = new ManualClock();
    const start = () => lessorOver(service.fetch, { tokenStore, clock });
    const [one, two] = [start(), start()];
    await one.vehicles.delete("AB-1");
    await held("token-1");
    await two.vehicles.delete("AB-2");
    expect(service.sent()).toEqual(["token-1", "token-1"]);
    // Two tokens of the same millisecond could not be told apart by their age.
    await clock.advance(1000);
    service.revoked.add("token-1");
    await two.vehicles.delete("AB-3");
    await held("token-2");
    await one.vehicles.delete("AB-4");
    expect(service.sent().at(-1)).toBe("token-2");
    expect(service.tokens.requests).toHaveLength(2);
  });

  test("does not accept a token store without delete", () => {
    const tokenStore = untyped({ get() {}, set() {} });
    const create = () => lessorOver(lessorService([done]).fetch, { tokenStore });
    expect(thrown(create, "input").field).toBe("tokenStore");
  });

  test("does not expose the token when it is inspected", async () => {
    const { start } = job();
    const lessor = start();
    await lessor.vehicles.delete("AB-1");
    expectNoSecrets(lessor);
  });
});
