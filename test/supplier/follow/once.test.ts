import { getEventListeners } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  FollowedEvent,
  FollowOnceOptions,
  NotificationEvent,
  RegError,
  ServiceAdapter,
  StateStore,
} from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { hashText } from "../../../src/base/text.js";
import { eventTypes } from "../../../src/domain/events.js";
import { RegTimeoutError } from "../../../src/errors/errors.js";
import { failure } from "../../support/errors.js";
import { empty, json, problem, type Reply, silence, text } from "../../support/fetch.js";
import { temporaryFolder } from "../../support/folder.js";
import { ListedService, ownError, setUpListed, withoutLock } from "./support.js";

await import("../../../src/supplier/follow/round.js");

const minute = 60_000;
const asJson = { headers: { "content-type": "application/json" } };
const parked = { fields: { parking: { isParked: true } } };
const ready = { fields: { invoicing: { status: "ReadyForInvoicing" } } };

function fail(): never {
  throw new Error("no printer");
}

/** Returns what runs rounds over a service with the clock of the test. */
function setUpRounds(parts: Parameters<typeof setUpListed>[0] = {}) {
  const setup = setUpListed(parts);
  const { clock, store, supplier, pass } = setup;
  const handled: string[] = [];
  const errors: RegError[] = [];
  const handle = ({ id, type, request }: FollowedEvent) => void handled.push(`${request.id} ${type} ${id}`);
  /** Begins a round, and says whether it has settled. */
  const begin = ({ on, ...options }: Partial<FollowOnceOptions> = {}) => {
    const round = supplier.followOnce({
      state: store,
      on: { ...Object.fromEntries(eventTypes.map((type) => [type, handle])), ...on },
      onError: (error) => void errors.push(error),
      ...options,
    });
    const state = { isSettled: false };
    void round.then(
      () => Object.assign(state, { isSettled: true }),
      () => Object.assign(state, { isSettled: true }),
    );
    return { round, state };
  };
  /** Runs a round; time passes only if it waits. */
  const run = async (options?: Partial<FollowOnceOptions>) => {
    const { round, state } = begin(options);
    for (await pass(0); !state.isSettled; ) await pass(50);
    return round;
  };
  /** The events that were handled since the last call, as `id type`. */
  const take = () => handled.splice(0).map((each) => each.split(" ").slice(0, 2).join(" "));
  return { ...setup, handled, errors, begin, run, take, now: () => clock.now() };
}

describe("options of a class", () => {
  class Handlers {
    readonly #prefix = "handled";
    readonly #seen: string[];

    constructor(seen: string[]) {
      this.#seen = seen;
    }

    created({ request }: FollowedEvent<"created">) {
      this.#seen.push(`${this.#prefix} ${request.id}`);
    }
  }

  test.each(["followOnce", "follow"] as const)("of %s are used, and the handlers keep their object", async (method) => {
    const { service, supplier, pass } = setUpListed();
    const [seen, state]: [string[], Map<string, string>] = [[], new Map()];
    const errors: string[] = [];
    service.replies.set("damageservicerequests", ownError(403));
    const stop = new AbortController();
    class Settings {
      on = new Handlers(seen);
      state = state;
      get account() {
        return "of a getter";
      }
      get existing() {
        return true;
      }
      get signal() {
        return stop.signal;
      }
      readonly #errors = errors;
      onError({ kind }: RegError) {
        this.#errors.push(kind);
      }
    }
    service.put("R-1", "Draft");
    const running: Promise<unknown> =
      method === "follow" ? supplier.follow(new Settings()).ended : supplier.followOnce(new Settings());
    const ended = running.catch(() => {});
    for (let step = 0; step < 20; step += 1) await pass(50);
    expect(seen).toEqual(["handled R-1"]);
    expect(errors).toEqual(["permission"]);
    expect([...state.keys()].join()).toContain("account=of+a+getter");
    stop.abort();
    for (let step = 0; step < 20; step += 1) await pass(500);
    await ended;
  });
});

