import { type DirectBody, directBody, type WholeBody } from "../http/wire/own-transport.js";
import { type BodySource, collect, sourceOf, streamOf } from "./body-source.js";
import { LightHeaders } from "./light-headers.js";
import type { Fields } from "./response-headers.js";

/** What comes before the body. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly fields: Fields;
  readonly url: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * An answer with the interface of `Response`, of which each part is made when it is first asked for: a real one with
 * its web stream costs more than the request.
 */
export class UndiciResponse implements Response, DirectBody {
  readonly type = "basic";
  readonly redirected = false;
  readonly #head: Head;
  #source: BodySource | undefined;
  #headers: Headers | undefined;
  #stream: ReadableStream<Bytes> | undefined;
  #used = false;

  /** @param body undefined if the answer can have none */
  constructor(head: Head, body: BodySource | undefined) {
    this.#head = head;
    this.#source = body;
  }

  get status(): number {
    return this.#head.status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return this.#head.statusText;
  }

  get url(): string {
    return this.#head.url.replace(/#.*/, "");
  }

  get headers(): Headers {
    this.#headers ??= new LightHeaders(this.#head.fields);
    return this.#headers;
  }

  get body(): ReadableStream<Bytes> | null {
    if (this.#stream === undefined && this.#source !== undefined) {
      const stream = streamOf(this.#source, () => {
        // Not when a clone reads the stream that stood here before.
        if (this.#stream === stream) this.#used = true;
      });
      this.#stream = stream;
      // As that of a Response whose body was read: it is there, but nobody can have it.
      if (this.#used) stream.getReader();
    }
    return this.#stream ?? null;
  }

  get bodyUsed(): boolean {
    return this.#used;
  }

  /** Reads the body without a stream in between; see {@link DirectBody}. */
  [directBody](limit: number, stop: AbortSignal | undefined): Promise<WholeBody> | undefined {
    if (this.#used || this.#stream !== undefined || this.#source === undefined) return undefined;
    this.#used = true;
    return collect(this.#source, limit, stop);
  }

  async json(): Promise<unknown> {
    return this.#real().json();
  }

  async text(): Promise<string> {
    return this.#real().text();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#real().arrayBuffer();
  }

  async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async blob(): Promise<Blob> {
    return this.#real().blob();
  }

  async formData(): Promise<FormData> {
    return this.#real().formData();
  }

  clone(): Response {
    const { body } = this;
    if (this.bodyUsed || body?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
    if (body === null) return new UndiciResponse(this.#head, undefined);
    const [mine, theirs] = body.tee();
    this.#source = sourceOf(mine);
    this.#stream = undefined;
    return new UndiciResponse(this.#head, sourceOf(theirs));
  }

  /** What `console.log` shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    const { status, statusText, headers, url, bodyUsed } = this;
    return { status, statusText, headers, url, bodyUsed };
  }

  /** A real Response of the same body, which reads it. Its status does not matter, and ours may be none that it takes. */
  #real(): Response {
    const { body, headers } = this;
    return new Response(body, { headers });
  }
}
