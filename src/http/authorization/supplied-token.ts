import type { WaitLimit } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { RegTokenError } from "../../errors/errors.js";
import { hasFunctions } from "../../errors/input.js";
import type { TokenProvider } from "./authorization.js";
import { SharedRequest } from "./shared-request.js";

/**
 * A token that the user supplies: text, or a function, which is called if no pending or just supplied token is shared.
 */
export type TokenOption = string | (() => string | Promise<string>);

/** The provider of a token that the user supplies. */
export function suppliedToken(token: TokenOption, check: (token: unknown) => string, clock: Clock): TokenProvider {
  return typeof token === "function" ? new TokenFunction(token, check, clock) : { get: () => check(token) };
}

/** The longest time that calls wait for one promise of the user's function, in milliseconds. It may never settle. */
const tokenFunctionTimeout = 30_000;

/** Calls the user's function; attempts that need a token while its promise is pending share that promise. */
class TokenFunction implements TokenProvider {
  readonly waitLimit: WaitLimit;
  readonly #token: () => unknown;
  readonly #check: (token: unknown) => string;
  readonly #request: SharedRequest;
  #hasSupplied = false;

  constructor(token: () => unknown, check: (token: unknown) => string, clock: Clock) {
    this.#token = token;
    this.#check = check;
    this.waitLimit = { clock, limitMs: tokenFunctionTimeout, createError: timeoutError };
    this.#request = new SharedRequest(clock, this.waitLimit);
  }

  get(startedAt?: number): string | Promise<string> {
    const { pending } = this.#request;
    return pending ?? this.#reuse(startedAt) ?? this.#ask();
  }

  async reject(rejected: string): Promise<boolean> {
    try {
      // A promise from before the rejection may still resolve to the rejected token.
      const { pending } = this.#request;
      if (pending !== undefined && (await pending) !== rejected) return true;
      this.#request.forget();
      return (await this.get()) !== rejected;
    } catch {
      // The 401 is the more useful error.
      return false;
    }
  }

  /** The token that was supplied while the attempt waited in the queue; another one if it has expired meanwhile. */
  #reuse(startedAt: number | undefined): Promise<string> | undefined {
    return this.#request.resultFor(startedAt)?.then((token) => {
      try {
        return this.#check(token);
      } catch {
        return this.get();
      }
    });
  }

  #ask(): string | Promise<string> {
    const given = this.#callFunction();
    // Also promises of other libraries.
    if (!hasFunctions("then")(given)) return this.#check(given);
    const promise = this.#request.share(Promise.resolve(given).then(this.#check, throwTokenError));
    promise.then(
      () => {
        this.#hasSupplied = true;
      },
      () => {
        // It ends the attempts in the queue only if the function has never supplied a token.
        if (this.#hasSupplied) this.#request.forget();
      },
    );
    return promise;
  }

  #callFunction(): unknown {
    try {
      return this.#token();
    } catch (error) {
      return throwTokenError(error);
    }
  }
}

function timeoutError(): RegTokenError {
  return new RegTokenError(
    `the function that supplies the token did not settle within ${tokenFunctionTimeout} ms; add a timeout to what it waits for. The next call starts it again`,
    { cause: new Error(`no token within ${tokenFunctionTimeout} ms`) },
  );
}

/** The user's own error is only the cause: its text may contain anything. */
function throwTokenError(cause: unknown): never {
  throw new RegTokenError("the function that supplies the token failed", { cause });
}
