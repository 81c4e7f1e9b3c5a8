import type { Dispatcher } from "undici";
import { type FlowControl, IncomingBody } from "./body.js";
import { decompress } from "./decompress.js";
import { type HeaderFields, lowerCaseNames, UndiciResponse } from "./response.js";

/** The request of an exchange, and the functions that settle its promise. */
interface ExchangeSettings {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | undefined;
  readonly inFlight: InFlightRequests;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** Statuses of responses that have no body, whatever bytes follow. */
const bodilessStatuses = new Set([204, 205, 304]);

/** One request and its response: the handler of undici's callbacks. Fails with the errors and causes of fetch. */
export class Exchange implements Dispatcher.DispatchHandler, FlowControl {
  readonly #settings: ExchangeSettings;
  #controller: Dispatcher.DispatchController | undefined;
  #body: IncomingBody | undefined;
  #isOver = false;

  constructor(settings: ExchangeSettings) {
    this.#settings = settings;
    settings.inFlight.begin();
    // An object as listener saves a closure for each request.
    settings.signal?.addEventListener("abort", this, { once: true });
  }

  /** Rejects as soon as the signal is aborted, even while the request waits for a connection. */
  handleEvent(): void {
    const { signal, reject } = this.#settings;
    this.#stopListening();
    reject(signal?.reason);
    this.#body?.fail(signal?.reason);
    this.abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A throw drops the request from undici's queue and keeps the connection, which `abort` would close.
    if (this.#settings.signal?.aborted) throw new Error("the request was aborted before it was sent");
    this.#controller = controller;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: HeaderFields,
    statusText = "",
  ): void {
    if (status < 200) return;
    const { url, method, resolve } = this.#settings;
    const fields = lowerCaseNames(headers);
    const head = { status, statusText, fields, url };
    if (method === "HEAD" || bodilessStatuses.has(status)) {
      resolve(new UndiciResponse(head, undefined));
      return;
    }
    this.#body = new IncomingBody(this);
    resolve(new UndiciResponse(head, decompress(this.#body, fields["content-encoding"])));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer<ArrayBuffer>): void {
    if (this.#body === undefined) this.abort();
    else this.#body.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish();
    this.#body?.end();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#finish();
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
    // Undici would pass the signal's reason to the connection and may keep it, but only the caller may see it.
    this.#controller?.abort(new Error("the request was aborted"));
  }

  /** Runs once, because an interceptor may report an end twice. */
  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening();
    this.#settings.inFlight.end();
  }

  #stopListening(): void {
    this.#settings.signal?.removeEventListener("abort", this);
  }
}

/**
 * Counts the requests in flight, so that `close()` can wait for the last of them. Undici's agent does not know all of
 * them: it forgets those that wait for a new connection when its last open connection closes.
 */
export class InFlightRequests {
  #count = 0;
  #waiting: (() => void)[] = [];

  begin(): void {
    this.#count += 1;
  }

  /** Must be called exactly once for each request that has begun. */
  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when no request is in flight. */
  whenNone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#waiting.push(resolve);
    });
  }
}
