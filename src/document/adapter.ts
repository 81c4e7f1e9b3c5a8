import type { CallBody } from "../base/files.js";
import { isUpload } from "../base/files.js";
import { isInstance } from "../base/instances.js";
import { isObject, parseJson } from "../base/json.js";
import { matchEnd } from "../base/path.js";
import { isSuccess } from "../base/status.js";
import { RegInputError } from "../errors/errors.js";
import { optionalObject, problemOfFields } from "../errors/input.js";
import { jsonType } from "./content.js";
import type { Operation } from "./operation.js";
import { checkPathValue, serializeJson } from "./serialize.js";

/** A request as an adapter receives it. */
export interface AdapterRequest<Body = unknown, Params = Record<string, string>> {
  /** The operation: its path on the client, such as `contracts.get`. */
  readonly operationId: string;
  /** The parameters of the path, decoded. */
  params: Params;
  /** The parameters of the query. */
  query: URLSearchParams;
  /** By lower-case name, with the token. Those that an adapter returns are added; undefined removes one. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON, the fields of a form, a file, or undefined. A stream that an adapter does not read stays one. */
  body: Body;
}

/** A response as an adapter receives it. */
export interface AdapterResponse<Body = unknown> {
  /** The operation: its path on the client, such as `contracts.get`. */
  readonly operationId: string;
  /** The status, such as 200. */
  status: number;
  /** By lower-case name. Those that an adapter returns are added; undefined removes one. */
  headers: Record<string, string | undefined>;
  /**
   * Parsed JSON, whatever its media type; a text if it is no JSON; undefined for no body; in `reverse`, a file as
   * bytes.
   */
  body: Body;
}

/** The body of a file in a message. */
export type AdapterFile = Exclude<CallBody, string>;

/**
 * Converts a message: returns the parts that it replaces, or changes the message itself. The body is then written as
 * JSON, unless it is a file, a text whose content type is not JSON, or the object of a form.
 */
export type AdapterFunction<From, To = From> = (message: From) => Parts<To> | Promise<Parts<To>>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that only changes its message returns nothing
type Parts<Message> = Partial<Message> | undefined | void;

/**
 * How an operation of the service differs from the document. What is above the adapter sees the form of the document:
 * checks, validators, workflows and `withResponse`.
 *
 * The functions run at each attempt. If one throws, or returns what cannot be written, the call ends with a RegInputError
 * before anything is sent, or with a RegResponseError, whose outcome is `unknown` for an operation that changes
 * something. A create is never repeated then; a read is after 408, 429 and 5xx.
 */
export interface OperationAdapter<Sent = unknown, Received = unknown, Params = Record<string, string>> {
  /** The method at the service; what it makes a POST or a PATCH is not repeated. Default: that of the document. */
  readonly method?: Operation["method"] | undefined;
  /** The path at the service, such as `/v3/things/{id}`, with the names of `params`. Default: that of the document. */
  readonly path?: string | undefined;
  /** Brings a request into the form of the service. */
  readonly request?: AdapterFunction<AdapterRequest<Sent, Params>, AdapterRequest> | undefined;
  /**
   * Brings a success (2xx) into the form of the document; not a file, unless it arrives as JSON, nor a page of HTML.
   */
  readonly response?: AdapterFunction<AdapterResponse, AdapterResponse<Received>> | undefined;
  /** Brings any other response into the form of the document; not a page of HTML. */
  readonly error?: AdapterFunction<AdapterResponse> | undefined;
  /** The opposite of each function, for a sandbox that is to behave as the service does. */
  readonly reverse?: ReverseAdapter<Sent, Received, Params> | undefined;
}

/** The opposite directions of an adapter. */
export interface ReverseAdapter<Sent = unknown, Received = unknown, Params = Record<string, string>> {
  /** Brings a request into the form of the document. */
  readonly request?: AdapterFunction<AdapterRequest, AdapterRequest<Sent, Params>> | undefined;
  /** Brings a success into the form of the service. */
  readonly response?: AdapterFunction<AdapterResponse<Received>, AdapterResponse> | undefined;
  /** Brings any other response into the form of the service. */
  readonly error?: AdapterFunction<AdapterResponse> | undefined;
}

/** The adapters of one API by operation; that of `"*"` is for all of them, and next to the service. */
export type OperationAdapters = Readonly<Record<string, OperationAdapter | undefined>>;

interface Route {
  readonly method: string;
  readonly path: string;
}

/** What converts the messages of one operation. */
export interface Conversion {
  readonly operationId: string;
  /** The method and the path of the requests that it receives, and of those that it makes. */
  readonly from: Route;
  readonly to: Route;
  /** In the order in which a response passes them; a request takes the opposite way. */
  readonly stages: readonly ReverseAdapter[];
}

/** Returns what brings requests to the service and its responses back; undefined without an adapter. */
export function conversionOf(adapters: OperationAdapters, operation: Operation): Conversion | undefined {
  const own = adapters[operation.id];
  const all = adapters["*"];
  if (own === undefined && all === undefined) return undefined;
  return {
    operationId: operation.id,
    from: operation,
    to: routeAtService(own, operation),
    stages: [all ?? {}, own ?? {}] as ReverseAdapter[],
  };
}

/** Returns what brings requests of the service's form to a sandbox, and its responses back. */
export function reverseConversionOf(
  adapters: OperationAdapters,
  operation: Route & { readonly id: string },
): Conversion {
  const own = adapters[operation.id];
  return {
    operationId: operation.id,
    from: routeAtService(own, operation),
    to: operation,
    stages: [own?.reverse ?? {}, adapters["*"]?.reverse ?? {}],
  };
}

/** The method and the path of an operation at the service. */
export function routeAtService(adapter: OperationAdapter | undefined, { method, path }: Route): Route {
  return { method: adapter?.method ?? method, path: adapter?.path ?? path };
}

