import { systemClock } from "../../http/time/clock.js";
import type { ClockMode } from "./clock.js";
import { Standstill } from "./standstill.js";
import type { Backing } from "./timers.js";

/** Makes what stands behind the tasks of a clock of each mode. */
export const backings: Readonly<Record<ClockMode, () => Backing>> = {
  running: () => (fire, delay) => systemClock.schedule(fire, delay),
  standing: () => {
    const standstill = new Standstill();
    return (_, delay, isWait) => (isWait ? standstill.watch(delay) : () => {});
  },
  jumping: () => () => () => {},
};
