import type { RequestChange } from "./change.js";
import { pollForChanges, type Watch } from "./polls.js";

/** Gives the changes until it is stopped, or fails with what cannot pass. */
export async function* follow(watch: Watch): AsyncGenerator<RequestChange, void, undefined> {
  const { parts, options, stop } = watch;
  const unfollow = stop.follow(options.signal, parts);
  try {
    yield* pollForChanges(watch);
  } catch (error) {
    // What a listener throws is the caller's, even if it has stopped the watch as well.
    if (!stop.aborted || stop.byCaller || error !== stop.reason) throw error;
  } finally {
    unfollow();
  }
}
