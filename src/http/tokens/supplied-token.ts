import { RegTokenError } from "../../errors/client-errors.js";
import type { Clock } from "../time/clock.js";
import type { Patience, TokenSource } from "./token-source.js";

/** A token that the user supplies: as text, or by a function that is asked before every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/**
 * How long a call waits for the function, in milliseconds. After so long without an answer the next call asks afresh:
 * what the function waits for may be lost.
 */
const limitMs = 30_000;

const patience: Patience = {
  limitMs,
  passed: () =>
    new RegTokenError(
      `the function that supplies the token did not answer within ${limitMs} ms; give what it waits for a limit of its own. The next call asks it afresh`,
      { cause: new Error(`no token within ${limitMs} ms`) },
    ),
};

/** A source for a token that the user supplies. */
export function suppliedToken(
  token: TokenOption,
  check: (token: unknown) => string,
  clock: Clock,
): TokenSource {
  return typeof token === "function" ? new AskedToken(token, check, clock) : { get: () => check(token) };
}

interface Question {
  readonly answer: Promise<string>;
  /** On the monotonic clock, in milliseconds. */
  readonly asked: number;
}

/** Asks the user's function; calls that need a token while its promise is pending share that promise. */
class AskedToken implements TokenSource {
  readonly patience = patience;
  readonly #token: () => unknown;
  readonly #check: (token: unknown) => string;
  readonly #clock: Clock;
  #pending: Question | undefined;

  constructor(token: () => unknown, check: (token: unknown) => string, clock: Clock) {
    this.#token = token;
    this.#check = check;
    this.#clock = clock;
  }

  get(): string | Promise<string> {
    const now = this.#clock.monotonic();
    const pending = this.#joinable(now);
    if (pending !== undefined) return pending.answer;
    const given = ask(this.#token);
    return isPromise(given) ? this.#share(given, now) : this.#check(given);
  }

  async reject(refused: string): Promise<boolean> {
    try {
      // A question from before the refusal may still be answered with the refused token.
      const pending = this.#joinable(this.#clock.monotonic());
      if (pending !== undefined && (await pending.answer) !== refused) return true;
      return (await this.get()) !== refused;
    } catch {
      // The 401 tells more than the failure to get another token.
      return false;
    }
  }

  /** The time is rounded up, because the timer of the call that gave up may have fired a fraction early. */
  #joinable(now: number): Question | undefined {
    const pending = this.#pending;
    return pending !== undefined && Math.ceil(now - pending.asked) < limitMs ? pending : undefined;
  }

  #share(given: PromiseLike<unknown>, asked: number): Promise<string> {
    const question: Question = { answer: Promise.resolve(given).then(this.#check, fail), asked };
    const forget = () => {
      if (this.#pending === question) this.#pending = undefined;
    };
    this.#pending = question;
    question.answer.then(forget, forget);
    return question.answer;
  }
}

function ask(token: () => unknown): unknown {
  try {
    return token();
  } catch (error) {
    return fail(error);
  }
}

/** The user's own error stays the cause: its text may hold anything. */
function fail(cause: unknown): never {
  throw new RegTokenError("the function that supplies the token failed", { cause });
}

/** Of any kind: a vault's client may bring its own promises. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
