import { RegTokenError } from "../../errors/client-errors.js";
import type { Call, Layer } from "../call.js";
import type { Emit } from "../diagnostics/emitter.js";
import { throwIfAborted } from "../time/cancellation.js";
import type { Clock } from "../time/clock.js";
import { patiently } from "./patience.js";
import type { TokenSource } from "./token-source.js";

/** Puts the token on an attempt at the moment it is sent, so that none can expire in the waiting line. */
export function authorization(source: TokenSource, clock: Clock, emit: Emit): Layer {
  return (next) => async (call) => {
    throwIfAborted(call.cancellation);
    let token: string | Promise<string>;
    try {
      token = source.get();
      if (typeof token !== "string") {
        const started = clock.monotonic();
        token = await patiently(token, source, call, clock, () => notAnswered(source));
        emit?.(call, { type: "token", waitedMs: clock.monotonic() - started });
      }
    } catch (error) {
      throw error instanceof RegTokenError ? ownError(error, call) : error;
    }
    call.progress.token = token;
    call.headers.set("authorization", `Bearer ${token}`);
    return next(call);
  };
}

/** Many calls may have waited for the same token, but each error tells of one call: its operation, its attempts. */
function ownError(
  { message, oauthError, retryAfterMs, cause }: RegTokenError,
  { operation }: Call,
): RegTokenError {
  return new RegTokenError(message, { operationId: operation.id, oauthError, retryAfterMs, cause });
}

async function notAnswered({ patience }: TokenSource): Promise<never> {
  throw new RegTokenError(
    `the function that supplies the token did not answer within ${patience} ms; give what it waits for a limit of its own. The next call asks it afresh`,
    { cause: new Error(`no token within ${patience} ms`) },
  );
}
