import { editDistance } from "../../errors/nearest.js";

/** How many codes are named for one that is not known. */
const most = 3;

/** How many letters a slip gets wrong at most. */
const slip = 2;

/** What is said of a code that cannot be explained, and whether the service may have it nevertheless. */
export function sayUnknown(code: string, all: readonly string[]): string {
  const wanted = code.trim().toUpperCase();
  if (wanted.startsWith("SANDBOX-"))
    return `"${code}" stands for no rule of this package: it is the sandbox's own, if the sandbox answered it. The description beside it in the answer says what is wrong, and the ledger (src/sandbox/LEDGER.md) which rule it is.`;
  const near = nearCodes(wanted, all);
  const advice = near.length > 0 ? `near it: ${near.join(", ")}` : "nothing is near it";
  return `"${code}" is not known; ${advice}.`;
}

/**
 * The codes that may be meant, nearest first: those with the same number, then those with the text in them, then those
 * that are a slip away. A number tells codes apart, so that another one is no reason to name a code.
 */
function nearCodes(wanted: string, all: readonly string[]): string[] {
  const number = numberIn(wanted);
  const far = (code: string) => {
    if (number !== undefined && numberIn(code) === number) return 0;
    return wanted.length > 2 && code.includes(wanted) ? 1 : 1 + editDistance(wanted, code);
  };
  return all
    .map((code) => ({ code, distance: far(code) }))
    .filter(({ distance }) => distance <= 1 + slip)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ code }) => code);
}

/** The number that a code ends with, without zeros before it. */
function numberIn(code: string): number | undefined {
  const digits = /\d+$/.exec(code)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
