import { nestingOf, parseJson } from "../../../base/json.js";
import { replaceAt, visitJson } from "../../../base/json-places.js";
import { type OperationSchemas, responseSchemasOf } from "../../../document/bodies.js";
import { formsOf, type ValueForm } from "../../../document/schema.js";
import type { Schema } from "../../../errors/input.js";
import { parseProblem } from "../../../errors/problem.js";
import { readerOf, readText } from "../../../http/transport/body.js";
import { deepestNesting, isList, typed } from "../../messages/check-request.js";
import type { Route, SandboxOperation } from "../../messages/router.js";
import { checkSchema, formsBelow, schemasOf } from "../../messages/schema.js";
import type { JournalEntry, RecordedFile } from "./entry.js";
import type { AnsweredResponse } from "./exchanges.js";

const redacted = "[redacted]";

/** The replacement for a body that should be JSON and is not. */
export const unreadable = "[unreadable]";

interface ReceivedRequest {
  readonly route: Route;
  readonly request: Request;
  readonly body: Uint8Array;
  /** The JSON of the body, which is redacted in place: see `jsonIn`. */
  readonly json: unknown;
}

/** Returns the recorded parts of a request: see `JournalEntry`. */
export function recordedContent(received: ReceivedRequest): Pick<JournalEntry, "params" | "query" | "body"> {
  const schemas = schemasOf(received.route.operation.id);
  return {
    params: recordedParams(received, schemas),
    query: recordedQuery(received, schemas),
    body: recordedBody(received, schemas),
  };
}

function recordedParams({ route }: ReceivedRequest, { path }: OperationSchemas): JournalEntry["params"] {
  return Object.fromEntries(
    Object.entries(route.params).map(([name, value]) => [name, recordedValue(value, path?.[name])]),
  );
}

/** The declared query parameters: the names and values of others can be secrets. */
function recordedQuery({ request }: ReceivedRequest, { query }: OperationSchemas): JournalEntry["query"] {
  if (query === undefined) return {};
  const given = new URL(request.url).searchParams;
  const declared = Object.entries(query).filter(([name]) => given.has(name));
  return Object.fromEntries(
    declared.map(([name, schema]) => {
      const each = isList(schema) ? formsOf(schema)[0]?.items : schema;
      return [name, given.getAll(name).map((value) => recordedValue(value, each))];
    }),
  );
}

function recordedValue(value: string, schema: Schema | undefined): string {
  return schema !== undefined && fits(schema, typed(value, schema)) ? value : redacted;
}

const fits = (schema: Schema, value: unknown) => checkSchema(schema, value).length === 0;

function recordedBody({ request, body, json }: ReceivedRequest, { body: types = {} }: OperationSchemas): unknown {
  if (body.length === 0) return undefined;
  const schema = types["application/json"];
  if (schema !== undefined) return json === undefined ? unreadable : redact(json, schema);
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
 * with `x-reg-sensitive`. Every other value becomes `[redacted]`. The names of fields stay. The given value is changed.
 */
function redact(json: unknown, schema: Schema): unknown {
  let shown = json;
  visitJson(json, formsOf(schema), (place, forms) => {
    if (isRecorded(place.value, forms)) {
      const formsAt = formsBelow(forms);
      return (key) => formsAt(key) ?? [];
    }
    shown = replaceAt(shown, place, redacted);
    return undefined;
  });
  return shown;
}

/**
 * The JSON of a response, redacted as that of a request is; undefined if the document has none. It is parsed from the
 * text, because it is redacted in place.
 */
export function recordedResponse(operation: SandboxOperation, { status, text }: AnsweredResponse): unknown {
  if (text === undefined) return undefined;
  const schemas = responseSchemasOf(schemasOf(operation.id), status);
  const [schema] = Object.values(schemas?.content ?? {});
  return schema === undefined ? redacted : redact(JSON.parse(text), schema);
}

/** Whether a value may be shown. Of a list or an object: whether to look inside. */
function isRecorded(value: unknown, forms: readonly ValueForm[]): boolean {
  if (forms.length === 0 || forms.some(({ isSensitive }) => isSensitive)) return false;
  if (typeof value === "object") return true;
  return forms.some(({ schema, type }) => type !== "any" && fits(schema, value));
}

/**
 * Parses the JSON of a body again: the handler's copy is part of the state, and `redact` changes this one. Undefined
 * for a body that the sandbox rejects unread, and for an operation that takes a file, which can contain JSON too.
 */
export function jsonIn({ id }: SandboxOperation, bytes: Uint8Array): unknown {
  if (schemasOf(id).body?.["application/json"] === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  return nestingOf(text).deepest > deepestNesting ? undefined : parseJson(text);
}

/** The content type, if it is valid, without parameters: the boundary of a form differs each time. */
export function mediaType(headers: Headers): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/.exec(headers.get("content-type") ?? "")?.[0].toLowerCase();
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
    return JSON.parse(await readText(readerOf(response.clone()), longestProblem));
  } catch {
    return undefined;
  }
}
