import { getEventListeners } from "node:events";
import { type FollowOptions, RegError } from "@reg/sdk";
import type { ServiceRequestList } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import { follow as followContext } from "../../../src/supplier/follow/follow.js";
import { ManualClock } from "../../support/clock.js";
import { thrown } from "../../support/errors.js";
import { empty, json, networkFailure, problem, type Reply, silence, text } from "../../support/fetch.js";
import { jwt } from "../../support/jwt.js";
import { ListedService, setUpListed } from "./support.js";

const minute = 60_000;

/** A page of a gateway with this status. */
const page = (status: number) =>
  text("<!doctype html><title>Gateway</title>", { status, headers: { "content-type": "text/html" } });

/** Rejects as fetch does, with a cause that has no code. */
const networkFailureOf = (cause: Error): Reply => {
  return () => {
    throw new TypeError("fetch failed", { cause });
  };
};

function raise(message: string): never {
  throw new Error(message);
}

/** Replies after this time of the clock. */
function delayed(clock: ManualClock, ms: number, reply: Reply): Reply {
  return async (sent) => {
    await new Promise<void>((resolve) => clock.schedule(resolve, ms));
    return reply(sent);
  };
}

const emptyList = json({ serviceRequests: [], hasMore: false });

/** Counts how often the list of each kind was asked for. */
function countPolls(service: ListedService) {
  const paths = service.fetch.requests.map(({ url }) => url.pathname);
  return ["/v2/servicerequests", "/v2/damageservicerequests"].map(
    (path) => paths.filter((each) => each === path).length,
  );
}

describe("an entry of a list", () => {
  const invoicing = { status: "ReadyForInvoicing", totalAmountApproved: 100, totalAmountInvoiced: 0 };
  const entry = {
    id: "R-1",
    href: "https://reg.example/v2/servicerequests/R-1",
    lastModifiedUtc: "2026-06-15T09:00:00Z",
    status: "Draft",
    supplierId: 4711,
    invoicing,
  };

  async function followEntry() {
    const setup = setUpListed();
    const { service, pass } = setup;
    service.put("R-1", "Draft");
    service.lists.servicerequests = [entry];
    const following = await setup.follow();
    expect(service.reads).toEqual(["R-1"]);
    const list = async (...entries: object[]) => {
      service.lists.servicerequests = entries;
      service.reads.length = 0;
      await pass();
      return [...service.reads];
    };
    return { ...setup, ...following, list };
  }

  test.each([
    ["status", { status: "Denied" }],
    ["amount", { invoicing: { ...invoicing, totalAmountApproved: 100.01 } }],
    ["field that this version does not know", { colour: "red" }],
    ["time, which is earlier", { lastModifiedUtc: "2026-06-15T08:59:59Z" }],
    ["set of fields, one of them fewer", { supplierId: undefined }],
    ["field instead of one", { supplierId: undefined, colour: "red" }],
    ["value of another type", { invoicing: [100, 0] }],
  ])("that differs within the same second has its request read once: another %s", async (_, fields) => {
    const { list } = await followEntry();
    expect(await list({ ...entry, ...fields })).toEqual(["R-1"]);
    expect(await list({ ...entry, ...fields })).toEqual([]);
  });

  test.each([
    ["another address", { ...entry, href: "https://elsewhere.example/v2/servicerequests/R-1" }],
    ["its fields in another order", Object.fromEntries(Object.entries(entry).reverse())],
    [
      "fields within it in another order",
      { ...entry, invoicing: Object.fromEntries(Object.entries(invoicing).reverse()) },
    ],
  ])("is the same with %s", async (_, changed) => {
    const { list } = await followEntry();
    expect(await list(changed)).toEqual([]);
  });

  test("that is as it was before its last change has its request read", async () => {
    const { list } = await followEntry();
    expect(await list({ ...entry, status: "Denied" })).toEqual(["R-1"]);
    expect(await list(entry)).toEqual(["R-1"]);
    expect(await list(entry)).toEqual([]);
  });

  test("that is listed twice counts once, as the later one", async () => {
    const { list } = await followEntry();
    const other = { ...entry, status: "Approved" };
    expect(await list(entry, other)).toEqual(["R-1"]);
    expect(await list(entry, other)).toEqual([]);
    expect(await list(other)).toEqual([]);
  });

  test("has its request read if an adapter changes it and returns the same object again", async () => {
    const kept = { ...entry, invoicing: { ...invoicing } };
    const response = () => ({ body: { serviceRequests: [kept], hasMore: false } as unknown as ServiceRequestList });
    const adapter = { supplier: { "serviceRequests.list": { response } } };
    const { service, follow, pass } = setUpListed({ client: { adapter } });
    service.put("R-1", "Draft");
    await follow();
    kept.invoicing.totalAmountApproved = 99;
    await pass();
    expect(service.reads).toEqual(["R-1", "R-1"]);
  });

  test("is not missing from a list that is cut off (hasMore)", async () => {
    const { service, list, handled, pass } = await followEntry();
    service.remove("R-1");
    const cut = json({ serviceRequests: [], hasMore: true });
    service.replies.set("servicerequests", cut);
    expect(await list()).toEqual([]);
    service.replies.clear();
    service.put("R-2", "Draft");
    await pass();
    expect(handled.sort()).toEqual(["R-1 draft-deleted", "R-2 created"]);
  });
});

