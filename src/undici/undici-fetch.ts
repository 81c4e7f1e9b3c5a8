import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { RegInputError } from "../errors/errors.js";
import { forgetsSignals } from "../http/body.js";
import { checkInput, count, custom, hasFunctions, optionsSchema, positiveTime } from "../http/validate.js";
import { Exchange, type RequestBody, requestBody, requestHeaders, UnderWay } from "./exchange.js";

/** How the connections are kept. */
export interface UndiciFetchOptions {
  /**
   * The most connections to one origin, 1 or more. Further requests wait for one, which counts for the attempt's
   * `timeout`: one that ends meanwhile is as uncertain as one that was sent. A file that is read as a stream keeps its
   * connection. Default: no bound, as with the global fetch.
   */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept unless the service asks otherwise, in milliseconds; at most 2^31 - 1. Default 4000. */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * What carries the requests in place of connections of its own: a `ProxyAgent` or a `MockAgent` of undici, for
   * example. It is yours to close. It excludes the other options. It must come from the installed undici 7:
   * `getGlobalDispatcher()` may give the one that Node brings, which understands another protocol and refuses each request.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

const undiciFetchOptions = optionsSchema<UndiciFetchOptions>({
  connections: count(1),
  keepAliveTimeout: positiveTime,
  dispatcher: custom(hasFunctions("dispatch"), "must be a Dispatcher of undici"),
});

/** What carries requests, and those that it carries. */
export interface Carrier {
  readonly dispatcher: Dispatcher;
  readonly underWay: UnderWay;
}

/** Sends a request and resolves to its answer as soon as its headers have come. */
function send(carrier: Carrier, url: string, init: RequestInit): Promise<Response> {
  const body = init.body == null ? undefined : requestBody(init.body);
  return body instanceof Promise
    ? body.then((ready) => dispatched(carrier, url, init, ready))
    : dispatched(carrier, url, init, body);
}

function dispatched(
  { dispatcher, underWay }: Carrier,
  url: string,
  { method = "GET", headers, signal }: RequestInit,
  body: RequestBody | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    const { origin, protocol, pathname, search, href } = new URL(url);
    const fields = requestHeaders(headers, protocol);
    if (body?.type !== undefined) fields["content-type"] ??= body.type;
    if (body?.size !== undefined) fields["content-length"] = String(body.size);
    const handler = new Exchange({
      url: href,
      method,
      signal: signal ?? undefined,
      underWay,
      resolve,
      reject,
    });
    const options: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method,
      headers: fields,
      // What undici's types leave out and its documentation names: anything that can be iterated over.
      body: (body?.content ?? null) as string | Uint8Array | Readable | null,
      // The attempt's own timeout rules; no other may end what that one lets go on.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  });
}

/** What goes into the `fetch` option of a client; with connections of its own. */
export interface UndiciFetch {
  /**
   * Sends a request. The address is a text.
   *
   * @throws TypeError "fetch failed" as the global fetch does, with the system's or undici's code in its `cause`; the
   *   signal's reason if that is aborted
   */
  (url: string, init?: RequestInit): Promise<Response>;
  /**
   * Waits for the requests under way, however long they take, and for files that are read as streams; then closes the
   * connections, unless the dispatcher was given. Close the client before, with a `timeout`. May be called again.
   * What is sent afterwards fails: a client's call with RegConnectionError, code `UND_ERR_CLOSED`, nothing sent.
   */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a fast transport for the `fetch` option: the connections of undici without the weight of the global fetch.
 * Needs the package undici, 7.30 or a later 7.
 *
 * Requests and failures are those of the global fetch, with few differences: a redirect is never followed; the answer
 * and its headers have the interfaces of `Response` and `Headers` without being any; what replaces or watches the
 * global fetch, such as msw, does not see it; and neither `HTTP_PROXY` nor `setGlobalDispatcher` is heeded: give a
 * `dispatcher` for that.
 *
 * @example
 * createSupplierClient({ baseUrl, token, fetch: undiciFetch() });
 *
 * @throws RegInputError for an option that cannot be used, TypeError for an address in place of the options
 */
export function undiciFetch(options: UndiciFetchOptions = {}): UndiciFetch {
  if (isAddress(options)) throw notCalled();
  checkInput(undiciFetchOptions, options, { below: "undiciFetch" });
  const { dispatcher, connections, keepAliveTimeout } = options;
  if (dispatcher !== undefined && (connections !== undefined || keepAliveTimeout !== undefined))
    throw new RegInputError(
      "undiciFetch.dispatcher",
      "excludes the other options: it has settings of its own",
    );
  const carrier = {
    dispatcher: dispatcher ?? createAgent(connections, keepAliveTimeout),
    underWay: new UnderWay(),
  };
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.all([
      carrier.underWay.none(),
      dispatcher === undefined ? carrier.dispatcher.close() : undefined,
    ]);
    await closing;
  };
  const fetch = (url: string, init: RequestInit = {}) =>
    closing === undefined ? send(carrier, url, init) : Promise.reject(closed());
  const transport = Object.assign(fetch, { close, [Symbol.asyncDispose]: close });
  return Object.defineProperty(transport, forgetsSignals, { value: transport });
}

function createAgent(connections: number | undefined, keepAliveTimeout: number = 4000): Agent {
  // A timer that is longer fires at once.
  const timeout = Math.min(keepAliveTimeout, 2 ** 31 - 1);
  return new Agent({ connections: connections ?? null, keepAliveTimeout: timeout, pipelining: 1 });
}

function closed(): TypeError {
  const cause = Object.assign(new Error("this transport was closed"), { code: "UND_ERR_CLOSED" });
  return new TypeError("fetch failed", { cause });
}

/** Whether a client passes what a transport takes: then it was given `undiciFetch`, without the parentheses. */
function isAddress(options: unknown): boolean {
  return typeof options === "string" || options instanceof URL;
}

/** With the code that undici has for this, so that the client knows: nothing was sent, and repeating will not help. */
function notCalled(): TypeError {
  const message =
    "undiciFetch only makes a transport: write undiciFetch(), with parentheses, in the fetch option";
  return Object.assign(new TypeError(message), { code: "UND_ERR_INVALID_ARG" });
}
