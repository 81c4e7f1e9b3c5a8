import { throwIfAborted, unlessAborted } from "../../base/cancellation.js";
import { type AnyRegError, RegClosedError, RegTimeoutError } from "../../errors/errors.js";
import { type FollowContext, FollowStop } from "./context.js";
import { isLocked } from "./follow.js";
import { Follower, hasOldNotifications, type PolledLists } from "./follower.js";
import {
  type Entry,
  isOver,
  knownLists,
  noResponses,
  type OwnedComparison,
  type Polling,
  readLists,
  readNotifications,
} from "./polling.js";
import { FollowState } from "./state.js";
import { type IndexContent, isDue } from "./state-index.js";
import type { FollowStateContext } from "./stored.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";
import { previewState, type StatePreview } from "./unlocked.js";

/** What a round is made of. */
interface RoundParts extends Polling {
  readonly options: FollowOnceOptions;
}

/** What the service has shown in a round. */
interface Poll extends PolledLists {
  /** When the next poll is due, in milliseconds since 1970. */
  readonly nextAt: number;
  /** Whether the deadline has left no time for a list. */
  readonly isCutOff: boolean;
  /** The error of a list, with which the round rejects at its end. */
  readonly failure: AnyRegError | undefined;
}

/** Runs one round. It locks and writes the state only if something is new or due, which is rare. */
export async function runRound(context: FollowContext, options: FollowOnceOptions): Promise<FollowRound> {
  const { deadline } = options;
  const endsAt = deadline === undefined ? undefined : context.clock.monotonic() + deadline;
  const stop = new FollowStop();
  const unlisten = stop.listenTo(options.signal, context);
  const parts: RoundParts = { context, options, method: "followOnce", stop, signal: options.signal, endsAt };
  try {
    throwIfAborted(stop);
    const preview = await readPreview(parts);
    // Only waiting for the lock tells whether the process that has it is alive.
    if (!preview.isLocked) return await runUnlocked(parts, preview);
    return await useState(parts, async (state) => {
      if (isOver(parts)) throw deadlineError(options, " while the state was locked");
      return handle(parts, state, await poll(parts, state));
    });
  } catch (error) {
    if (!stop.aborted || stop.byCaller || error !== undefined) throw error;
    throw new RegClosedError("the client was closed; nothing was handled", { operationId: "followOnce" });
  } finally {
    unlisten();
  }
}

/** A store that does not respond must not keep a round, which has locked nothing so far. */
function readPreview(parts: RoundParts): Promise<StatePreview> {
  const { context, options, stop, endsAt } = parts;
  const { clock } = context;
  const preview = previewState(options.state, stateContextOf(parts));
  const limitMs = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - clock.monotonic();
  const limit = { clock, limitMs, createError: () => deadlineError(options) };
  return unlessAborted(preview, stop, Number.isFinite(limitMs) ? limit : undefined);
}

function deadlineError({ deadline = 0 }: FollowOnceOptions, cause = ""): RegTimeoutError {
  const details = { operationId: "followOnce", limit: "deadline", limitMs: deadline } as const;
  return new RegTimeoutError(`the deadline of ${deadline} ms has passed${cause}; nothing was handled`, details);
}

/** Polls without the lock, and takes it if there is something to do. */
async function runUnlocked(parts: RoundParts, preview: StatePreview): Promise<FollowRound> {
  const polled = await poll(parts, preview.index);
  const hasNews = polled.comparisons.length > 0 && hasNewsOf(parts, preview.index, polled);
  if (hasNews && !isOver(parts)) return useState(parts, (state) => handle(parts, state, polled), preview);
  if (polled.failure !== undefined) throw polled.failure;
  const nextAt = hasNews ? parts.context.clock.now() : polled.nextAt;
  const left = hasNews || polled.isCutOff;
  return { events: [], setAside: await preview.readSetAside(), nextAt, left, locked: false };
}

async function poll(parts: RoundParts, index: Pick<IndexContent, "requests" | "supplierId" | "lists">): Promise<Poll> {
  const { clock } = parts.context;
  const { entries, supplierId } = knownLists(index);
  const known = { entries, supplierId, responses: noResponses(), hashes: index.lists };
  const comparisons: OwnedComparison[] = [];
  let failure: AnyRegError | undefined;
  const onFailure = (error: AnyRegError) => {
    failure ??= error;
  };
  const notice = (comparison: OwnedComparison) => void comparisons.push(comparison);
  const reading = await readLists(parts, { known, notice, onFailure });
  if (reading.isCutOff && comparisons.length === 0) onFailure(deadlineError(parts.options));
  const canReadMore = comparisons.length > 0 && reading.pause === 0 && parts.options.on.notification !== undefined;
  const isCutOff = reading.isCutOff || (canReadMore && isOver(parts));
  const { listed: notifications, pause } =
    canReadMore && !isCutOff ? await readNotifications(parts) : { listed: undefined, pause: 0 };
  const nextAt = Math.max(Math.ceil(clock.now() + reading.next - clock.monotonic()), clock.now() + pause);
  // Without the responses: handlers may run for minutes.
  return { comparisons, entries, notifications, nextAt: isCutOff ? clock.now() : nextAt, isCutOff, failure };
}

