import type { JourneyParts } from "./parts.js";
import type { RequestChange } from "./watch-change.js";
import { startOfSight } from "./watch-comparison.js";
import { readCursor } from "./watch-cursor.js";
import { follow } from "./watch-loop.js";
import { checkWatchOptions, type WatchOptions } from "./watch-options.js";
import { WatchStop } from "./watch-stop.js";

export type { RequestChange } from "./watch-change.js";

/** Gives the changes of the open requests, as long as nobody ends it. */
export function watch(
  parts: JourneyParts,
  options: WatchOptions = {},
): AsyncGenerator<RequestChange, void, undefined> {
  const operationId = `${parts.kind === "damage" ? "damageServiceRequests" : "serviceRequests"}.watch`;
  checkWatchOptions(options, operationId);
  const { cursor, licensePlate } = options;
  // Without the plate, which is personal.
  const scope = licensePlate === undefined ? parts.kind : `${parts.kind}/vehicle`;
  const start = cursor === undefined ? undefined : readCursor(scope, cursor, operationId);
  const stop = new WatchStop();
  const changes = follow({ parts, options: { ...options }, operationId, scope, stop }, startOfSight(start));
  const end = changes.return.bind(changes);
  // A generator alone would wait for its next change before it returns.
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}
