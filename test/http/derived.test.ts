import { inspect } from "node:util";
import {
  createThrottle,
  type DerivedLessorOptions,
  type DerivedSupplierOptions,
  type RegEvent,
  type SupplierClient,
} from "@reg/sdk";
import { createResponseValidator } from "@reg/sdk/validation";
import { describe, expect, test, vi } from "vitest";
import {
  canaryToken,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
  tokenResponse,
} from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { empty, type FakeFetch, fakeFetch, json, problem, type Reply, silence } from "../support/fetch.js";

const bearer = ({ last }: FakeFetch) => last.headers["authorization"];

/** The names of all members, also of the groups in it. */
function namesOf(object: object): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "function" ? [name] : namesOf(value as object).map((inner) => `${name}.${inner}`),
  );
}

describe("a derived client", () => {
  test("sends with its own token and options, and the first client as before", async () => {
    const fetch = fakeFetch(json({ lessors: [] }));
    const first = supplierOver(fetch, { headers: { "x-tenant": "all", "x-kept": "yes" } });
    const derived = first.withOptions({ token: "other", headers: { "X-Tenant": "one" }, userAgent: "vendor/2" });
    await derived.lessors.list();
    expect(bearer(fetch)).toBe("Bearer other");
    expect(fetch.last.headers).toMatchObject({ "x-tenant": "one", "x-kept": "yes" });
    expect(fetch.last.headers["user-agent"]).toMatch(/^vendor\/2 reg-sdk\//);
    await first.lessors.list();
    expect(bearer(fetch)).toBe(`Bearer ${canaryToken}`);
    expect(fetch.last.headers).toMatchObject({ "x-tenant": "all", "x-kept": "yes" });
    expect(fetch.last.headers["user-agent"]).toMatch(/^reg-sdk\//);
  });

  test("is another client in a comparison, such as that of the arguments of a mock", () => {
    const first = supplierOver(fakeFetch(json({})));
    expect(first.withOptions({ token: "other" })).not.toEqual(first);
  });

  test("has all members of the first one", () => {
    const supplier = supplierOver(fakeFetch(json({})));
    expect(namesOf(supplier.withOptions({ timeout: 1 }))).toEqual(namesOf(supplier));
    const lessor = lessorOver(fakeFetch(json({})));
    expect(namesOf(lessor.withOptions({ timeout: 1 }))).toEqual(namesOf(lessor));
  });

  test("has the options of the one that it is derived from", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence);
    const first = supplierOver(fetch, { clock, timeout: 1000, retry: { retries: 1, minTimeout: 10, maxTimeout: 10 } });
    const second = first.withOptions({ deadline: 5000, retry: { retries: 0 } });
    const third = second.withOptions({ token: "third" });
    const call = failure(third.lessors.list(), "timeout");
    await settle();
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "timeout", limitMs: 1000 });
    expect(fetch.requests).toHaveLength(1);
    const patient = failure(third.withOptions({ timeout: 9000 }).lessors.list(), "timeout");
    await settle();
    await clock.advance(5000);
    expect(await patient).toMatchObject({ limit: "deadline", limitMs: 5000 });
  });

  test("has its own listeners, or those of the first one", async () => {
    const events: [string, RegEvent["type"]][] = [];
    const listener = (name: string) => (event: RegEvent) => void events.push([name, event.type]);
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { on: listener("first") });
    await first.withOptions({ token: "a" }).lessors.list();
    await first.withOptions({ on: listener("own") }).lessors.list();
    const types = ["request", "attempt", "attempt-end", "response"];
    expect(events).toEqual([...types.map((type) => ["first", type]), ...types.map((type) => ["own", type])]);
  });

  test("reports the differences of its responses to its own listeners", async () => {
    const types: RegEvent["type"][] = [];
    const validateResponses = createResponseValidator();
    const first = supplierOver(fakeFetch(json({ serviceRequests: "none" })), { validateResponses });
    const derived = first.withOptions({ on: ({ type }) => void types.push(type) });
    await failure(derived.serviceRequests.list(), "response");
    expect(types).toContain("difference");
  });

  test("runs workflows and follows with its own token", async () => {
    const fetch = fakeFetch(json(exampleRequest));
    const derived = supplierOver(fetch).withOptions({ token: "other" });
    await failure(derived.serviceRequests.cancelOrDelete("R-1", "L-1"), "precondition");
    expect(bearer(fetch)).toBe("Bearer other");
    const following = derived.follow({ state: new Map(), on: {}, every: 1000 });
    await vi.waitFor(() => expect(fetch.last.url.pathname).toBe("/v2/damageservicerequests"));
    expect(bearer(fetch)).toBe("Bearer other");
    await derived.close();
    await following.ended;
  });

  test.each(["baseUrl", "fetch", "transport", "adapter", "validateResponses", "clock", "random"])(
    "cannot have another %s",
    (name) => {
      const values: Record<string, unknown> = {
        ...{ baseUrl: "https://other.example", fetch: fakeFetch(json({})), adapter: {}, random: () => 0 },
        ...{ transport: { send: () => {} }, validateResponses: [], clock: new ManualClock() },
      };
      const options = { token: "other", clientId: "other", clientSecret: "s", [name]: values[name] };
      const { token: _, ...lessorOptions } = options;
      const { clientId: _id, clientSecret: _secret, ...supplierOptions } = options;
      const [supplier, lessor] = [supplierOver(fakeFetch(json({}))), lessorOver(fakeFetch(json({})))];
      for (const error of [
        thrown(() => supplier.withOptions(supplierOptions as DerivedSupplierOptions), "input"),
        thrown(() => lessor.withOptions(lessorOptions as DerivedLessorOptions), "input"),
      ])
        expect(error).toMatchObject({
          field: name,
          message: `${name} is the same in all clients that are derived from one: create another client for it`,
        });
    },
  );

  test("has its own limit for the size of a response", async () => {
    const first = supplierOver(fakeFetch(json({ lessors: [] })));
    const { message } = await failure(first.withOptions({ maxResponseBytes: 5 }).lessors.list(), "response");
    expect(message).toContain("larger than 5 bytes");
    await first.lessors.list();
  });

  test("rejects options that cannot be used", () => {
    const supplier = supplierOver(fakeFetch(json({})));
    const derive = (options: unknown) => () => supplier.withOptions(options as DerivedSupplierOptions);
    expect(thrown(derive({ timeot: 5 }), "input").message).toBe("timeot is not an option; did you mean timeout?");
    expect(thrown(derive(undefined), "input").field).toBe("options");
    expect(thrown(derive({ throttle: { limit: 0 } }), "input").field).toBe("throttle.limit");
    expect(thrown(derive({ headers: { authorization: "x" } }), "input").field).toBe("headers.authorization");
    expect(thrown(derive({ token: " " }), "token").message).toBe("the token is empty");
    expect(thrown(derive({ token: "a\nb" }), "token").message).toContain("no bearer token can contain");
  });
});

