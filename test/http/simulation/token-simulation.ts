import { RegAuthenticationError } from "../../../src/errors/errors.js";
import { lessorOperations } from "../../../src/generated/lessor/operations.js";
import { authorization } from "../../../src/http/auth.js";
import { type Call, type ParsedResponse, type Send, startCallState } from "../../../src/http/call.js";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { defaultRetry } from "../../../src/http/settings.js";
import { TokenCache } from "../../../src/http/token-cache.js";
import { SharedTokenStore, type TokenStore } from "../../../src/http/token-store.js";
import { ManualClock } from "../../support/clock.js";
import { type TokenResult, TokenService } from "./token-service.js";

/** An event; `at` selects one of the calls, responses or store operations to which it can apply. */
export type SimulationEvent =
  | { readonly type: "call" }
  | { readonly type: "abort"; readonly at: number }
  | { readonly type: "response"; readonly at: number; readonly status: 204 | 401 }
  | { readonly type: "token"; readonly how: TokenResult; readonly lifetimeMs: number }
  | { readonly type: "store"; readonly at: number; readonly fails: boolean }
  | { readonly type: "other process"; readonly lifetimeMs: number }
  | { readonly type: "other lock" }
  | { readonly type: "time"; readonly ms: number };

/** What the simulated process stores its token in. */
export type SimulatedStore = "no store" | "a store" | "a store with locks";

/**
 * Calls that share one token, the layer that adds and replaces it, the service that issues and refuses it, and a slow
 * store to which another process writes as well. `violations` lists everything that must not happen.
 */
export class TokenSimulation {
  readonly violations: string[] = [];
  readonly #clock = new ManualClock();
  readonly #service = new TokenService(this.#clock, (violation) => this.violations.push(violation));
  readonly #store = new SlowStore(this.#clock);
  readonly #calls = new Map<object, ObservedCall>();
  readonly #inFlight: ((status: 204 | 401) => void)[] = [];
  readonly #send: Send;

