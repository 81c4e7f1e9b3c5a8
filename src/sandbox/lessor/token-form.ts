import type { Exchange } from "../core/handler.js";

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
export function readTokenForm({ request, body }: Pick<Exchange, "request" | "body">): TokenForm | string {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return "The body must be a form, sent as application/x-www-form-urlencoded.";
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const names = [...fields.keys()];
  if (new Set(names).size < names.length) return "No field of the form may be repeated.";
  const field = (name: string) => fields.get(name) || undefined;
  return { grant: field("grant_type"), id: field("client_id"), secret: field("client_secret") };
}
