import { throwIfAborted } from "../../../http/time/cancellation.js";
import { sleep, unlessAborted } from "../../../http/time/waiting.js";
import type { JourneyParts } from "../parts.js";
import type { RequestChange } from "./change.js";
import {
  type Comparison,
  compare,
  fingerprintsAfter,
  type Sight,
  type Step,
  startOfSight,
} from "./comparison.js";
import { writeCursor } from "./cursor.js";
import { checkList, mayPass, pauseAfter } from "./errors.js";
import type { WatchOptions } from "./options.js";
import type { WatchStop } from "./stop.js";

/** What a watch works with. */
export interface Watch {
  readonly parts: JourneyParts;
  readonly options: WatchOptions;
  readonly operationId: string;
  readonly scope: string;
  /** The fingerprints of the cursor; undefined without one. */
  readonly start: ReadonlyMap<string, string> | undefined;
  readonly stop: WatchStop;
}

/** Polls and gives the changes; ends only by throwing: the reason if it is stopped, or what cannot pass. */
export async function* pollForChanges(watch: Watch): AsyncGenerator<RequestChange, never, undefined> {
  const { parts, options, scope, start, stop } = watch;
  const { clock } = parts;
  for (let before = startOfSight(start); ; ) {
    const { found, pause } = await poll(watch, before);
    const next = clock.monotonic() + Math.max(options.every ?? 60_000, pause);
    for (const [index, step] of found.steps.entries()) {
      throwIfAborted(stop);
      yield changeOf(step, () => writeCursor(scope, fingerprintsAfter(index + 1, found)));
    }
    before = found.after;
    await sleep(clock, next - clock.monotonic(), stop);
  }
}

/** Asks for the list once. What may pass is no difference, and the listener's business. */
async function poll(
  { parts, options, operationId, stop }: Watch,
  before: Sight,
): Promise<{ readonly found: Comparison; readonly pause: number }> {
  const { licensePlate, priority = 9, onError } = options;
  try {
    const query = licensePlate === undefined ? undefined : { licensePlate };
    const list = await parts.requests.list(query, { priority, signal: stop.signal });
    return { found: compare(before, checkList(list, operationId)), pause: 0 };
  } catch (error) {
    throwIfAborted(stop);
    if (!mayPass(error)) throw error;
    await unlessAborted(Promise.resolve(onError?.(error)), stop);
    return { found: { before, steps: [], after: before }, pause: pauseAfter(error) };
  }
}

/** A change, whose cursor costs nothing until it is read: a first list has thousands of them. */
function changeOf(step: Step, cursor: () => string): RequestChange {
  return Object.defineProperty({ ...step, cursor: "" }, "cursor", { get: cursor });
}