describe("the polls", () => {
  test("are a minute apart by default, from the end of one to the next", async () => {
    const { service, clock, follow, pass } = setUpListed();
    service.replies.set("damageservicerequests", delayed(clock, 5000, emptyList));
    await follow({ every: undefined });
    const begun = clock.monotonic();
    expect(countPolls(service)).toEqual([1, 1]);
    await pass(minute + 4000 - (clock.monotonic() - begun));
    expect(countPolls(service)).toEqual([1, 1]);
    await pass(1000);
    expect(countPolls(service)).toEqual([2, 2]);
  });

  test("keep their interval although it takes long to notice what a list shows", async () => {
    const { service, clock, follow, pass } = setUpListed();
    service.replies.set("damageservicerequests", json({ serviceRequests: [], hasMore: true }));
    // That the list is not complete is reported before the next poll.
    const onError = () => new Promise<void>((resolve) => clock.schedule(resolve, minute - 5000));
    await follow({ every: minute, onError });
    await pass(minute - 1000);
    expect(countPolls(service)).toEqual([1, 1]);
    await pass(1000);
    expect(countPolls(service)).toEqual([2, 2]);
  });

  test("use the options as they were at the start", async () => {
    const { service, supplier, pass } = setUpListed();
    const options = { every: 1000, state: new Map<string, string>(), on: {} };
    const { ended } = supplier.follow(options);
    options.every = 10 * minute;
    await pass(2500);
    expect(countPolls(service)).toEqual([3, 3]);
    await supplier.close();
    await pass();
    await ended;
  });

  test.each([
    ["after all other calls in the queue of the throttle", undefined, ["/v2/lessors", "/v2/lessors", "list", "list"]],
    ["by their priority", 4, ["list", "list", "/v2/lessors", "/v2/lessors"]],
  ])("are sent %s", async (_, priority, expected) => {
    const { service, supplier, clock, follow, pass } = setUpListed({
      client: { throttle: { limit: 1, window: 1000 } },
    });
    service.replies.set("lessors", json([]));
    for (const path of Object.keys(service.lists)) service.replies.set(path, emptyList);
    await supplier.lessors.list();
    await follow({ every: 10 * minute, priority });
    for (const other of [5, 8]) void supplier.lessors.list({ priority: other });
    await pass(4000);
    const paths = service.fetch.requests.map(({ url }) => url.pathname.replace(/.*requests$/, "list"));
    expect(paths.slice(1)).toEqual(expected);
    expect(clock.monotonic()).toBeGreaterThan(4000);
  });

  test.each([
    [{ every: "1 min" }, "every"],
    [{ every: 999 }, "every"],
    [{ every: Number.POSITIVE_INFINITY }, "every"],
    [{ evry: 5000 }, "evry"],
    [{ signal: {} }, "signal"],
    [{ priority: 10 }, "priority"],
    [{ onError: "log" }, "onError"],
    [{ state: "redis://:hunter2@reg.example" }, "state"],
  ])("do not begin with the options %j", async (options, field) => {
    const { service, supplier, pass } = setUpListed();
    const given = { state: new Map(), on: {}, ...options } as unknown as FollowOptions;
    const error = thrown(() => supplier.follow(given), "input");
    expect(error).toMatchObject({ field, operationId: "follow" });
    expect(error.message).not.toContain("hunter2");
    await pass();
    expect(service.fetch.requests).toEqual([]);
  });
});