/** Whether a poll has shown anything that the index does not have, or something is due. */
function hasNewsOf({ options }: RoundParts, index: IndexContent, { comparisons, notifications }: Poll): boolean {
  const { begun, requests, supplierId, setAside } = index;
  for (const { kind, differences, isComplete, supplierId: shown } of comparisons)
    if (differences.size > 0 || (isComplete && !begun.has(kind)) || (shown ?? supplierId) !== supplierId) return true;
  for (const request of requests.values()) if (isDue(request)) return true;
  if (options.giveBack?.some((id) => setAside.includes(id))) return true;
  if (options.on.notification !== undefined && [...index.notifications.values()].includes(true)) return true;
  if (notifications === undefined) return false;
  for (const key of notifications.keys()) if (!index.notifications.has(key)) return true;
  return !begun.has("notification") || hasOldNotifications(index.notifications, notifications);
}

/** Opens the state for an action, and closes it. */
async function useState(
  { context, options, stop }: RoundParts,
  action: (state: FollowState) => Promise<FollowRound>,
  preview?: StatePreview,
): Promise<FollowRound> {
  const stateContext = { ...stateContextOf({ context, options }), preview };
  let state: FollowState;
  try {
    state = await FollowState.open(options.state, stateContext, (error) => stop.abort(error));
  } catch (error) {
    if (!isLocked(error)) throw error;
    return lockedRound({ context, options });
  }
  let round: FollowRound;
  try {
    round = await action(state);
  } catch (error) {
    await state.close().catch(() => {});
    throw error;
  }
  await state.close();
  return round;
}

async function handle(parts: RoundParts, state: FollowState, polled: Poll): Promise<FollowRound> {
  const { context, options, stop, endsAt } = parts;
  const { clock } = context;
  const follower = new Follower({ ...parts, state, givenBack: new Set(options.giveBack) });
  const cancel = endsAt === undefined ? () => {} : clock.schedule(() => stop.expire(), endsAt - clock.monotonic());
  const { handled: events, isUnnoted, dueAt, failure } = await follower.runOnce(polled);
  cancel();
  noteLists(state, polled);
  const isLost = !stop.byCaller && isLocked(stop.reason ?? failure?.error);
  if (isLost && !isUnnoted) return { ...lockedRound(parts), events };
  // Without a reason, the deadline has passed or the client is being closed.
  if (stop.aborted && (stop.byCaller || stop.reason !== undefined)) throw stop.reason;
  if (failure !== undefined) throw failure.error;
  if (polled.failure !== undefined) throw polled.failure;
  const isEnded = stop.aborted && !stop.hasExpired;
  const nextAt = isEnded ? clock.now() : Math.min(polled.nextAt, dueAt);
  const left = isEnded || polled.isCutOff || Number.isFinite(dueAt);
  return { events, setAside: state.setAside, nextAt, left, locked: false };
}

/** Notes the lists that show exactly what the index has, so that the next rounds need not compare their entries. */
function noteLists(state: FollowState, { comparisons, entries }: Poll): void {
  const known = knownLists(state);
  for (const { kind, isComplete, hash } of comparisons) {
    const [listed, noted] = [entries[kind], known.entries[kind]];
    const isSame = ([id, { fingerprint }]: [string, Entry]) => noted.get(id)?.fingerprint === fingerprint;
    if (hash !== undefined && isComplete && listed.size === noted.size && [...listed].every(isSame))
      state.noteList(kind, hash);
  }
}

/** The result of a round while another process uses the state, or since it has taken it over. */
function lockedRound({ context, options }: Pick<RoundParts, "context" | "options">): FollowRound {
  const nextAt = context.clock.now() + (options.every ?? 60_000);
  return { events: [], setAside: [], nextAt, left: false, locked: true };
}

function stateContextOf({ context, options }: Pick<RoundParts, "context" | "options">): FollowStateContext {
  return { baseUrl: context.baseUrl, clock: context.clock, account: options.account };
}
