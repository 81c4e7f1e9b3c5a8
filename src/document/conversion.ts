import { type CallBody, isUpload } from "../base/files.js";
import { isInstance } from "../base/instances.js";
import { isObject, isPlainJson, isScalar, parseJson } from "../base/json.js";
import { matchEnd } from "../base/path.js";
import { isSuccess } from "../base/status.js";
import { RegInputError } from "../errors/errors.js";
import { optionalObject, problemOfFields } from "../errors/input.js";
import type {
  AdapterFile,
  AdapterFunction,
  AdapterRequest,
  AdapterResponse,
  OperationAdapter,
  OperationAdapters,
  ReverseAdapter,
} from "./adapter.js";
import { renameInQuery, toDocument, toService } from "./apply-bridges.js";
import { type Bridge, isIn } from "./bridge.js";
import { jsonType } from "./content.js";
import type { Operation } from "./operation.js";
import { checkPathValue, serializeJson } from "./serialize.js";

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The bridges and the functions of an adapter, for one direction. */
interface Stage extends ReverseAdapter {
  readonly bridges: readonly Bridge[];
}

/** What converts the messages of one operation. */
export interface Conversion {
  readonly operationId: string;
  /** The method and the path of the requests that it receives, and of those that it makes. */
  readonly from: Route;
  readonly to: Route;
  /** In the order in which a response passes them; a request takes the opposite way. */
  readonly stages: readonly Stage[];
  /** Whether it responds in the form of the service, as a sandbox does. */
  readonly isService: boolean;
}

const stageOf = (adapter: OperationAdapter | undefined, functions: ReverseAdapter | undefined): Stage => ({
  request: functions?.request,
  response: functions?.response,
  error: functions?.error,
  bridges: adapter?.bridges ?? [],
});

/** Returns what brings requests to the service and its responses back. */
export function conversionOf(adapters: OperationAdapters, operation: Operation): Conversion {
  const own = adapters[operation.id];
  const all = adapters["*"];
  return {
    operationId: operation.id,
    from: operation,
    to: routeAtService(own, operation),
    stages: [stageOf(all, all), stageOf(own, own)],
    isService: false,
  };
}

/** Returns what brings requests of the service's form to a sandbox, and its responses back. */
export function reverseConversionOf(
  adapters: OperationAdapters,
  operation: Route & { readonly id: string },
): Conversion {
  const own = adapters[operation.id];
  const all = adapters["*"];
  return {
    operationId: operation.id,
    from: routeAtService(own, operation),
    to: operation,
    stages: [stageOf(own, own?.reverse), stageOf(all, all?.reverse)],
    isService: true,
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
export async function convertRequest(conversion: Conversion, request: ConvertibleRequest): Promise<ConvertibleRequest> {
  const { operationId, from, to, stages, isService } = conversion;
  const isSameRoute = from.method === to.method && from.path === to.path;
  if (isSameRoute && !stages.some(concernsRequests)) return request;
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
  for (const stage of stages.toReversed()) {
    if (isService) bridgeRequest(message, stage.bridges, "document");
    await convert(message, stage.request);
    if (!isInstance(message.query, "URLSearchParams"))
      throw new RegInputError("adapter", "gave a query that is no URLSearchParams", { operationId });
    if (!isService) bridgeRequest(message, stage.bridges, "service");
  }
  url.pathname = prefix + fillPath(to.path, message);
  if (message.query !== url.searchParams) url.search = message.query.toString();
  const checked = check(message, stages);
  const serialized = { headers: checked.headers, body: write(checked, operationId) };
  if (to.method === "GET" && serialized.body !== undefined)
    throw new RegInputError("body", "cannot be sent with GET", { operationId });
  return { method: to.method, url: url.href, ...serialized };
}

const concernsRequests = ({ request, bridges }: Stage) =>
  request !== undefined || bridges.some((each) => isIn(each, "request") || isIn(each, "query"));

function bridgeRequest(message: AdapterRequest, bridges: readonly Bridge[], to: "document" | "service"): void {
  const bridge = to === "document" ? toDocument : toService;
  if (!isFile(message.body)) message.body = bridge(bridges, "request", message.body);
  renameInQuery(bridges, message.query, to);
}

function fillPath(template: string, { operationId, params }: AdapterRequest): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(checkPathValue(name, params[name], operationId)),
  );
}

