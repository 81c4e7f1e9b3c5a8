import { RegResponseError } from "../../errors/client-errors.js";

/** The error for an answer, with status 200, that leaves it open whether something is there. */
export function undecided(problem: string): RegResponseError {
  return new RegResponseError(`${problem}; look for it yourself before you send anything again`, {
    status: 200,
  });
}

/**
 * The only match; undefined if there is none.
 *
 * @throws RegResponseError for several: which one was meant cannot be told
 */
export function theOnly<T>(matches: readonly T[], describe: (count: number) => string): T | undefined {
  if (matches.length > 1) throw undecided(describe(matches.length));
  return matches[0];
}