test("many rounds listen to their signal once, and no longer than they run", async () => {
  const { service, supplier, pass } = setUpListed();
  const { signal } = new AbortController();
  let respond = () => {};
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  service.replies.set("servicerequests", async (request) => {
    await responded;
    return json({ serviceRequests: [], hasMore: false })(request);
  });
  const names = Array.from({ length: 20 }, (_, index) => `account-${index}`);
  const rounds = names.map((account) => supplier.followOnce({ state: new Map(), account, on: {}, signal }));
  await pass(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  respond();
  for (let step = 0; step < 20; step += 1) await pass(50);
  await Promise.all(rounds);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

/** A store that counts its calls, also those for the lock. */
function countingStore() {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  const noteCall = (name: string, key: string) => {
    const [, part = "lock"] = key.split("&");
    calls.push(`${name} ${decodeURIComponent(part)}`);
  };
  const store: StateStore = {
    async get(key) {
      noteCall("get", key);
      return entries.get(key);
    },
    async set(key, text) {
      noteCall("set", key);
      entries.set(key, text);
    },
    async delete(key) {
      noteCall("delete", key);
      entries.delete(key);
    },
  };
  return { store, entries, calls };
}

describe("a round", () => {
  test("of a new state takes what exists for known, and the next one hands over what has changed", async () => {
    const { service, store, run, take, clock, now } = setUpRounds();
    service.put("R-1", "ApprovalRequested");
    expect(await run()).toEqual({ events: [], setAside: [], nextAt: now() + minute, left: false, locked: false });
    service.put("R-1", "Approved", ready);
    service.put("R-2", "Draft", { path: "damageservicerequests" });
    const round = await run({ every: 5000, deadline: 10_000 });
    expect(take().sort()).toEqual(["R-1 approved", "R-1 ready-to-invoice", "R-2 created"]);
    expect(round).toMatchObject({ nextAt: now() + 5000, locked: false });
    expect((await run()).events).toEqual([]);
    expect(take()).toEqual([]);
    expect([...store.keys()].filter((key) => !key.includes("&"))).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("resolves to its events in the order in which their handlers ended", async () => {
    const { service, clock, run } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.put("R-2", "Draft");
    const created = async ({ request }: FollowedEvent) => {
      if (request.id === "R-1") await new Promise<void>((resolve) => clock.schedule(resolve, 1000));
    };
    const { events } = await run({ on: { created } });
    expect(events.map((event) => "request" in event && event.request.id)).toEqual(["R-2", "R-1"]);
    expect(Object.keys(events[0] ?? {}).sort()).toEqual(
      ["after", "before", "id", "kind", "lines", "request", "timestamp", "type"].sort(),
    );
  });

  test("can begin with what exists", async () => {
    const { service, run, take } = setUpRounds();
    service.put("R-1", "ApprovalRequested");
    await run({ existing: true });
    expect(take()).toEqual(["R-1 created", "R-1 submitted"]);
  });

  test.each<[object, string]>([
    [{ onStart: () => {} }, "onStart"],
    [{ deadline: 0 }, "deadline"],
    [{ giveBack: "e-1" }, "giveBack"],
    [{ every: 1 }, "every"],
    [{ on: undefined }, "on"],
    [{ state: undefined }, "state"],
  ])("rejects the options %j", async (options, field) => {
    const { service, supplier } = setUpRounds();
    const given = { state: new Map(), on: {}, ...options } as FollowOnceOptions;
    expect(await failure(supplier.followOnce(given), "input")).toMatchObject({ field, operationId: "followOnce" });
    expect(service.fetch.requests).toEqual([]);
  });

  test("rejects with the error of a list of another supplier, and handles nothing", async () => {
    const first = setUpRounds({ service: new ListedService(4711) });
    first.service.put("R-1", "Draft");
    await first.run();
    const other = setUpRounds({ service: new ListedService(4712), clock: first.clock });
    other.service.put("R-2", "Draft");
    const before = [...first.store];
    const error = await failure(other.run({ state: first.store }), "state");
    expect(error).toMatchObject({ reason: "version", message: expect.stringMatching(/^followOnce: .*4711.*4712/s) });
    expect([...first.store]).toEqual(before);
    expect(other.take()).toEqual([]);
  });
});

test("a round keeps the options that it was given", async () => {
  const { service, store, supplier, pass } = setUpRounds();
  const events: string[] = [];
  const handle = (name: string) => () => void events.push(name);
  const options = {
    state: store,
    existing: true,
    account: "first",
    on: { created: handle("first") },
    giveBack: ["none"],
  };
  service.put("R-1", "Draft");
  const round = supplier.followOnce(options);
  options.on.created = handle("second");
  Object.assign(options, { account: "second", on: {}, state: new Map() });
  await pass(500);
  await round;
  expect(events).toEqual(["first"]);
  expect([...store.keys()].filter((key) => !key.includes("account=first&"))).toEqual([]);
});

describe("a list that cannot be read", () => {
  test.each<[string, Reply, number]>([
    ["an error that is temporary, which is reported", empty(503), 1],
    ["an error that a later round would get again", problem(400), 0],
  ])("rejects the round with %s, after what the other list shows was handled", async (_, reply, reports) => {
    const { service, run, take, errors } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.put("R-2", "Draft", { path: "damageservicerequests" });
    service.replies.set("servicerequests", reply);
    const error = await run().catch((each: unknown) => each);
    expect(error).toMatchObject({ operationId: "serviceRequests.list" });
    expect((error as Error).message).toMatch(/^followOnce: serviceRequests\.list: /);
    expect(errors).toEqual(Array(reports).fill(error));
    expect(take()).toEqual(["R-2 created"]);
    service.replies.clear();
    await run();
    expect(take()).toEqual(["R-1 created"]);
  });

  test("is not asked for while the service asks for a pause", async () => {
    const { service, run } = setUpRounds();
    service.replies.set("servicerequests", empty(503, { "retry-after": "300" }));
    expect(await failure(run({ on: { notification: () => {} } }), "server")).toMatchObject({ retryAfterMs: 300_000 });
    expect(service.fetch.requests).toHaveLength(1);
  });

  test("is only reported if the account may not read this kind, and rejects the round if it may read neither", async () => {
    const { service, run, take, errors } = setUpRounds();
    service.replies.set("damageservicerequests", ownError(403));
    await run();
    service.put("R-1", "Draft");
    await run();
    expect(take()).toEqual(["R-1 created"]);
    expect(errors.splice(0)).toMatchObject([{ kind: "permission" }, { kind: "permission" }]);
    service.replies.set("servicerequests", ownError(403));
    await failure(run(), "permission");
  });

  test("leaves the state as it is, without a lock", async () => {
    const { service, run } = setUpRounds();
    const { store, calls } = countingStore();
    service.put("R-1", "Draft");
    service.replies.set("R-1", empty(503));
    await run({ state: store });
    calls.length = 0;
    for (const path of Object.keys(service.lists)) service.replies.set(path, empty(503));
    await failure(run({ state: store }), "server");
    expect(calls).toEqual(["get lock", "get notes"]);
  });
});

describe("a handler that fails", () => {
  test("is called again by a later round, when it is due, and further events of the request wait", async () => {
    const { service, clock, run, take, now } = setUpRounds();
    await run();
    service.put("R-1", "ApprovalRequested");
    const attempts: number[] = [];
    const failures: string[] = [];
    const on = {
      created: ({ attempt }: FollowedEvent) => {
        attempts.push(attempt);
        if (attempt < 3) fail();
      },
    };
    const onHandlerError = (_: unknown, { id }: { readonly id: string }) => void failures.push(id);
    expect((await run({ on, onHandlerError })).nextAt).toBe(now() + 1000);
    await clock.advance(999);
    expect((await run({ on })).nextAt).toBe(now() + 1);
    service.put("R-1", "Approved");
    await clock.advance(1);
    expect((await run({ on, onHandlerError })).nextAt).toBe(now() + 2000);
    expect([attempts, take()]).toEqual([[1, 2], []]);
    expect(new Set(failures).size).toBe(1);
    await clock.advance(2000);
    expect((await run({ on })).nextAt).toBe(now() + minute);
    expect([attempts, take()]).toEqual([
      [1, 2, 3],
      ["R-1 submitted", "R-1 approved"],
    ]);
  });

  test("does not delay other requests", async () => {
    const { service, run, take } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.put("R-2", "Approved");
    const created = ({ request }: FollowedEvent) => void (request.id === "R-1" && fail());
    const { events } = await run({ concurrency: 1, on: { created } });
    expect(events).toHaveLength(3);
    expect(take()).toEqual(["R-2 submitted", "R-2 approved"]);
  });

  test("waits for the whole delay again if the clock was set back meanwhile", async () => {
    const { service, clock, run, now } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    const attempts: number[] = [];
    const created = ({ attempt }: FollowedEvent) => {
      attempts.push(attempt);
      fail();
    };
    await run({ on: { created } });
    clock.setWall(-3_600_000);
    expect((await run({ on: { created } })).nextAt).toBe(now() + 1000);
    await clock.advance(999);
    expect((await run({ on: { created } })).nextAt).toBe(now() + 1);
    expect(attempts).toEqual([1]);
    await clock.advance(1);
    await run({ on: { created } });
    expect(attempts).toEqual([1, 2]);
  });

  test("of which the outcome is unknown is called again after a minute, also by follow and if the clock was set back", async () => {
    const { service, clock, run, follow, pass, now } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    const attempts: number[] = [];
    const created = ({ attempt }: FollowedEvent) => {
      attempts.push(attempt);
      const details = { operationId: "x", limit: "timeout", limitMs: 1, outcome: "unknown" } as const;
      throw new RegTimeoutError("no response", details);
    };
    expect(await run({ on: { created } })).toMatchObject({ left: true, nextAt: now() + minute });
    clock.setWall(-3_600_000);
    expect((await run({ on: { created } })).nextAt).toBe(now() + minute);
    await follow({ on: { created } });
    await pass(minute - 500);
    expect(attempts).toEqual([1]);
    await pass(500);
    expect(attempts).toEqual([1, 1]);
  });

  test("is called as often as the attempts allow in all rounds, then the event is set aside and the next one follows", async () => {
    const { service, clock, run, take } = setUpRounds();
    await run();
    service.put("R-1", "ApprovalRequested");
    const setAside: string[] = [];
    const options = {
      attempts: 3,
      on: { created: fail },
      onSetAside: ({ event }: { readonly event: { readonly id: string } }) => void setAside.push(event.id),
    };
    for (let round = 0; round < 2; round += 1) {
      expect(await run(options)).toMatchObject({ setAside: [], events: [] });
      await clock.advance(minute);
    }
    const round = await run(options);
    expect(round.setAside).toMatchObject([{ event: { type: "created", id: setAside[0] }, error: "no printer" }]);
    expect(take()).toEqual(["R-1 submitted"]);
    expect((await run(options)).setAside).toEqual(round.setAside);
  });

  test("is tried again at once by follow, which begins to count anew, with the same event", async () => {
    const { service, run, follow } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    const seen: string[] = [];
    const created = ({ id, attempt }: FollowedEvent) => {
      seen.push(`${id} ${attempt}`);
      if (seen.length < 3) fail();
    };
    await run({ on: { created } });
    await follow({ on: { created } });
    const [id] = seen[0]?.split(" ") ?? [];
    expect(seen).toEqual([`${id} 1`, `${id} 1`]);
  });

  test("ends the round with the error that onHandlerError rejects with", async () => {
    const { service, run } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    const error = new Error("no log");
    const onHandlerError = () => Promise.reject(error);
    await expect(run({ on: { created: fail }, onHandlerError })).rejects.toBe(error);
  });
});

describe("a request that cannot be read", () => {
  test("is reported and read again by a later round", async () => {
    const { service, clock, run, take, errors, now } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.replies.set("R-1", empty(503));
    expect((await run()).nextAt).toBe(now() + 30_000);
    expect(errors).toMatchObject([{ kind: "server" }]);
    service.replies.clear();
    await clock.advance(30_000);
    await run();
    expect(take()).toEqual(["R-1 created"]);
  });

  test("is read again after the pause that the service asks for", async () => {
    const { service, run, now } = setUpRounds();
    service.put("R-1", "Draft");
    service.replies.set("R-1", empty(503, { "retry-after": "120" }));
    expect((await run({ every: 10 * minute })).nextAt).toBe(now() + 2 * minute);
  });

  test("is missing half a minute after the clock was set back, too", async () => {
    const { service, clock, run } = setUpRounds();
    service.put("R-0", "Draft");
    service.put("R-1", "ApprovalRequested");
    await run();
    service.remove("R-1");
    await run();
    clock.setWall(-3_600_000);
    await run();
    await clock.advance(30_000);
    await run();
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual([]);
  });

  test("is missing if it is neither listed nor found for half a minute, and then left alone until it is listed", async () => {
    const { service, clock, run, take, errors, now } = setUpRounds();
    service.put("R-0", "Draft");
    service.put("R-1", "ApprovalRequested");
    await run();
    service.remove("R-1");
    expect((await run()).nextAt).toBe(now() + 30_000);
    await clock.advance(29_999);
    await run();
    await clock.advance(1);
    expect((await run()).nextAt).toBe(now() + minute);
    expect(errors).toMatchObject(Array(3).fill({ status: 404 }));
    service.reads.length = 0;
    await run();
    expect([service.reads, take()]).toEqual([[], []]);
    service.put("R-1", "Approved");
    await run();
    expect(take()).toEqual(["R-1 approved"]);
  });

  test("is not missing only because the clock was set forward", async () => {
    const { service, clock, run, take } = setUpRounds();
    service.put("R-0", "Draft");
    service.put("R-1", "Approved");
    await run();
    service.unlist("R-1");
    service.replies.set("R-1", ownError(404));
    await run();
    clock.setWall(40_000);
    await run();
    service.replies.set("R-1", ownError(410));
    await run();
    expect(take()).toEqual(["R-1 archived"]);
  });

  test("is not missing for follow, either, only because the clock was set forward", async () => {
    const { service, clock, follow, pass } = setUpRounds();
    service.put("R-1", "Approved");
    const { handled } = await follow();
    await pass(3000);
    service.unlist("R-1");
    service.replies.set("R-1", ownError(404));
    await pass(1500);
    clock.setWall(40_000);
    await pass(3000);
    service.replies.set("R-1", ownError(410));
    await pass(20_000);
    expect(handled).toEqual(["R-1 archived"]);
  });

  test("begins its half minute anew if it was found or failed otherwise meanwhile", async () => {
    const { service, clock, run, errors } = setUpRounds();
    service.put("R-0", "Draft");
    service.put("R-1", "ApprovalRequested");
    await run();
    service.remove("R-1");
    await run();
    await clock.advance(20_000);
    service.replies.set("R-1", empty(503));
    await run();
    service.replies.clear();
    await clock.advance(20_000);
    await run();
    await clock.advance(20_000);
    await run();
    service.reads.length = 0;
    await clock.advance(10_000);
    await run();
    expect(service.reads).toEqual(["R-1"]);
    expect(errors).toHaveLength(5);
    await run();
    expect(service.reads).toEqual(["R-1"]);
  });

  test("is left alone if it was only listed once, and tells of a decision when it is listed again", async () => {
    const { service, clock, run, take } = setUpRounds();
    service.put("R-0", "Draft");
    service.put("R-1", "ApprovalRequested");
    service.replies.set("R-1", empty(503));
    await run();
    service.replies.clear();
    service.remove("R-1");
    for (let round = 0; round < 3; round += 1) {
      await run();
      await clock.advance(minute);
    }
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual([]);
    service.put("R-1", "Approved");
    await run();
    expect(take()).toEqual(["R-1 approved"]);
  });
});

describe("the end of a round", () => {
  /** A round of which one handler runs until it is resolved. */
  async function block(options: Partial<FollowOnceOptions>) {
    const setup = setUpRounds();
    const { service, begin, run, pass } = setup;
    await run();
    service.put("R-1", "ApprovalRequested");
    let resolve = () => {};
    let signal: AbortSignal | undefined;
    const created = (event: FollowedEvent) => {
      signal = event.signal;
      return new Promise<void>((done) => {
        resolve = done;
      });
    };
    const { round, state } = begin({ on: { created }, ...options });
    round.catch(() => {});
    await pass(100);
    expect(signal?.aborted).toBe(false);
    return { ...setup, round, state, isAborted: () => signal?.aborted, resolve: () => resolve() };
  }

  test("by its signal comes after the handlers in progress, with the reason", async () => {
    const stop = new AbortController();
    const { round, state, isAborted, resolve, pass, take, run } = await block({ signal: stop.signal });
    stop.abort("enough");
    await pass();
    expect([state.isSettled, isAborted()]).toEqual([false, true]);
    resolve();
    await expect(round).rejects.toBe("enough");
    await run();
    expect(take()).toEqual(["R-1 submitted"]);
  });

  test("by its deadline comes after the handlers in progress, and the rest is left to the next round", async () => {
    const { round, state, isAborted, resolve, pass, take, run, now, clock } = await block({ deadline: 5000 });
    await pass(4800);
    expect(isAborted()).toBe(false);
    await pass(100);
    expect([state.isSettled, isAborted()]).toEqual([false, true]);
    resolve();
    expect(await round).toMatchObject({ events: [{ type: "created" }], nextAt: now() });
    expect([take(), clock.pending]).toEqual([[], 0]);
    await run();
    expect(take()).toEqual(["R-1 submitted"]);
  });

  test("by its deadline is a failed attempt of the handlers that it has cut off", async () => {
    const { service, clock, run, take, now } = setUpRounds();
    await run();
    service.put("R-1", "ApprovalRequested");
    const attempts: number[] = [];
    const told: string[] = [];
    const options: Partial<FollowOnceOptions> = {
      deadline: 1000,
      every: 10 * minute,
      attempts: 2,
      on: {
        created: ({ attempt, signal }) => {
          attempts.push(attempt);
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut off"))));
        },
      },
      onHandlerError: (error) => void told.push(String(error)),
      onSetAside: ({ error }) => void told.push(`set aside: ${error}`),
    };
    expect(await run(options)).toMatchObject({ events: [], left: true, setAside: [], nextAt: now() + minute });
    await clock.advance(minute - 1);
    expect((await run(options)).nextAt).toBe(now() + 1);
    expect([attempts, told]).toEqual([[1], ["Error: cut off"]]);
    await clock.advance(1);
    const round = await run(options);
    expect(round).toMatchObject({ left: true, setAside: [{ error: "cut off" }], nextAt: now() });
    expect([attempts, told]).toEqual([
      [1, 2],
      ["Error: cut off", "Error: cut off", "set aside: cut off"],
    ]);
    expect(await run(options)).toMatchObject({ left: false, events: [{ type: "submitted" }] });
    expect(take()).toEqual(["R-1 submitted"]);
  });

  test("by its deadline leaves a handler due that was not begun", async () => {
    const { service, run, take, now } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.put("R-2", "Draft");
    const cutOff = ({ signal }: FollowedEvent) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut off"))));
    const round = await run({ deadline: 1000, concurrency: 1, on: { created: cutOff } });
    expect(round).toMatchObject({ events: [], left: true, nextAt: now() });
    await run();
    expect(take()).toEqual(["R-2 created"]);
  });

  test("by closing the client is no failure of a handler that then rejects", async () => {
    const { service, supplier, clock, begin, run, pass } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    const attempts: number[] = [];
    const told: unknown[] = [];
    const created = ({ attempt, signal }: FollowedEvent) => {
      attempts.push(attempt);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut off"))));
    };
    const stop = new AbortController();
    const onHandlerError = (error: unknown) => void told.push(error);
    const first = begin({ on: { created }, signal: stop.signal, onHandlerError });
    await pass(200);
    stop.abort("enough");
    await expect(first.round).rejects.toBe("enough");
    const second = begin({ on: { created }, onHandlerError });
    await pass(200);
    void supplier.close();
    expect(await second.round).toMatchObject({ events: [], left: true, nextAt: clock.now() });
    expect([attempts, told]).toEqual([[1, 1], []]);
  });

  test("by its deadline does not hide that the state cannot be written afterwards", async () => {
    const { service, store, run } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    let isFull = false;
    const state: StateStore = {
      get: (key) => store.get(key),
      set: (key, text) => {
        if (isFull) throw new Error("disk full");
        store.set(key, text);
      },
      delete: (key) => store.delete(key),
    };
    const created = ({ signal }: FollowedEvent) =>
      new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          isFull = true;
          resolve();
        });
      });
    await failure(run({ state, deadline: 1000, on: { created } }), "state");
  });

  test("by a deadline that passes while the lock is taken comes before any handler", async () => {
    const { service, clock, run, now } = setUpRounds();
    const { store: state } = countingStore();
    await run({ state });
    service.put("R-1", "Draft");
    await run({ state, on: { created: fail } });
    await clock.advance(minute);
    const begun: string[] = [];
    const round = await run({ state, deadline: 50, on: { created: ({ id }) => void begun.push(id) } });
    expect(round).toMatchObject({ events: [], left: true, nextAt: now() });
    expect(begun).toEqual([]);
  });

  test("by a deadline that passes before any list was read is an error, also if the first list is forbidden", async () => {
    const { service, clock, run } = setUpRounds();
    await run();
    service.put("D-1", "Draft", { path: "damageservicerequests" });
    service.replies.set("servicerequests", ownError(403));
    const onError = () => new Promise<void>((resolve) => void clock.schedule(resolve, 1500));
    expect(await failure(run({ deadline: 1000, onError }), "timeout")).toMatchObject({ limitMs: 1000 });
    let nextAt = 0;
    service.replies.set("servicerequests", (sent) => {
      clock.jump(1000);
      nextAt = clock.now();
      return json({ serviceRequests: [], hasMore: false })(sent);
    });
    expect(await run({ deadline: 1000 })).toMatchObject({ events: [], left: true, nextAt });
  });

  test("by its deadline or signal does not wait for a store that does not respond", async () => {
    const { begin, pass } = setUpRounds();
    const state: StateStore = { get: () => new Promise(() => {}), set() {}, delete() {} };
    const stop = new AbortController();
    const byDeadline = begin({ state, deadline: 1000 });
    const bySignal = begin({ state, signal: stop.signal });
    await pass(999);
    stop.abort("enough");
    await expect(bySignal.round).rejects.toBe("enough");
    expect(byDeadline.state.isSettled).toBe(false);
    await pass(1);
    await failure(byDeadline.round, "timeout");
  });

  test("by closing the client comes after the handlers in progress", async () => {
    const { round, supplier, isAborted, resolve, now, pass } = await block({});
    void supplier.close();
    await pass();
    expect(isAborted()).toBe(true);
    resolve();
    expect(await round).toMatchObject({ events: [{ type: "created" }], nextAt: now() });
  });

  test("by a deadline that passes before a list was read is the error of its call", async () => {
    const { service, store, run } = setUpRounds();
    service.replies.set("servicerequests", silence);
    expect(await failure(run({ deadline: 3000 }), "timeout")).toMatchObject({
      limit: "deadline",
      operationId: "serviceRequests.list",
    });
    expect([service.fetch.requests.length, store.size]).toEqual([1, 0]);
  });

  test("by a deadline that passes after the lists were read leaves everything to the next round", async () => {
    const { service, store, run, take, clock } = setUpRounds();
    await run();
    const before = [...store];
    service.put("R-1", "Draft");
    let nextAt = 0;
    service.replies.set("damageservicerequests", (sent) => {
      clock.jump(3000);
      nextAt = clock.now();
      return json({ serviceRequests: [], hasMore: false })(sent);
    });
    expect(await run({ deadline: 3000 })).toMatchObject({ events: [], nextAt, locked: false });
    expect([...store]).toEqual(before);
    service.replies.clear();
    await run();
    expect(take()).toEqual(["R-1 created"]);
  });

  test("by closing the client while a list is read is an error that says so", async () => {
    const { service, supplier, begin, pass } = setUpRounds();
    service.replies.set("servicerequests", silence);
    const { round } = begin();
    await pass();
    void supplier.close({ abort: true });
    await failure(round, "closed");
  });

  test("of a client that was closed before is the error of a call", async () => {
    const { supplier, run } = setUpRounds();
    await supplier.close();
    await failure(run(), "closed");
  });
});

describe("the lock", () => {
  test("of a process that follows lets a round resolve soon, and nothing is done", async () => {
    const { service, clock, follow, run, take, now } = setUpRounds();
    const { end } = await follow({ every: minute });
    service.put("R-1", "Draft");
    const [polls, begun] = [service.polls, clock.monotonic()];
    const round = await run();
    expect(clock.monotonic() - begun).toBeLessThan(2000);
    expect(round).toEqual({ events: [], setAside: [], nextAt: now() + minute, left: false, locked: true });
    expect([service.polls - polls, take()]).toEqual([0, []]);
    await end();
  });

  test("that a killed round has left is taken over", async () => {
    const { service, store, clock, run, take } = setUpRounds();
    await run();
    const [key = ""] = [...store.keys()].map((each) => each.split("&notes")[0] ?? "").filter(Boolean);
    store.set("reg-follow:baseUrl=https%3A%2F%2Freg.example", "left 1");
    expect(key).toBeTruthy();
    service.put("R-1", "Draft");
    const begun = clock.monotonic();
    expect(await run()).toMatchObject({ locked: false });
    expect(take()).toEqual(["R-1 created"]);
    expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(5000);
  });

  test("that a killed round has left counts towards the deadline, and the error names the deadline of the round", async () => {
    const { service, store, run } = setUpRounds();
    store.set("reg-follow:baseUrl=https%3A%2F%2Freg.example", "left 1");
    const error = await failure(run({ deadline: 3000 }), "timeout");
    expect(error.message).toBe(
      "followOnce: the deadline of 3000 ms has passed while the state was locked; nothing was handled",
    );
    expect([error.limitMs, service.polls]).toEqual([3000, 0]);
    expect(await run({ deadline: 3000 })).toMatchObject({ locked: false });
  });

  test("is not enough if another round was faster: what it has handled is not handled again", async () => {
    const { service, begin, run, take } = setUpRounds();
    await run();
    service.put("R-1", "Draft");
    service.replies.set("servicerequests", async (sent) => {
      service.replies.clear();
      const list = await json({ serviceRequests: service.lists.servicerequests, hasMore: false })(sent);
      expect(await begin().round).toMatchObject({ locked: false });
      return list;
    });
    expect(await run()).toMatchObject({ locked: true, events: [] });
    expect(take()).toEqual(["R-1 created"]);
  });
});

describe("a lock that another process takes over during a round", () => {
  /** Runs a round in which one event was handled before the lock was lost, and a second one afterwards. */
  async function lose({ rejects }: { readonly rejects: boolean }) {
    const setup = setUpRounds();
    const { service, clock, run, store } = setup;
    await run();
    const left = new Set([...store.keys()]);
    service.put("R-1", "Draft");
    service.put("R-2", "Draft");
    const created = async ({ request }: FollowedEvent) => {
      if (request.id === "R-1") return;
      for (const key of store.keys()) if (!left.has(key) && !key.includes("&")) store.set(key, "another 1");
      await new Promise<void>((resolve) => void clock.schedule(resolve, 4000));
      if (rejects) fail();
    };
    return { ...setup, round: run({ on: { created } }) };
  }

  test("ends it with what was handled before", async () => {
    const { round } = await lose({ rejects: true });
    const { events, locked } = await round;
    expect([events.map((event) => "request" in event && event.request.id), locked]).toEqual([["R-1"], true]);
  });

  test("writes nothing more to the state", async () => {
    const { service, store, run } = setUpRounds();
    await run();
    const others = new Set(store.keys());
    service.put("R-1", "Draft");
    service.put("R-2", "Draft");
    let before: unknown;
    const created = async ({ request, signal }: FollowedEvent) => {
      if (request.id === "R-1") return;
      for (const key of store.keys()) if (!others.has(key) && !key.includes("&")) store.set(key, "another 1");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      before = [...store];
      fail();
    };
    expect(await run({ on: { created } })).toMatchObject({ events: [{ type: "created" }], locked: true });
    expect([...store]).toEqual(before);
  });

  test("rejects it if an event was handled of which the state could not note it", async () => {
    const { round } = await lose({ rejects: false });
    expect(await failure(round, "state")).toMatchObject({ reason: "locked" });
  });
});

describe("a round without news", () => {
  test("reads the lock and the index, and neither locks nor writes; with news, it reads and writes what has changed", async () => {
    const { service, clock, run, take } = setUpRounds();
    const { store, calls } = countingStore();
    for (let index = 0; index < 500; index += 1) service.put(`R-${index}`, "Approved");
    await run({ state: store });
    calls.length = 0;
    service.reads.length = 0;
    const begun = clock.monotonic();
    await run({ state: store });
    await run({ state: store, deadline: 10_000 });
    expect(calls).toEqual(["get lock", "get notes", "get lock", "get notes"]);
    expect([clock.monotonic() - begun, clock.pending, service.reads]).toEqual([0, 0, []]);
    for (const id of ["R-1", "R-2", "R-3"]) service.put(id, "Approved", parked);
    calls.length = 0;
    await run({ state: store });
    expect(take()).toEqual(["R-1 parked", "R-2 parked", "R-3 parked"]);
    // Each text but the lock is read back: the index, that there is one, and of each request what was known, the event,
    // that it was handled, and the rest.
    const ofLock = calls.filter((call) => call.endsWith(" lock"));
    const ofIndex = calls.filter((call) => call.endsWith(" notes"));
    expect(ofLock).toEqual(["get", "get", "get", "set", "get", "get", "delete"].map((name) => `${name} lock`));
    expect(ofIndex).toEqual(["get", "get", "set", "get", "set", "get"].map((name) => `${name} notes`));
    expect(calls).toHaveLength(ofLock.length + ofIndex.length + 2 + 3 * 7);
  });

  test("reads each event that was set aside", async () => {
    const { service, run } = setUpRounds();
    const { store, calls } = countingStore();
    await run({ state: store });
    service.put("R-1", "Draft");
    const { setAside } = await run({ state: store, attempts: 1, on: { created: fail } });
    calls.length = 0;
    expect((await run({ state: store })).setAside).toEqual(setAside);
    expect(calls).toEqual(["get lock", "get notes", `get entry=set-aside/${setAside[0]?.event.id}`]);
  });

  test("does not change a file, also if its last line was not written completely", async () => {
    const { service, pass, begin } = setUpRounds();
    const path = join(temporaryFolder(), "requests.state");
    const run = async (options = {}) => {
      const { round, state } = begin({ state: path, ...options });
      while (!state.isSettled) await pass(0);
      return round;
    };
    service.put("R-1", "Draft");
    await run();
    appendFileSync(path, "0000");
    const before = readFileSync(path, "utf8");
    const { events } = await run();
    expect([events, readFileSync(path, "utf8"), existsSync(`${path}.lock`)]).toEqual([[], before, false]);
    service.put("R-1", "Approved");
    expect((await run()).events).toHaveLength(2);
    expect(readFileSync(path, "utf8")).not.toContain("\n0000");
  });
});

describe("a list that shows exactly what the state has", () => {
  /** Changes the text of the index. */
  function editIndex(store: Map<string, string>, edit: (text: string) => string): void {
    const [key = "", text = ""] = [...store].find(([each]) => each.endsWith("&notes")) ?? [];
    store.set(key, edit(text));
  }

  const forgetFingerprints = (text: string) => text.replace(/"read","\w+"/g, '"read","other"');

  test("is not compared entry by entry, and a list with another text is", async () => {
    const { service, store, run } = setUpRounds();
    service.put("R-1", "ApprovalRequested");
    service.put("R-2", "Draft", { path: "damageservicerequests" });
    await run();
    editIndex(store, forgetFingerprints);
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual([]);
    service.put("R-3", "Draft");
    await run();
    expect(service.reads.sort()).toEqual(["R-1", "R-3"]);
  });

  test("is told from another one whose text has the same hash of 32 bits", async () => {
    const entry = (id: string, lastModifiedUtc: string) => ({
      id,
      status: "ApprovalRequested",
      supplierId: 4711,
      lastModifiedUtc,
    });
    const listOf = (...serviceRequests: object[]) => JSON.stringify({ serviceRequests, hasMore: false });
    const one = listOf(entry("1001", "2026-05-29T02:16:16"));
    const two = listOf(entry("1001", "2026-05-28T22:01:17"), entry("1002", "2026-05-29T07:29:02"));
    expect(hashText(one)).toBe(hashText(two));
    const { service, run, take } = setUpRounds();
    const show = (list: string) => service.replies.set("servicerequests", text(list, asJson));
    service.put("1001", "ApprovalRequested");
    show(one);
    await run();
    service.put("1002", "ApprovalRequested");
    show(two);
    await run();
    expect(take()).toEqual(["1002 created", "1002 submitted"]);
  });

  test("is told from another one of the same length that has the same hash of 32 bits", async () => {
    const listOf = (workOrderNumber: string) => {
      const entry = { id: "1001", status: "ApprovalRequested", supplierId: 4711, workOrderNumber };
      return JSON.stringify({ serviceRequests: [entry], hasMore: false });
    };
    const [one, two] = [listOf("WO-1593448184"), listOf("WO-1126556584")];
    expect(hashText(one)).toBe(hashText(two));
    const { service, run } = setUpRounds();
    const show = (list: string) => service.replies.set("servicerequests", text(list, asJson));
    service.put("1001", "ApprovalRequested");
    show(one);
    await run();
    const { length } = service.reads;
    show(two);
    await run();
    expect(service.reads.length).toBeGreaterThan(length);
  });

  test("is compared again once a request has changed, also if the list of the change is not complete", async () => {
    const { service, run, take } = setUpRounds();
    service.put("R-1", "ApprovalRequested");
    await run();
    const listed = [...service.lists.servicerequests];
    service.put("R-1", "Approved");
    const cut = { serviceRequests: service.lists.servicerequests, hasMore: true };
    service.replies.set("servicerequests", json(cut));
    await run();
    expect(take()).toEqual(["R-1 approved"]);
    service.put("R-1", "ApprovalRequested");
    service.replies.set("servicerequests", json({ serviceRequests: listed, hasMore: false }));
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual(["R-1"]);
  });

  test.each([
    ["is cut off", { hasMore: true }],
    ["has an entry without an id", { serviceRequests: [{ status: "Draft" }] }],
  ])("is only noted if it is complete: one that %s", async (_, fields) => {
    const { service, store, run } = setUpRounds();
    await run();
    const emptyLists = [...store.values()].join();
    service.replies.set("servicerequests", json({ serviceRequests: [], hasMore: false, ...fields }));
    service.put("R-1", "Draft", { path: "damageservicerequests" });
    await run();
    expect(emptyLists).toMatch(/"lists":\[\["service","[\w-]+"\],\["damage","[\w-]+"\]\]/);
    expect([...store.values()].join()).toMatch(/"lists":\[\["damage","[\w-]+"\]\]/);
  });

  test("is not noted if an adapter has converted it", async () => {
    const response = (read: object) => read;
    const adapter = { supplier: { "serviceRequests.list": { response } } } as ServiceAdapter;
    const { store, run } = setUpRounds({ client: { adapter } });
    await run();
    expect([...store.values()].join()).toMatch(/"lists":\[\["damage","[\w-]+"\]\]/);
  });
});

describe("an event that was set aside", () => {
  async function setAside() {
    const setup = setUpRounds();
    await setup.run();
    setup.service.put("R-1", "Draft");
    const { setAside } = await setup.run({ attempts: 1, on: { created: fail } });
    return { ...setup, id: setAside[0]?.event.id ?? "" };
  }

  test("is handed over again by a round to which its id is given", async () => {
    const { run, take, id } = await setAside();
    expect(await run({ giveBack: ["other"] })).toMatchObject({ events: [], setAside: [{ event: { id } }] });
    expect(await run({ giveBack: ["other", id] })).toMatchObject({ events: [{ id }], setAside: [] });
    expect(take()).toEqual(["R-1 created"]);
    expect(await run({ giveBack: [id] })).toMatchObject({ events: [], setAside: [] });
  });

  test("that the store does not return rejects the round, unless another process has given it back", async () => {
    const { store, run, id } = await setAside();
    const [index = ""] = [...store.keys()].filter((key) => key.endsWith("&notes"));
    let given: string | undefined;
    const state: StateStore = {
      get: (key) => {
        if (!decodeURIComponent(key).includes("set-aside/")) return store.get(key);
        if (given !== undefined) store.set(index, given);
        return undefined;
      },
      set: (key, text) => void store.set(key, text),
      delete: (key) => store.delete(key),
    };
    await failure(run({ state }), "state");
    given = store.get(index)?.replace(JSON.stringify(id), "");
    expect(await run({ state })).toMatchObject({ setAside: [] });
  });

  test("stays set aside if its handler fails again, once for each round", async () => {
    const { run, id } = await setAside();
    let calls = 0;
    const created = () => {
      calls += 1;
      throw new Error("still no printer");
    };
    const round = await run({ giveBack: [id], on: { created } });
    expect(round.setAside).toMatchObject([{ event: { id }, error: "still no printer" }]);
    await run({ on: { created } });
    expect(calls).toBe(1);
  });
});

describe("notifications", () => {
  test("are read once in each round with a handler, and a failed one is handed over again", async () => {
    const { service, clock, run, now } = setUpRounds();
    const notifications = [{ title: "old" }];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    const seen: string[] = [];
    const notification = ({ id, attempt, notification }: NotificationEvent) => {
      seen.push(`${Reflect.get(Object(notification), "title")} ${attempt} ${id}`);
      if (attempt === 1) fail();
    };
    const { store, calls } = countingStore();
    const options = { state: store, on: { notification } };
    await run(options);
    expect(seen).toEqual([]);
    calls.length = 0;
    await run(options);
    expect(calls).toEqual(["get lock", "get notes"]);
    notifications.push({ title: "new" });
    expect((await run(options)).nextAt).toBe(now() + 1000);
    await clock.advance(1000);
    const { events } = await run(options);
    expect(events).toMatchObject([{ type: "notification", notification: { title: "new" } }]);
    expect(Object.keys(events[0] ?? {}).sort()).toEqual(["id", "notification", "timestamp", "type"]);
    expect(seen).toEqual([`new 1 ${events[0]?.id}`, `new 2 ${events[0]?.id}`]);
    calls.length = 0;
    await run(options);
    expect(calls).toEqual(["get lock", "get notes"]);
  });

  test("are events after the first round that has read them, also if there were none", async () => {
    const { service, run } = setUpRounds();
    const notifications: object[] = [];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    await run();
    const on = { notification: () => {} };
    await run({ on });
    notifications.push({ title: "first" });
    expect(await run({ on })).toMatchObject({ events: [{ notification: { title: "first" } }] });
  });

  test("that were handled are deleted from the state once", async () => {
    const { service, run } = setUpRounds();
    const { store, calls } = countingStore();
    const notifications: object[] = [];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    const options = { state: store, on: { notification: () => {} } };
    service.put("R-1", "Approved");
    await run(options);
    // From now on, each round locks the state.
    service.unlist("R-1");
    await run(options);
    notifications.push({ title: "first" });
    await run(options);
    const deletions: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      calls.length = 0;
      await run({ state: store });
      deletions.push(calls.filter((call) => call.startsWith("delete entry=")).length);
    }
    // A process that was killed may have left it.
    expect(deletions).toEqual([1, 0, 0]);
  });

  test("are read and handed over while one of the lists fails", async () => {
    const { service, run } = setUpRounds();
    const notifications: object[] = [];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    service.replies.set("damageservicerequests", empty(503));
    const seen: unknown[] = [];
    const on = { notification: (event: NotificationEvent) => void seen.push(event.notification) };
    await failure(run({ on }), "server");
    notifications.push({ title: "first" });
    await failure(run({ on }), "server");
    expect(seen).toEqual([{ title: "first" }]);
  });

  test("that cannot be read are reported, and do not reject the round", async () => {
    const { service, run, take, errors } = setUpRounds();
    service.replies.set("notifications", ownError(403));
    service.put("R-1", "Draft");
    await run({ existing: true, on: { notification: () => {} } });
    expect(take()).toEqual(["R-1 created"]);
    expect(errors).toMatchObject([{ operationId: "lessors.notifications" }]);
  });
});