/** Whether a conversion concerns responses. */
export function convertsResponses({ stages }: Conversion): boolean {
  return stages.some(
    ({ response, error, bridges }) =>
      (response ?? error) !== undefined || bridges.some((each) => isIn(each, "response") || isIn(each, "error")),
  );
}

/** A response in another form. */
export interface ConvertedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The value of a JSON body, which is undefined for no body; absent for a file, and for a text of another type. */
  readonly json?: { readonly value: unknown };
  /** Writes the body. */
  serialize(): CallBody | undefined;
}

/**
 * Converts a response, whose body was parsed, unless it is a file.
 *
 * @throws RegInputError for a body or headers that cannot be written, RangeError for another status; and what an adapter
 *   throws
 */
export async function convertResponse(
  { operationId, stages, isService }: Conversion,
  { status, headers: received, body }: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): Promise<ConvertedResponse> {
  const message: AdapterResponse = { operationId, status, headers: Object.fromEntries(received), body };
  for (const stage of stages) {
    if (!isService) message.body = toDocument(stage.bridges, kindOf(message), message.body);
    await convert(message, isSuccess(message.status) ? stage.response : stage.error);
    if (isService && !isFile(message.body)) message.body = toService(stage.bridges, kindOf(message), message.body);
  }
  if (!Number.isInteger(message.status) || message.status < 200 || message.status > 599)
    throw new RangeError("the adapter gave a status that is not from 200 to 599");
  const checked = check(message, stages);
  const headers = new Headers(checked.headers);
  // They describe the bytes that were received.
  for (const name of ["content-length", "content-encoding"]) headers.delete(name);
  const isJson = checked.kind === "json" || checked.body === undefined;
  return {
    status: message.status,
    headers,
    ...(isJson && { json: { value: checked.body } }),
    serialize: () => write(checked, operationId),
  };
}

const kindOf = (message: AdapterResponse) => (isSuccess(message.status) ? "response" : "error");

async function convert<Message extends AdapterRequest | AdapterResponse>(
  message: Message,
  convertMessage: AdapterFunction<Message> | undefined,
): Promise<void> {
  if (convertMessage === undefined) return;
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

type Writable = Pick<AdapterRequest, "operationId" | "headers" | "body">;

/** A message that can be written. */
interface Checked {
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly kind: "raw" | "form" | "json";
}

/** Checks what the functions of an adapter have made of a message. Its JSON is plain then. */
function check(message: Writable, stages: readonly Stage[]): Checked {
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
    return { headers, body, kind: "raw" };
  }
  if (body === undefined || (typeof body === "string" && type !== "" && !jsonType.test(type)))
    return { headers, body, kind: "raw" };
  if (formType.test(type) && isObject(body)) return { headers, body, kind: "form" };
  if (!jsonType.test(type)) headers["content-type"] = "application/json";
  // Only a function can have made something else than plain JSON, such as a date or an undefined field.
  const hasFunctions = stages.some(({ request, response, error }) => request ?? response ?? error);
  const json = !hasFunctions || isPlainJson(body) ? body : JSON.parse(serializeJson(body, operationId));
  return { headers, body: json, kind: "json" };
}

function write({ body, kind }: Checked, operationId: string): CallBody | undefined {
  if (kind === "json") return JSON.stringify(body);
  return kind === "form" ? serializeForm(body as object, operationId) : (body as CallBody | undefined);
}

function serializeForm(fields: object, operationId: string): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const wrong = given.find(([, value]) => !isScalar(value));
  if (wrong !== undefined)
    throw new RegInputError(`body.${wrong[0]}`, "must be text, a finite number or a boolean", { operationId });
  return new URLSearchParams(given as [string, string][]).toString();
}

function isFile(body: unknown): body is AdapterFile {
  return body instanceof ReadableStream || isInstance(body, "Blob", "File", "Uint8Array", "FormData");
}
