import { sleep } from "../base/cancellation.js";
import type { Clock } from "../base/clock.js";
import { isTransientStatus } from "../base/status.js";
import { RegApiError, RegConnectionError, RegResponseError, RegTimeoutError } from "../errors/errors.js";
import { summarize } from "../errors/summary.js";
import {
  type Attempt,
  type AttemptFailure,
  type AttemptResult,
  type Call,
  isFailure,
  isOwnError,
  type ParsedResponse,
  type SendAttempt,
  type TakeTurn,
} from "./call/call.js";
import type { GiveUpReason } from "./call/events.js";
import type { RetrySettings } from "./call/options.js";
import type { Emit } from "./diagnostics/diagnostics.js";
import { repeat } from "./retry-loop.js";

/** The parts of a client that the retry layer uses. */
export interface RetryParts {
  /** Limits the retries of all calls together; undefined: they have no such limit. */
  readonly retryBudget: RetryBudget | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly emit: Emit | undefined;
}

/**
 * Makes the attempts of a call whose first turn has come, and resolves to the success response; everything else rejects.
 *
 * @param send sends the first attempt
 */
export type MakeAttempts = (call: Call, send: SendAttempt) => Promise<ParsedResponse>;

/**
 * Retries a failed attempt if the failure is transient and a second request cannot do any harm. After a 401 it sends
 * the request again with another token, at most once for each call.
 */
export function retry(parts: RetryParts, takeTurn: TakeTurn): MakeAttempts {
  const { clock, random, emit, retryBudget: budget } = parts;
  const policy = { budget, clock, random, emit, takeTurn };
  return (call, send) => {
    budget?.earn();
    return new Attempts(call, policy).makeAll(send);
  };
}

interface RetryPolicy extends Omit<RetryParts, "retryBudget"> {
  readonly budget: RetryBudget | undefined;
  readonly takeTurn: TakeTurn;
}

class Attempts {
  readonly #call: Call;
  readonly #policy: RetryPolicy;
  #canReplay: boolean;

  constructor(call: Call, policy: RetryPolicy) {
    this.#call = call;
    this.#policy = policy;
    this.#canReplay = !(call.body instanceof ReadableStream);
  }

  /** Makes attempts until one succeeds, or there is to be no further one. */
  async makeAll(send: SendAttempt): Promise<ParsedResponse> {
    let result = await this.#make(send, this.#call.begunAt);
    if (isFailure(result) && (await this.#waitForNext(result)))
      result = await repeat(
        (number) => this.#makeNext(number + 1),
        (failure) => this.#waitForNext(failure),
      );
    if (isFailure(result)) throw result.error;
    return result;
  }

  #makeNext(number: number): Promise<AttemptResult> {
    const { clock, takeTurn } = this.#policy;
    const startedAt = clock.monotonic();
    this.#call.history.current = number;
    return takeTurn(this.#call, (_, send) => this.#make(send, startedAt));
  }

  /** Makes an attempt, which includes the replay after a 401. */
  async #make(send: SendAttempt, startedAt: number): Promise<AttemptResult> {
    const { cancellation } = this.#call;
    let result = this.#note(await send(this.#attempt(startedAt)));
    if (!isFailure(result)) return result;
    if (this.#canReplay && result.waitForNewToken !== undefined) {
      this.#canReplay = false;
      const mayReplay = await result.waitForNewToken();
      if (cancellation.aborted) result = { ...result, error: cancellation.reason };
      else if (mayReplay) result = this.#note(await this.#replay(startedAt));
    }
    if (isFailure(result)) this.#record(result.error, Math.round(this.#policy.clock.monotonic() - startedAt));
    return result;
  }

  #replay(startedAt: number): Promise<AttemptResult> {
    return this.#policy.takeTurn(this.#call, (_, send) => send(this.#attempt(startedAt, true)));
  }

  #attempt(startedAt: number, isReplay = false): Attempt {
    // Not with a spread: on Node 20, each such object has a hidden class of its own, which takes time and memory.
    return Object.assign({ startedAt, isReplay }, this.#call);
  }

