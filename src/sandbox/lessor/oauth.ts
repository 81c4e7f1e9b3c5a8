import { createHash, timingSafeEqual } from "node:crypto";
import type { Handler, HandlerContext } from "../server/context.js";
import type { Reply } from "../server/reply.js";

/** What a token request says in its form. A field that is missing or empty is undefined. */
export interface TokenForm {
  readonly grant: string | undefined;
  readonly id: string | undefined;
  readonly secret: string | undefined;
}

/**
 * Reads the form of a token request. Fields that are not known are ignored, and one without a value counts as
 * left out (RFC 6749 §3.2).
 *
 * @returns a sentence that says what is wrong, for a body that is no form or repeats a field
 */
function readTokenForm({ request, body }: Pick<HandlerContext, "request" | "body">): TokenForm | string {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return "The body must be a form, sent as application/x-www-form-urlencoded.";
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const names = [...fields.keys()];
  if (new Set(names).size < names.length) return "No field of the form may be repeated.";
  const field = (name: string) => fields.get(name) || undefined;
  return { grant: field("grant_type"), id: field("client_id"), secret: field("client_secret") };
}

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
