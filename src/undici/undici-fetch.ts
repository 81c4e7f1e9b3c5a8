import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { RegInputError } from "../errors/errors.js";
import { ownTransportMark } from "../http/body.js";
import { checkInput, count, custom, hasFunctions, optionsSchema, positiveTime } from "../http/validate.js";
import { acceptedEncodings } from "./decompress.js";
import { Exchange, InFlightRequests } from "./exchange.js";

/** The options for the connections of the transport. */
export interface UndiciFetchOptions {
  /**
   * The maximum number of connections to one origin, 1 or more. Further requests wait for a connection, and this time
   * counts for the attempt's `timeout`: a request that times out while it waits is as uncertain as one that was sent. A
   * file that is read as a stream keeps its connection. Default: no maximum; the client's `throttle.maxInFlight` limits
   * its requests before.
   */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept unless the service asks otherwise, in milliseconds; at most 2^31 - 1. Default 4000. */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * Sends the requests instead of connections of the transport: a `ProxyAgent` or a `MockAgent` of undici, for example.
   * You must close it yourself. It excludes the other options. It must come from the installed undici:
   * `getGlobalDispatcher()` may return the one built into Node, which has a different protocol and rejects each request.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

const undiciFetchOptions = optionsSchema<UndiciFetchOptions>({
  connections: count(1),
  keepAliveTimeout: positiveTime,
  dispatcher: custom(hasFunctions("dispatch"), "must be a Dispatcher of undici"),
});

/** A transport for the `fetch` option of a client, with its own connections. */
export interface UndiciFetch {
  /**
   * Sends a request. The address is a string.
   *
   * @throws TypeError "fetch failed" like the global fetch, with the system's or undici's code in its `cause`; the
   *   signal's reason if the signal is aborted
   */
  (url: string, init?: RequestInit): Promise<Response>;
  /**
   * Waits for the requests in flight, however long they take, and for files that are read as streams; then closes the
   * connections, unless the dispatcher was given. Close the client first, with a `timeout`. May be called again.
   * Later requests fail: a client's call with RegConnectionError, code `UND_ERR_CLOSED`, nothing sent.
   */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a fast transport for the `fetch` option: the connections of undici without the overhead of the global fetch.
 * Needs the package undici, 7.30 or later or 8 (which needs Node 22.19), and does not run on Bun.
 *
 * Requests and failures are those of the global fetch, with few differences: a redirect is never followed; the response
 * and its headers have the interfaces of `Response` and `Headers` without being instances; a compressed body that was cut
 * off is an error; tools that replace or observe
 * the global fetch, such as msw, do not see it; and neither `HTTP_PROXY` nor `setGlobalDispatcher` has an effect: use
 * `dispatcher` for that.
 *
 * @example
 * createSupplierClient({ baseUrl, token, fetch: undiciFetch() });
 *
 * @throws RegInputError for an invalid option, and if undici is older than 7 or is Bun's replacement of it; TypeError
 *   for an address in place of the options
 */
export function undiciFetch(options: UndiciFetchOptions = {}): UndiciFetch {
  if (isAddress(options)) throw missingParentheses();
  checkInput(undiciFetchOptions, options, { below: "undiciFetch" });
  const { dispatcher, connections, keepAliveTimeout } = options;
  if (dispatcher !== undefined && (connections !== undefined || keepAliveTimeout !== undefined))
    throw new RegInputError(
      "undiciFetch.dispatcher",
      "excludes the other options: set them on the dispatcher itself",
    );
  if (!isUndiciSupported()) throw unsupportedUndici();
  const sender: Sender = {
    dispatcher: dispatcher ?? createAgent(connections, keepAliveTimeout),
    inFlight: new InFlightRequests(),
  };
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.all([
      sender.inFlight.whenNone(),
      dispatcher === undefined ? sender.dispatcher.close() : undefined,
    ]);
    await closing;
  };
  const fetch = (url: string, init: RequestInit = {}) =>
    closing === undefined ? send(sender, url, init) : Promise.reject(closedError());
  const transport = Object.assign(fetch, { close, [Symbol.asyncDispose]: close });
  return Object.defineProperty(transport, ownTransportMark, { value: transport });
}

/** Whether a client calls `undiciFetch` as a transport: then the parentheses are missing in its `fetch` option. */
function isAddress(options: unknown): boolean {
  return typeof options === "string" || options instanceof URL;
}

/** Has undici's code for invalid arguments, so that the client knows: nothing was sent, and a retry cannot help. */
function missingParentheses(): TypeError {
  const message =
    "undiciFetch only creates a transport: write undiciFetch(), with parentheses, in the fetch option";
  return Object.assign(new TypeError(message), { code: "UND_ERR_INVALID_ARG" });
}

/**
 * Whether the imported undici calls handlers in the way of undici 7 and 8. A destroyed agent sends nothing and passes its
 * error to the handler; undici 6 requires other functions of the handler, and agents of Bun's replacement have no
 * functions at all. undici exports no version, and its package.json is not part of a bundle.
 */
function isUndiciSupported(): boolean {
  let isSupported = false;
  const handler: Dispatcher.DispatchHandler = {
    // undici recognizes the kind of a handler by this function.
    onRequestStart() {},
    onResponseError: () => {
      isSupported = true;
    },
  };
  try {
    const agent = new Agent();
    agent.destroy();
    agent.dispatch({ origin: "http://undici.invalid", path: "/", method: "GET" }, handler);
  } catch {
    return false;
  }
  return isSupported;
}

function unsupportedUndici(): RegInputError {
  const isBun = process.versions["bun"] !== undefined;
  return new RegInputError(
    "undiciFetch",
    isBun
      ? "does not run on Bun, which replaces undici: leave out the option fetch, so that the client uses the global fetch"
      : "needs undici 7.30 or later, or 8, but an older version is installed: run `npm install undici@^7.30`",
  );
}

function createAgent(connections: number | undefined, keepAliveTimeout: number = 4000): Agent {
  // Node fires a longer timer at once.
  const timeout = Math.min(keepAliveTimeout, 2 ** 31 - 1);
  return new Agent({ connections: connections ?? null, keepAliveTimeout: timeout, pipelining: 1 });
}

function closedError(): TypeError {
  const cause = Object.assign(new Error("this transport was closed"), { code: "UND_ERR_CLOSED" });
  return new TypeError("fetch failed", { cause });
}

/** The parts of a transport that send requests. */
interface Sender {
  readonly dispatcher: Dispatcher;
  readonly inFlight: InFlightRequests;
}

/** Sends a request and resolves to its response as soon as the headers have arrived. */
function send(sender: Sender, url: string, init: RequestInit): Promise<Response> {
  const body = init.body == null ? undefined : prepareBody(init.body);
  // Not an async function, because most bodies are ready and each await costs time.
  return body instanceof Promise
    ? body.then((ready) => dispatch(sender, { url, init, body: ready }))
    : dispatch(sender, { url, init, body });
}

interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly body: PreparedBody | undefined;
}