/** The parts of a request that a conversion concerns. */
export interface ConvertibleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CallBody | undefined;
}

/**
 * Converts a request.
 *
 * @throws RegInputError if the path at the service needs a parameter that is missing, or the message cannot be written;
 *   and what an adapter throws
 */
export async function convertRequest(
  { operationId, from, to, stages }: Conversion,
  request: ConvertibleRequest,
): Promise<ConvertibleRequest> {
  const isSameRoute = from.method === to.method && from.path === to.path;
  if (isSameRoute && stages.every((stage) => stage.request === undefined)) return request;
  const { body, headers } = request;
  const url = new URL(request.url);
  const prefix = url.pathname
    .split("/")
    .slice(0, 1 - from.path.split("/").length)
    .join("/");
  const message: AdapterRequest = {
    operationId,
    params: matchEnd(from.path, url.pathname) ?? {},
    query: url.searchParams,
    headers: { ...headers },
    body: typeof body === "string" ? parseBody(body, headers["content-type"]) : body,
  };
  for (const stage of stages.toReversed()) await convert(message, stage.request);
  url.pathname = prefix + fillPath(to.path, message);
  if (!isInstance(message.query, "URLSearchParams"))
    throw new RegInputError("adapter", "gave a query that is no URLSearchParams", { operationId });
  if (message.query !== url.searchParams) url.search = message.query.toString();
  const serialized = serialize(message);
  if (to.method === "GET" && serialized.body !== undefined)
    throw new RegInputError("body", "cannot be sent with GET", { operationId });
  return { method: to.method, url: url.href, ...serialized };
}

function fillPath(template: string, { operationId, params }: AdapterRequest): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(checkPathValue(name, params[name], operationId)),
  );
}

/** Whether a conversion concerns responses. */
export function convertsResponses({ stages }: Conversion): boolean {
  return stages.some(({ response, error }) => (response ?? error) !== undefined);
}

/** Converts a response, whose body was parsed, unless it is a file. */
export async function convertResponse(
  { operationId, stages }: Conversion,
  { status, headers: received, body }: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): Promise<{ status: number; headers: Headers; body: CallBody | undefined }> {
  const message: AdapterResponse = { operationId, status, headers: Object.fromEntries(received), body };
  for (const { response, error } of stages) await convert(message, isSuccess(message.status) ? response : error);
  if (!Number.isInteger(message.status) || message.status < 200 || message.status > 599)
    throw new RangeError("the adapter gave a status that is not from 200 to 599");
  const serialized = serialize(message);
  const headers = new Headers(serialized.headers);
  // They describe the bytes that were received.
  for (const name of ["content-length", "content-encoding"]) headers.delete(name);
  return { status: message.status, headers, body: serialized.body };
}

async function convert<Message extends AdapterRequest | AdapterResponse>(
  message: Message,
  convertMessage: AdapterFunction<Message> = () => {},
): Promise<void> {
  const { headers, ...parts } = Object(await convertMessage(message)) as Partial<Message>;
  Object.assign(message.headers, asFields(headers, message));
  Object.assign(message, parts);
}

/** Copying a `Headers` or a `Map` would lose what it contains. */
function asFields(headers: unknown, { operationId }: Pick<AdapterRequest, "operationId">) {
  const problem = problemOfFields(optionalObject("headers", headers ?? undefined, operationId));
  if (problem !== undefined) throw new RegInputError("headers", problem, { operationId });
  return headers as AdapterRequest["headers"] | null | undefined;
}

const formType = /^application\/x-www-form-urlencoded\b/i;

/** Parses JSON and forms; any other text stays as it is. */
export function parseBody(text: string, type: string | null | undefined): unknown {
  if (text === "") return undefined;
  return formType.test(type ?? "") ? Object.fromEntries(new URLSearchParams(text)) : (parseJson(text) ?? text);
}

/** Writes what the functions of an adapter have made of a message. */
function serialize(message: Pick<AdapterRequest, "operationId" | "headers" | "body">) {
  const { operationId, body } = message;
  const given = Object.entries(asFields(message.headers, message) ?? {});
  const kept = given.filter((header): header is [string, string] => header[1] !== undefined);
  const headers: Record<string, string> = Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), value]));
  const type = headers["content-type"] ?? "";
  if (isFile(body)) {
    if (isInstance(body, "Uint8Array") && !isUpload(body))
      throw new RegInputError("body", "is bytes that were transferred", { operationId });
    if (body instanceof ReadableStream && body.locked)
      throw new RegInputError("body", "is a stream that was read", { operationId });
    // The type of a form contains its boundary, which is chosen when the form is sent.
    if (isInstance(body, "FormData")) delete headers["content-type"];
    return { headers, body };
  }
  if (body === undefined) return { headers, body };
  if (typeof body === "string" && type !== "" && !jsonType.test(type)) return { headers, body };
  if (formType.test(type) && isObject(body)) return { headers, body: serializeForm(body, operationId) };
  if (!jsonType.test(type)) headers["content-type"] = "application/json";
  return { headers, body: isScalar(body) || body === null ? JSON.stringify(body) : serializeJson(body, operationId) };
}

function serializeForm(fields: Readonly<Record<string, unknown>>, operationId: string): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const wrong = given.find(([, value]) => !isScalar(value));
  if (wrong !== undefined)
    throw new RegInputError(`body.${wrong[0]}`, "must be text, a finite number or a boolean", { operationId });
  return new URLSearchParams(given as [string, string][]).toString();
}

const isScalar = (value: unknown) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

function isFile(body: unknown): body is AdapterFile {
  return body instanceof ReadableStream || isInstance(body, "Blob", "File", "Uint8Array", "FormData");
}
