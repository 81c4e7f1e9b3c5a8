import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { type BodySource, type Chunk, RejectedBody } from "./body.js";

/** The encodings to ask for, as in fetch: brotli only over TLS, where no proxy can misread it. */
export function acceptedEncodings(protocol: string): string {
  return protocol === "https:" ? "br, gzip, deflate" : "gzip, deflate";
}

/** The maximum number of encodings of one response, as in fetch. */
const maxEncodings = 5;

/** Decompresses a body while it is read; returns it unchanged if one of its encodings is unknown. */
export function decompress(
  body: BodySource,
  contentEncoding: string | readonly string[] | undefined,
): BodySource {
  if (contentEncoding === undefined) return body;
  const encodings = String(contentEncoding).toLowerCase().split(",");
  if (encodings.length > maxEncodings)
    return new RejectedBody(body, `the response has more than ${maxEncodings} encodings`);
  let source = body;
  for (const encoding of encodings.reverse()) {
    const name = encoding.trim();
    const createDecoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (createDecoder === undefined) return body;
    source = new DecompressedBody(source, createDecoder);
  }
  return source;
}

/** Creates the decoder for a body that starts with this byte. */
type CreateDecoder = (firstByte: number) => Transform;

/**
 * Decoded data is passed on at once. Unlike in fetch, data that ends too early is an error: a file that was cut off must
 * not look complete.
 */
const prompt = { flush: constants.Z_SYNC_FLUSH };
const promptBrotli = { flush: constants.BROTLI_OPERATION_FLUSH };

const gunzip: CreateDecoder = () => createGunzip(prompt);

const decoders: Readonly<Record<string, CreateDecoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // Some services send deflate without the zlib header that the standard requires.
  deflate: (firstByte) => ((firstByte & 0x0f) === 0x08 ? createInflate(prompt) : createInflateRaw(prompt)),
  br: () => createBrotliDecompress(promptBrotli),
};

type Chunks = AsyncIterator<Uint8Array<ArrayBuffer>, undefined>;

const ended = { done: true, value: undefined } as const;

/** Decompresses on demand, never much more than is read, so that a small response cannot fill the memory. */
class DecompressedBody implements BodySource {
  readonly #body: BodySource;
  readonly #createDecoder: CreateDecoder;
  #chunks: Chunks | undefined;
  #decoder: Transform | undefined;
  #isOver = false;
  /** The failure of the compressed body; in an object, because any value can be an error. */
  #failure: { readonly error: unknown } | undefined;

  constructor(body: BodySource, createDecoder: CreateDecoder) {
    this.#body = body;
    this.#createDecoder = createDecoder;
  }

  async next(): Promise<Chunk> {
    try {
      this.#chunks ??= await this.#start();
      // A destroyed decoder must not be read, because it would report the end as an error.
      const { done, value } = this.#isOver ? ended : await this.#chunks.next();
      if (!done && !this.#isOver) return value;
      this.cancel();
      return undefined;
    } catch (error) {
      if (this.#isOver) return undefined;
      this.cancel();
      throw this.#failure === undefined ? new TypeError("terminated", { cause: error }) : this.#failure.error;
    }
  }

  cancel(): void {
    this.#isOver = true;
    this.#body.cancel();
    this.#decoder?.destroy();
  }

  async #start(): Promise<Chunks> {
    const first = await this.#nextCompressed();
    if (first === undefined || this.#isOver) return { next: async () => ended };
    this.#decoder = this.#createDecoder(first[0] ?? 0);
    const compressed = Readable.from(this.#compressedChunks(first), { objectMode: false });
    // Errors are reported to the reader of the decoder.
    pipeline(compressed, this.#decoder, () => {});
    return this.#decoder[Symbol.asyncIterator]();
  }

  async *#compressedChunks(first: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let chunk: Uint8Array | undefined = first; chunk !== undefined; chunk = await this.#nextCompressed())
      yield chunk;
  }

  async #nextCompressed(): Promise<Chunk> {
    try {
      return await this.#body.next();
    } catch (error) {
      this.#failure = { error };
      throw new Error("the compressed body broke off");
    }
  }
}
