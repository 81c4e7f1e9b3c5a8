import * as z from "zod/mini";
import { RegApiError, RegError, RegTokenError } from "../errors/errors.js";
import { lessorTokenOperations } from "../generated/lessor/operations.js";
import { cleanToken } from "../http/auth.js";
import type { Execute } from "../http/execute.js";
import { type IssuedToken, longestLifetime } from "../http/token-cache.js";

/** The credentials of a lessor, which the operator hands out (lessor-api.md §5). */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const operation = lessorTokenOperations["token.create"];

/** The fields of a token response that are used (RFC 6749 §5.1). */
const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.string(),
  expires_in: z.optional(z.union([z.number(), z.string()])),
});

/** Asks the token endpoint for a token: client credentials grant, form body only (RFC 6749 §4.4). */
export async function requestToken(
  execute: Execute,
  { clientId, clientSecret }: ClientCredentials,
): Promise<IssuedToken> {
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  try {
    return await execute(operation, { body }, ({ data }) => readTokenAnswer(data));
  } catch (error) {
    if (error instanceof RegTokenError || !RegError.is(error)) throw error;
    throw tokenError(error);
  }
}

/** Checks a token response; no message ever shows any of it. */
export function readTokenAnswer(data: unknown): IssuedToken {
  const response = tokenResponse.safeParse(data).data;
  if (response === undefined)
    throw refuse("holds no access_token and token_type, or another expires_in than a number");
  const { access_token, token_type, expires_in } = response;
  if (token_type.toLowerCase() !== "bearer") throw refuse("has another token_type than Bearer");
  return { token: usable(access_token), lifetimeMs: lifetimeOf(expires_in) };
}

/** `expires_in` counts seconds; a token without it is good until the service refuses it. */
function lifetimeOf(expiresIn: number | string | undefined): number {
  if (expiresIn === undefined) return Number.POSITIVE_INFINITY;
  const seconds = typeof expiresIn === "string" && !/^\d+$/.test(expiresIn) ? Number.NaN : Number(expiresIn);
  if (!(seconds >= 0)) throw refuse("has an expires_in that is no number of seconds");
  return Math.min(seconds * 1000, longestLifetime);
}

function usable(token: string): string {
  try {
    return cleanToken(token);
  } catch {
    throw refuse("holds an access_token that no header can carry");
  }
}

const refuse = (problem: string) =>
  new RegTokenError(`the answer of the token endpoint ${problem}`, { operationId: operation.id });

function tokenError(error: RegError): RegTokenError {
  const { oauthError, retryAfterMs } = error instanceof RegApiError ? error : {};
  const hint = oauthError === "invalid_client" ? "; check clientId and clientSecret" : "";
  const reason = oauthError ?? error.message.replace(`${operation.id}: `, "");
  return new RegTokenError(`the token endpoint gave no token (${reason})${hint}`, {
    operationId: operation.id,
    oauthError,
    retryAfterMs,
    cause: error,
  });
}
