import { type CachedToken, type IssuedToken, withTimes } from "../../../../src/http/token-cache.js";
import type { ManualClock } from "../../../support/clock.js";

/** How a request for a token ends. */
export type Grant = "new" | "repeated" | "failed";

/**
 * A service whose tokens are numbered in the order in which it issued them. It notes what should never happen to a
 * token. `turn` counts what happens in the world, so that what came first can be told while the clock stands still.
 */
export class NumberedTokens {
  turn = 0;
  /** The turn in which a request failed last. */
  lastFailure = -1;
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #clock: ManualClock;
  readonly #wrong: (what: string) => void;
  readonly #requests: ((how: Grant, lifetimeMs: number) => void)[] = [];
  readonly #tokens = new Map<number, CachedToken & { readonly turn: number }>();
  /** The turn in which the cache was first told that the service refuses a token. */
  readonly #refused = new Map<number, number>();
  #issued = 0;
  #newestSent = 0;
  /** The newest token that the cache has surely got. */
  #known = 0;
  /** The newest token that another process has asked for. */
  #foreign = 0;
  /** Until when the cache may keep a refused token, because a refusal has just led to a new one. */
  #mayKeepUntil = Number.NEGATIVE_INFINITY;
  /** Until when it must; earlier where it may have found another process's token. */
  #mustKeepUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: ManualClock, wrong: (what: string) => void) {
    this.#clock = clock;
    this.#wrong = wrong;
  }

  /** A request for a token comes in. */
  issue(): Promise<IssuedToken> {
    this.#expectReason();
    const [issuedAt, begun, before] = [this.#clock.monotonic(), this.turn, this.#issued];
    this.#issued += 1;
    const own = this.#issued;
    return new Promise((resolve, reject) => {
      this.#requests.push((how, lifetimeMs) => {
        if (how === "failed") {
          this.lastFailure = this.turn;
          this.#failedAt = this.#clock.monotonic();
          return reject(new Error("the token endpoint is down"));
        }
        const number = how === "repeated" && before > 0 ? before : own;
        this.#noteReplacement(number, begun);
        if ((this.#refused.get(number) ?? 0) <= begun) this.#refused.delete(number);
        resolve({ token: this.#give(number, issuedAt, lifetimeMs), lifetimeMs });
        this.#getsKnown(number, true);
      });
    });
  }

  /** The oldest request for a token gets its answer. */
  answer(how: Grant, lifetimeMs: number): void {
    this.#requests.shift()?.(how, lifetimeMs);
  }

  /** A token that another process asks for; returns what it puts into the store. */
  issueElsewhere(lifetimeMs: number): string {
    const issuedAt = this.#clock.now();
    this.#issued += 1;
    this.#foreign = this.#issued;
    const token = this.#give(this.#issued, this.#clock.monotonic(), lifetimeMs);
    return JSON.stringify({ token, issuedAt, expiresAt: issuedAt + lifetimeMs });
  }

  /** A call arrives with a token. */
  receive(token: string): void {
    const number = numberOf(token);
    if (number < this.#newestSent) this.#wrong(`${token} was sent after token-${this.#newestSent}`);
    if (this.#refused.has(number) && this.#clock.monotonic() >= this.#mayKeepUntil)
      this.#wrong(`${token} was sent after its refusal`);
    const { expiresAt = 0, turn = -1 } = this.#tokens.get(number) ?? {};
    // One without a lifetime may be sent at the very moment at which it was given.
    if (expiresAt <= this.#clock.monotonic() && turn !== this.turn)
      this.#wrong(`${token} was sent after it had expired`);
    this.#newestSent = Math.max(number, this.#newestSent);
    this.#getsKnown(number, false);
  }

  /** The cache is told that a token was refused. */
  refuse(token: string): void {
    const number = numberOf(token);
    if (!this.#refused.has(number)) this.#refused.set(number, this.turn);
  }

  /** Whether a refusal may be the end of its call: the newest token is refused, and may not be replaced yet. */
  get keepsRefused(): boolean {
    const kept = this.#refused.has(this.#known) && this.#requests.length === 0;
    return kept && this.#clock.monotonic() < this.#mayKeepUntil;
  }

  #expectReason(): void {
    const now = this.#clock.monotonic();
    if (this.#requests.length > 0) this.#wrong("two requests for a token were under way");
    const known = this.#tokens.get(this.#known);
    if (known === undefined) return;
    if (this.#refused.has(this.#known)) {
      if (now < Math.min(this.#mustKeepUntil, known.renewAt))
        this.#wrong("refusals led to two new tokens within a second");
      return;
    }
    if (now < known.renewAt) this.#wrong(`a token was asked for while ${known.token} was good`);
    if (now < known.expiresAt && now < this.#failedAt + 1000)
      this.#wrong("a background renewal that failed was tried again at once");
  }

  /** The cache is about to get a token, asked for in the turn `begun`: in place of a refused one? */
  #noteReplacement(number: number, begun: number): void {
    if (!this.#refused.has(this.#known)) return;
    const end = this.#clock.monotonic() + 1000;
    // One that was refused since it was asked for is of no use: the cache asks again, and does not count it.
    const isUseless = (this.#refused.get(number) ?? 0) > begun;
    if (!isUseless) this.#mayKeepUntil = end;
    this.#mustKeepUntil = isUseless || this.#foreign > this.#known ? Number.NEGATIVE_INFINITY : end;
  }

  #give(number: number, issuedAt: number, lifetimeMs: number): string {
    const token = `token-${number}`;
    this.#tokens.set(number, { ...withTimes(token, issuedAt, issuedAt + lifetimeMs), turn: this.turn });
    return token;
  }

  #getsKnown(number: number, anew: boolean): void {
    if (number < this.#known) return;
    if (anew || number > this.#known) this.#failedAt = Number.NEGATIVE_INFINITY;
    this.#known = number;
  }
}

const numberOf = (token: string) => Number(token.slice("token-".length));
