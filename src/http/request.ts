import { createFinalURL } from "openapi-fetch";
import { RegInputError } from "../errors/errors.js";
import type { CallBody, Operation } from "./call.js";
import type { Cancellation } from "./cancellation.js";
import type { FileHandling, Upload, UploadEncoding, UploadOptions } from "./files.js";
import { everyCall, isWellFormed, optionalObject } from "./validate.js";

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of a service and takes a trailing slash off.
 *
 * @throws RegInputError if it is missing, not an absolute URL, not https (http is for loopback only), or carries
 *   credentials, a query or a fragment
 */
export function checkBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== "string" || baseUrl.trim() === "") {
    throw new RegInputError(
      "baseUrl",
      "is missing: give the address of the service, such as https://api.example.com",
    );
  }
  const url = parse(baseUrl);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    throw new RegInputError("baseUrl", "must use https; http is for loopback addresses only");
  }
  if (url.username !== "" || url.password !== "") {
    throw new RegInputError("baseUrl", "must not carry credentials");
  }
  if (url.search !== "" || url.hash !== "" || /[?#]$/.test(baseUrl)) {
    throw new RegInputError("baseUrl", "must not carry a query or a fragment");
  }
  return url.href.replace(/\/+$/, "");
}

function parse(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) {
    throw new RegInputError("baseUrl", "is not an absolute URL such as https://api.example.com");
  }
  return new URL(baseUrl);
}

/**
 * Serialises a body as JSON. A field that holds undefined, a function or a symbol is left out, as
 * `JSON.stringify` does.
 *
 * @throws RegInputError, naming the path of the field, for what JSON cannot hold or would silently turn into
 *   null: cycles, BigInt, NaN, infinities, invalid dates, and undefined, functions and symbols in an array
 */
export function writeJson(body: unknown, operationId?: string): string {
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (body === null || typeof body !== "object") throw refuse("body", "must be an object or an array");
  const text = unlessItThrows(() => JSON.stringify(body) as string | undefined);
  // Only a null in the text can hide a number or date that was lost.
  if (text !== undefined && !text.includes("null")) return text;
  const fault = unlessItThrows(() => findFault(body));
  if (fault !== undefined) throw refuse(fault.field, fault.problem);
  if (text === undefined) throw refuse("body", "cannot be written as JSON");
  return text;
}

/** What the task gives; undefined if it throws, as a user's getter or `toJSON` may, and very deep nesting does. */
function unlessItThrows<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

interface Fault {
  readonly field: string;
  readonly problem: string;
}

/** Where a value stands in the body. */
interface Place {
  readonly field: string;
  readonly key: string;
  readonly inArray: boolean;
  /** What contains it; the one set of a whole search. */
  readonly ancestors: Set<object>;
}

const top = (): Place => ({ field: "", key: "", inArray: false, ancestors: new Set() });

function findFault(given: unknown, place: Place = top()): Fault | undefined {
  const { field, ancestors } = place;
  const value = written(given, place.key);
  const problem = problemOf(value, place);
  if (problem !== undefined) return { field: field || "body", problem };
  if (typeof value !== "object" || value === null || value instanceof Date) return undefined;
  const inArray = Array.isArray(value);
  ancestors.add(value);
  for (const [key, item] of Object.entries(value)) {
    const path = inArray ? `${field}[${key}]` : field === "" ? key : `${field}.${key}`;
    const fault = findFault(item, { field: path, key, inArray, ancestors });
    if (fault !== undefined) return fault;
  }
  ancestors.delete(value);
  return undefined;
}

/** What is written in place of a value that brings its own `toJSON`; a Date stays, because its validity counts. */
function written(value: unknown, key: string): unknown {
  if (value === null || value === undefined || value instanceof Date) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, key) : value;
}

function problemOf(value: unknown, { inArray, ancestors }: Place): string | undefined {
  switch (typeof value) {
    case "bigint":
      return "is a BigInt, which JSON cannot hold; write it as a string or number";
    case "number":
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "function":
    case "symbol":
    case "undefined":
      return inArray ? `is ${typeof value}, which JSON cannot hold` : undefined;
    case "object":
      if (value instanceof Date && Number.isNaN(value.getTime())) return "is an invalid date";
      return value !== null && ancestors.has(value) ? "refers back to what contains it" : undefined;
    default:
      return undefined;
  }
}