describe("a poll of a list that fails", () => {
  const deep = `${"[".repeat(500)}${"]".repeat(500)}`;

  test.each([
    ["connection", networkFailure("ECONNRESET")],
    ["server", empty(503)],
    ["rate-limit", empty(429)],
    ["conflict", problem(409)],
    ["response", empty(409)],
    ["response", empty(404)],
    ["api", empty(408)],
    ["connection", networkFailure("CERT_HAS_EXPIRED")],
    ["connection", networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT")],
    ["connection", networkFailure("ERR_SSL_WRONG_VERSION_NUMBER")],
    ["connection", networkFailureOf(new Error("Proxy response (403) !== 200 when HTTP Tunneling"))],
    ["validation", empty(400)],
    ["validation", page(400)],
    ["authentication", page(401)],
    ["permission", page(403)],
    ["api", empty(418)],
    ["api", json({ message: "Method Not Allowed" }, { status: 405 })],
    ["response", page(200)],
    ["response", json({ serviceRequests: { href: "/a" }, hasMore: false })],
    ["response", json({ hasMore: false })],
    ["response", json(null)],
    ["response", text(`{"serviceRequests":[{"id":"R-1","status":"Draft","more":${deep}}]}`)],
  ] as const)(
    "is reported, and the list is read again at the next interval, as the other one is: %s",
    async (kind, reply) => {
      const { service, follow, pass } = setUpListed();
      const { handled, errors } = await follow({ every: minute });
      service.replies.set("servicerequests", reply);
      service.put("R-1", "Draft");
      service.put("R-2", "Draft", { path: "damageservicerequests" });
      await pass(minute);
      expect(errors).toMatchObject([{ kind, operationId: "serviceRequests.list" }]);
      expect(errors[0]?.message).toMatch(/^follow: serviceRequests\.list: /);
      service.replies.clear();
      await pass(minute - 1000);
      expect(handled).toEqual(["R-2 created"]);
      await pass(1000);
      expect(handled.sort()).toEqual(["R-1 created", "R-2 created"]);
      expect(errors).toHaveLength(1);
    },
  );

  test("by a timeout begins the next interval at its end", async () => {
    const { service, follow, pass } = setUpListed({ client: { timeout: 10_000 } });
    const { errors } = await follow({ every: minute });
    service.replies.set("damageservicerequests", silence);
    await pass(minute + 10_000);
    expect(errors).toMatchObject([{ kind: "timeout" }]);
    const polls = countPolls(service);
    service.replies.clear();
    await pass(minute - 1000);
    expect(countPolls(service)).toEqual(polls);
    await pass(1000);
    expect(countPolls(service)).toEqual(polls.map((count) => count + 1));
  });

  test("is repeated without onError", async () => {
    const { service, follow, pass } = setUpListed();
    service.replies.set("servicerequests", empty(503));
    const { handled } = await follow({ onError: undefined, existing: true });
    service.replies.clear();
    service.put("R-1", "Draft");
    await pass();
    expect(handled).toEqual(["R-1 created"]);
  });

  test.each([
    ["shorter", "30", minute],
    ["longer", "300", 5 * minute],
    ["longer than an hour", "86400", 60 * minute],
  ])(
    "lets both lists wait for the longer of the interval and the Retry-After, up to an hour: %s",
    async (_, seconds, pause) => {
      const { service, follow, pass } = setUpListed();
      await follow({ every: minute });
      service.replies.set("servicerequests", empty(503, { "retry-after": seconds }));
      await pass(minute);
      expect(countPolls(service)).toEqual([2, 1]);
      service.replies.clear();
      await pass(pause - 1000);
      expect(countPolls(service)).toEqual([2, 1]);
      await pass(1000);
      expect(countPolls(service)).toEqual([3, 2]);
    },
  );

  test("because no token is valid is repeated, with a new token of the function, until one is", async () => {
    const clock = new ManualClock();
    const service = new ListedService();
    const list: Reply = (sent) => (sent.headers["authorization"] === "Bearer current" ? emptyList : empty(401))(sent);
    for (const path of Object.keys(service.lists)) service.replies.set(path, list);
    let token = (): string | Promise<string> => "revoked";
    const { follow, pass } = setUpListed({ service, clock, client: { token: () => token() } });
    const { errors } = await follow({ every: minute });
    const next = async (supply: typeof token) => {
      token = supply;
      await pass(minute);
      return errors.splice(0).map(({ kind }) => kind);
    };
    expect(errors.splice(0).map(({ kind }) => kind)).toEqual(["authentication", "authentication"]);
    expect(await next(() => Promise.reject(new Error("the vault is closed")))).toEqual(["token", "token"]);
    expect(await next(() => jwt({ exp: clock.now() / 1000 - 1 }))).toEqual(["token", "token"]);
    expect(await next(() => "")).toEqual(["token", "token"]);
    expect(await next(() => "current")).toEqual([]);
  });

  test.each([
    ["validation", problem(400)],
    ["authentication", empty(401)],
    ["not-found", problem(404)],
    ["archived", problem(410)],
    ["api", problem(418)],
  ] as const)("ends following if a later one would fail as well, and is not reported: %s", async (kind, reply) => {
    const { service, clock, follow, pass } = setUpListed();
    const { ended, errors } = await follow();
    service.replies.set("servicerequests", reply);
    await pass();
    expect(await ended).toMatchObject({ kind, operationId: "serviceRequests.list" });
    expect(errors).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("ends with a 401 that says how following goes on with another token, if it is given as text", async () => {
    const { service, follow } = setUpListed();
    for (const path of Object.keys(service.lists)) service.replies.set(path, empty(401));
    const { ended } = await follow();
    expect(await ended).toMatchObject({ message: expect.stringContaining("With a function as the option token") });
  });

  test("ends with a 403 for both lists, also if a function supplies the token", async () => {
    const { service, follow } = setUpListed({ client: { token: async () => "current" } });
    for (const path of Object.keys(service.lists)) service.replies.set(path, empty(403));
    const { ended } = await follow();
    expect(await ended).toMatchObject({ kind: "permission" });
  });

  test.each<[string, Reply]>([
    ["because fetch rejects its input", networkFailure("UND_ERR_INVALID_ARG")],
    ["because fetch does not connect to this port", networkFailureOf(new Error("bad port"))],
    ["because its fetch has a defect", () => Reflect.get(Object(undefined), "defect").call()],
  ])("ends following after an error of the program %s", async (_, reply) => {
    const { service, follow } = setUpListed();
    service.replies.set("servicerequests", reply);
    const { ended, errors } = await follow();
    expect(await ended).toMatchObject({ kind: "connection", transient: false });
    expect(errors).toEqual([]);
  });

  test("ends following for a token that is given as text and has expired", async () => {
    const clock = new ManualClock();
    const { follow } = setUpListed({ clock, client: { token: jwt({ exp: clock.now() / 1000 - 1 }) } });
    const { ended, errors } = await follow();
    expect(await ended).toMatchObject({ kind: "token" });
    expect(errors).toEqual([]);
  });

  test("ends following with an error that is not of this package", async () => {
    const { supplier, clock, pass } = setUpListed();
    const defect = new TypeError("no function");
    const throwDefect = (): never => {
      throw defect;
    };
    const context = {
      execute: throwDefect,
      requests: { service: supplier.serviceRequests, damage: supplier.damageServiceRequests },
      notifications: supplier.lessors.notifications,
      baseUrl: "https://reg.example",
      hasTokenFunction: false,
      clock,
      throttle: () => undefined,
      inFlight: { onAbort: () => () => {}, whenClosing: () => () => {} },
      loadRound: () => import("../../../src/supplier/follow/round.js"),
    };
    const { ended } = followContext(context, { state: new Map(), on: {}, onError: () => expect.unreachable() });
    const end = ended.catch((error: unknown) => error);
    await pass();
    expect(await end).toBe(defect);
  });

  test.each([
    ["throws", () => raise("the log is full")],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
  ])("ends following with the error of onError if it %s", async (_, onError) => {
    const { service, clock, follow } = setUpListed();
    service.replies.set("servicerequests", empty(503));
    const { ended } = await follow({ onError });
    expect(await ended).toEqual(new Error("the log is full"));
    expect(clock.pending).toBe(0);
  });

  test("ends following with the error of onError also if that has closed the client before", async () => {
    const { service, supplier, follow } = setUpListed();
    service.replies.set("servicerequests", empty(503));
    const onError = () => {
      void supplier.close();
      raise("the log is full");
    };
    const { ended } = await follow({ onError });
    expect(await ended).toEqual(new Error("the log is full"));
  });

  test("does not delay the end while onError is pending", async () => {
    const { service, follow } = setUpListed();
    service.replies.set("servicerequests", empty(503));
    const { end } = await follow({ onError: () => new Promise(() => {}) });
    expect(service.polls).toBe(1);
    expect(await end()).toBe("over");
  });
});

test("a value of a list that is wrong or missing never ends following, and what is reported is an error of the package", async () => {
  const { service, follow, pass } = setUpListed();
  const paths = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
    typeof value === "object" && value !== null
      ? [path, ...Object.entries(value).flatMap(([name, item]) => paths(item, [...path, name]))]
      : [path];
  const replaceAt = (value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown => {
    if (name === undefined) return replacement;
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
    Reflect.set(copy, name, replaceAt(Reflect.get(copy, name), rest, replacement));
    return copy;
  };
  service.put("R-1", "Draft");
  const entry = {
    ...(service.lists.servicerequests[0] as object),
    invoicing: { status: "x" },
    parking: { isParked: true },
  };
  const body = { serviceRequests: [entry], hasMore: false };
  const { handled, errors } = await follow();
  for (const path of paths(body)) {
    // Another number would be another supplier.
    for (const replacement of [null, 4711, undefined]) {
      const replaced = JSON.stringify(replaceAt(body, path, replacement)) ?? "";
      service.replies.set("servicerequests", text(replaced, { headers: { "content-type": "application/json" } }));
      await pass();
    }
  }
  expect(errors.length).toBeGreaterThan(5);
  expect(errors.filter((error) => !RegError.is(error))).toEqual([]);
  service.replies.clear();
  handled.length = 0;
  service.put("R-2", "Draft");
  await pass();
  expect(handled).toEqual(["R-2 created"]);
});

describe("following", () => {
  /** Follows with a signal of its own, and expects nothing to be left at the end. */
  async function followUntil({ reply = emptyList, isAborted = false } = {}) {
    const setup = setUpListed();
    const { service, clock } = setup;
    service.replies.set("servicerequests", reply);
    const controller = new AbortController();
    if (isAborted) controller.abort("early");
    const { signal } = controller;
    const following = await setup.follow({ signal });
    const expectNothingLeft = () => {
      expect(clock.pending).toBe(0);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    };
    return { ...setup, ...following, signal, abort: () => controller.abort("enough"), expectNothingLeft };
  }

  test.each([
    ["while it waits", emptyList],
    ["during a call, which is cancelled", silence],
  ])("ends at once with the reason of its signal %s", async (_, reply) => {
    const { service, ended, abort, expectNothingLeft } = await followUntil({ reply });
    abort();
    expect(await ended).toBe("enough");
    expect(service.fetch.last.init.signal?.aborted).toBe(reply === silence);
    expectNothingLeft();
  });

  test("sends nothing if its signal was aborted before", async () => {
    const { service, ended, expectNothingLeft } = await followUntil({ isAborted: true });
    expect(await ended).toBe("early");
    expect(service.fetch.requests).toEqual([]);
    expectNothingLeft();
  });

  test("has one listener on its signal, and as many timers, however long it runs", async () => {
    const { clock, signal, pass, ended, abort, expectNothingLeft } = await followUntil();
    const { pending } = clock;
    for (let poll = 0; poll < 20; poll += 1) {
      await pass();
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      expect(clock.pending).toBe(pending);
    }
    abort();
    await ended;
    expectNothingLeft();
  });

  test.each([
    ["while it waits", emptyList, {}],
    ["during a call", silence, {}],
    ["during a call that is aborted", silence, { abort: true }],
  ])("ends without an error if its client is closed %s", async (_, reply, how) => {
    const { supplier, ended, errors, expectNothingLeft } = await followUntil({ reply });
    await supplier.close(how);
    expect(await ended).toBeUndefined();
    expect(errors).toEqual([]);
    expectNothingLeft();
  });

  test("ends with a closed error if its client was closed before", async () => {
    const { supplier, service, follow } = setUpListed();
    await supplier.close();
    const { ended } = await follow();
    expect(await ended).toMatchObject({ kind: "closed", operationId: "serviceRequests.list" });
    expect(service.fetch.requests).toEqual([]);
  });
});
