import { getEventListeners } from "node:events";
import {
  type CallOptions,
  createSupplierClient,
  type Fetch,
  type FollowedEvent,
  type FollowOnceOptions,
  mayRepeat,
  RegError,
  type RegEvent,
  type SupplierClientOptions,
} from "@reg/sdk";
import { type ComponentInput, reconcile, type StateStore, type SupplierClient } from "@reg/sdk/supplier";
import { eventTypes } from "../../src/domain/events.js";
import type { Random } from "../support/random.js";
import type { Process } from "./machine.js";
import { increase, type Observations } from "./observations.js";
import type { Order, Todo } from "./orders.js";

interface BackendParts {
  readonly process: Process;
  readonly orders: readonly Order[];
  readonly observations: Observations;
  readonly random: Random;
  /** Where `follow` keeps its state. */
  readonly state: string | StateStore;
  readonly client: SupplierClientOptions & { readonly fetch: Fetch };
  /** The interval of polls, in milliseconds. */
  readonly every: number;
  /** How long a call may wait after its turn, in milliseconds: a pause may begin meanwhile. */
  readonly longestWaitMs: number;
  /** Whether more requests than the limit may have been sent so far. */
  readonly mayExceed: () => boolean;
  /** Whether it runs single rounds. */
  readonly runsRounds: boolean;
  /** Whether its handlers fail now and then. */
  readonly handlersFail: boolean;
  /** The time on the timeline. */
  readonly now: () => number;
}

/** How long nobody else works on an order whose process has died: longer than a request can be on its way. */
const leaseMs = 100_000;

const hour = 3_600_000;

/** The reason of a signal whose caller no longer wants to wait. */
const tooLong = Symbol("too long");

/** What a handler throws if its database fails. */
const databaseError = new Error("the database is locked");

/** The time that a client gives an attempt by default, and a little more. */
const timeoutMs = 30_100;

/** In milliseconds: the faults ask for 7 s, or for none; a repeated pause is then half a window. */
const shortestPauseMs = 4900;

/** The deadline of a workflow, and a little more. In milliseconds. */
const longestTaskMs = 61_000;

