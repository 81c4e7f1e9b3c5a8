const day = 24 * 60 * 60 * 1000;

/** The first instant at which a clock can begin: before 1970, the expiry of a token is no number that a JWT takes. */
export const firstInstant = 0;

/** The last instant of a clock: a year has four digits in whatever is dated by it. */
export const lastInstant = Date.parse("9999-12-31T00:00:00Z");

/** What is said of an instant outside those two. */
export const instantRange = "must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z";

/** The longest delay and the longest window of a limit, in milliseconds. */
export const longestSpan = 366 * day;

/** What is said of a longer one. */
export const spanRange = "must be at most 366 days, which is 31622400000 ms";

/** The longest life of a token, in milliseconds: ten years, with as many leap days as they can have. */
export const longestLife = 3653 * day;

/** What is said of a longer one. */
export const lifeRange = "must be at most ten years, which is 315619200000 ms";
