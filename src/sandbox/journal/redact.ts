import { createHash } from "node:crypto";
import { parseProblem } from "../../errors/problem.js";
import type { JsonSchema } from "../../generated/bodies.js";
import { readText } from "../../http/body.js";
import { type CheckSchema, documents, formOf, formsOf, isSchema, propertyOf } from "../schema/checker.js";
import { typed } from "../schema/request.js";
import type { Route, SandboxOperation } from "../server/router.js";
import type { Api } from "../tokens.js";
import type { JournalEntry, RecordedFile } from "./entry.js";

/** Stands for a value that is not kept. */
export const redacted = "[redacted]";

/**
 * A JSON value with only what its schema declares and does not mark with `x-reg-sensitive`; everything else becomes
 * `[redacted]`, and so does a value that does not fit what is declared: nobody knows what it is. The names of fields
 * stay.
 */
export function redact(check: CheckSchema, api: Api, schema: JsonSchema, value: unknown): unknown {
  const definitions = documents[api].schemas;
  const walk = (each: unknown, forms: readonly JsonSchema[]): unknown => {
    if (forms.length === 0 || forms.some((form) => form["x-reg-sensitive"] === true)) return redacted;
    if (each === null) return each;
    if (Array.isArray(each)) {
      const items = forms.flatMap((form) => formsOf(form["items"], definitions));
      return each.map((item) => walk(item, items));
    }
    if (typeof each === "object") {
      const fields = Object.entries(each).map(([name, field]) => {
        const declared = forms.flatMap((form) => formsOf(propertyOf(form, name), definitions));
        return [name, walk(field, declared)];
      });
      return Object.fromEntries(fields);
    }
    const fits = forms.some((form) => isOfScalar(form) && check(api, form, each).length === 0);
    return fits ? each : redacted;
  };
  return walk(value, formsOf(schema, definitions));
}

/** A schema that says nothing about the type declares no value either. */
function isOfScalar({ type, enum: values, const: value }: JsonSchema): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return (
    values !== undefined ||
    value !== undefined ||
    types.some((each) => ["string", "number", "integer", "boolean"].includes(String(each)))
  );
}

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

/**
 * The same text for two bodies that say the same: JSON whatever the order of its fields, anything else byte by byte,
 * with the name of the file in the headers and without the boundary of a form, which is another each time.
 */
export function digestOf(json: unknown, headers: Headers, bytes: Uint8Array): string {
  const content = json === undefined ? withoutBoundary(headers, bytes) : JSON.stringify(canonical(json));
  const text = [mediaType(headers), headers.get("content-disposition"), content].join("\n");
  return createHash("sha256").update(text).digest("base64");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, field]) => [name, canonical(field)]);
}

function withoutBoundary(headers: Headers, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const boundary = /boundary="?([^";]+)/i.exec(headers.get("content-type") ?? "")?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "");
}

/** The values in a path, those that are what the document says of them. */
export function recordedParams(
  check: CheckSchema,
  { operation: { api, id }, params }: Route,
): JournalEntry["params"] {
  const { path = {} } = formOf(api, id);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, kept(check, api, path[name], value)]),
  );
}

/** The declared parameters only: what else stands in a query may be a secret, name and all. */
export function recordedQuery(
  check: CheckSchema,
  { operation: { api, id } }: Route,
  given: URLSearchParams,
): JournalEntry["query"] {
  const declared = Object.entries(formOf(api, id).query ?? {}).filter(([name]) => given.has(name));
  return Object.fromEntries(
    declared.map(([name, schema]) => {
      const each = schema["type"] === "array" ? schema["items"] : schema;
      return [name, given.getAll(name).map((value) => kept(check, api, each, value))];
    }),
  );
}

function kept(check: CheckSchema, api: Api, schema: unknown, value: string): string {
  const fits = isSchema(schema) && check(api, schema, typed(value, schema)).length === 0;
  return fits ? value : redacted;
}

/** What the journal keeps of an error answer; nothing of any other one. */
export async function problemIn(response: Response): Promise<Pick<JournalEntry, "codes" | "traceId">> {
  if (response.status < 400) return { codes: [], traceId: undefined };
  const { errors, traceId } = parseProblem(await jsonOf(response));
  const codes = errors.map(({ code }) => code).filter((code) => /^(REG|SANDBOX)-[\w-]{1,60}$/.test(code));
  return { codes: [...new Set(codes)], traceId };
}

/** No error body of the service comes near; a fault may answer with far more. */
const longestProblem = 65_536;

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response.clone(), longestProblem));
  } catch {
    return undefined;
  }
}
