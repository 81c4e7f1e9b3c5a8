import { sleep, throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import { RegError } from "../../errors/errors.js";
import { completeError } from "../../errors/messages.js";
import { type FollowContext, FollowStop } from "./context.js";
import type { Follower } from "./follower.js";
import { takeFollowOptions } from "./options.js";
import type { FollowState } from "./state.js";
import type { Following, FollowOptions } from "./types.js";

/** How long a process waits before it tries again to use the state, in milliseconds. */
const standbyMs = 5000;

/**
 * Hands the events of both kinds of requests, and the notifications, to the handlers, while no other process uses the
 * state.
 */
export function follow(context: FollowContext, given: FollowOptions): Following {
  const options = takeFollowOptions("follow", given);
  const stateContext = { baseUrl: context.baseUrl, clock: context.clock, account: options.account };
  const stop = new FollowStop();
  const unlisten = stop.listenTo(options.signal, context);
  let current: { readonly state: FollowState; readonly follower: Follower } | undefined;
  const givenBack = new Set<string>();
  let hasStateResponded = false;
  /** When the account is compared with that of the process that follows; Infinity if it is the same. */
  let nextComparisonAt = 0;

  return {
    ended: run().finally(unlisten),
    setAside: () => current?.state.setAside ?? [],
    giveBack: (eventId) => current?.follower.giveBack(eventId) ?? false,
  };

  async function run(): Promise<void> {
    try {
      for (;;) {
        await followWithLock().catch(async (error: unknown) => {
          if (!isLocked(error)) return reportTemporaryFailure(error);
          hasStateResponded = true;
          return compareAccounts().catch(reportTemporaryFailure);
        });
        await sleep(context.clock, standbyMs, stop);
      }
    } catch (error) {
      if (stop.aborted && !stop.byCaller && error === stop.reason) return;
      if (RegError.is(error) && !stop.byCaller) completeError(error, "follow");
      throw error;
    }
  }

  /**
   * Reports that a store has failed which has responded before, as a database does that restarts.
   *
   * @throws the error itself if it is another one; the reason of the end if there is one
   */
  async function reportTemporaryFailure(error: unknown): Promise<void> {
    const isOfStore = typeof options.state !== "string" && RegError.is(error, "state") && error.reason === "failed";
    if (!isOfStore) throw error;
    throwIfAborted(stop);
    if (!hasStateResponded) throw error;
    completeError(error, "follow");
    await unlessAborted(Promise.resolve(options.onError?.(error)), stop);
  }

  /**
   * Ends this process if another one follows another account with the same state: its turn would never come. The
   * account is only known from a list with an entry.
   */
  async function compareAccounts(): Promise<void> {
    if (context.clock.monotonic() < nextComparisonAt) return;
    nextComparisonAt = context.clock.monotonic() + (options.every ?? 60_000);
    const { previewState } = await import("./unlocked.js");
    const { noEntries, readLists } = await import("./polling.js");
    const { supplierId } = (await previewState(options.state, stateContext)).index;
    if (supplierId === undefined) return;
    const polling = { context, options, method: "follow", stop, signal: stop.signal } as const;
    await readLists(polling, {
      known: { entries: noEntries(), supplierId },
      notice: (list) => {
        if (list.supplierId !== undefined) nextComparisonAt = Number.POSITIVE_INFINITY;
      },
    });
  }

  /**
   * Rejects with a RegStateError `locked` while another process uses the state, or when it has taken the state over.
   */
  async function followWithLock(): Promise<void> {
    // Most programs that use a client do not follow.
    const { FollowState } = await import("./state.js");
    const { Follower } = await import("./follower.js");
    throwIfAborted(stop);
    // Not `stop`: a failure ends this turn alone, and another one follows after that of a store.
    const turn = new FollowStop();
    const unlistenTurn = stop.listen((reason) => turn.abort(reason));
    try {
      const state = await FollowState.open(options.state, stateContext, (error) => turn.abort(error));
      hasStateResponded = true;
      const follower = new Follower({ context, options, method: "follow", state, givenBack, stop: turn });
      current = { state, follower };
      const end = await follower.run().catch((error: unknown) => error);
      current = undefined;
      // Another process may have replaced the file since it has taken the state over.
      await state.close().catch((error: unknown) => {
        if (!isLocked(end)) throw error;
      });
      throw end;
    } finally {
      unlistenTurn();
    }
  }
}

/** Whether an error says that another process uses the state. */
export function isLocked(error: unknown): boolean {
  return RegError.is(error, "state") && error.reason === "locked";
}
