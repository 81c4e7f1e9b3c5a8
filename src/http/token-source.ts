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
  return {
    get() {
      const given = typeof token === "function" ? token() : token;
      return given instanceof Promise ? given.then(check) : check(given);
    },
  };
}
