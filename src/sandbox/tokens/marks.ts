import type { Api } from "./tokens.js";

/** How far the tokens of an API have come. Each token of an API has a serial number, the first one 1. */
export interface TokenMarks {
  /** The serial number of the last token. */
  issued: number;
  /** Tokens with a lower serial number are revoked. */
  revokedBefore: number;
}

/** The marks of both APIs while no token has been issued. */
export function firstMarks(): Readonly<Record<Api, TokenMarks>> {
  return { supplier: { issued: 0, revokedBefore: 0 }, lessor: { issued: 0, revokedBefore: 0 } };
}
