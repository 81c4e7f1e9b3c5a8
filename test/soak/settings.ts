/** The limit of the sandbox and of the throttle alike: less than the callers would send, so that they have to wait. */
export const limit = 200;

/** In milliseconds: short, so that even a short run sees many windows. */
export const window = 4000;

/** Of the lessor's tokens, in milliseconds. */
export const tokenLifetime = 2000;

/** How many callers there are. */
export const callers = 50;

/** The vehicle that a caller works on, and nobody else. */
export const licensePlateOf = (caller: number): string => `SK-${100 + caller}-T`;
