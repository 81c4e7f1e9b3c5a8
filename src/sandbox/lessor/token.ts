import { createHash, timingSafeEqual } from "node:crypto";
import type { Handler } from "../core/handler.js";
import type { Reply } from "../core/reply.js";
import { readTokenForm } from "./token-form.js";

const headers = { "cache-control": "no-store", pragma: "no-cache" };
const formOnly = "The credentials are taken from the form body only, as client_id and client_secret.";

/**
 * The client credentials grant (lessor-api.md §5, RFC 6749 §4.4). The error answers are assumed to be those of
 * RFC 6749 §5.2.
 *
 * @param lifetimeMs how long a token is good for, rounded up to whole seconds
 */
export function createToken(lifetimeMs: number): Handler {
  const expires_in = Math.ceil(lifetimeMs / 1000);
  return async ({ request, body, state, tokens }) => {
    const form = readTokenForm({ request, body });
    if (typeof form === "string") return refuse(400, "invalid_request", form);
    const { grant, id, secret } = form;
    const usesHeader = /^basic\b/i.test(request.headers.get("authorization") ?? "");
    if (usesHeader && id === undefined && secret === undefined) return refuseHeader();
    if (usesHeader)
      return refuse(400, "invalid_request", `There are credentials in the header too. ${formOnly}`);
    if (grant === undefined) return refuse(400, "invalid_request", "grant_type is missing.");
    if (grant !== "client_credentials")
      return refuse(400, "unsupported_grant_type", "Only client_credentials is supported.");
    if (id === undefined || secret === undefined)
      return refuse(
        400,
        "invalid_request",
        `${id === undefined ? "client_id" : "client_secret"} is missing. ${formOnly}`,
      );
    const client = state.lessorClients.get(id);
    const isRight = isSame(secret, client?.clientSecret ?? "");
    if (client === undefined || !isRight)
      return refuse(401, "invalid_client", "The client is not known, or its secret is another.");
    if (client.disabled) return refuse(400, "unauthorized_client", "The client has been disabled.");
    const access_token = await tokens.issue("lessor", client.clientId, expires_in * 1000);
    return { status: 200, headers, json: { access_token, token_type: "Bearer", expires_in } };
  };
}

/** Takes equally long wherever two texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refuse(status: number, error: string, description: string): Reply {
  return { status, headers, json: { error, error_description: description } };
}

/** An attempt by header is answered with 401 and the scheme that was tried (RFC 6749 §5.2). */
function refuseHeader(): Reply {
  const reply = refuse(401, "invalid_client", formOnly);
  return { ...reply, headers: { ...headers, "www-authenticate": 'Basic realm="sandbox"' } };
}
