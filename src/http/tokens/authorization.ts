import { RegAuthenticationError } from "../../errors/api-error.js";
import { RegTokenError } from "../../errors/client-errors.js";
import type { Call, Layer } from "../call.js";
import type { Emit } from "../diagnostics/diagnostics.js";
import type { Clock } from "../time/clock.js";
import { unlessAborted } from "../time/waiting.js";
import type { TokenSource } from "./token-source.js";

/** Puts the token on an attempt at the moment it is sent, so that none can expire in the waiting line. */
export function authorization(source: TokenSource, clock: Clock, emit: Emit): Layer {
  return (next) => async (call) => {
    call.signal?.throwIfAborted();
    let token: string | Promise<string>;
    try {
      token = source.get();
      if (typeof token !== "string") {
        const started = clock.monotonic();
        token = await unlessAborted(token, call.signal);
        emit(call, { type: "token", waitedMs: clock.monotonic() - started });
      }
    } catch (error) {
      throw error instanceof RegTokenError ? ownError(error, call) : error;
    }
    call.headers.set("authorization", `Bearer ${token}`);
    return next(call);
  };
}

/** Many calls may have waited for the same token, but each error tells of one call: its operation, its attempts. */
function ownError({ message, oauthError, cause }: RegTokenError, { operation }: Call): RegTokenError {
  return new RegTokenError(message, { operationId: operation.id, oauthError, cause });
}

/** After a 401, gets another token if the source has one, and sends the call once more: once only. */
export function replayUnauthorized(source: TokenSource): Layer {
  return (next) => async (call) => {
    try {
      return await next(call);
    } catch (error) {
      if (!(error instanceof RegAuthenticationError) || call.body instanceof ReadableStream) throw error;
      const refused = call.headers.get("authorization")?.slice("Bearer ".length) ?? "";
      if (source.reject?.(refused) !== true) throw error;
      // The service has answered that it did nothing: a deadline that passes now leaves no doubt.
      call.progress.inFlight = false;
      return next(call);
    }
  };
}