  /** Notes what a failure says of the request. */
  #note(result: AttemptResult): AttemptResult {
    if (!isFailure(result)) return result;
    const { history } = this.#call;
    history.wasSent ||= result.wasSent;
    history.outcome ??= result.outcome;
    return result;
  }

  #record(error: unknown, durationMs: number): void {
    const { history, cancellation } = this.#call;
    if (!isOwnError(error, cancellation)) return;
    const responded = error instanceof RegApiError || error instanceof RegResponseError;
    const status = responded ? { status: error.status } : {};
    const failure = { attempt: history.current, error: error.name, ...status, durationMs };
    history.failures = [...history.failures, failure];
  }

  /**
   * Waits before the next attempt; rejects with the reason if the call is cancelled meanwhile.
   *
   * @returns false if there is to be no further attempt
   */
  async #waitForNext(failure: AttemptFailure): Promise<boolean> {
    const { error, retryAfterMs, pausedForMs = 0 } = failure;
    const { retry, history, cancellation } = this.#call;
    if (retry.retries === 0 || !isRetryable(this.#call, error)) return false;
    const { clock, emit, random } = this.#policy;
    // A pause of the throttle is as long as the service asks for.
    const delayMs = pausedForMs > 0 ? pausedForMs : (retryAfterMs ?? backoffDelay(retry, history.current, random()));
    const reason = this.#reasonToGiveUp(failure, delayMs);
    if (reason !== undefined) {
      history.gaveUp = reason;
      emit?.(this.#call, { type: "give-up", reason, error: summarize(error, history.outcome) });
      return false;
    }
    emit?.(this.#call, { type: "retry", delayMs, error: summarize(error, history.outcome) });
    // The next attempt waits for the end of the pause in the queue of the throttle.
    await sleep(clock, pausedForMs > 0 ? 0 : delayMs, cancellation);
    const last = history.failures.at(-1);
    if (last !== undefined) history.failures = [...history.failures.slice(0, -1), { ...last, delayMs }];
    return true;
  }

  #reasonToGiveUp({ retryAfterMs = 0, pausedForMs }: AttemptFailure, delayMs: number): GiveUpReason | undefined {
    const { deadline, retry, history } = this.#call;
    const { budget, clock } = this.#policy;
    if (history.current > retry.retries) return "retries";
    if (retryAfterMs > retry.maxRetryAfter) return "retry-after";
    if (deadline !== undefined && clock.monotonic() + delayMs >= deadline.expiresAt) return "deadline";
    // A 429 is no sign of an outage, and the throttle paces the requests that follow it.
    const isFree = pausedForMs !== undefined || budget === undefined || budget.trySpend();
    return isFree ? undefined : "budget";
  }
}

/**
 * Whether a failed attempt may be retried. Reads and idempotent writes may be retried after any transient failure;
 * creates and transitions only if the service certainly did nothing. A stream can be sent only once.
 */
function isRetryable({ operation, body, cancellation }: Call, error: unknown): boolean {
  if (cancellation.aborted || !isTransient(error) || body instanceof ReadableStream) return false;
  return operation.effects === "read" || operation.effects === "idempotent" || isCertainlyUnprocessed(error);
}

function isTransient(error: unknown): boolean {
  if (error instanceof RegApiError) return isTransientStatus(error.status);
  if (error instanceof RegConnectionError) return error.transient;
  if (error instanceof RegTimeoutError) return error.limit === "timeout";
  if (error instanceof RegResponseError) return error.transient;
  return false;
}

function isCertainlyUnprocessed(error: unknown): boolean {
  if (error instanceof RegApiError) return error.status === 429;
  return error instanceof RegConnectionError && !error.sent;
}

/**
 * Exponential backoff with full jitter: a random share of `minTimeout × 2^(failures - 1)`, at most `maxTimeout`. After
 * 30 doublings the delay grows no more, because the power would become Infinity, and 0 × Infinity is NaN.
 *
 * @param failures how many attempts have failed so far, from 1
 * @param random a number from 0 to 1
 */
export function backoffDelay(
  { minTimeout, maxTimeout }: Pick<RetrySettings, "minTimeout" | "maxTimeout">,
  failures: number,
  random: number,
): number {
  return Math.round(Math.min(maxTimeout, minTimeout * 2 ** Math.min(failures - 1, 30)) * random);
}

/** How many retries are available before any call has earned one, and at most. */
const mostRetries = 100;

/** How many retries each call earns: one for every five calls. */
const retriesPerCall = 0.2;

/**
 * Limits the retries of all calls of a pipeline. In an outage, when every call fails, only every fifth call is retried
 * once instead of each `retries` times, so that the retries do not keep the service from recovering.
 */
export class RetryBudget {
  #balance = mostRetries;

  earn(): void {
    this.#balance = Math.min(mostRetries, this.#balance + retriesPerCall);
  }

  trySpend(): boolean {
    if (this.#balance < 1) return false;
    this.#balance -= 1;
    return true;
  }
}