test("a state tells of each event once, whichever change of it a killed round has made last", async () => {
  const snapshots: { readonly entries: Map<string, string>; readonly handled: readonly string[] }[] = [];
  const { service, run, handled, clock } = setUpRounds();
  class RecordedMap extends Map<string, string> {
    override set(key: string, text: string): this {
      super.set(key, text);
      return this.#record();
    }
    override delete(key: string): boolean {
      const isKnown = super.delete(key);
      this.#record();
      return isKnown;
    }
    #record(): this {
      snapshots.push({ entries: withoutLock(new Map(this)), handled: [...handled] });
      return this;
    }
  }
  const state = new RecordedMap();
  service.put("R-1", "ApprovalRequested");
  await run({ state });
  snapshots.length = 0;
  let failures = 1;
  const created = ({ id, request }: FollowedEvent) => {
    if (request.id === "R-2" && failures-- > 0) fail();
    handled.push(`${request.id} created ${id}`);
  };
  service.put("R-1", "Approved", ready);
  service.put("R-2", "ApprovalRequested");
  await run({ state, on: { created } });
  await clock.advance(1000);
  service.put("R-2", "Approved");
  await run({ state, on: { created } });
  await run({ state });
  const expected = {
    "R-1": ["approved", "ready-to-invoice"],
    "R-2": ["created", "submitted", "approved"],
  };
  expect(snapshots.length).toBeGreaterThan(15);
  for (const { entries, handled: before } of snapshots) {
    handled.splice(0, handled.length, ...before);
    await clock.advance(minute);
    await run({ state: entries });
    await run({ state: entries });
    const found: Record<string, string[]> = {};
    for (const each of new Set(handled)) {
      const [request = "", type = ""] = each.split(" ");
      found[request] = [...(found[request] ?? []), type];
    }
    expect(found).toEqual(expected);
  }
});

