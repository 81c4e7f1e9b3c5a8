import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { Exchange } from "./exchange.js";
import { type RequestBody, requestBody } from "./request-body.js";
import { requestHeaders } from "./request-headers.js";
import type { UnderWay } from "./under-way.js";

/** What carries requests, and those that it carries. */
export interface Carrier {
  readonly dispatcher: Dispatcher;
  readonly underWay: UnderWay;
}

/** Sends a request and resolves to its answer as soon as its headers have come. */
export function send(carrier: Carrier, url: string, init: RequestInit): Promise<Response> {
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
