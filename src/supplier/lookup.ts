import { RegInputError, RegResponseError } from "../errors/errors.js";

/*
 * What the lookups of requests and invoices have in common.
 */

/**
 * Whether what the service shows in place of a key may be another form of the one that was sent: not a text, without a
 * letter or digit, padded with blanks or zeros, or in another case or Unicode form.
 */
export function mayBeKey(shown: unknown, sent: string): boolean {
  if (typeof shown !== "string") return true;
  return ["", plainKey(sent)].includes(plainKey(shown));
}

/**
 * Whether what the service shows may be the beginning or the end of the key that was sent. The keys of a supplier who
 * counts look the same, such as WO-1 and WO-10, so the callers compare what else is known.
 */
export function mayBeCutKey(shown: string, sent: string): boolean {
  const [whole, part] = [plainKey(sent), plainKey(shown)];
  return whole.startsWith(part) || whole.endsWith(part);
}

function plainKey(key: string): string {
  return key
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+/, "");
}

/**
 * Rejects a whole client that is passed instead of a group of its requests.
 *
 * @param list the function that the lookup calls
 * @throws RegInputError unless it is a function
 */
export function checkRequests(list: unknown): void {
  if (typeof list !== "function")
    throw new RegInputError("requests", "must be supplier.serviceRequests or supplier.damageServiceRequests");
}

/**
 * The only match; undefined if there is none.
 *
 * @throws RegResponseError for several, because it is not known which one is meant
 */
export function onlyMatch<T>(matches: readonly T[], describe: (count: number) => string): T | undefined {
  if (matches.length > 1) throw ambiguousResult(describe(matches.length));
  return matches[0];
}

/** The error for a response with status 200 that does not show whether something exists. */
export function ambiguousResult(problem: string, cause?: unknown): RegResponseError {
  return new RegResponseError(`${problem}; look for it yourself before you send anything again`, {
    status: 200,
    cause,
  });
}

/** The error after a success that shows nothing of what was sent, as that of a gateway, if the service has it not. */
export function unconfirmed(what: string): RegResponseError {
  return new RegResponseError(
    `the response to ${what} is an empty success, and the service does not show what was sent: perhaps a gateway responded, so check baseUrl. It may still be processed`,
    { status: 200, outcome: "unknown" },
  );
}
