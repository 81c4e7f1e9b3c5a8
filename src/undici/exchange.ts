import type { Dispatcher } from "undici";
import { type Flow, PushedBody } from "./body.js";
import { acceptedEncodings, decoded } from "./decompress.js";
import { type Fields, inLowerCase, UndiciResponse } from "./response.js";

/** What an exchange needs to know of its request. */
interface ExchangeSettings {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | undefined;
  readonly underWay: UnderWay;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** Statuses of answers that have no body, whatever follows. */
const bodiless = new Set([204, 205, 304]);

/** One request and its answer, as undici tells of them. Fails as fetch does: with the same errors and causes. */
export class Exchange implements Dispatcher.DispatchHandler, Flow {
  readonly #settings: ExchangeSettings;
  #controller: Dispatcher.DispatchController | undefined;
  #body: PushedBody | undefined;
  #isOver = false;

  constructor(settings: ExchangeSettings) {
    this.#settings = settings;
    settings.underWay.begin();
    settings.signal?.addEventListener("abort", this, { once: true });
  }

  /** The signal was aborted: the caller hears it at once, also where the request still waits for a connection. */
  handleEvent(): void {
    const { signal, reject } = this.#settings;
    this.#stopListening();
    reject(signal?.reason);
    this.#body?.fail(signal?.reason);
    this.abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settings.signal?.aborted) this.abort();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, given: Fields, statusText = ""): void {
    if (status < 200) return;
    const { url, method, resolve } = this.#settings;
    const fields = inLowerCase(given);
    const head = { status, statusText, fields, url };
    if (method === "HEAD" || bodiless.has(status)) {
      resolve(new UndiciResponse(head, undefined));
      return;
    }
    this.#body = new PushedBody(this);
    resolve(new UndiciResponse(head, decoded(this.#body, fields["content-encoding"])));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer<ArrayBuffer>): void {
    if (this.#body === undefined) this.abort();
    else this.#body.push(chunk);
  }

  onResponseEnd(): void {
    this.#over();
    this.#body?.end();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#over();
    if (this.#body !== undefined) this.#body.fail(new TypeError("terminated", { cause: error }));
    else this.#settings.reject(new TypeError("fetch failed", { cause: error }));
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    // The reason is for the caller alone: undici would hand it to the connection, and may keep it.
    this.#controller?.abort(new Error("the request was given up"));
  }

  /** What uses undici on its way may tell of an end twice. */
  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening();
    this.#settings.underWay.end();
  }

  #stopListening(): void {
    this.#settings.signal?.removeEventListener("abort", this);
  }
}

/** A body in a form that undici sends, and what fetch would say of it in headers. */
export interface RequestBody {
  readonly content: string | Uint8Array | ReadableStream<Uint8Array>;
  /** What it is, unless the caller names a type. */
  readonly type?: string | undefined;
  /** Its size in bytes, where undici cannot see it; undefined for a stream whose end nobody knows. */
  readonly size?: number | undefined;
}

/**
 * The longest Blob that is read before it is sent, in bytes. A longer one is read meanwhile: it may be a file that is
 * larger than the memory. That can cost the connection, if the service has answered before the end was seen.
 */
const readAtOnce = 1024 * 1024;

type Body = NonNullable<RequestInit["body"]>;

/** Turns what fetch takes as a body into what undici takes. */
export function requestBody(body: Body): RequestBody | Promise<RequestBody> {
  if (typeof body === "string") return { content: body, type: "text/plain;charset=UTF-8" };
  if (body instanceof Uint8Array || body instanceof ReadableStream) return { content: body };
  if (body instanceof Blob && body.size > readAtOnce)
    return { content: body.stream(), type: body.type || undefined, size: body.size };
  return written(body);
}

/** A form, a file or another kind, written by the runtime itself: only it knows how to read its own classes. */
async function written(body: Body): Promise<RequestBody> {
  const response = new Response(body);
  const type = response.headers.get("content-type") ?? undefined;
  return { content: new Uint8Array(await response.arrayBuffer()), type };
}

/** The headers of a request by their names in lower case, with those that fetch adds where the caller names none. */
export function requestHeaders(headers: RequestInit["headers"], protocol: string): Record<string, string> {
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

/**
 * Counts the requests that are under way, so that the last of them can be waited for. An agent of undici's does not know
 * them all: it forgets those that wait for a new connection when the last of the old ones goes.
 */
export class UnderWay {
  #count = 0;
  #whenNone: (() => void)[] = [];

  begin(): void {
    this.#count += 1;
  }

  /** Must be called once for each request that has begun. */
  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#whenNone.splice(0)) resolve();
  }

  /** Resolves when there is none. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#whenNone.push(resolve);
    });
  }
}
