import type { RegTokenError } from "../../errors/client-errors.js";

/** How long one call waits for what a source has promised. */
export interface Patience {
  /** In milliseconds. */
  readonly limitMs: number;
  /** The error of a call that has waited for so long. */
  passed(): RegTokenError;
}

/** Where the authorization layer gets the token of an attempt from. */
export interface TokenSource {
  /** For the promises below; absent where they have a limit of their own. */
  readonly patience?: Patience;
  /** The token to send now. A promise may be shared with other callers. */
  get(): string | Promise<string>;
  /**
   * Told that the service refused this token. `true` if another one can be had, so that one replay is worth it;
   * never rejects. Absent where there is only one.
   */
  reject?(token: string): boolean | Promise<boolean>;
}
