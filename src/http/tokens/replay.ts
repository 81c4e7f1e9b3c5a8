import { RegAuthenticationError } from "../../errors/api-error.js";
import type { Answer, Call, Layer, Send } from "../call.js";
import type { Clock } from "../time/clock.js";
import { patiently } from "./patience.js";
import type { TokenSource } from "./token-source.js";

/** After a 401, gets another token if the source has one, and sends the call once more: once in the whole call. */
export function replayUnauthorized(source: TokenSource, clock: Clock): Layer {
  const replay = async (error: unknown, call: Call, next: Send): Promise<Answer> => {
    if (!(error instanceof RegAuthenticationError)) throw error;
    // The service has answered that it did nothing: what ends the call now leaves no doubt.
    const { progress } = call;
    progress.inFlight = false;
    // The source is told in any case, or calls that cannot be repeated would be refused again and again.
    const another = Promise.resolve(source.reject?.(progress.token ?? ""));
    if (progress.replayed || call.body instanceof ReadableStream) throw error;
    progress.replayed = true;
    // If that takes too long, the 401 tells more.
    if ((await patiently(another, source, call, clock, async () => false)) !== true) throw error;
    return next(call);
  };
  return (next) => (call) => next(call).catch((error: unknown) => replay(error, call, next));
}
