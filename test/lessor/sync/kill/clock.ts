import type { Clock } from "@reg/sdk";
import { systemClock } from "../../../../src/base/clock.js";

/** Creates a clock on which durations and waits are so many times faster; limits stay as they are. */
export function fasterClock(pace: number): Clock {
  return {
    ...systemClock,
    monotonic: () => systemClock.monotonic() * pace,
    schedule: (task, delay, purpose) => systemClock.schedule(task, purpose === "wait" ? delay / pace : delay, purpose),
  };
}