describe("the account of a derived client", () => {
  test("is never that of the first one because its own is undefined", () => {
    const [supplier, lessor] = [supplierOver(fakeFetch(json({}))), lessorOver(fakeFetch(json({})))];
    const deriveSupplier = () => supplier.withOptions({ token: undefined } as unknown as DerivedSupplierOptions);
    expect(thrown(deriveSupplier, "input").message).toBe(
      "token is undefined: give that of the account, or leave the option out for the same account",
    );
    const credentials = { clientId: undefined, clientSecret: undefined } as unknown as DerivedLessorOptions;
    expect(thrown(() => lessor.withOptions(credentials), "input").field).toBe("clientId");
  });

  test("is the same if the token is, however it is written", async () => {
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { token: "abc" });
    for (const token of ["abc", " Bearer abc "]) await first.withOptions({ token }).lessors.list();
    expect(first.throttleStatistics()?.served).toBe(2);
  });

  test("asks once for the token that calls of the same account wait for", async () => {
    let asked = 0;
    const token = async () => {
      asked += 1;
      await settle();
      return "shared";
    };
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { token });
    await Promise.all([first.lessors.list(), first.withOptions({ timeout: 5000 }).lessors.list()]);
    expect(asked).toBe(1);
  });

  test("is the same if the credentials of a lessor are", async () => {
    const service = lessorService([json({ data: { licensePlate: "AB-123-C" } })]);
    const first = lessorOver(service.fetch, { clientId: "one", clientSecret: "s" });
    await first.vehicles.get("AB-123-C");
    await first.withOptions({ clientId: "one", clientSecret: "s" }).vehicles.get("AB-123-C");
    expect(service.tokens.requests).toHaveLength(1);
    expect(first.throttleStatistics()?.served).toBe(2);
    await first.withOptions({ clientId: "one", clientSecret: "renewed" }).vehicles.get("AB-123-C");
    expect(service.tokens.requests).toHaveLength(2);
    expect(first.throttleStatistics()?.served).toBe(3);
  });

  test("has one limit of retries, and another account its own", async () => {
    const clock = new ManualClock();
    const retriesOf = async (client: SupplierClient, calls: number, events: RegEvent[]) => {
      for (let call = 0; call < calls; call += 1) {
        const failed = failure(client.lessors.list(), "server");
        await settle();
        await clock.advance(1000);
        await failed;
      }
      return events.filter(({ type }) => type === "retry").length;
    };
    const retry = { retries: 1, minTimeout: 1, maxTimeout: 1 };
    const setUp = (options: object) => {
      const events: RegEvent[] = [];
      const on = (event: RegEvent) => void events.push(event);
      const settings = { clock, throttle: false, retry, on, ...options } as const;
      return { events, first: supplierOver(fakeFetch(empty(500)), settings) };
    };
    const same = setUp({});
    await retriesOf(same.first, 100, same.events);
    expect(await retriesOf(same.first.withOptions({ timeout: 9000 }), 100, same.events)).toBeLessThan(150);
    const other = setUp({});
    await retriesOf(other.first, 100, other.events);
    expect(await retriesOf(other.first.withOptions({ token: "other" }), 100, other.events)).toBe(200);
    const unlimited = setUp({ retry: { ...retry, budget: false } });
    expect(await retriesOf(unlimited.first.withOptions({ retry: { minTimeout: 2 } }), 200, unlimited.events)).toBe(200);
  });
});

