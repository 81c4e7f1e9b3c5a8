/** Where the authorization layer gets the token of an attempt from. */
export interface TokenSource {
  /** How long one call waits for one of the promises below, in milliseconds; absent where they have a limit of their own. */
  readonly patience?: number;
  /** The token to send now. A promise may be shared with other callers. */
  get(): string | Promise<string>;
  /**
   * Told that the service refused this token. `true` if another one can be had, so that one replay is worth it;
   * never rejects. Absent where there is only one.
   */
  reject?(token: string): boolean | Promise<boolean>;
}
