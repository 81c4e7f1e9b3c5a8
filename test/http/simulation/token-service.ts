import { type CachedToken, type IssuedToken, withTimes } from "../../../src/http/token-store.js";
import type { ManualClock } from "../../support/clock.js";

/** How a token request ends. */
export type TokenResult = "new" | "repeated" | "failed";

/**
 * A service that numbers its tokens in the order in which it issues them, and that reports every wrong use of a token.
 * `step` counts the events of the simulation, because several of them can happen at the same time of the clock.
 */
export class TokenService {
  step = 0;
  /** The step of the last token request that failed. */
  lastFailure = -1;
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #clock: ManualClock;
  readonly #report: (violation: string) => void;
  readonly #requests: ((how: TokenResult, lifetimeMs: number) => void)[] = [];
  readonly #tokens = new Map<number, CachedToken & { readonly step: number }>();
  /** The step in which the cache first learned that the service refuses a token. */
  readonly #refused = new Map<number, number>();
  #issued = 0;
  #newestSent = 0;
  /** The newest token that the cache certainly has. */
  #known = 0;
  /** The newest token that another process has requested. */
  #foreign = 0;
  /** Until when the cache may keep a refused token, because it has just replaced another one. */
  #mayKeepUntil = Number.NEGATIVE_INFINITY;
  /** Until when it must keep one; earlier if it may have found a token of another process. */
  #mustKeepUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: ManualClock, report: (violation: string) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** Receives a token request. */
  request(): Promise<IssuedToken> {
    this.#checkReason();
    const [issuedAt, startedIn, before] = [this.#clock.monotonic(), this.step, this.#issued];
    this.#issued += 1;
    const own = this.#issued;
    return new Promise((resolve, reject) => {
      this.#requests.push((how, lifetimeMs) => {
        if (how === "failed") {
          this.lastFailure = this.step;
          this.#failedAt = this.#clock.monotonic();
          return reject(new Error("the token endpoint is down"));
        }
        const number = how === "repeated" && before > 0 ? before : own;
        this.#recordReplacement(number, startedIn);
        if ((this.#refused.get(number) ?? 0) <= startedIn) this.#refused.delete(number);
        resolve({ token: this.#create(number, issuedAt, lifetimeMs), lifetimeMs });
        this.#recordKnown(number, true);
      });
    });
  }

  /** Responds to the oldest token request. */
  respond(how: TokenResult, lifetimeMs: number): void {
    this.#requests.shift()?.(how, lifetimeMs);
  }

  /** Issues a token to another process; returns the value that this process stores. */
  issueElsewhere(lifetimeMs: number): string {
    const issuedAt = this.#clock.now();
    this.#issued += 1;
    this.#foreign = this.#issued;
    const token = this.#create(this.#issued, this.#clock.monotonic(), lifetimeMs);
    return JSON.stringify({ token, issuedAt, expiresAt: issuedAt + lifetimeMs });
  }

  /** Receives a call with a token. */
  receive(token: string): void {
    const number = numberOf(token);
    if (number < this.#newestSent) this.#report(`${token} was sent after token-${this.#newestSent}`);
    if (this.#refused.has(number) && this.#clock.monotonic() >= this.#mayKeepUntil)
      this.#report(`${token} was sent after its refusal`);
    const { expiresAt = 0, step = -1 } = this.#tokens.get(number) ?? {};
    // A token without a lifetime may be sent at the time at which it was issued.
    if (expiresAt <= this.#clock.monotonic() && step !== this.step)
      this.#report(`${token} was sent after it had expired`);
    this.#newestSent = Math.max(number, this.#newestSent);
    this.#recordKnown(number, false);
  }

  /** Refuses a token. */
  refuse(token: string): void {
    const number = numberOf(token);
    if (!this.#refused.has(number)) this.#refused.set(number, this.step);
  }

  /** Whether a call may fail without a replay: the newest token is refused, and may not be replaced yet. */
  get mayKeepRefused(): boolean {
    const kept = this.#refused.has(this.#known) && this.#requests.length === 0;
    return kept && this.#clock.monotonic() < this.#mayKeepUntil;
  }

  #checkReason(): void {
    const now = this.#clock.monotonic();
    if (this.#requests.length > 0) this.#report("two token requests were in flight");
    const known = this.#tokens.get(this.#known);
    if (known === undefined) return;
    if (this.#refused.has(this.#known)) {
      if (now < Math.min(this.#mustKeepUntil, known.renewAt))
        this.#report("refusals led to two new tokens within a second");
      return;
    }
    if (now < known.renewAt) this.#report(`a token was requested while ${known.token} was valid`);
    if (now < known.expiresAt && now < this.#failedAt + 1000)
      this.#report("a failed background renewal was retried at once");
  }

  /** Records that the cache receives a token, which it requested in the step `startedIn`. */
  #recordReplacement(number: number, startedIn: number): void {
    if (!this.#refused.has(this.#known)) return;
    const end = this.#clock.monotonic() + 1000;
    // A token that was refused after its request is useless: the cache requests another one and does not count this one.
    const isUseless = (this.#refused.get(number) ?? 0) > startedIn;
    if (!isUseless) this.#mayKeepUntil = end;
    this.#mustKeepUntil = isUseless || this.#foreign > this.#known ? Number.NEGATIVE_INFINITY : end;
  }

  #create(number: number, issuedAt: number, lifetimeMs: number): string {
    const token = `token-${number}`;
    this.#tokens.set(number, { ...withTimes(token, issuedAt, issuedAt + lifetimeMs), step: this.step });
    return token;
  }

  #recordKnown(number: number, isNew: boolean): void {
    if (number < this.#known) return;
    if (isNew || number > this.#known) this.#failedAt = Number.NEGATIVE_INFINITY;
    this.#known = number;
  }
}

const numberOf = (token: string) => Number(token.slice("token-".length));
