import { clearTimeout, setTimeout } from "node:timers";

/**
 * The timers of the machine, for what must go on while a test has replaced the global ones by fake timers: without them,
 * the sandbox would wait for time that the test does not pass. They are read once, because sinon also replaces those of
 * the module.
 */
export const realTimers = { setTimeout, clearTimeout } as const;
