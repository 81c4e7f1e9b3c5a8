import { createThrottle, type Throttle, type ThrottleOptions } from "@reg/sdk";
import { CallCancellation } from "../../../src/base/cancellation.js";
import type { Permit, Turn } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

export const minute = 60_000;

/** Creates a request for a unit. */
export function turn(details: Partial<Turn> = {}): Turn {
  return {
    priority: 5,
    cancellation: new CallCancellation(),
    longestPause: Number.POSITIVE_INFINITY,
    operationId: "lessors.list",
    ...details,
  };
}

/** Takes a unit; fails the test if none is free. */
export function takeNow(throttle: Throttle, details: Partial<Turn> = {}): Permit {
  const permit = throttle.take(turn(details));
  if (permit instanceof Promise) throw new Error("no unit is free");
  return permit;
}

/** Begins to wait for a unit; fails the test if one is free. */
export function wait(throttle: Throttle, details: Partial<Turn> = {}): Promise<Permit> {
  const permit = throttle.take(turn(details));
  if (!(permit instanceof Promise)) throw new Error("a unit is free");
  return permit;
}

/** Creates a throttle with some units in use; `served` lists the calls that joined its queue and were served. */
export function throttleInUse(
  used: number,
  { clock = new ManualClock(), ...options }: ThrottleOptions & { clock?: ManualClock } = {},
) {
  const maxInFlight = Number.POSITIVE_INFINITY;
  const throttle = createThrottle({ limit: 1, maxInFlight, window: minute, clock, ...options });
  const permits = Array.from({ length: used }, () => takeNow(throttle));
  const served: string[] = [];
  const join = (name: string, details: Partial<Turn> = {}) => {
    const permit = wait(throttle, details);
    permit.then(() => served.push(name)).catch(() => {});
    return permit;
  };
  return { clock, throttle, permits, served, join };
}

/** Returns the largest number of times in any period of `windowMs` that excludes its end. */
export function maxInAnyWindow(windowMs: number, times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let first = 0;
  return sorted.reduce((max, time, index) => {
    while ((sorted[first] ?? 0) <= time - windowMs) first += 1;
    return Math.max(max, index - first + 1);
  }, 0);
}
