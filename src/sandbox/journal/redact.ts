import { createHash } from "node:crypto";
import { parseProblem } from "../../errors/problem.js";
import type { JsonSchema, OperationForm } from "../../generated/bodies.js";
import { readText } from "../../http/body.js";
import { type Definitions, documents, formOf, formsOf, isSchema, propertyOf } from "../schema/checker.js";
import { typed } from "../schema/request.js";
import type { CheckSchema } from "../schema/types.js";
import type { Route, SandboxOperation } from "../server/router.js";
import type { JournalEntry, RecordedFile } from "./entry.js";

/** The replacement for a value that is not recorded. */
const redacted = "[redacted]";

/** The replacement for a body that should be JSON and is not. */
export const unreadable = "[unreadable]";

/** A request of a known operation, as it was received. */
export interface ReceivedRequest {
  readonly route: Route;
  readonly request: Request;
  readonly body: Uint8Array;
  /** The JSON of the body: see `jsonIn`. */
  readonly json: unknown;
}

/** Returns the recorded parts of a request: see `JournalEntry`. */
export function recordedContent(
  check: CheckSchema,
  received: ReceivedRequest,
): Pick<JournalEntry, "params" | "query" | "body"> {
  const { api, id } = received.route.operation;
  const document: OperationDocument = {
    form: formOf(api, id),
    definitions: documents[api].schemas,
    fits: (schema, value) => check(api, schema, value).length === 0,
  };
  return {
    params: recordedParams(received, document),
    query: recordedQuery(received, document),
    body: recordedBody(received, document),
  };
}

/** The part of an OpenAPI document that is about an operation. */
interface OperationDocument {
  readonly form: OperationForm;
  readonly definitions: Definitions;
  readonly fits: (schema: JsonSchema, value: unknown) => boolean;
}

/** The path parameters; those that do not fit their schemas are redacted. */
function recordedParams(
  { route }: ReceivedRequest,
  { form, fits }: OperationDocument,
): JournalEntry["params"] {
  return Object.fromEntries(
    Object.entries(route.params).map(([name, value]) => [
      name,
      recordedValue(value, form.path?.[name], fits),
    ]),
  );
}

/** The declared query parameters: the names and values of others can be secrets. */
function recordedQuery(
  { request }: ReceivedRequest,
  { form, fits }: OperationDocument,
): JournalEntry["query"] {
  const given = new URL(request.url).searchParams;
  const declared = Object.entries(form.query ?? {}).filter(([name]) => given.has(name));
  return Object.fromEntries(
    declared.map(([name, schema]) => {
      const each = schema["type"] === "array" ? schema["items"] : schema;
      return [name, given.getAll(name).map((value) => recordedValue(value, each, fits))];
    }),
  );
}

function recordedValue(value: string, schema: unknown, fits: OperationDocument["fits"]): string {
  return isSchema(schema) && fits(schema, typed(value, schema)) ? value : redacted;
}

function recordedBody({ request, body, json }: ReceivedRequest, document: OperationDocument): unknown {
  if (body.length === 0) return undefined;
  const types = document.form.body ?? {};
  const schema = types["application/json"];
  if (schema !== undefined) return json === undefined ? unreadable : redact(json, schema, document);
  if (types["application/x-www-form-urlencoded"] !== undefined) return grantType(body);
  return { bytes: body.length, contentType: mediaType(request.headers) } satisfies RecordedFile;
}

function grantType(bytes: Uint8Array): Readonly<Record<string, string>> {
  const grant = new URLSearchParams(new TextDecoder().decode(bytes)).get("grant_type");
  if (grant === null) return {};
  return { grant_type: grant === "client_credentials" ? grant : redacted };
}

/**
 * Redacts a JSON value: only the values remain that the schema declares, that fit the schema and that it does not mark
 * with `x-reg-sensitive`. Every other value becomes `[redacted]`. The names of fields stay.
 */
function redact(value: unknown, schema: JsonSchema, { definitions, fits }: OperationDocument): unknown {
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
    return forms.some((form) => declaresScalar(form) && fits(form, each)) ? each : redacted;
  };
  return walk(value, formsOf(schema, definitions));
}

/** A schema without a type declares no value. */
function declaresScalar({ type, enum: values, const: value }: JsonSchema): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return (
    values !== undefined ||
    value !== undefined ||
    types.some((each) => ["string", "number", "integer", "boolean"].includes(String(each)))
  );
}

/** The JSON of a body; undefined without JSON, and for an operation that takes a file, which can contain JSON too. */
export function jsonIn({ api, id }: SandboxOperation, bytes: Uint8Array): unknown {
  if (formOf(api, id).body?.["application/json"] === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The content type, if it is valid, without parameters: the boundary of a form differs each time. */
function mediaType(headers: Headers): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/
    .exec(headers.get("content-type") ?? "")?.[0]
    .toLowerCase();
}

/**
 * A digest that is equal for two equivalent bodies: JSON is compared without regard to the order of fields, any other
 * body byte by byte. It includes the file name in the headers and excludes the boundary of a form, which differs each
 * time.
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

/** The recorded part of an error response. */
export type RecordedProblem = Pick<JournalEntry, "codes" | "traceId">;

/** The fields of any other response, and of a request without a response. */
export const noProblem: RecordedProblem = { codes: [], traceId: undefined };

/** Returns the recorded part of a response. */
export async function problemIn(response: Response): Promise<RecordedProblem> {
  if (response.status < 400) return noProblem;
  const { errors, traceId } = parseProblem(await readJson(response));
  const codes = errors.map(({ code }) => code).filter((code) => /^(REG|SANDBOX)-[\w-]{1,60}$/.test(code));
  return { codes: [...new Set(codes)], traceId };
}

/** Error bodies of the service are far shorter; a fault can respond with a much longer one. */
const longestProblem = 65_536;

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response.clone(), longestProblem));
  } catch {
    return undefined;
  }
}
