/** The limit of both the sandbox and the throttle. It is lower than the load, so that calls are queued. */
export const limit = 200;

/** The length of a window in milliseconds: short, so that a short run has many windows. */
export const window = 4000;

/** The lifetime of the lessor's tokens in milliseconds. */
export const tokenLifetime = 2000;

export const callers = 50;

/** Returns the vehicle that only this caller works on. */
export const licensePlateFor = (caller: number): string => `SK-${100 + caller}-T`;
