import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { type BodySource, type Chunk, RefusedBody } from "./body.js";

/** Makes what decompresses a body that begins with this byte. */
export type MakeDecoder = (firstByte: number) => Transform;

type Chunks = AsyncIterator<Uint8Array<ArrayBuffer>, undefined>;

/** A body that is decompressed while it is read: never much more of it than is asked for. */
class DecodedBody implements BodySource {
  readonly #body: BodySource;
  readonly #make: MakeDecoder;
  #chunks: Chunks | undefined;
  #decoder: Transform | undefined;
  #over = false;
  /** How the compressed body broke off; in an object, because the reason may be anything. */
  #broken: { readonly error: unknown } | undefined;

  constructor(body: BodySource, make: MakeDecoder) {
    this.#body = body;
    this.#make = make;
  }

  async next(): Promise<Chunk> {
    try {
      this.#chunks ??= await this.#start();
      // Not after the end: a decoder that was let go of would tell of it as an error.
      const { done, value } = this.#over ? ended : await this.#chunks.next();
      if (!done && !this.#over) return value;
      this.cancel();
      return undefined;
    } catch (error) {
      if (this.#over) return undefined;
      this.cancel();
      throw this.#broken === undefined ? new TypeError("terminated", { cause: error }) : this.#broken.error;
    }
  }

  cancel(): void {
    this.#over = true;
    this.#body.cancel();
    this.#decoder?.destroy();
  }

  async #start(): Promise<Chunks> {
    const first = await this.#nextOfBody();
    if (first === undefined || this.#over) return { next: async () => ended };
    this.#decoder = this.#make(first[0] ?? 0);
    const compressed = Readable.from(this.#rest(first), { objectMode: false });
    // What goes wrong is seen where the decoder is read.
    pipeline(compressed, this.#decoder, () => {});
    return this.#decoder[Symbol.asyncIterator]();
  }

  async *#rest(first: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let chunk: Uint8Array | undefined = first; chunk !== undefined; chunk = await this.#nextOfBody())
      yield chunk;
  }

  async #nextOfBody(): Promise<Chunk> {
    try {
      return await this.#body.next();
    } catch (error) {
      this.#broken = { error };
      throw new Error("the compressed body broke off");
    }
  }
}

const ended = { done: true, value: undefined } as const;

/** What is asked for, as fetch does: brotli only where no proxy in between can stumble over it. */
export function acceptedEncodings(protocol: string): string {
  return protocol === "https:" ? "br, gzip, deflate" : "gzip, deflate";
}

/** As lenient as fetch: some services leave out the end of what they compress. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

const gunzip: MakeDecoder = () => createGunzip(lenient);

const decoders: Readonly<Record<string, MakeDecoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // With its wrapping, as it should be, or without it, as some services send it.
  deflate: (firstByte) => ((firstByte & 0x0f) === 0x08 ? createInflate(lenient) : createInflateRaw(lenient)),
  br: () => createBrotliDecompress(lenientBrotli),
};

/** The most encodings that one answer may be wrapped in, as in fetch. */
const mostEncodings = 5;

/** The body after decompression, chunk by chunk; as it is if it is compressed in a way that nobody asked for. */
export function decoded(
  body: BodySource,
  contentEncoding: string | readonly string[] | undefined,
): BodySource {
  if (contentEncoding === undefined) return body;
  const codings = String(contentEncoding).toLowerCase().split(",");
  if (codings.length > mostEncodings)
    return new RefusedBody(body, `the answer is compressed in more than ${mostEncodings} ways`);
  let source = body;
  for (const coding of codings.reverse()) {
    const name = coding.trim();
    const make = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (make === undefined) return body;
    source = new DecodedBody(source, make);
  }
  return source;
}
