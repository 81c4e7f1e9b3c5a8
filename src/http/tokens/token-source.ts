import { RegTokenError } from "../../errors/client-errors.js";

/** Where the authorization layer gets the token of an attempt from. */
export interface TokenSource {
  /** The token to send now. A promise may be shared with other callers. */
  get(): string | Promise<string>;
  /**
   * Told that the service refused this token. `true` if another one can be had, so that one replay is worth it.
   * Absent where every token comes from outside.
   */
  reject?(token: string): boolean;
}

/** A token that the user supplies: as text, or by a function that is asked before every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/** A source for a token that the user supplies. */
export function suppliedToken(token: TokenOption, check: (token: unknown) => string): TokenSource {
  if (typeof token !== "function") return { get: () => check(token) };
  return {
    get() {
      const given = ask(token);
      return isPromise(given) ? given.then(check, fail) : check(given);
    },
  };
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
function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