describe("the throttle of a derived client", () => {
  const limit = { limit: 3, window: 60_000 };

  test("is its own with another token: another account, with the settings of the first one", async () => {
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { throttle: limit });
    const derived = first.withOptions({ token: "other" });
    await derived.lessors.list();
    expect(first.throttleStatistics()).toMatchObject({ limit: 3, free: 3, served: 0 });
    expect(derived.throttleStatistics()).toMatchObject({ limit: 3, free: 2, served: 1 });
  });

  test("is that of the first one with the same token: they use the same limit of the service", async () => {
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { throttle: limit });
    const derived = first.withOptions({ timeout: 1000, headers: { "x-batch": "yes" } });
    await derived.withOptions({ token: canaryToken }).lessors.list();
    expect(first.throttleStatistics()).toMatchObject({ free: 2, served: 1 });
    expect(first.withOptions({ token: "a" }).withOptions({ timeout: 5 }).throttleStatistics()?.free).toBe(3);
  });

  test("is the given one, or one that several clients share", async () => {
    const shared = createThrottle(limit);
    const first = supplierOver(fakeFetch(json({ lessors: [] })), { throttle: shared });
    await first.withOptions({ token: "other" }).lessors.list();
    expect(shared.statistics().served).toBe(1);
    const second = supplierOver(fakeFetch(json({ lessors: [] })));
    await second.withOptions({ token: "other", throttle: shared }).lessors.list();
    expect(shared.statistics().served).toBe(2);
    expect(second.throttleStatistics()?.limit).toBe(5000);
    expect(second.withOptions({ token: "other", throttle: { limit: 7 } }).throttleStatistics()?.limit).toBe(7);
    expect(second.withOptions({ throttle: false }).throttleStatistics()).toBeUndefined();
  });

  test("is not paused by a 429 of another account", async () => {
    const clock = new ManualClock();
    const busy = fakeFetch((request) =>
      (request.headers["authorization"] === "Bearer busy" ? problem(429) : json({ lessors: [] }))(request),
    );
    const first = supplierOver(busy, { clock, retry: false });
    await failure(first.withOptions({ token: "busy" }).lessors.list(), "rate-limit");
    await first.withOptions({ token: "calm" }).lessors.list();
    expect(clock.pending).toBe(0);
  });
});

