import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle, type Throttle, type ThrottleOptions } from "../../../src/http/throttle/throttle.js";
import type { Permit, Turn } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

export const minute = 60_000;

/** One who asks for a unit. */
export function turn(details: Partial<Turn> = {}): Turn {
  return {
    priority: 5,
    cancellation: new CallCancellation(),
    longestPause: Number.POSITIVE_INFINITY,
    operationId: "lessors.list",
    ...details,
  };
}

/** Takes a unit that must be there. */
export function takeNow(throttle: Throttle, details: Partial<Turn> = {}): Permit {
  const permit = throttle.take(turn(details));
  if (permit instanceof Promise) throw new Error("a unit was expected, and there was none");
  return permit;
}

/** Begins to wait for a unit, which must not be there. */
export function wait(throttle: Throttle, details: Partial<Turn> = {}): Promise<Permit> {
  const permit = throttle.take(turn(details));
  if (!(permit instanceof Promise)) throw new Error("no unit was expected, and there was one");
  return permit;
}

/** A throttle of which some units are in use already; those who `join` are noted as `served` in their order. */
export function throttleInUse(
  used: number,
  { clock = new ManualClock(), ...options }: ThrottleOptions & { clock?: ManualClock } = {},
) {
  const throttle = createThrottle({ limit: 1, window: minute, clock, ...options });
  const permits = Array.from({ length: used }, () => takeNow(throttle));
  const served: string[] = [];
  const join = (name: string, details: Partial<Turn> = {}) => {
    const permit = wait(throttle, details);
    permit.then(() => served.push(name)).catch(() => {});
    return permit;
  };
  return { clock, throttle, permits, served, join };
}
