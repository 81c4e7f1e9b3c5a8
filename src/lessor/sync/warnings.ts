import type { Comparisons } from "./comparisons.js";
import type { FleetSyncWarning } from "./types.js";

/** What a run has seen that its report warns of. */
export interface Observations {
  /** The number of vehicles of the source that the state knew, and of those that it did not know. */
  readonly known: number;
  readonly new: number;
  /** The number of items whose license plate an earlier item has. */
  readonly repeated: number;
  /** Whether the state had no source before this run. */
  readonly hasNewSource: boolean;
  /** Whether everything was sent because an earlier run with `force` did not end. */
  readonly continuesForce: boolean;
  readonly comparisons: Comparisons;
}

/** So few new vehicles are usual, also in a small fleet. */
const fewNewVehicles = 10;

/** A larger part of the vehicles that is new is not usual. */
const largePart = 0.1;

/** Describes what is unusual, but no failure. */
export function describeWarnings(seen: Observations): readonly FleetSyncWarning[] {
  const warnings: FleetSyncWarning[] = [];
  const warn = (code: FleetSyncWarning["code"], message: string) => warnings.push({ code, message });
  const isNewState = seen.known === 0 && seen.new > 0;
  if (isNewState)
    warn(
      "new-state",
      "the state is new: it knew none of the vehicles, as is expected in a first run only. Use the same state in each run: a vehicle that it never knew is never removed as missing",
    );
  if (!isNewState && seen.new > Math.max(fewNewVehicles, largePart * (seen.known + seen.new)))
    warn(
      "many-new-vehicles",
      `the state did not know ${seen.new} of ${seen.known + seen.new} vehicles. That is expected after a first run that did not reach its end; otherwise, check that the license plates are read from the right field`,
    );
  if (seen.repeated > 0)
    warn(
      "repeated-vehicles",
      `the source has ${seen.repeated} items with the license plate of an earlier item: they are sent in the order of the source, and the last one counts`,
    );
  if (seen.hasNewSource && seen.known > 0)
    warn("source-named", "the state had no source until now: other sources can no longer use it");
  if (seen.continuesForce)
    warn("force-continued", "everything was sent, because an earlier run with force had not ended");
  for (const message of seen.comparisons.describe()) warn("not-verified", message);
  return warnings;
}
