import type { Clock, FollowedEvent, FollowHandlers, StateStore } from "@reg/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventTypes } from "../../../src/domain/events.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { fakeFetch } from "../../support/fetch.js";
import { ListedService, minimalStore, ownError } from "./support.js";

await import("../../../src/supplier/follow/round.js");

/*
 * Two processes use one state: they follow, run rounds, are stopped and killed. For each request, their handlers must
 * receive the events that those of one undisturbed process with a state of its own receive.
 *
 * That is only so if both have read the same versions of a request: several changes between two readings are other events
 * than each change alone. So the next change of a request waits until both states have the last one. One request is always
 * listed, because a process that has just begun cannot tell from empty lists whether they are those of its supplier. Then
 * nothing else may differ but `timestamp`, the time of the reading, and the ids, of which the first part is random: they
 * are compared by their order.
 */

const every = 5000;

/** The requests of a history, and where they are listed. */
const requests = [
  { id: "R-1", kind: "service", path: "servicerequests" },
  { id: "R-2", kind: "damage", path: "damageservicerequests" },
  { id: "R-3", kind: "service", path: "servicerequests" },
] as const;

const content = fc.record({
  status: fc.constantFrom("Draft", "ApprovalRequested", "Approved", "ProvisionallyApproved", "Denied", "Modified"),
  line: fc.constantFrom("ApprovalRequested", "Approved", "Denied", "CallLessor", "Cancelled", "CancellationApproved"),
  price: fc.constantFrom(10, 20),
  isParked: fc.boolean(),
  isReady: fc.boolean(),
});

const change = fc.oneof(
  { weight: 8, arbitrary: content },
  { weight: 1, arbitrary: fc.constantFrom("unlist" as const, "remove" as const, "archive" as const) },
);

const place = fc.nat(1);
const places = fc.constantFrom<number[]>([0], [1], [0, 1]);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("change" as const), request: fc.nat(2), change }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("follow" as const), places }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("round" as const), places }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("kill" as const), place, calls: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("stop" as const), place }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("pass" as const), ms: fc.nat(7000) }) },
);

