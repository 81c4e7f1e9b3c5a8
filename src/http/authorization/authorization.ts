import { unlessAborted, type WaitLimit } from "../../base/cancellation.js";
import { RegAuthenticationError, RegTokenError } from "../../errors/errors.js";
import { messageWithoutOperation } from "../../errors/messages.js";
import { type Attempt, type AttemptLayer, isFailure, isOwnError, notSent } from "../call/call.js";
import type { LayerParts } from "../diagnostics/diagnostics.js";

/** Supplies the token of each attempt, and decides when to ask for another one. */
export interface TokenProvider {
  /** How long a call waits for the promises below; absent if they have their own limit. */
  readonly waitLimit?: WaitLimit;
  /**
   * The token for a request that is sent now. A promise may be shared with other attempts.
   *
   * @param startedAt the monotonic time at which the attempt began: it shares a failure since then instead of repeating
   *   the request for a token. Default: now
   */
  get(startedAt?: number): string | Promise<string>;
  /**
   * Handles the service's rejection of a token. Resolves to `true` if the request is worth sending again: there is
   * another token, or `get` will request one. Never rejects. Absent if there is only one token.
   */
  reject?(token: string): boolean | Promise<boolean>;
}

/** Sets the token of each attempt when its request is sent, and reports to the provider a token that causes a 401. */
export function authorization(provider: TokenProvider, { clock, emit }: LayerParts): AttemptLayer {
  const { waitLimit } = provider;
  return (next) => async (attempt) => {
    const { cancellation, isReplay } = attempt;
    let token: string;
    try {
      const supplied = provider.get(attempt.startedAt);
      token = typeof supplied === "string" ? supplied : await waitFor(supplied, attempt);
    } catch (error) {
      return notSent(tokenErrorFor(attempt, error));
    }
    // Not with a spread, as in retry.ts.
    attempt.headers = Object.assign({}, attempt.headers, { authorization: `Bearer ${token}` });
    const result = await next(attempt);
    if (!(isFailure(result) && result.error instanceof RegAuthenticationError)) return result;
    if (provider.reject === undefined || isReplay || !isOwnError(result.error, cancellation)) return result;
    // Also if this call cannot be sent again: the provider must learn of the rejected token.
    const rejection = Promise.resolve(provider.reject(token));
    return {
      ...result,
      // If that takes too long, the 401 is the more useful error.
      waitForNewToken: () => unlessAborted(rejection, cancellation, waitLimit).catch(() => false),
    };
  };

  async function waitFor(token: Promise<string>, attempt: Attempt): Promise<string> {
    const startedAt = clock.monotonic();
    const supplied = await unlessAborted(token, attempt.cancellation, waitLimit);
    emit?.(attempt, { type: "token", waitedMs: Math.round(clock.monotonic() - startedAt) });
    return supplied;
  }
}

/** Creates an error for each call, with its own operation, because many calls can wait for the same token. */
function tokenErrorFor({ operation, cancellation }: Attempt, error: unknown): unknown {
  if (!(error instanceof RegTokenError && isOwnError(error, cancellation))) return error;
  const { oauthError, retryAfterMs, cause } = error;
  const details = { operationId: operation.id, oauthError, retryAfterMs, cause };
  return new RegTokenError(messageWithoutOperation(error), details);
}
