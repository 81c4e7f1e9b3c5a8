import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { BodySource } from "./body-source.js";
import { DecodedBody, type MakeDecoder } from "./decoded-body.js";
import { RefusedBody } from "./refused-body.js";

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
