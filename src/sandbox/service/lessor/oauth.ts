import { isSame } from "../../common/secrets.js";
import type { Reply } from "../../messages/reply.js";
import type { Handler, HandlerContext } from "../state/context.js";

const noStore = { "cache-control": "no-store", pragma: "no-cache" };
const formOnly = "The credentials are taken from the form body only, as client_id and client_secret.";

/**
 * Creates the handler of the client credentials grant (lessor-api.md §5, RFC 6749 §4.4). Its error responses are
 * assumed to follow RFC 6749 §5.2.
 *
 * @param lifetimeMs the lifetime of a token in milliseconds, rounded up to whole seconds
 */
export function createToken(lifetimeMs: number): Handler {
  const expires_in = Math.ceil(lifetimeMs / 1000);
  return async (context) => {
    const { httpRequest, state, tokens } = context;
    const form = parseTokenForm(context);
    if (typeof form === "string") return oauthError(400, "invalid_request", form);
    const { grantType, clientId, clientSecret } = form;
    const usesHeader = /^basic\b/i.test(httpRequest.headers.get("authorization") ?? "");
    if (usesHeader && clientId === undefined && clientSecret === undefined) return headerError();
    if (usesHeader) return oauthError(400, "invalid_request", `There are credentials in the header too. ${formOnly}`);
    if (grantType === undefined) return oauthError(400, "invalid_request", "grant_type is missing.");
    if (grantType !== "client_credentials")
      return oauthError(400, "unsupported_grant_type", "Only client_credentials is supported.");
    if (clientId === undefined || clientSecret === undefined) {
      const missing = clientId === undefined ? "client_id" : "client_secret";
      return oauthError(400, "invalid_request", `${missing} is missing. ${formOnly}`);
    }
    const client = state.lessorClients.get(clientId);
    const isSecretRight = isSame(clientSecret, client?.clientSecret ?? "");
    if (client === undefined || !isSecretRight)
      return oauthError(401, "invalid_client", "The client is not known, or its secret is another.");
    if (client.disabled) return oauthError(400, "unauthorized_client", "The client has been disabled.");
    const access_token = await tokens.issue("lessor", client.clientId, expires_in * 1000);
    return { status: 200, headers: noStore, json: { access_token, token_type: "Bearer", expires_in } };
  };
}

interface TokenForm {
  readonly grantType: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/**
 * Parses the form of a token request. Unknown fields are ignored, and an empty field counts as left out
 * (RFC 6749 §3.2).
 *
 * @returns a sentence that describes the mistake if the body is not a form or repeats a field
 */
function parseTokenForm({ httpRequest, body }: Pick<HandlerContext, "httpRequest" | "body">): TokenForm | string {
  const type = httpRequest.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return "The body must be a form, sent as application/x-www-form-urlencoded.";
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const names = [...fields.keys()];
  if (new Set(names).size < names.length) return "No field of the form may be repeated.";
  const field = (name: string) => fields.get(name) || undefined;
  return {
    grantType: field("grant_type"),
    clientId: field("client_id"),
    clientSecret: field("client_secret"),
  };
}

function oauthError(status: number, error: string, description: string): Reply {
  return { status, headers: noStore, json: { error, error_description: description } };
}

/** Credentials in the header get 401 and the scheme that the client used (RFC 6749 §5.2). */
function headerError(): Reply {
  const reply = oauthError(401, "invalid_client", formOnly);
  return { ...reply, headers: { ...noStore, "www-authenticate": 'Basic realm="sandbox"' } };
}
