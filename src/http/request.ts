import { createFinalURL, createQuerySerializer } from "openapi-fetch";
import { type Cancellation, unlessAborted } from "../base/cancellation.js";
import type { CallBody, Upload } from "../base/files.js";
import type { UploadEncoding } from "../base/kinds.js";
import { isLoopback } from "../base/path.js";
import type { Operation } from "../document/operation.js";
import { checkHeaders, checkPathValue, loneSurrogate, serializeJson } from "../document/serialize.js";
import { RegInputError } from "../errors/errors.js";
import { asInput, optionalObject, problemOfFields } from "../errors/input.js";
import type { AnyCallOptions, RepeatedCallOptions, WorkflowCallOptions } from "./call/options.js";
import { packUpload } from "./transport/files.js";

/** The input of a call, as the caller gave it. */
export interface CallInput {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly options?: (AnyCallOptions & WorkflowCallOptions & RepeatedCallOptions) | undefined;
}

/** The properties of a client and a call that a request depends on. */
export interface RequestContext {
  readonly settings: {
    readonly baseUrl: string;
    /** By their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly uploadEncoding: UploadEncoding | undefined;
  };
  readonly cancellation: Cancellation;
}

/** The part of a request that is the same for every attempt. */
export interface BuiltRequest {
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: CallBody | undefined;
}

/**
 * Validates the input of a call and serializes it, once for all attempts. openapi-fetch serializes the query. Its
 * client is not used, because it would construct a `Request` for each call.
 *
 * @throws RegInputError for input that cannot be sent
 */
export async function buildRequest(
  operation: Operation,
  input: CallInput,
  { settings, cancellation }: RequestContext,
): Promise<BuiltRequest> {
  const { id } = operation;
  const accept = operation.output === "binary" ? acceptFile : acceptJson;
  const [url, ownHeaders, packed] = asInput("arguments", id, () => [
    buildUrl(settings.baseUrl, operation, input),
    checkHeaders(input.options?.headers, { operationId: id }),
    operation.input === "binary"
      ? packFile(operation, input, { settings, cancellation })
      : packBody(operation, input.body),
  ]);
  const { body, headers } = await packed;
  // Not with spreads, as in retry.ts.
  return { url, headers: Object.assign({}, settings.headers, accept, headers, ownHeaders), body };
}

const acceptJson = { accept: "application/json" };

/**
 * Uncompressed, because Node's fetch accepts a compressed body that was cut off as complete. JSON shows it by itself.
 */
const acceptFile = { accept: "*/*", "accept-encoding": "identity" };

/** A host name, as `URL` writes it: labels that are not empty, or an IPv6 address. */
const hostName = /^([\w-]+\.)*[\w-]+\.?$|^\[[\da-f:.]+\]$/;

/** The texts of a variable that is not set. */
const unset = /^(undefined|null)$/i;

/**
 * Checks the address of a service and removes trailing slashes, and white space around it.
 *
 * @param version with which the paths of all operations begin, so that the address must not end with it
 *
 * @throws RegInputError if it is missing, not an absolute URL, not https (http is for loopback only), or contains
 *   credentials, a query or a fragment; for white space, braces and other characters that no host has, and for the text
 *   of a variable that is not set
 */
export function checkBaseUrl(baseUrl: unknown, version?: string): string {
  const inputError = (problem: string) => new RegInputError("baseUrl", problem);
  if (typeof baseUrl !== "string" || baseUrl.trim() === "")
    throw inputError("is missing: give the address of the service, such as https://api.example.com");
  const address = baseUrl.trim();
  // `URL` removes line breaks and tabs.
  if (/\s/.test(address)) throw inputError("must not contain white space");
  if (/[{}]|%7[bd]/i.test(address)) throw inputError("contains a placeholder in braces: fill it in");
  const url = parseUrl(address);
  if (url === undefined) throw inputError("is not an absolute URL such as https://api.example.com");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw inputError("must use https; http is for loopback addresses only");
  if (url.username !== "" || url.password !== "") throw inputError("must not contain credentials");
  if (url.search !== "" || url.hash !== "" || /[?#]$/.test(address))
    throw inputError("must not contain a query or a fragment");
  // `URL` takes the first segment of the path as the host if there is none.
  if (!/^https?:\/\/[^/\\]/i.test(address) || !hostName.test(url.hostname))
    throw inputError("has no valid host: give an address such as https://api.example.com");
  if ([...url.hostname.split("."), ...url.pathname.split("/")].some((part) => unset.test(part)))
    throw inputError("contains undefined or null in the place of a name: is its variable set?");
  if (version !== undefined && withoutTrailingSlashes(url.pathname).endsWith(`/${version}`))
    throw inputError(`must not end with /${version}: the paths of the operations begin with it`);
  return withoutTrailingSlashes(url.href);
}

/** The look-behind keeps the pattern from reading every run of slashes again from each of its characters. */
const withoutTrailingSlashes = (text: string) => text.replace(/(?<!\/)\/+$/, "");

/** `URL.canParse` of Node 20 returns false for a host that is not ASCII once it was called often. */
function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/**
 * Builds the URL of a request. Every path parameter becomes exactly one segment of the path, also behind a gateway that
 * decodes it: a value contains no slash, and is not `.` or `..`.
 *
 * @throws RegInputError for a parameter that cannot be sent
 */
export function buildUrl(baseUrl: string, operation: Operation, input: Pick<CallInput, "path" | "query">): string {
  const { id, path: template, pathParams } = operation;
  const given = optionalObject("path", input.path, id);
  const path = Object.fromEntries(pathParams.map((name) => [name, checkPathValue(name, given[name], id)]));
  const query = asInput("query", id, () => checkQuery(input.query, id));
  return createFinalURL(template, {
    baseUrl,
    params: { path, query },
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
  });
}

/** That of openapi-fetch takes longer, and its result keeps the template in memory. */
function serializePath(template: string, path: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
}

const serializeQuery = createQuerySerializer<Readonly<Record<string, unknown>>>();

/**
 * Checks a query, and encodes the names of its parameters: openapi-fetch encodes only the values.
 *
 * @throws RegInputError for an object without fields, such as a Map; for a value other than a string, a finite number,
 *   a boolean or an array of these; and for half a surrogate pair, which would arrive as another character
 */
function checkQuery(given: unknown, operationId: string): Readonly<Record<string, unknown>> {
  const query = optionalObject("query", given, operationId);
  const problem = problemOfFields(query);
  if (problem !== undefined) throw new RegInputError("query", problem, { operationId });
  // Without a prototype, because openapi-fetch would also serialize inherited properties.
  const checked: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    const inputError = (problem: string) => new RegInputError(name, problem, { operationId });
    for (const text of [name, ...(Array.isArray(value) ? value : [value])]) {
      if (typeof text === "boolean" || Number.isFinite(text)) continue;
      if (typeof text !== "string")
        throw inputError("must be text (a date: yyyy-MM-dd), a finite number, a boolean or an array of these");
      if (loneSurrogate.test(text)) throw inputError("must be well-formed Unicode");
    }
    checked[encodeURIComponent(name)] = value;
  }
  return checked;
}

type PackedBody = Pick<BuiltRequest, "body" | "headers">;

function packFile(
  operation: Operation,
  { body, options = {} }: CallInput,
  { settings, cancellation }: RequestContext,
): Promise<PackedBody> {
  const { uploadEncoding = settings.uploadEncoding } = options;
  const packing = packUpload(body as Upload, operation, { options: { ...options, uploadEncoding }, cancellation });
  return unlessAborted(packing, cancellation);
}

function packBody(operation: Operation, body: unknown): PackedBody {
  switch (operation.input) {
    case "json":
      return { body: serializeJson(body, operation.id), headers: jsonHeaders };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    default:
      if (body === undefined) return { body, headers: {} };
      throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
  }
}

const jsonHeaders = { "content-type": "application/json" };
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
