import { type DirectBody, directBody, type WholeBody } from "../http/body.js";
import { type BodySource, fromStream, readWhole, toStream } from "./body.js";

/** The headers of a response by name. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The part of a response before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly fields: HeaderFields;
  readonly url: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A response with the interface of `Response` that creates each part on first use: a real `Response` with its web
 * stream costs more than the request.
 */
export class UndiciResponse implements Response, DirectBody {
  readonly type = "basic";
  readonly redirected = false;
  readonly #head: ResponseHead;
  #source: BodySource | undefined;
  #headers: Headers | undefined;
  #stream: ReadableStream<Bytes> | undefined;
  #isUsed = false;

  /** @param body undefined if the response cannot have a body */
  constructor(head: ResponseHead, body: BodySource | undefined) {
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
    this.#headers ??= new LazyHeaders(this.#head.fields);
    return this.#headers;
  }

  get body(): ReadableStream<Bytes> | null {
    if (this.#stream === undefined && this.#source !== undefined) {
      const stream = toStream(this.#source, () => {
        // A clone may read the stream that this response had before; that does not use the current one.
        if (this.#stream === stream) this.#isUsed = true;
      });
      this.#stream = stream;
      // Locked, like the stream of a Response whose body was read.
      if (this.#isUsed) stream.getReader();
    }
    return this.#stream ?? null;
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  /** Reads the body without a web stream; see {@link DirectBody}. */
  [directBody](limit: number, stop: AbortSignal | undefined): Promise<WholeBody> | undefined {
    if (this.#isUsed || this.#stream !== undefined || this.#source === undefined) return undefined;
    this.#isUsed = true;
    return readWhole(this.#source, limit, stop);
  }

  async json(): Promise<unknown> {
    return this.#toReal().json();
  }

  async text(): Promise<string> {
    return this.#toReal().text();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#toReal().arrayBuffer();
  }

  async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async blob(): Promise<Blob> {
    return this.#toReal().blob();
  }

  async formData(): Promise<FormData> {
    return this.#toReal().formData();
  }

  clone(): Response {
    const { body } = this;
    if (this.bodyUsed || body?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
    if (body === null) return new UndiciResponse(this.#head, undefined);
    const [own, cloned] = body.tee();
    this.#source = fromStream(own);
    this.#stream = undefined;
    return new UndiciResponse(this.#head, fromStream(cloned));
  }

  /** Shown by `console.log`. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    const { status, statusText, headers, url, bodyUsed } = this;
    return { status, statusText, headers, url, bodyUsed };
  }

  /** Creates a real Response to read the body. It has the default status, because ours may be one that it rejects. */
  #toReal(): Response {
    const { body, headers } = this;
    return new Response(body, { headers });
  }
}

/** Converts names to lower case. Those of undici are; an interceptor of the user's dispatcher may add others. */
export function lowerCaseNames(fields: HeaderFields): HeaderFields {
  if (!hasCapitals(fields)) return fields;
  // Without a prototype, because a header may be named like an inherited property, such as constructor.
  const lower: Record<string, readonly string[]> = Object.create(null);
  for (const [name, value = []] of Object.entries(fields)) {
    const key = name.toLowerCase();
    lower[key] = [...(lower[key] ?? []), ...(typeof value === "string" ? [value] : value)];
  }
  return lower;
}

function hasCapitals(fields: HeaderFields): boolean {
  for (const name in fields) if (name !== name.toLowerCase()) return true;
  return false;
}

/** Creates the headers that fetch would return. */
export function createHeaders(fields: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") headers.append(name, toLatin1(value));
    else for (const each of value ?? []) headers.append(name, toLatin1(each));
  }
  return headers;
}

const beyondLatin1 = /[^\0-\xff]/;

/** Fetch reads each byte as a character. Older versions of undici read UTF-8 here, which Headers would reject. */
function toLatin1(value: string): string {
  return beyondLatin1.test(value) ? Buffer.from(value).toString("latin1") : value;
}

/** A name and a value that `Headers` would not change. */
const plainName = /^[a-z-]+$/;
const plainValue = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Response headers with the interface of `Headers`. Simple reads use the fields of undici: creating real headers costs a
 * tenth of a call with this transport.
 */
export class LazyHeaders implements Headers {
  readonly #fields: HeaderFields;
  #real: Headers | undefined;

  readonly [Symbol.toStringTag] = "Headers";

  /** @param fields with names in lower case */
  constructor(fields: HeaderFields) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#readPlain(name);
    return value === undefined ? this.#headers.get(name) : value;
  }

  has(name: string): boolean {
    const value = this.#readPlain(name);
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

  /** Shown by `console.log`. */
  [Symbol.for("nodejs.util.inspect.custom")](): Headers {
    return this.#headers;
  }

  /** Returns the value of a header, null if it is missing, undefined if only real headers can decide. */
  #readPlain(name: string): string | null | undefined {
    if (this.#real !== undefined || !plainName.test(name)) return undefined;
    if (!Object.hasOwn(this.#fields, name)) return null;
    const value = this.#fields[name];
    return typeof value === "string" && plainValue.test(value) ? value : undefined;
  }

  get #headers(): Headers {
    this.#real ??= createHeaders(this.#fields);
    return this.#real;
  }
}
