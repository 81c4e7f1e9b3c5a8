import type { SandboxOperation } from "../core/router.js";
import { documents, formOf } from "../document/forms.js";
import type { RecordedFile } from "./entry.js";
import { redact } from "./redact.js";

/** What the journal keeps of a body: see `JournalEntry.body`. */
export function recordedBody({ api, id }: SandboxOperation, headers: Headers, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const types = formOf(api, id).body ?? {};
  const schema = types["application/json"];
  if (schema !== undefined) {
    const value = parsed(bytes);
    return value === undefined ? "[unreadable]" : redact(value, schema, documents[api].schemas);
  }
  if (types["application/x-www-form-urlencoded"] !== undefined) return grantType(bytes);
  return { bytes: bytes.length, contentType: mediaType(headers) } satisfies RecordedFile;
}

/** The JSON in a body; undefined if there is none. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function grantType(bytes: Uint8Array): Readonly<Record<string, string>> {
  const grant = new URLSearchParams(new TextDecoder().decode(bytes)).get("grant_type");
  return grant === null ? {} : { grant_type: grant };
}

/** The content type, if it is one, without the parameters: a form's boundary is another each time. */
export function mediaType(headers: Headers): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/
    .exec(headers.get("content-type") ?? "")?.[0]
    .toLowerCase();
}
