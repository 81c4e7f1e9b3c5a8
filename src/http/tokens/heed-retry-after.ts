import { RegTokenError } from "../../errors/client-errors.js";
import type { Clock } from "../time/clock.js";
import type { IssuedToken } from "./cached-token.js";

/** No pause is kept for longer, in milliseconds: an hour. */
const longestTokenPause = 60 * 60 * 1000;

/**
 * Asks for tokens, but not while the service wants to be left alone: after a failure with `retryAfterMs` each
 * question fails at once, and nothing is sent, until that time has passed.
 */
export function heedRetryAfter(issue: () => Promise<IssuedToken>, clock: Clock): () => Promise<IssuedToken> {
  let failure: RegTokenError | undefined;
  let until = 0;
  return async () => {
    const rest = Math.ceil(until - clock.monotonic());
    if (failure !== undefined && rest > 0) throw paused(failure, rest);
    failure = undefined;
    try {
      return await issue();
    } catch (error) {
      if (error instanceof RegTokenError && error.retryAfterMs !== undefined) {
        failure = error;
        until = clock.monotonic() + Math.min(error.retryAfterMs, longestTokenPause);
      }
      throw error;
    }
  };
}

function paused({ oauthError, cause }: RegTokenError, retryAfterMs: number): RegTokenError {
  return new RegTokenError(
    `the token endpoint has asked for a pause, so it was not asked for a token; call again in ${retryAfterMs} ms`,
    { oauthError, cause, retryAfterMs },
  );
}