  constructor(kind: SimulatedStore) {
    const store =
      kind === "a store with locks" ? this.#store : Object.assign(this.#store, { lock: undefined });
    const stored = kind === "no store" ? undefined : new SharedTokenStore(store, "key", this.#clock);
    const tokens = new TokenCache(() => this.#service.request(), this.#clock, stored);
    const parts = { clock: this.#clock, emit: undefined };
    this.#send = authorization(tokens, parts)((call) => this.#receive(call));
  }

  async apply(event: SimulationEvent): Promise<void> {
    this.#service.step += 1;
    // Each event takes some time, so that no two tokens are issued at the same time.
    this.#clock.jump(1);
    if (event.type === "call") this.#call();
    else if (event.type === "abort") pick([...this.#calls.values()], event.at)?.abort();
    else if (event.type === "response") take(this.#inFlight, event.at)?.(event.status);
    else if (event.type === "token") this.#service.respond(event.how, event.lifetimeMs);
    else if (event.type === "store") this.#store[event.fails ? "fail" : "complete"](event.at);
    else if (event.type === "time") await this.#clock.advance(event.ms);
    else if (event.type === "other lock") this.#store.lockElsewhere();
    else this.#store.held = this.#service.issueElsewhere(event.lifetimeMs);
    await new Promise((resolve) => setImmediate(resolve));
    for (const call of this.#calls.values())
      if (call.ignoresAbort) this.violations.push("a call continued after its abort");
  }

  /** Responds to all further requests until every call has ended. */
  async end(): Promise<void> {
    const calls = [...this.#calls.values()];
    // A token request continues without the call for which it was made.
    for (let round = 0; round < 4 || (round < 20 && calls.some(({ isPending }) => isPending)); round++) {
      await this.apply({ type: "token", how: "new", lifetimeMs: 3_600_000 });
      while (this.#inFlight.length > 0) await this.apply({ type: "response", at: 0, status: 204 });
      // The store never completes what it has not completed by now.
      await this.apply({ type: "time", ms: 2000 });
    }
    await this.#clock.advance(4000);
    this.violations.push(...calls.flatMap((call) => call.findViolation(this.#service.lastFailure) ?? []));
    if (this.#store.locksKept > 0) this.violations.push("a lock was not released");
    if (this.#clock.pending > 0) this.violations.push("a timer was left behind");
  }

  #call(): void {
    const cancellation = new CallCancellation();
    const observed = new ObservedCall(cancellation, this.#service.step);
    this.#calls.set(cancellation, observed);
    const call: Call = {
      operation: lessorOperations["vehicles.delete"],
      url: "https://reg.example/v1/vehicles/AB-1",
      headers: {},
      body: undefined,
      cancellation,
      timeout: 30_000,
      deadline: undefined,
      retry: defaultRetry,
      priority: 5,
      stream: false,
      state: startCallState(),
    };
    observed.follow(this.#send(call));
  }

  /** Receives a call as the service does. */
  #receive({ cancellation, headers }: Call): Promise<ParsedResponse> {
    const token = headers["authorization"]?.slice("Bearer ".length) ?? "";
    const observed = this.#calls.get(cancellation);
    observed?.sent();
    this.#service.receive(token);
    return new Promise((resolve, reject) => {
      this.#inFlight.push((status) => {
        observed?.received();
        if (status === 204)
          return resolve({ status, headers: new Headers(), data: undefined, response: new Response() });
        observed?.refused();
        // The cache does not learn of the 401 of a replay; otherwise each call would request two tokens.
        if (observed?.refusals === 1) {
          this.#service.refuse(token);
          observed.mayFailWithoutReplay = this.#service.mayKeepRefused;
        }
        reject(
          new RegAuthenticationError({ status, problem: { errors: [] }, operationId: "vehicles.delete" }),
        );
      });
    });
  }
}

const reason = "aborted by the test";

/** Observes one call. */
class ObservedCall {
  refusals = 0;
  /** Whether it may fail without a replay. */
  mayFailWithoutReplay = false;
  readonly #cancellation: CallCancellation;
  readonly #startedIn: number;
  #attempts = 0;
  #isInFlight = false;
  #outcome: "pending" | "done" | { readonly error: unknown } = "pending";

  /** @param startedIn the step in which it started */
  constructor(cancellation: CallCancellation, startedIn: number) {
    this.#cancellation = cancellation;
    this.#startedIn = startedIn;
  }

  follow(result: Promise<unknown>): void {
    result.then(
      () => {
        this.#outcome = "done";
      },
      (error: unknown) => {
        this.#outcome = { error };
      },
    );
  }

  abort(): void {
    this.#cancellation.abort(reason);
  }

  sent(): void {
    this.#attempts += 1;
    this.#isInFlight = true;
  }

  received(): void {
    this.#isInFlight = false;
  }

  refused(): void {
    this.refusals += 1;
  }

  get isPending(): boolean {
    return this.#outcome === "pending";
  }

  /** Whether it continues after an abort. A request in flight does not react to the signal; everything else must. */
  get ignoresAbort(): boolean {
    return this.#cancellation.aborted && this.isPending && !this.#isInFlight;
  }

  /**
   * Finds a violation in the way it ended.
   *
   * @param lastFailure the step of the last token request that failed
   */
  findViolation(lastFailure: number): string | undefined {
    const outcome = this.#outcome;
    if (outcome === "pending") return "a call hangs";
    if (this.#attempts > 2) return "a call was sent more than twice";
    if (outcome === "done") return undefined;
    if (outcome.error === reason)
      return this.#cancellation.aborted ? undefined : "a call was ended by the abort of another call";
    if (outcome.error instanceof RegAuthenticationError)
      return this.refusals === 2 || this.mayFailWithoutReplay ? undefined : "a call failed without a replay";
    const isExplained = lastFailure >= this.#startedIn && String(outcome.error).includes("endpoint is down");
    return isExplained ? undefined : `a call failed: ${outcome.error}`;
  }
}

interface StoreOperation {
  complete(): void;
  fail(): void;
}

/** A store whose operations the simulation completes in any order or never; a read returns the value at its start. */
class SlowStore implements TokenStore {
  held: string | undefined;
  /** How many locks the process has received and not released. */
  locksKept = 0;
  #lockedUntil = 0;
  readonly #clock: ManualClock;
  readonly #pending: StoreOperation[] = [];

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  get(): Promise<string | undefined> {
    const value = this.held;
    return this.#defer(() => value);
  }

  set(_key: string, value: string): Promise<void> {
    return this.#defer(() => {
      this.held = value;
    });
  }

  delete(): Promise<void> {
    return this.#defer(() => {
      this.held = undefined;
    });
  }

  lock(_key: string, ttlMs: number): Promise<(() => Promise<void>) | undefined> {
    return this.#defer(() => {
      const now = this.#clock.monotonic();
      if (now < this.#lockedUntil) return undefined;
      const until = now + ttlMs;
      this.#lockedUntil = until;
      this.locksKept += 1;
      return () => {
        this.locksKept -= 1;
        return this.#defer(() => {
          if (this.#lockedUntil === until) this.#lockedUntil = 0;
        });
      };
    });
  }

  /** Gives the lock to another process, which dies. */
  lockElsewhere(): void {
    this.#lockedUntil = Math.max(this.#lockedUntil, this.#clock.monotonic() + 10_000);
  }

  complete(at: number): void {
    take(this.#pending, at)?.complete();
  }

  fail(at: number): void {
    take(this.#pending, at)?.fail();
  }

  #defer<T>(task: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const complete = () => resolve(task());
      this.#pending.push({ complete, fail: () => reject(new Error("the store is down")) });
    });
  }
}

/** Returns a member of a list for any number. */
function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}

/** Removes a member from a list for any number, and returns it. */
function take<T>(list: T[], at: number): T | undefined {
  return list.splice(at % Math.max(1, list.length), 1)[0];
}
