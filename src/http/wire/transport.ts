import type { Call, Send } from "../call.js";
import type { Features } from "../features.js";
import type { Clock } from "../time/clock.js";
import { failureOf, parse, readingError } from "./answer.js";
import { noResponse, sendingError } from "./connection-error.js";
import { announcedLength, BodyReading } from "./read-body.js";
import type { UploadStream } from "./upload-stream.js";

/** What carries requests: the shape of the global `fetch`, for a URL and plain settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How requests are sent and answers read. */
export interface TransportSettings {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The longest body that is read, in bytes. */
  readonly maxBytes: number;
}

/**
 * Sends one attempt, reads what comes back, within bounds, and sorts it: a success becomes an answer, everything else
 * an error. One function from the request to the last byte, because each one that waits costs every call a little.
 */
export function transport({ fetch, clock, maxBytes }: TransportSettings, { files, actions }: Features): Send {
  return async (call) => {
    const { progress, signal, operation } = call;
    progress.sent = true;
    progress.inFlight = true;
    let upload: UploadStream | undefined;
    try {
      let response: Response;
      try {
        if (files !== undefined && call.body instanceof ReadableStream)
          upload = files.upload(call.body, signal);
        response = await fetch(call.url, requestInit(call, upload));
      } catch (error) {
        throw sendingError(error, call, upload);
      }
      // Once: a Response checks at each look at it whether it is one.
      const { status, headers } = Object(response) as Response;
      if (typeof status !== "number" || typeof headers?.get !== "function") throw noResponse(call);
      // Not the late answer of an attempt that is over: the next one may be under way.
      if (signal?.aborted !== true) progress.received = response;
      if (!(status >= 200 && status < 300))
        throw await failureOf(call, response, { clock, maxBytes, actions });
      const file = operation.output === "binary" ? files : undefined;
      if (file !== undefined && call.stream) {
        const asError = (error: unknown) => readingError(call, response, error);
        return { status, headers, response, ...file.open(call, response, { clock, maxBytes, asError }) };
      }
      let body: BodyReading;
      try {
        body = new BodyReading(response, maxBytes, { announced: announcedLength(headers) });
        while (!body.isOver) body.take(await body.next());
      } catch (error) {
        throw readingError(call, response, error);
      }
      const data = file?.of(headers, body.chunks) ?? parse(call, { status, headers }, body.text());
      return { status, headers, response, data };
    } catch (error) {
      // The rest of the upload changes nothing any more; fetch would go on sending it.
      upload?.stop(error);
      throw error;
    }
  };
}

/**
 * What fetch is given for one attempt. Redirects are never followed, because a followed one would carry the body
 * elsewhere.
 *
 * @param upload what is sent in the place of a body that is a stream
 */
function requestInit(
  { operation, headers, signal, body }: Call,
  upload: UploadStream | undefined,
): RequestInit {
  const init: RequestInit = { method: operation.method, headers, redirect: "manual" };
  if (signal !== undefined) init.signal = signal;
  if (upload !== undefined) {
    init.body = upload.body;
    init.duplex = "half";
  } else if (body !== undefined) init.body = body;
  return init;
}
