import { longestTimer } from "./clock.js";

/** A timer that can rest: it stays armed while nobody needs it, and meanwhile lets the process end. */
export interface Timer {
  cancel(): void;
  /** Nobody needs it for the moment. */
  rest(): void;
  /** It is needed again. False if it may never fire any more: then another one has to be armed. */
  resume(): boolean;
}

/** Arms one; undefined if none can be had now, and one of the clock's has to do. */
export type ArmTimer = (task: () => void, delay: number) => Timer | undefined;

/** A test may put others in their place for a while, and forget all that are armed: of those none may rest. */
const { setTimeout: arm, clearTimeout: disarm } = globalThis;

/** Arms a timer of the machine, which runs `task` once, `delay` milliseconds from now. */
export const armTimer: ArmTimer = (task, delay) => {
  if (globalThis.setTimeout !== arm || delay > longestTimer) return undefined;
  const timer = arm(task, delay);
  // Such as jsdom's, which are numbers.
  if (typeof timer !== "object") return void disarm(timer);
  return {
    cancel: () => disarm(timer),
    rest: () => void timer.unref(),
    resume() {
      timer.ref();
      return globalThis.setTimeout === arm;
    },
  };
};
