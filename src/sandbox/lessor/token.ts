import type { Exchange, Handler } from "../core/handler.js";
import type { Reply } from "../core/reply.js";
import type { Credentials } from "./credentials.js";

const lifetimeSeconds = 3600;
const headers = { "cache-control": "no-store" };

/** The client credentials grant (RFC 6749 §4.4), by form body only, with the error answers of §5.2. */
export function createToken({ clientId, clientSecret }: Credentials): Handler {
  return async (exchange) => {
    const form = await readForm(exchange);
    if (form === undefined)
      return refuse(400, "invalid_request", "The body must be a form, without repeated fields.");
    const { grant_type: grant, client_id: id, client_secret: secret } = form;
    if (grant === undefined) return refuse(400, "invalid_request", "grant_type is missing.");
    if (grant !== "client_credentials")
      return refuse(400, "unsupported_grant_type", "Only client_credentials is supported.");
    if (id !== clientId || secret !== clientSecret)
      return refuse(401, "invalid_client", "The client is not known.");
    const access_token = await exchange.tokens.issue("lessor", clientId, lifetimeSeconds * 1000);
    return {
      status: 200,
      headers,
      json: { access_token, token_type: "Bearer", expires_in: lifetimeSeconds },
    };
  };
}

async function readForm({ request }: Exchange): Promise<Record<string, string> | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  const fields = [...new URLSearchParams(await request.text())];
  const form = Object.fromEntries(fields);
  return Object.keys(form).length === fields.length ? form : undefined;
}

function refuse(status: number, error: string, description: string): Reply {
  return { status, headers, json: { error, error_description: description } };
}
