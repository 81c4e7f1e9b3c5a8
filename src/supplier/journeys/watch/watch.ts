import { groupOf } from "../../request-kind.js";
import type { JourneyParts } from "../parts.js";
import type { RequestChange } from "./change.js";
import { readCursor, scopeOf } from "./cursor.js";
import { follow } from "./loop.js";
import { checkWatchOptions, type WatchOptions } from "./options.js";
import { WatchStop } from "./stop.js";

/** Gives the changes of the open requests, as long as nobody ends it. */
export function watch(
  parts: JourneyParts,
  options: WatchOptions = {},
): AsyncGenerator<RequestChange, void, undefined> {
  const operationId = `${groupOf[parts.kind]}.watch`;
  checkWatchOptions(options, operationId);
  const { cursor, licensePlate } = options;
  const scope = scopeOf(parts, licensePlate);
  const start = cursor === undefined ? undefined : readCursor(scope, cursor, operationId);
  const stop = new WatchStop();
  const changes = follow({ parts, options: { ...options }, operationId, scope, start, stop });
  const end = changes.return.bind(changes);
  // A generator alone would wait for its next change before it returns.
  changes.return = (value) => {
    stop.abort();
    return end(value);
  };
  return changes;
}