describe("the end of a derived client", () => {
  const pending = (client: SupplierClient) => rejection(client.lessors.list());

  test("ends its own calls only", async () => {
    const first = supplierOver(fakeFetch(silence));
    const derived = first.withOptions({ token: "a" });
    const other = derived.withOptions({ token: "b" });
    const calls = [pending(first), pending(other)];
    const ended = vi.fn();
    for (const call of calls) void call.then(ended);
    const own = failure(derived.lessors.list(), "closed");
    await settle();
    await derived.close({ abort: true });
    await own;
    expect(await failure(derived.lessors.list(), "closed")).toMatchObject({ operationId: "lessors.list" });
    await failure(derived.serviceRequests.submit("R-1"), "closed");
    await settle();
    expect(ended).not.toHaveBeenCalled();
    await first.close({ abort: true });
    await Promise.all(calls);
  });

  test("does not end what another one follows", async () => {
    const first = supplierOver(fakeFetch(json({ serviceRequests: [], hasMore: false })));
    const [one, other] = ["a", "b"].map((token) => first.withOptions({ token, throttle: false }));
    const following = other?.follow({ state: new Map(), on: {} });
    const ended = vi.fn();
    void following?.ended.then(ended);
    await settle();
    await one?.close();
    await settle();
    expect(ended).not.toHaveBeenCalled();
    await first.close();
    await following?.ended;
  });

  test("comes with that of the first one, which waits for the calls of all", async () => {
    let respond = () => {};
    const reply: Reply = (request) =>
      request.url.pathname === "/v2/lessors"
        ? new Promise((resolve) => {
            respond = () => resolve(json({ lessors: [] })(request));
          })
        : silence(request);
    const first = supplierOver(fakeFetch(reply));
    const derived = first.withOptions({ token: "a" }).withOptions({ token: "b" });
    const call = derived.lessors.list();
    const following = first.withOptions({ token: "c", throttle: false }).follow({ state: new Map(), on: {} });
    await settle();
    const steps: string[] = [];
    const closing = first.close().then(() => steps.push("closed"));
    await settle();
    await failure(derived.lessors.list(), "closed");
    await failure(first.withOptions({ token: "late" }).lessors.list(), "closed");
    expect(steps).toEqual([]);
    respond();
    await call;
    await closing;
    await following.ended;
  });

  test("lasts: no client can be derived from it that is open", async () => {
    const derived = supplierOver(fakeFetch(json({ lessors: [] }))).withOptions({ token: "a" });
    await derived.close();
    await failure(derived.withOptions({ timeout: 5 }).lessors.list(), "closed");
  });

  test.each(["derived", "first"] as const)("by close of the %s lessor client ends its token request", async (name) => {
    const clock = new ManualClock();
    const first = lessorOver(lessorService([json({})], silence).fetch, { clock });
    const derived = first.withOptions({ clientId: "two", clientSecret: "s2" });
    const call = failure(derived.vehicles.get("AB-123-C"), "closed");
    await settle();
    await { derived, first }[name].close({ abort: true });
    await call;
    await settle();
    expect(clock.pending).toBe(0);
  });

  test("does not end the token request of a lessor for which another client waits", async () => {
    let respond = () => {};
    const service = lessorService([json({ data: { licensePlate: "AB-123-C" } })], (request) => {
      return new Promise((resolve) => {
        respond = () => resolve(tokenResponse()(request));
      });
    });
    const first = lessorOver(service.fetch);
    const derived = first.withOptions({ timeout: 1000 });
    const call = derived.vehicles.get("AB-123-C");
    const aborted = failure(first.withOptions({ timeout: 5 }).vehicles.get("AB-123-C"), "closed").catch(() => {});
    await settle();
    await first.withOptions({ timeout: 7 }).close({ abort: true });
    respond();
    await call;
    await aborted;
    expect(service.tokens.requests).toHaveLength(1);
  });
});

