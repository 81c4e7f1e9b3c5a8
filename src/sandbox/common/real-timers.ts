import { clearTimeout, setTimeout } from "node:timers";

/**
 * The timers of the machine, for what must go on while fake timers replace the global ones: a test that moves the time
 * itself would otherwise wait for ever. They are kept here because sinon also replaces those of the module.
 */
export const realTimers = { setTimeout, clearTimeout } as const;