/** A body as it is sent, and the headers that tell what it is. */
export interface PackedBody {
  readonly body: CallBody | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns what a caller gave into the body of a request, once for all attempts; at once, unless it is a file.
 *
 * @param uploadEncoding the client's, for an upload that names none of its own
 * @param files undefined: no operation takes a file
 * @throws RegInputError for what the operation does not take, or what cannot be written
 */
export function packBody(
  operation: Operation,
  body: unknown,
  settings: UploadOptions,
  uploadEncoding: UploadEncoding | undefined,
  cancellation: Cancellation,
  files: FileHandling | undefined,
): PackedBody | Promise<PackedBody> {
  switch (operation.input) {
    case "json":
      return { body: writeJson(body, operation.id), headers: jsonHeaders };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    default:
      if (files !== undefined && operation.input === "binary") {
        return files.pack(
          body as Upload,
          { ...settings, uploadEncoding: settings.uploadEncoding ?? uploadEncoding },
          operation,
          cancellation,
        );
      }
      if (body !== undefined)
        throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
      return noBody;
  }
}

const noBody: PackedBody = { body: undefined, headers: {} };
const jsonHeaders = { "content-type": "application/json" };
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the layers set themselves. */
const reserved = /^(authorization|content-length|host)$/;
/** What belongs to the connection; fetch refuses most of them. */
const hopByHop = /^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/;
const none = {};

/**
 * Checks headers that a user gives, and gives them with their names in lower case.
 *
 * @param operationId undefined: they are for every request of a client
 * @throws RegInputError, which never shows the value, for a bad name, a value with a line break or another
 *   character that no header can hold, for headers that the client sets itself, and for one content type for all
 *   requests: that of a form holds its boundary, which nobody else knows
 */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>> | undefined,
  operationId?: string,
): Readonly<Record<string, string>> {
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (headers === undefined) return none;
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!token.test(name)) throw refuse("headers", "holds a name that is no valid header name");
    const field = `headers.${name}`;
    const lower = name.toLowerCase();
    if (reserved.test(lower)) {
      throw refuse(field, "is set by the client itself (a token goes into its own option)");
    }
    if (operationId === undefined && lower === "content-type") {
      throw refuse(field, "is set by each body: a form would lose its own");
    }
    if (hopByHop.test(lower)) {
      throw refuse(field, "belongs to the connection, not to a request");
    }
    if (typeof value !== "string") throw refuse(field, "must be a string");
    if (!fieldValue.test(value))
      throw refuse(field, "holds a line break or another character that no header can carry");
    checked[lower] = value;
  }
  return checked;
}

const longestId = 1000;
const withoutControlCharacters = /^[ -~\x80-\uffff]*$/;

/**
 * Fills an operation's path. Every parameter becomes exactly one path segment, whatever it holds.
 *
 * @throws RegInputError for a parameter that is missing, empty, `.` or `..`, not a string or a whole number,
 *   longer than 1000 characters, or holds a control character or half a surrogate pair
 */
export function fillPath(
  { id, path, pathParams }: Pick<Operation, "id" | "path" | "pathParams">,
  params: Readonly<Record<string, unknown>>,
): string {
  return pathParams.reduce(
    (filled, name) => filled.replace(`{${name}}`, () => encodeSegment(name, params[name], id)),
    path,
  );
}

function encodeSegment(name: string, value: unknown, operationId: string): string {
  const refuse = (problem: string) => new RegInputError(name, problem, { operationId });
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") throw refuse("must be a non-empty string or a whole number");
  if (value.trim() === "") throw refuse("must not be empty");
  if (value === "." || value === "..") throw refuse("must not be a relative path segment");
  if (value.length > longestId) throw refuse(`must not be longer than ${longestId} characters`);
  if (!withoutControlCharacters.test(value)) throw refuse("must not hold control characters");
  if (!isWellFormed(value)) throw refuse("must be well-formed Unicode");
  return encodeURIComponent(value);
}

/**
 * Segments that a URL parser leaves as they are: of characters that it does not encode, and no dots alone, in any way
 * of writing them. To look saves most calls a parser, which costs them a few hundredths of their time.
 */
const plain = /^(?:\/[\w~!*'()-][\w.~!*'()%-]*)+$/;

/**
 * Makes sure that a URL parser sees the path that was meant.
 *
 * @throws RegInputError if it would see another one
 */
export function checkUrl(url: string, path: string, operationId: string): void {
  if (!plain.test(path) && !new URL(url).pathname.endsWith(path)) {
    throw new RegInputError("path", "does not match the template of the operation", { operationId });
  }
}

/** A value in a query: an array repeats the parameter; null, undefined and an empty array leave it out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[];

/** Query parameters that the reference mentions without naming them. */
export interface OpenQuery {
  readonly [name: string]: QueryValue;
}

/**
 * Writes a query string, without the question mark.
 *
 * @throws RegInputError for anything but strings, finite numbers, booleans and arrays of these; for half a surrogate
 *   pair, which would arrive as another character; and for the name of an option: no parameter has one
 */
export function writeQuery(query: Readonly<Record<string, unknown>>, operationId?: string): string {
  const given = Object.entries(query);
  if (given.length === 0) return "";
  const search = new URLSearchParams();
  for (const [name, value] of given) {
    const refuse = (problem: string) => new RegInputError(name, problem, { operationId });
    if (value === null || value === undefined) continue;
    if (Object.hasOwn(everyCall, name))
      throw refuse("is an option, not part of the query: options come after the query, which may be {}");
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, queryText(item, refuse));
  }
  return search.toString();
}

function queryText(value: unknown, refuse: (problem: string) => RegInputError): string {
  if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
  if (typeof value !== "string")
    throw refuse("must be text (a date: yyyy-MM-dd), a finite number, a boolean or an array of these");
  if (!isWellFormed(value)) throw refuse("must be well-formed Unicode");
  return value;
}

/** What a request's address is made of, as the caller gave it. */
interface UrlInput {
  readonly path?: unknown;
  readonly query?: unknown;
}

/**
 * Writes the address of a request, which a URL parser reads as it was meant. The only file that knows openapi-fetch:
 * not its client, which would build a `Request` and two `Headers` for each call and so cost a third of it.
 *
 * @throws RegInputError for a parameter that cannot be written, or that would lead to another path
 */
export function writeUrl(baseUrl: string, operation: Operation, input: UrlInput): string {
  const { id } = operation;
  const path = fillPath(operation, optionalObject("path", input.path, id));
  const search = writeQuery(optionalObject("query", input.query, id), id);
  const url = createFinalURL(path, { baseUrl, params, querySerializer: () => search, pathSerializer });
  checkUrl(url, path, id);
  return url;
}

/** Without parameters openapi-fetch takes the path as it is; its type asks for a serializer all the same. */
const params = {};
const pathSerializer = (path: string) => path;
