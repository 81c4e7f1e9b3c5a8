import { type DirectBody, directBody, type WholeBody } from "../http/body.js";
import { type BodySource, collect, sourceOf, streamOf } from "./body.js";

/** The headers of an answer by their names. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Fields whose names are in lower case. Those of undici are; an interceptor of the user's dispatcher may add others. */
export function inLowerCase(fields: Fields): Fields {
  if (!hasCapitals(fields)) return fields;
  // Without what every object has, such as a constructor, which may be the name of a header.
  const lower: Record<string, readonly string[]> = Object.create(null);
  for (const [name, value = []] of Object.entries(fields)) {
    const key = name.toLowerCase();
    lower[key] = [...(lower[key] ?? []), ...(typeof value === "string" ? [value] : value)];
  }
  return lower;
}

function hasCapitals(fields: Fields): boolean {
  for (const name in fields) if (name !== name.toLowerCase()) return true;
  return false;
}

/** Headers as fetch would give them. */
export function responseHeaders(fields: Fields): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") headers.append(name, latin1(value));
    else for (const each of value ?? []) headers.append(name, latin1(each));
  }
  return headers;
}

const beyondLatin1 = /[^\0-\xff]/;

/** Fetch reads each byte as a character. Older versions of undici read UTF-8 here, which Headers would refuse. */
function latin1(value: string): string {
  return beyondLatin1.test(value) ? Buffer.from(value).toString("latin1") : value;
}

/** A name or a value of which `Headers` would change nothing. */
const plainName = /^[a-z-]+$/;
const plainValue = /^[!-~]+(?: [!-~]+)*$/;

/**
 * An answer's headers, with the interface of `Headers`. Who asks for a few of them is told from what undici gave: to make
 * real ones costs a tenth of a call with this transport.
 */
export class LightHeaders implements Headers {
  readonly #fields: Fields;
  #real: Headers | undefined;

  readonly [Symbol.toStringTag] = "Headers";

  /** @param fields by their names in lower case */
  constructor(fields: Fields) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#plain(name);
    return value === undefined ? this.#headers.get(name) : value;
  }

  has(name: string): boolean {
    const value = this.#plain(name);
    return value === undefined ? this.#headers.has(name) : value !== null;
  }

  append(name: string, value: string): void {
    this.#headers.append(name, value);
  }

  set(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  delete(name: string): void {
    this.#headers.delete(name);
  }

  getSetCookie(): string[] {
    return this.#headers.getSetCookie();
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void {
    for (const [name, value] of this) callback.call(thisArg, value, name, this);
  }

  keys(): ReturnType<Headers["keys"]> {
    return this.#headers.keys();
  }

  values(): ReturnType<Headers["values"]> {
    return this.#headers.values();
  }

  entries(): ReturnType<Headers["entries"]> {
    return this.#headers.entries();
  }

  [Symbol.iterator](): ReturnType<Headers["entries"]> {
    return this.entries();
  }

  /** What `console.log` shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): Headers {
    return this.#headers;
  }

  /** What a header says, null if there is none; undefined if only real headers can tell. */
  #plain(name: string): string | null | undefined {
    if (this.#real !== undefined || !plainName.test(name)) return undefined;
    if (!Object.hasOwn(this.#fields, name)) return null;
    const value = this.#fields[name];
    return typeof value === "string" && plainValue.test(value) ? value : undefined;
  }

  get #headers(): Headers {
    this.#real ??= responseHeaders(this.#fields);
    return this.#real;
  }
}

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
