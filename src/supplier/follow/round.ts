import { throwIfAborted } from "../../base/cancellation.js";
import { type AnyRegError, RegClosedError } from "../../errors/errors.js";
import { type FollowContext, FollowStop } from "./context.js";
import { isLocked } from "./follow.js";
import { Follower, hasOldNotifications, type PolledLists } from "./follower.js";
import { isOver, knownLists, type OwnedComparison, type Polling, readLists, readNotifications } from "./polling.js";
import { FollowState, type FollowStateContext, type IndexContent, isDue, type StatePreview } from "./state.js";
import type { FollowOnceOptions, FollowRound } from "./types.js";

/** What a round is made of. */
interface RoundParts extends Polling {
  readonly options: FollowOnceOptions;
}

/** What the service has shown in a round. */
interface Poll extends PolledLists {
  /** When the next poll is due, in milliseconds since 1970. */
  readonly nextAt: number;
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
    const preview = await FollowState.preview(options.state, stateContextOf(parts));
    // Only waiting for the lock tells whether the process that has it is alive.
    if (preview.isLocked) return await useState(parts, async (state) => handle(parts, state, await poll(parts, state)));
    return await runUnlocked(parts, preview);
  } catch (error) {
    if (!stop.aborted || stop.byCaller || error !== undefined) throw error;
    throw new RegClosedError("the client was closed; nothing was handled", { operationId: "followOnce" });
  } finally {
    unlisten();
  }
}

/** Polls without the lock, and takes it if there is something to do. */
async function runUnlocked(parts: RoundParts, preview: StatePreview): Promise<FollowRound> {
  const polled = await poll(parts, preview.index);
  const hasNews = polled.comparisons.length > 0 && hasNewsOf(parts, preview.index, polled);
  if (hasNews && !isOver(parts)) return useState(parts, (state) => handle(parts, state, polled), preview);
  if (polled.failure !== undefined) throw polled.failure;
  const nextAt = hasNews ? parts.context.clock.now() : polled.nextAt;
  return { events: [], setAside: await preview.readSetAside(), nextAt, locked: false };
}

async function poll(parts: RoundParts, index: Pick<IndexContent, "requests" | "supplierId">): Promise<Poll> {
  const { clock } = parts.context;
  const known = knownLists(index);
  const comparisons: OwnedComparison[] = [];
  let failure: AnyRegError | undefined;
  const onFailure = (error: AnyRegError) => {
    failure ??= error;
  };
  const next = await readLists({ ...parts, known, onFailure }, (comparison) => void comparisons.push(comparison));
  let nextAt = Math.ceil(clock.now() + next - clock.monotonic());
  if (parts.options.on.notification === undefined || failure !== undefined)
    return { comparisons, known, notifications: undefined, nextAt, failure };
  const { listed, pause } = await readNotifications(parts);
  nextAt = Math.max(nextAt, clock.now() + pause);
  return { comparisons, known, notifications: listed, nextAt, failure };
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
    return { events: [], setAside: [], nextAt: context.clock.now() + (options.every ?? 60_000), locked: true };
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
  const cancel = endsAt === undefined ? () => {} : clock.schedule(() => stop.abort(), endsAt - clock.monotonic());
  const { handled: events, dueAt } = await follower.runOnce(polled);
  cancel();
  // Without a reason, the deadline has passed or the client is being closed.
  if (stop.aborted && (stop.byCaller || stop.reason !== undefined)) throw stop.reason;
  if (polled.failure !== undefined) throw polled.failure;
  const nextAt = stop.aborted ? clock.now() : Math.min(polled.nextAt, dueAt);
  return { events, setAside: state.setAside, nextAt, locked: false };
}

function stateContextOf({ context, options }: Pick<RoundParts, "context" | "options">): FollowStateContext {
  return { baseUrl: context.baseUrl, clock: context.clock, account: options.account };
}
