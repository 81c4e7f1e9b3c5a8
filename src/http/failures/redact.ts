import type { Call } from "../call.js";

/** Stands where something was taken out. */
const redacted = "[redacted]";

/** So many characters of a secret give it away, whatever follows them: a service may cut what it repeats. */
const tellingLength = 12;

/** `Bearer` and what follows it, also percent-encoded: whatever it is, it stood where a token stands. */
const bearer = /bearer(?:[\s:=+]|%20|%3a)+["']?[\w\-.~+/%=]+/gi;

/**
 * Makes what takes a call's secrets out of a text: its token, and all that a form holds, which may be a client's
 * secret. A service, a proxy or the user's own `fetch` may repeat them as they are, in other case, percent-encoded
 * or cut.
 */
export function redactor(call: Pick<Call, "operation" | "body" | "progress">): (text: string) => string {
  const patterns = secretsOf(call).map(patternOf);
  return (text) =>
    [bearer, ...patterns].reduce((clean, pattern) => clean.replaceAll(pattern, redacted), text);
}

function secretsOf({ operation, body, progress: { token } }: Parameters<typeof redactor>[0]): string[] {
  const fields = operation.input === "form" && typeof body === "string" ? [...new URLSearchParams(body)] : [];
  const values = fields.filter(([name]) => name !== "grant_type").map(([, value]) => value);
  return [token ?? "", ...values].filter((secret) => secret !== "");
}

/** The secret as a whole if it is short, otherwise all that begins as it does. */
function patternOf(secret: string): RegExp {
  const characters = [...secret];
  const start = characters.slice(0, tellingLength).map(writings).join("");
  return new RegExp(characters.length < tellingLength ? start : `${start}[\\w\\-.~+/%=\\\\]*`, "gi");
}

/** A character in all ways in which it may be written. */
function writings(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const encoded = bytes.map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
  if (/\w/.test(character)) return `(?:${character}|${encoded})`;
  const plain = `\\\\?${character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")}`;
  return character === " " ? `(?:${plain}|\\+|${encoded})` : `(?:${plain}|${encoded})`;
}
