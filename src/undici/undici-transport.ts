import type { Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { longestTimer } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { describeWrongPeer } from "../base/peers.js";
import { RegInputError } from "../errors/errors.js";
import { checkInput, count, custom, hasFunctions, optionsSchema, positiveTime } from "../errors/input.js";
import type { BodyReader, Transport, TransportRequest, TransportResponse } from "../http/transport/types.js";

/** The options for the connections of the transport. */
export interface UndiciTransportOptions {
  /**
   * The maximum number of connections to one origin, 1 or more. Further requests wait for a connection, and this time
   * counts for the attempt's `timeout`: a request that times out while it waits is as uncertain as one that was sent. A
   * file that is read as a stream keeps its connection. Default: no maximum; the client's `throttle.maxInFlight` limits
   * its requests before.
   */
  readonly connections?: number | undefined;
  /**
   * The longest time that an idle connection is kept, in milliseconds. A service that asks for less, in `Keep-Alive`,
   * gets it. Choose less than a gateway before the service allows, which may pass on a longer time than its own.
   * Default 4000.
   */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * Sends the requests instead of connections of the transport: a `ProxyAgent` or a `MockAgent` of undici, for example.
   * You must close it yourself. It excludes the other options. It must come from the installed undici:
   * `getGlobalDispatcher()` may return the one built into Node, which cannot send these requests in some versions. A
   * `RetryAgent` repeats requests beyond the limit of the client, and hides their status: use the client's `retry`.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

const canRequest = hasFunctions("request");
const canCompose = hasFunctions("compose");

const undiciTransportOptions = optionsSchema<UndiciTransportOptions>({
  connections: count(1),
  keepAliveTimeout: positiveTime,
  dispatcher: custom(
    canRequest,
    "must be a Dispatcher of the installed undici: Bun's own cannot send these requests, nor can that of some versions of Node",
  ),
});

/** A transport with its own connections, for the option `transport` of a client. */
export interface UndiciTransport extends Transport {
  /**
   * Waits for requests in flight, and closes the connections, unless the dispatcher was given. Close the client first.
   * May be called again. Later requests fail: a client's call with RegConnectionError, code `UND_ERR_CLOSED`, nothing
   * sent.
   */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a fast transport: the connections of undici without the overhead of the global fetch. Needs the package
 * undici, version 6, 7, or 8 with Node 22.19, and does not run on Bun without `dispatcher`.
 *
 * Tools that replace or observe the global fetch, such as msw, do not see it, and neither `HTTP_PROXY` nor
 * `setGlobalDispatcher` has an effect: use `dispatcher` for that.
 *
 * @example
 * createSupplierClient({ transport: createUndiciTransport() });
 *
 * @throws RegInputError for an invalid option, for an older undici, and without `dispatcher` on Bun, which replaces
 *   undici
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  checkInput(undiciTransportOptions, options, { below: "createUndiciTransport" });
  checkUndici(options.dispatcher);
  const { connections, keepAliveTimeout } = options;
  if (options.dispatcher !== undefined && (connections !== undefined || keepAliveTimeout !== undefined))
    throw new RegInputError(
      "createUndiciTransport.dispatcher",
      "excludes the other options: set them on the dispatcher itself",
    );
  const dispatcher = options.dispatcher ?? createAgent(connections, keepAliveTimeout);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= options.dispatcher === undefined ? dispatcher.close() : Promise.resolve();
    return closing;
  };
  return {
    streamsFiles: true,
    async send(request) {
      if (closing === undefined) return send(dispatcher, request);
      throw Object.assign(new Error("this transport was closed"), { code: "UND_ERR_CLOSED" });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createAgent(connections: number | undefined, keepAliveTimeout: number = 4000): Dispatcher {
  // The signal of the request for which undici connects: it connects while it dispatches the request.
  let signal: AbortSignal | undefined;
  class ConnectingAgent extends Agent {
    override dispatch(...args: Parameters<Agent["dispatch"]>): boolean {
      signal = Reflect.get(args[0], "signal");
      try {
        return super.dispatch(...args);
      } finally {
        signal = undefined;
      }
    }
  }
  const longest = Math.min(keepAliveTimeout, longestTimer);
  const agent = new ConnectingAgent({
    connections: connections ?? null,
    keepAliveTimeout: longest,
    keepAliveMaxTimeout: longest,
    pipelining: 1,
    connect(address, callback) {
      const stop = () => socket.destroy(new Error("the request was aborted"));
      const forRequest = signal;
      const socket = connect(address, (...result) => {
        forRequest?.removeEventListener("abort", stop);
        callback(...result);
      });
      // undici alone would keep the socket for 10 seconds, and open another one for the next request.
      forRequest?.addEventListener("abort", stop);
    },
    ...http1,
  });
  const connect = buildConnector(http1) as (...args: Parameters<buildConnector.connector>) => Socket;
  return agent;
}

function checkUndici(dispatcher: Dispatcher | undefined): void {
  const { prototype } = Agent;
  const isReplaced = !canRequest(prototype);
  if (isReplaced && dispatcher === undefined)
    throw new RegInputError(
      "createUndiciTransport",
      "does not run on Bun, which replaces undici: leave out the option transport, so that the client uses the global fetch",
    );
  if (!isReplaced && !canCompose(prototype))
    throw new RegInputError("createUndiciTransport", describeWrongPeer("undici", "a version before 6.7"));
}

/**
 * For a dispatcher of the user; undici 7 ignores it, and speaks HTTP/1.1 by default. Over HTTP/2, undici 8 sends a POST
 * again, and a file that was cut off can look complete.
 */
const http1 = { allowH2: false };

async function send(
  dispatcher: Dispatcher,
  { method, url, headers, body, signal }: TransportRequest,
): Promise<TransportResponse> {
  const { origin, pathname, search } = new URL(url);
  const form = isInstance(body, "FormData") ? await serializeForm(body) : undefined;
  const response = await dispatcher.request({
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: { "accept-encoding": "gzip, br", ...form?.headers, ...headers },
    // undici's documentation allows a Blob and any iterable, although its types do not.
    body: (form?.body ?? body ?? null) as Readable | string | null,
    signal,
    // Only the client's timeouts apply: undici's must not end a request earlier.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...http1,
  });
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headers))
    for (const value of Array.isArray(values) ? values : [values]) received.append(name, toLatin1(value));
  const encoding = received.get("content-encoding") ?? "identity";
  const status = response.statusCode;
  if (!withoutBody.includes(status)) return { status, headers: received, body: readDecoded(response.body, encoding) };
  // Read, because to destroy it creates an error each time; but a 205 may have a body all the same, which may be long. Its
  // errors say nothing about the request.
  const rest = response.body.on("error", () => {});
  if (status === 205) rest.destroy();
  else rest.resume();
  return { status, headers: received, body: { read: async () => ({ done: true }), cancel: async () => {} } };
}

/** Lets the runtime serialize a form: undici can read only forms of its own class. */
async function serializeForm(form: FormData) {
  const serialized = new Response(form);
  const headers = { "content-type": serialized.headers.get("content-type") ?? "" };
  return { headers, body: new Uint8Array(await serialized.arrayBuffer()) };
}

/** `Headers` accept a character for each byte, but a dispatcher may have decoded the bytes as UTF-8. */
function toLatin1(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString("latin1") : value;
}

const decoders = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The statuses of responses without a body, whatever their headers say. */
const withoutBody: readonly number[] = [204, 205, 304];

/** Reads a body and decompresses it. Compressed data that was cut off is an error. */
function readDecoded(body: Readable, encoding: string): BodyReader {
  const names = encoding.toLowerCase().split(",").reverse();
  const steps = names.flatMap((name) => decoders.get(name.trim())?.() ?? []);
  // Errors are reported to the reader.
  const ignore = () => {};
  body.on("error", ignore);
  // As fetch does with an encoding that it does not know.
  if (steps.length < names.length) return readerOf(body);
  return readerOf(
    steps.reduce<Readable>((stream, step) => pipeline(stream, step, ignore), body),
    steps[0],
  );
}

/** @param decoder the first decoder, if the stream is compressed */
function readerOf(stream: Readable, decoder?: { readonly bytesWritten: number }): BodyReader {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return {
    async read() {
      try {
        const { done, value } = await chunks.next();
        // Copied, because the chunk may share its buffer with others.
        return done ? { done, value: undefined } : { done: false, value: new Uint8Array(value) };
      } catch (error) {
        // No byte is no compressed data, but services send an empty body so.
        if (decoder?.bytesWritten === 0 && Object(error).code === "Z_BUF_ERROR")
          return { done: true, value: undefined };
        throw error;
      }
    },
    async cancel() {
      stream.destroy();
    },
  };
}
