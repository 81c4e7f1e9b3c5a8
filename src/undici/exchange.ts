import type { Dispatcher } from "undici";
import { decoded } from "./decoding.js";
import { type Flow, PushedBody } from "./pushed-body.js";
import { UndiciResponse } from "./response.js";
import { type Fields, inLowerCase } from "./response-headers.js";
import type { UnderWay } from "./under-way.js";

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
