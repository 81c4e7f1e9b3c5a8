import { RegTokenError } from "../../errors/client-errors.js";
import type { Answer, Call, Layer } from "../call.js";
import type { Emit } from "../diagnostics/emitter.js";
import type { Clock } from "../time/clock.js";
import { patiently } from "./patience.js";
import type { Patience, TokenSource } from "./token-source.js";

/** Puts the token on an attempt at the moment it is sent, so that none can expire in the waiting line. */
export function authorization(source: TokenSource, clock: Clock, emit: Emit): Layer {
  const waitFor = async (pending: Promise<string>, call: Call): Promise<string> => {
    const started = clock.monotonic();
    const token = await patiently(pending, source, call, clock, failWaiting);
    emit?.(call, { type: "token", waitedMs: clock.monotonic() - started });
    return token;
  };
  return (next) => {
    const send = (call: Call, token: string): Promise<Answer> => {
      call.progress.token = token;
      call.headers["authorization"] = `Bearer ${token}`;
      return next(call);
    };
    // Not an async function: most calls find a token at hand, and each turn that is saved counts.
    return (call) => {
      const { cancellation } = call;
      if (cancellation.aborted) return Promise.reject(cancellation.reason);
      try {
        const token = source.get();
        if (typeof token === "string") return send(call, token);
        return waitFor(token, call).then(
          (given) => send(call, given),
          (error: unknown) => Promise.reject(ownError(error, call)),
        );
      } catch (error) {
        return Promise.reject(ownError(error, call));
      }
    };
  };
}

/** Many calls may have waited for the same token, but each error tells of one call: its operation, its attempts. */
function ownError(error: unknown, { operation }: Call): unknown {
  if (!(error instanceof RegTokenError)) return error;
  const { message, oauthError, retryAfterMs, cause } = error;
  return new RegTokenError(message, { operationId: operation.id, oauthError, retryAfterMs, cause });
}

async function failWaiting(patience: Patience): Promise<never> {
  throw patience.passed();
}
