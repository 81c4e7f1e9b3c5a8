import { isObject } from "../base/json.js";
import { RegApiError, RegError, RegTokenError } from "../errors/errors.js";
import { messageWithoutOperation } from "../errors/messages.js";
import { lessorTokenOperations } from "../generated/lessor/operations.js";
import { parseBearerToken } from "../http/authorization/bearer-token.js";
import { type IssuedToken, longestLifetime } from "../http/authorization/token-store.js";
import type { Execute } from "../http/execute.js";

/** The credentials of a lessor, issued by the operator (lessor-api.md §5). */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const operation = lessorTokenOperations["token.create"];

/** Requests a token: client credentials grant with a form body (RFC 6749 §4.4). */
export async function requestToken(
  execute: Execute,
  { clientId, clientSecret }: ClientCredentials,
): Promise<IssuedToken> {
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  try {
    return await execute(operation, { body }, ({ data }) => parseTokenResponse(data));
  } catch (error) {
    if (error instanceof RegTokenError || !RegError.is(error)) throw error;
    throw toTokenError(error);
  }
}

/**
 * Reads the fields of a token response that are used (RFC 6749 §5.1); it may have more. No error message contains any
 * part of it, because it is a secret.
 */
function parseTokenResponse(data: unknown): IssuedToken {
  const { access_token: token, token_type: type, expires_in: expiresIn } = isObject(data) ? data : {};
  if (typeof token !== "string" || typeof type !== "string" || !/^(undefined|number|string)$/.test(typeof expiresIn))
    throw invalidResponse("must have access_token and token_type, and expires_in must be a number if present");
  if (type.toLowerCase() !== "bearer") throw invalidResponse("must have the token_type Bearer");
  return { token: parseToken(token), lifetimeMs: parseLifetime(expiresIn) };
}

function parseToken(token: string): string {
  try {
    return parseBearerToken(token);
  } catch {
    throw invalidResponse("has an access_token that does not fit into a header");
  }
}

/** Converts `expires_in` from seconds. A token without it is valid until the service rejects it. */
function parseLifetime(expiresIn: unknown): number {
  if (expiresIn === undefined) return Number.POSITIVE_INFINITY;
  const seconds = typeof expiresIn === "string" && !/^\d+$/.test(expiresIn) ? Number.NaN : Number(expiresIn);
  if (!(seconds >= 0)) throw invalidResponse("has an expires_in that is not a number of seconds");
  return Math.min(seconds * 1000, longestLifetime);
}

const invalidResponse = (problem: string) =>
  new RegTokenError(`the response of the token endpoint ${problem}`, { operationId: operation.id });

function toTokenError(error: RegError): RegTokenError {
  const { oauthError, retryAfterMs } = error instanceof RegApiError ? error : {};
  const hint = oauthError === "invalid_client" ? "; check clientId and clientSecret" : "";
  const reason = oauthError ?? messageWithoutOperation(error);
  return new RegTokenError(`the token endpoint issued no token (${reason})${hint}`, {
    operationId: operation.id,
    oauthError,
    retryAfterMs,
    cause: error,
  });
}