const history = fc.record({
  /** Whether requests that exist when the state is new are events. */
  existing: fc.boolean(),
  /** How many requests exist then. */
  before: fc.nat(3),
  actions: fc.array(action, { minLength: 6, maxLength: 20 }),
  /** How long calls take, one after the other: of the store less than 100 ms, of the network and of handlers longer. */
  delays: fc.array(fc.constantFrom(0, 0, 3, 40), { minLength: 1, maxLength: 7 }),
  /** How often the handler of each event fails. */
  failures: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 1, maxLength: 5 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** What a handler was called with. */
type Delivery = Omit<FollowedEvent, "attempt" | "signal">;

/** Returns the values one after the other, again and again. */
function cycle<Value>(values: readonly Value[]): () => Value {
  let next = 0;
  return () => values[next++ % values.length] as Value;
}

const never = () => new Promise<never>(() => {});

/** What processes share that follow with one state. */
class Deployment {
  readonly clock: ManualClock;
  readonly service: ListedService;
  readonly existing: boolean;
  readonly entries = new Map<string, string>();
  readonly deliveries: Delivery[] = [];
  readonly errors: unknown[] = [];
  readonly nextDelay: () => number;
  readonly #nextFailures: () => number;
  readonly #failures = new Map<string, number>();

  constructor(clock: ManualClock, service: ListedService, history: Pick<History, "existing" | "delays" | "failures">) {
    this.clock = clock;
    this.service = service;
    this.existing = history.existing;
    this.nextDelay = cycle(history.delays);
    this.#nextFailures = cycle(history.failures);
  }

  deliver({ attempt: _, signal: __, ...event }: FollowedEvent): void {
    this.deliveries.push(event);
  }

  fails({ id }: FollowedEvent): boolean {
    const left = this.#failures.get(id) ?? this.#nextFailures();
    this.#failures.set(id, left - 1);
    return left > 0;
  }

  /** The version of a request that the state has. */
  versionOf({ kind, id }: (typeof requests)[number]): number | undefined {
    const key = `&entry=${encodeURIComponent(`${kind}/${id}`)}`;
    const [, text] = [...this.entries].find(([each]) => each.endsWith(key)) ?? [];
    const { request, next } = JSON.parse(text ?? "{}");
    return (next?.state ?? request)?.readOnly?.version;
  }
}

/** A process that can be killed before and after each call of its store, of the network and of its handlers. */
class Process {
  readonly #deployment: Deployment;
  readonly #clock: Clock;
  readonly #store: StateStore;
  readonly #stop = new AbortController();
  readonly #supplier;
  /** How many more calls it makes. */
  #calls = Number.POSITIVE_INFINITY;
  isRunning = true;

  constructor(deployment: Deployment) {
    const { clock, entries, service } = deployment;
    this.#deployment = deployment;
    this.#clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      schedule: (task, delay) => clock.schedule(() => this.#isAlive && task(), delay),
    };
    const { store } = minimalStore(entries);
    this.#store = {
      get: (key) => this.#call(() => store.get(key)),
      set: (key, text) => this.#call(() => store.set(key, text)),
      delete: (key) => this.#call(() => store.delete(key)),
    };
    const fetch = fakeFetch(({ url, init }) => this.#call(() => service.fetch(url.href, init), 20));
    this.#supplier = supplierOver(fetch, { clock: this.#clock, retry: false, throttle: false });
  }

  get #isAlive(): boolean {
    return this.#calls > 0;
  }

  follow(): this {
    const { ended } = this.#supplier.follow({ ...this.#options, every });
    return this.#end(ended);
  }

  round(): this {
    return this.#end(this.#supplier.followOnce(this.#options));
  }

  get #options() {
    const { existing, errors } = this.#deployment;
    return {
      on: this.#handlers,
      state: this.#store,
      signal: this.#stop.signal,
      existing,
      attempts: 1000,
      onError: (error: unknown) => void errors.push(error),
    };
  }

  get #handlers(): FollowHandlers {
    const handle = async (event: FollowedEvent) => {
      await this.#call(() => this.#deployment.deliver(event), 50);
      if (this.#deployment.fails(event)) throw new Error("no printer");
    };
    return Object.fromEntries(eventTypes.map((type) => [type, handle]));
  }

  #end(result: Promise<unknown>): this {
    void result
      .catch((error: unknown) => {
        if (error !== this.#stop.signal.reason) this.#deployment.errors.push(error);
      })
      .then(() => {
        this.isRunning = false;
      });
    return this;
  }

  /** Makes a call, of which the process sees no more if it is killed before or after it. */
  async #call<Result>(action: () => Result, slowness = 1): Promise<Awaited<Result>> {
    if (this.#countDown()) return never();
    const result = await action();
    if (this.#countDown()) return never();
    const delay = this.#deployment.nextDelay() * slowness;
    if (delay > 0) await new Promise<void>((resolve) => void this.#clock.schedule(resolve, delay));
    return result;
  }

  #countDown(): boolean {
    this.#calls -= 1;
    if (!this.#isAlive) this.isRunning = false;
    return !this.#isAlive;
  }

  kill(calls = 0): void {
    this.#calls = Math.min(this.#calls, calls + 1);
  }

  stop(): void {
    this.#stop.abort("stopped");
  }
}

/** Plays a history, and returns what the handlers of both sides have received. */
async function play({ existing, before, actions, delays, failures }: History) {
  const clock = new ManualClock();
  const service = new ListedService();
  const single = new Deployment(clock, service, { existing, delays: [0], failures: [0] });
  const mixed = new Deployment(clock, service, { existing, delays, failures });
  const processes = new Map<number, Process>();
  const versions = new Map<string, number | "gone">();
  const pass = async (ms: number) => {
    await clock.advance(ms);
    await settle();
  };
  const start = (place: number): Process | undefined => {
    if (processes.get(place)?.isRunning) return undefined;
    const process = new Process(mixed);
    processes.set(place, process);
    return process;
  };
  const waitFor = async (what: string, isMet: () => boolean) => {
    for (let seconds = 0; !isMet(); seconds += 1) {
      if (seconds > 300) throw new Error(`${what}: not within five minutes`);
      if (![...processes.values()].some(({ isRunning }) => isRunning)) start(0)?.round();
      await pass(1000);
    }
  };
  const make = async (request: (typeof requests)[number], made: Change) => {
    const { id, path } = request;
    const version = versions.get(id) ?? 0;
    if (version === "gone") return;
    if (version > 0)
      await waitFor(`version ${version} of ${id}`, () =>
        [single, mixed].every((each) => each.versionOf(request) === version),
      );
    if (typeof made === "object") {
      versions.set(id, version + 1);
      const { status, line, price, isParked, isReady } = made;
      const invoicing = isReady ? { status: "ReadyForInvoicing" } : undefined;
      const components = [{ id: "L-1", price, status: { code: line, description: line } }];
      const fields = { components, invoicing, parking: { isParked }, readOnly: { version: version + 1 } };
      statuses.set(id, status);
      service.put(id, status, { path, fields });
    } else if (made === "unlist") service.unlist(id);
    // Only a draft can be deleted, and only an approved request is archived.
    else if (made === "remove" && statuses.get(id) === "Draft") {
      versions.set(id, "gone");
      service.remove(id);
    } else if (made === "archive" && statuses.get(id) === "Approved") {
      versions.set(id, "gone");
      service.unlist(id);
      service.replies.set(id, ownError(410));
    }
  };
  const statuses = new Map<string, string>();
  const first = { line: "ApprovalRequested", price: 10, isParked: false, isReady: false } as const;
  service.put("R-0", "Approved");
  for (const request of requests.slice(0, before)) await make(request, { ...first, status: "Draft" });

  const undisturbed = new Process(single).follow();
  await pass(1000);
  // Without `existing`, what the first reading finds is no event: until it is noted, a change would be one of one side.
  if (!existing) {
    start(0)?.round();
    await waitFor("the first round", () => processes.get(0)?.isRunning === false);
  }
  for (const each of actions) {
    if (each.type === "change") await make(requests[each.request] ?? requests[0], each.change);
    else if (each.type === "pass") await pass(each.ms);
    else if (each.type === "follow") for (const place of each.places) start(place)?.follow();
    else if (each.type === "round") for (const place of each.places) start(place)?.round();
    else if (each.type === "kill") processes.get(each.place)?.kill(each.calls);
    else processes.get(each.place)?.stop();
  }
  await pass(2 * every);
  undisturbed.stop();
  for (const each of processes.values()) each.stop();
  await waitFor("the end", () => new Set(mixed.deliveries.map(({ id }) => id)).size >= single.deliveries.length);
  // What was handled once too often comes now.
  for (const each of processes.values()) each.kill();
  for (let round = 0; round < 3; round += 1) {
    const process = new Process(mixed).round();
    await waitFor("a round", () => !process.isRunning);
  }
  return { single, mixed };
}

/** The events of each request in the order in which they were first handed over, with numbers in place of ids. */
function sequencesOf({ deliveries }: Deployment) {
  const first = new Map<string, Delivery>();
  for (const delivery of deliveries) if (!first.has(delivery.id)) first.set(delivery.id, delivery);
  return requests.map((request) => {
    const readings = new Map<string, number>();
    const events = [...first.values()].filter((event) => event.request.id === request.id);
    return events.map(({ id, timestamp, ...event }) => {
      const [, reading = "", position] = /^(.*)-(\d+)$/.exec(id) ?? [];
      readings.set(reading, readings.get(reading) ?? readings.size);
      return { id: `${readings.get(reading)}-${position}`, ...event };
    });
  });
}

test("processes that follow, run rounds and are killed have together the events of one undisturbed process", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { single, mixed } = await play(given);
      expect([single.errors, mixed.errors]).toEqual([[], []]);
      expect(sequencesOf(mixed)).toEqual(sequencesOf(single));
      const latest = new Map<string, Delivery>();
      const earlier = new Set<string>();
      for (const delivery of mixed.deliveries) {
        // An event that is handed over again is the same, and no later one of its request came before.
        const last = latest.get(delivery.request.id);
        if (last?.id === delivery.id) expect(delivery).toEqual(last);
        else if (last !== undefined) earlier.add(last.id);
        expect(earlier).not.toContain(delivery.id);
        latest.set(delivery.request.id, delivery);
      }
    }),
    { numRuns: 30 },
  );
});