/** The program of a supplier: it creates requests for its orders, follows them, and invoices what was approved. */
export class Backend {
  readonly #parts: BackendParts;
  readonly #supplier: SupplierClient;
  readonly #stop = new AbortController();
  /** Its signal is never aborted: each call has it, and must leave no listener on it. */
  readonly #lifetime = new AbortController();
  readonly #tasks: Promise<void>[] = [];
  /** When the client has received a 429, after which it pauses. On the monotonic clock. */
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: BackendParts) {
    this.#parts = parts;
    const { client, observations } = parts;
    const observed = observations.outcomes.observe({ fetch: client.fetch, on: (event) => this.#observe(event) });
    this.#supplier = createSupplierClient({ ...client, ...observed });
  }

  start(): void {
    this.#tasks.push(this.#follow(), this.#work());
  }

  /** Ends the program as SIGTERM would. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#supplier.close({ timeout: 10_000 });
    await Promise.all(this.#tasks);
    if (getEventListeners(this.#lifetime.signal, "abort").length > 0)
      this.#parts.observations.noteProblem("calls have left listeners on their signal");
  }

  #observe(event: RegEvent): void {
    const { longestWaitMs, mayExceed, observations, process } = this.#parts;
    observations.searchSecrets("an event of the client", JSON.stringify(event));
    const now = process.clock.monotonic();
    const pausedForMs = now - this.#refusedAt;
    if (event.type === "attempt" && pausedForMs > longestWaitMs && pausedForMs < shortestPauseMs)
      observations.noteProblem(`a request was sent in a pause, ${pausedForMs} ms after a 429`);
    if (event.type !== "attempt-end") return;
    // The service itself may ask for a shorter pause, until its window ends.
    if (event.status === 429 && !mayExceed()) this.#refusedAt = now;
    if (event.durationMs > timeoutMs && !observations.hasFault("suspend"))
      observations.noteProblem(`an attempt took ${event.durationMs} ms`);
  }

  async #follow(): Promise<void> {
    const { observations, orders, process, random, state, every, runsRounds, handlersFail, now } = this.#parts;
    const handle = async (event: FollowedEvent, wanted?: Todo) => {
      const { request, id, type } = event;
      if (process.isAlive) observations.noteHanded({ request: request.id, id, type, at: now() });
      // As a handler that asks a database: the process may die meanwhile, or the machine sleep.
      await process.sleep(5);
      if (handlersFail && random.chance(0.05)) throw databaseError;
      observations.events.push({ request: request.id, id, type, at: now() });
      observations.searchSecrets("an event of follow", JSON.stringify(event));
      const order = orders.find(({ workOrderNumber }) => workOrderNumber === request.appointment?.workOrderNumber);
      // Another program may have changed it.
      const todo = request.status === "Modified" ? "resubmit" : wanted;
      if (order === undefined || todo === undefined) return;
      // Also if the same is being done: the event may tell of what followed it.
      if (order.todo === "create" || order.todo === todo) order.next = todo;
      else plan(order, todo);
    };
    const noted = Object.fromEntries(eventTypes.map((type) => [type, (event: FollowedEvent) => handle(event)]));
    const handleWith = (todo: Todo) => (event: FollowedEvent) => handle(event, todo);
    const options: FollowOnceOptions = {
      state,
      existing: true,
      every,
      on: {
        ...noted,
        denied: handleWith("resubmit"),
        "partly-approved": handleWith("resubmit"),
        "call-lessor": handleWith("resubmit"),
        "lessor-will-call": handleWith("resubmit"),
        "provisionally-approved": handleWith("resubmit"),
        "ready-to-invoice": handleWith("invoice"),
      },
      onError: (error) => observations.error("follow", error),
      onHandlerError: (error) => {
        if (error !== databaseError) observations.error("a handler", error);
      },
    };
    while (!this.#stop.signal.aborted) {
      let pause = 10_000;
      try {
        if (runsRounds) pause = await this.#runRound(options);
        else await this.#tracked("follow", this.#supplier.follow(options).ended);
      } catch (error) {
        if (!this.#stop.signal.aborted) observations.error("follow", error);
      }
      // As a supervisor does, or a queue.
      const endsAt = process.clock.monotonic() + pause;
      while (!this.#stop.signal.aborted && process.clock.monotonic() < endsAt) await process.sleep(1000);
    }
  }

  /** Runs a round, and returns the time until the next one. */
  async #runRound(options: FollowOnceOptions): Promise<number> {
    const { every, observations, process, random } = this.#parts;
    const deadline = random.chance(0.3) ? random.between(100, 20_000) : undefined;
    const { locked, nextAt } = await this.#tracked("a round", this.#supplier.followOnce({ ...options, deadline }));
    observations.count(locked ? "round that found the state locked" : "round");
    // Its clock may be set meanwhile.
    return Math.min(Math.max(nextAt - process.clock.now(), 1000), every);
  }

  async #work(): Promise<void> {
    const { process, orders, random, now } = this.#parts;
    while (!this.#stop.signal.aborted) {
      const due = orders.filter(({ todo, at, lease, isContested }) => {
        const isLeased = lease !== undefined && lease.until > now() && lease.process !== process;
        return todo !== undefined && at <= now() && (isContested || !isLeased);
      });
      for (const order of due) order.lease = { process, until: now() + leaseMs };
      // One may come twice, as from a queue that delivers a job again. Plain calls have no protection against that.
      const repeated = due.filter(({ kind }) => kind !== "draft" && random.chance(0.3));
      await Promise.all([...due, ...repeated].map((order) => this.#do(order)));
      await process.sleep(3000);
    }
  }

  async #do(order: Order): Promise<void> {
    const { now, process, random } = this.#parts;
    const { todo, changes } = order;
    let pause = 0;
    const impatience = new AbortController();
    const isImpatient = random.chance(0.05);
    if (isImpatient) process.clock.schedule(() => impatience.abort(tooLong), random.between(0, 3000), "background");
    const signal = isImpatient ? impatience.signal : this.#lifetime.signal;
    // The others consist of several calls, each with a deadline of its own or none.
    const limit = order.kind === "draft" || todo === "resubmit" ? undefined : longestTaskMs;
    try {
      await this.#tracked(`${todo} ${order.workOrderNumber}`, this.#advance(order, signal), limit);
      if (order.changes === changes) plan(order, order.next);
    } catch (error) {
      pause = this.#noteFailure(order, { todo, changes }, error);
    }
    // Nobody works on it meanwhile.
    order.lease = { process: undefined, until: now() + pause };
  }

  /** Decides what becomes of an order, and returns how long to wait before it is tried again. */
  #noteFailure(order: Order, { todo, changes }: Pick<Order, "todo" | "changes">, error: unknown): number {
    const { workOrderNumber } = order;
    // As docs/job-queues.md says: the request may still be on its way.
    if (error === tooLong) return 60_000;
    this.#parts.observations.error(`${todo} ${workOrderNumber}`, error);
    if (!RegError.is(error)) return 0;
    if (error.outcome === "unknown") return 60_000;
    // The vehicle is in the workshop later.
    if (todo === "invoice" && error.kind === "precondition") return hour;
    if (mayRepeat(error)) return Number(Reflect.get(error, "retryAfterMs") ?? 5000);
    // It was done before, and another event follows.
    if (todo === "resubmit" && order.changes === changes && error.kind === "precondition") plan(order, order.next);
    // A person has looked at it.
    return 30_000;
  }

  async #advance(order: Order, signal: AbortSignal): Promise<void> {
    const { serviceRequests, damageServiceRequests } = this.#supplier;
    const requests = order.kind === "damage" ? damageServiceRequests : serviceRequests;
    const { requestId = "", workOrderNumber } = order;
    // It limits what a process does before another one may do it.
    const options = { deadline: 60_000, signal };
    if (order.todo === "create")
      return order.kind === "draft" ? this.#createDraft(order, signal) : this.#create(order, options);
    if (order.todo === "resubmit") return this.#resubmit(order, options);
    await requests.invoice(requestId, {
      ...options,
      number: `INV-${workOrderNumber}`,
      vatLines: { percentage: 21 },
      pdf: new TextEncoder().encode(`%PDF-1.7 ${workOrderNumber}`),
    });
    order.isInvoiced = true;
  }

  async #create(order: Order, callOptions: CallOptions): Promise<void> {
    const content = contentOf(order);
    // Another program may have changed it.
    const options = { ...callOptions, acceptOtherContent: true };
    const { id } =
      order.kind === "damage"
        ? await this.#supplier.damageServiceRequests.createAndSubmit(content, {
            ...options,
            attachments: [new File([`photo ${order.workOrderNumber}`], "damage.jpg", { type: "image/jpeg" })],
          })
        : await this.#supplier.serviceRequests.createAndSubmit(content, options);
    order.requestId = id;
  }

  /** Creates a draft with plain calls, and notes what an error says of the service. */
  async #createDraft(order: Order, signal: AbortSignal): Promise<void> {
    const { observations } = this.#parts;
    const { serviceRequests } = this.#supplier;
    const { licensePlate, workOrderNumber } = order;
    const find = async () => {
      const { serviceRequests: listed } = await serviceRequests.list({ licensePlate }, { signal });
      return listed.find((each) => each.workOrderNumber === workOrderNumber);
    };
    const create = async () => {
      increase(observations.tried, workOrderNumber);
      try {
        return await serviceRequests.create({ ...contentOf(order), status: "Draft" }, { signal });
      } catch (error) {
        if (RegError.is(error) && error.outcome !== "unknown") increase(observations.notCreated, workOrderNumber);
        throw error;
      }
    };
    const { id } = (await find()) ?? (await reconcile(create, find));
    order.requestId = id;
  }

  async #resubmit(order: Order, options: CallOptions): Promise<void> {
    const requests = order.kind === "damage" ? this.#supplier.damageServiceRequests : this.#supplier.serviceRequests;
    const { requestId = "" } = order;
    const { components } = await requests.get(requestId, options);
    const line = components.find(({ status, price }) => status?.code !== "Approved" && price !== undefined);
    // Another price each time: of a second denial, nothing would be seen otherwise.
    order.price -= 1;
    const { price } = order;
    await requests.resubmit(requestId, {
      ...(line !== undefined && { lines: { [line.id]: { price } } }),
      ...options,
    });
    if (line !== undefined) this.#parts.observations.changed.push({ componentId: line.id, price });
  }

  /** Waits for a call, which has to settle unless the process dies. */
  async #tracked<Result>(name: string, call: Promise<Result>, limitMs?: number): Promise<Result> {
    const { observations, process } = this.#parts;
    const entry = { name, process };
    const begunAt = process.clock.monotonic();
    observations.pending.add(entry);
    try {
      return await call;
    } finally {
      observations.pending.delete(entry);
      const ms = process.clock.monotonic() - begunAt;
      if (limitMs !== undefined && ms > limitMs && !observations.hasFault("suspend"))
        observations.noteProblem(`${name} took ${ms} ms`);
    }
  }
}

