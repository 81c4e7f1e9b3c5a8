import { RegAuthenticationError } from "../errors/api-error.js";
import type { Layer } from "./call.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./diagnostics.js";
import type { TokenSource } from "./token-source.js";
import { unlessAborted } from "./waiting.js";

/** Puts the token on an attempt at the moment it is sent, so that none can expire in the waiting line. */
export function authorization(source: TokenSource, clock: Clock, emit: Emit): Layer {
  return (next) => async (call) => {
    let token = source.get();
    if (typeof token !== "string") {
      const started = clock.monotonic();
      token = await unlessAborted(token, call.signal);
      emit(call, { type: "token", waitedMs: clock.monotonic() - started });
    }
    call.headers.set("authorization", `Bearer ${token}`);
    return next(call);
  };
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
      return next(call);
    }
  };
}