describe("a state that an earlier version uses after rounds", () => {
  interface Index {
    readonly requests: (readonly unknown[])[];
    readonly unfound?: unknown;
    readonly missing?: unknown;
    readonly failures?: unknown;
    readonly lists?: unknown;
  }

  function readIndex(store: Map<string, string>): { readonly key: string; readonly index: Index } {
    const [key = ""] = [...store.keys()].filter((each) => each.endsWith("&notes"));
    return { key, index: JSON.parse(store.get(key) ?? "") };
  }

  /** Writes the index as an earlier version does, which knows only the fields that it has itself. */
  function dropNewFields(store: Map<string, string>): void {
    const { key, index } = readIndex(store);
    const { unfound: _, missing: __, failures: ___, lists: ____, ...rest } = index;
    store.set(key, JSON.stringify(rest));
  }

  test("has a request that was never read and is not found as one that must be read", async () => {
    const { service, store, clock, run, take } = setUpRounds();
    service.put("R-1", "ApprovalRequested");
    service.replies.set("R-1", empty(503));
    service.put("R-0", "Draft");
    await run();
    service.unlist("R-1");
    service.replies.set("R-1", ownError(404));
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(minute);
      await run();
    }
    const { requests } = readIndex(store).index;
    expect(requests.filter(([key]) => key !== "service/R-0")).toEqual([["service/R-1", "unread", "ApprovalRequested"]]);
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual([]);
    dropNewFields(store);
    service.replies.clear();
    service.put("R-1", "Approved");
    await run();
    expect(take()).toEqual(["R-1 approved"]);
  });

  test("has a request that must be read again also if its list has the same text", async () => {
    const { service, store, run } = setUpRounds();
    service.put("R-1", "Approved");
    await run();
    dropNewFields(store);
    const { key, index } = readIndex(store);
    // As a process leaves it that was killed before it has read the request.
    store.set(key, JSON.stringify({ ...index, requests: [["service/R-1", "changed"]] }));
    service.reads.length = 0;
    await run();
    expect(service.reads).toEqual(["R-1"]);
  });

  test("has no failure in the entries of requests and notifications", async () => {
    const { service, store, run } = setUpRounds();
    const notifications: object[] = [];
    service.replies.set("notifications", (sent) => json({ notifications })(sent));
    await run({ on: { notification: () => {} } });
    notifications.push({ title: "first" });
    service.put("R-1", "Draft");
    await run({ on: { notification: fail, created: fail } });
    const entryOf = (name: string) => {
      const [, text = ""] = [...store].find(([key]) => decodeURIComponent(key).includes(`&entry=${name}`)) ?? [];
      return JSON.parse(text);
    };
    expect(Object.keys(entryOf("notification/"))).toEqual(["type", "id", "timestamp", "notification"]);
    expect(Object.keys(entryOf("service/R-1").next)).toEqual(["id", "timestamp", "state", "handled"]);
  });

  test("does not count the attempts of one event for the next one", async () => {
    const { service, store, clock, run } = setUpRounds();
    await run();
    service.put("R-1", "ApprovalRequested");
    for (let round = 0; round < 2; round += 1) {
      await run({ on: { created: fail } });
      await clock.advance(minute);
    }
    // As if an earlier version had handled the first event, and then been killed.
    const [key = "", text = ""] = [...store].find(([each]) => decodeURIComponent(each).includes("service/R-1")) ?? [];
    store.set(key, text.replace(/"handled":0/, '"handled":1'));
    const attempts: number[] = [];
    await run({ on: { submitted: ({ attempt }) => void attempts.push(attempt) } });
    expect(attempts).toEqual([1]);
    expect(readIndex(store).index.failures).toBeUndefined();
  });
});