function dispatch({ dispatcher, inFlight }: Sender, { url, init, body }: PreparedRequest): Promise<Response> {
  const { method = "GET", headers, signal } = init;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    const { origin, protocol, pathname, search, href } = new URL(url);
    const fields = requestHeaders(headers, protocol);
    if (body?.type !== undefined) fields["content-type"] ??= body.type;
    if (body?.size !== undefined) fields["content-length"] = String(body.size);
    const exchange = new Exchange({
      url: href,
      method,
      signal: signal ?? undefined,
      inFlight,
      resolve,
      reject,
    });
    const options: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method,
      headers: fields,
      // undici's documentation allows any iterable, although its types do not.
      body: (body?.content ?? null) as string | Uint8Array | Readable | null,
      // Only the client's timeouts apply: undici's must not end a request earlier.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    try {
      dispatcher.dispatch(options, exchange);
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
}

/** A body that undici can send, and the headers that fetch would add for it. */
interface PreparedBody {
  readonly content: string | Uint8Array | ReadableStream<Uint8Array>;
  /** The content type, unless the caller sets one. */
  readonly type?: string | undefined;
  /** The size in bytes, if undici cannot determine it; undefined for a stream of unknown length. */
  readonly size?: number | undefined;
}

type Body = NonNullable<RequestInit["body"]>;

/**
 * The longest Blob that is read before it is sent, in bytes. A longer one is read while it is sent, because it may be a
 * file that exceeds the memory. That can cost the connection, if the service responds before the end of the body.
 */
const maxBuffered = 1024 * 1024;

/** Converts a body of fetch into one that undici can send. */
function prepareBody(body: Body): PreparedBody | Promise<PreparedBody> {
  if (typeof body === "string") return { content: body, type: "text/plain;charset=UTF-8" };
  if (body instanceof Uint8Array || body instanceof ReadableStream) return { content: body };
  if (body instanceof Blob && body.size > maxBuffered)
    return { content: body.stream(), type: body.type || undefined, size: body.size };
  return serializeBody(body);
}

/** Lets the runtime serialize a form, a file or another body: only it can read its own classes. */
async function serializeBody(body: Body): Promise<PreparedBody> {
  const response = new Response(body);
  const type = response.headers.get("content-type") ?? undefined;
  return { content: new Uint8Array(await response.arrayBuffer()), type };
}

/** The request's headers with names in lower case, and those that fetch adds if the caller does not set them. */
function requestHeaders(headers: RequestInit["headers"], protocol: string): Record<string, string> {
  const fields: Record<string, string> = {
    accept: "*/*",
    "user-agent": "node",
    "accept-encoding": acceptedEncodings(protocol),
  };
  if (headers === undefined) return fields;
  if (Symbol.iterator in headers) {
    for (const [name, value] of headers) fields[String(name).toLowerCase()] = String(value);
  } else {
    for (const name of Object.keys(headers)) fields[name.toLowerCase()] = String(headers[name]);
  }
  return fields;
}