function plan(order: Order, todo: Todo | undefined): void {
  order.todo = todo;
  order.changes += 1;
  order.next = undefined;
}

const line = (reg: string, operation: string, reason: string) => ({
  id: globalThis.crypto.randomUUID(),
  reg: { code: reg },
  operation: { code: operation },
  reason: { code: reason },
});

const linesOf: Readonly<Record<Order["kind"], () => ComponentInput[]>> = {
  repair: () => [
    { ...line("5401", "19", "99"), value: "48210" },
    { ...line("1101", "01", "20"), price: 129.5 },
    { ...line("2201", "01", "10"), price: 80 },
  ],
  draft: () => [{ ...line("1101", "01", "20"), price: 129.5 }],
  damage: () => [{ ...line("7101", "02", "60"), price: 380.05 }],
  rental: () => [{ ...line("9001", "40", "70"), price: 147.5 }],
};

/** The content of a request, made anew each time as a program does. */
function contentOf({ kind, licensePlate, workOrderNumber, workshopDate }: Order): Content {
  const contact = { name: "Robin", phone: "+31 30 000 00 00" };
  const isRental = kind === "rental";
  return {
    vehicle: { licensePlate, ...(!isRental && { partialVin: "JF123456" }) },
    appointment: isRental
      ? { workOrderNumber, checkoutDate: `${workshopDate}T10:00:00Z` }
      : { workOrderNumber, workshopDate, estimatedDurationInDays: 1, contact },
    components: linesOf[kind](),
  };
}

type Content = Parameters<SupplierClient["serviceRequests"]["createAndSubmit"]>[0];