describe("a derived lessor client", () => {
  test("has the token of its own credentials, in the same store", async () => {
    const tokens = fakeFetch((request) => {
      const id = new URLSearchParams(String(request.body)).get("client_id");
      return tokenResponse({ access_token: `token-of-${id}` })(request);
    });
    const api = fakeFetch(json({ data: { licensePlate: "AB-123-C" } }));
    const fetch = fakeFetch(({ url, init }) => (url.pathname === "/token" ? tokens : api)(url.href, init));
    const store = new Map<string, string>();
    const tokenStore = {
      get: (key: string) => store.get(key),
      set: (key: string, value: string) => void store.set(key, value),
      delete: (key: string) => void store.delete(key),
    };
    const first = lessorOver(fetch, { tokenStore, clientId: "one" });
    const second = first.withOptions({ clientId: "two", clientSecret: "s2" });
    await first.vehicles.get("AB-123-C");
    expect(bearer(api)).toBe("Bearer token-of-one");
    await second.vehicles.get("AB-123-C");
    expect(bearer(api)).toBe("Bearer token-of-two");
    await second.withOptions({ timeout: 1000 }).vehicles.get("AB-123-C");
    expect(bearer(api)).toBe("Bearer token-of-two");
    expect(tokens.requests).toHaveLength(2);
    expect(
      [...store.keys()].map((key) => new URLSearchParams(key.split(":").slice(1).join(":")).get("clientId")),
    ).toEqual(["one", "two"]);
  });

  test.each([
    [{ clientId: "two" }, "clientSecret"],
    [{ clientSecret: "s2" }, "clientId"],
  ])("needs both credentials: %j", (options, field) => {
    const lessor = lessorOver(fakeFetch(json({})));
    expect(thrown(() => lessor.withOptions(options), "input")).toMatchObject({ field });
  });
});

test("no secret of an account is in an error, an event or a log of another one", async () => {
  const events: unknown[] = [];
  const all = ["secret-of-a-0123456789", "secret-of-b-0123456789"] as const;
  const fetch = fakeFetch((request) => {
    const shown = request.headers["authorization"]?.slice("Bearer ".length);
    return json({ detail: `denied for ${shown}`, traceId: shown }, { status: 400 })(request);
  });
  const first = supplierOver(fetch, { on: (event) => events.push(event), retry: false });
  const clients = all.map((token) => first.withOptions({ token }));
  const errors = await Promise.all(clients.map((client) => failure(client.lessors.list(), "validation")));
  const texts = [...errors.flatMap((error) => [error, error.stack, error.cause]), events, first, clients].map((each) =>
    inspect(each, { depth: 9, showHidden: true, getters: false }),
  );
  for (const text of texts) for (const secret of all) expect(text).not.toContain(secret);
});

describe("the members of a client", () => {
  const client = () => supplierOver(fakeFetch(json(exampleRequest)));

  test("can be called without their object", async () => {
    const supplier = client();
    const { serviceRequests, GET, close } = supplier;
    const { get } = serviceRequests;
    expect((await get("R-1")).id).toBe("R-1");
    const { response } = await GET("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } });
    expect(response.status).toBe(200);
    await close();
    await failure(get("R-1"), "closed");
  });

  test("can be replaced in a group by a test, and restored", async () => {
    const { lessors } = supplierOver(fakeFetch(json({ lessors: [] })));
    const fake = { lessors: [{ number: 7 }] } as unknown as Awaited<ReturnType<typeof lessors.list>>;
    const spy = vi.spyOn(lessors, "list").mockResolvedValueOnce(fake);
    expect(await lessors.list()).toBe(fake);
    expect(await lessors.list()).toEqual({ lessors: [] });
    expect(spy).toHaveBeenCalledTimes(2);
    spy.mockRestore();
    expect(await lessors.list()).toEqual({ lessors: [] });
    lessors.list = (() => Promise.resolve(fake)) as typeof lessors.list;
    expect(await lessors.list()).toBe(fake);
  });

  test("can be read through a Proxy, and from an object that inherits", async () => {
    const supplier = supplierOver(fakeFetch(json({ lessors: [] })));
    for (const each of [new Proxy(supplier, {}), Object.create(supplier) as SupplierClient])
      expect(await each.lessors.list()).toEqual({ lessors: [] });
    expect(await new Proxy(supplier.lessors, {}).list()).toEqual({ lessors: [] });
  });

  test("cannot be replaced in the client itself", () => {
    const supplier: { close: unknown } = client();
    expect(() => {
      supplier.close = () => {};
    }).toThrow(TypeError);
  });
});
