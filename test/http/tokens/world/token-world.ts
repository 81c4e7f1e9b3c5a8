import { RegAuthenticationError } from "../../../../src/errors/errors.js";
import { lessorOperations } from "../../../../src/generated/lessor/operations.js";
import { authorization, reauthenticate } from "../../../../src/http/auth.js";
import { type Call, type ParsedResponse, type Send, startCallState } from "../../../../src/http/call.js";
import { CallCancellation } from "../../../../src/http/cancellation.js";
import { SharedTokenStore, TokenCache } from "../../../../src/http/token-cache.js";
import { ManualClock } from "../../../support/clock.js";
import { type Grant, NumberedTokens } from "./numbered-tokens.js";
import { pick, take } from "./pick.js";
import { SlowStore } from "./slow-store.js";
import { WatchedCall } from "./watched-call.js";

/** One thing that happens; `at` picks among what is waiting for it. */
export type Happening =
  | { readonly type: "call" }
  | { readonly type: "abort"; readonly at: number }
  | { readonly type: "answer"; readonly at: number; readonly status: 204 | 401 }
  | { readonly type: "token"; readonly how: Grant; readonly lifetimeMs: number }
  | { readonly type: "store"; readonly at: number; readonly fails: boolean }
  | { readonly type: "other process"; readonly lifetimeMs: number }
  | { readonly type: "time"; readonly ms: number };

/**
 * Calls that share one token on their way through the layers for tokens, the service that issues and refuses it,
 * and a slow store that another process writes to as well. Whatever must never happen is noted in `wrongs`.
 */
export class TokenWorld {
  readonly wrongs: string[] = [];
  readonly #clock = new ManualClock();
  readonly #service = new NumberedTokens(this.#clock, (what) => this.wrongs.push(what));
  readonly #store = new SlowStore();
  readonly #calls = new Map<object, WatchedCall>();
  readonly #wire: ((status: 204 | 401) => void)[] = [];
  readonly #send: Send;

  constructor(withStore: boolean) {
    const stored = withStore ? new SharedTokenStore(this.#store, "key", this.#clock) : undefined;
    const tokens = new TokenCache(() => this.#service.issue(), this.#clock, stored);
    const parts = { clock: this.#clock, emit: undefined };
    const layers = [reauthenticate(tokens, parts), authorization(tokens, parts)];
    this.#send = layers.reduceRight<Send>(
      (next, layer) => layer(next),
      (call) => this.#receive(call),
    );
  }

  async happen(event: Happening): Promise<void> {
    this.#service.turn += 1;
    // Whatever happens takes some time, so that no two tokens are of the same moment.
    this.#clock.jump(1);
    if (event.type === "call") this.#call();
    else if (event.type === "abort") pick([...this.#calls.values()], event.at)?.abort();
    else if (event.type === "answer") take(this.#wire, event.at)?.(event.status);
    else if (event.type === "token") this.#service.answer(event.how, event.lifetimeMs);
    else if (event.type === "store") this.#store[event.fails ? "fail" : "answer"](event.at);
    else if (event.type === "time") await this.#clock.advance(event.ms);
    else this.#store.held = this.#service.issueElsewhere(event.lifetimeMs);
    await new Promise((resolve) => setImmediate(resolve));
    for (const call of this.#calls.values())
      if (call.isDeaf) this.wrongs.push("a call went on after its end");
  }

  /** Answers whatever is asked from now on, until every call has ended. */
  async end(): Promise<void> {
    const calls = [...this.#calls.values()];
    for (let round = 0; round < 20 && calls.some(({ isPending }) => isPending); round++) {
      await this.happen({ type: "token", how: "new", lifetimeMs: 3_600_000 });
      while (this.#wire.length > 0) await this.happen({ type: "answer", at: 0, status: 204 });
      // What the store has not answered by now, it never answers.
      await this.happen({ type: "time", ms: 2000 });
    }
    await this.#clock.advance(4000);
    this.wrongs.push(...calls.flatMap((call) => call.judge(this.#service.lastFailure) ?? []));
    if (this.#clock.pending > 0) this.wrongs.push("a timer was left behind");
  }

  #call(): void {
    const cancellation = new CallCancellation();
    const watched = new WatchedCall(cancellation, this.#service.turn);
    this.#calls.set(cancellation, watched);
    const call: Call = {
      operation: lessorOperations["vehicles.delete"],
      url: "https://reg.example/v1/vehicles/AB-1",
      headers: {},
      body: undefined,
      cancellation,
      timeout: 30_000,
      deadline: undefined,
      priority: 5,
      stream: false,
      state: startCallState(),
    };
    watched.follow(this.#send(call));
  }

  /** What the service sees of a call. */
  #receive({ cancellation, headers }: Call): Promise<ParsedResponse> {
    const token = headers["authorization"]?.slice("Bearer ".length) ?? "";
    const watched = this.#calls.get(cancellation);
    watched?.sent();
    this.#service.receive(token);
    return new Promise((resolve, reject) => {
      this.#wire.push((status) => {
        watched?.answered();
        if (status === 204)
          return resolve({ status, headers: new Headers(), data: undefined, response: new Response() });
        watched?.refused();
        // The refusal of a replay is not told: a service that refuses every token is not asked for two by each call.
        if (watched?.refusals === 1) {
          this.#service.refuse(token);
          watched.hasNoReplay = this.#service.keepsRefused;
        }
        reject(
          new RegAuthenticationError({ status, problem: { errors: [] }, operationId: "vehicles.delete" }),
        );
      });
    });
  }
}
