import type { SandboxOperation } from "../core/router.js";
import { formOf } from "../document/forms.js";
import type { CheckSchema } from "../document/schema-checker.js";
import type { RecordedFile } from "./entry.js";
import { redact, redacted } from "./redact.js";

/** Stands for a body that is not JSON although it should be. */
export const unreadable = "[unreadable]";

/** What the journal keeps of a body: see `JournalEntry.body`. */
export function recordedBody(
  check: CheckSchema,
  { api, id }: SandboxOperation,
  headers: Headers,
  bytes: Uint8Array,
  json: unknown,
): unknown {
  if (bytes.length === 0) return undefined;
  const types = formOf(api, id).body ?? {};
  const schema = types["application/json"];
  if (schema !== undefined) return json === undefined ? unreadable : redact(check, api, schema, json);
  if (types["application/x-www-form-urlencoded"] !== undefined) return grantType(bytes);
  return { bytes: bytes.length, contentType: mediaType(headers) } satisfies RecordedFile;
}

/** The JSON of a body; undefined if there is none, or if the operation takes a file, which may hold JSON too. */
export function jsonIn({ api, id }: SandboxOperation, bytes: Uint8Array): unknown {
  if (formOf(api, id).body?.["application/json"] === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function grantType(bytes: Uint8Array): Readonly<Record<string, string>> {
  const grant = new URLSearchParams(new TextDecoder().decode(bytes)).get("grant_type");
  if (grant === null) return {};
  return { grant_type: grant === "client_credentials" ? grant : redacted };
}

/** The content type, if it is one, without the parameters: a form's boundary is another each time. */
export function mediaType(headers: Headers): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/
    .exec(headers.get("content-type") ?? "")?.[0]
    .toLowerCase();
}
