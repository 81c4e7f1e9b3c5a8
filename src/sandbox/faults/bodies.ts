import type { UnderlyingSource } from "node:stream/web";
import type { Clock } from "../../http/time/clock.js";
import type { Bytes } from "./answers.js";
import { otherSideClosed } from "./network-fault.js";

/** A body that is read as it is asked for: nothing is made before a reader wants it. */
const lazily = (source: UnderlyingSource<Bytes>) => new ReadableStream<Bytes>(source, { highWaterMark: 0 });

/** Half of the bytes, and then nothing, for ever. */
export function stallingBody(bytes: Bytes): ReadableStream<Bytes> {
  return lazily({ start: (body) => body.enqueue(firstHalf(bytes)) });
}

/** Half of the bytes, and then the error of a connection that ended. */
export function cutBody(bytes: Bytes): ReadableStream<Bytes> {
  let begun = false;
  return lazily({
    pull(body) {
      if (begun) return body.error(otherSideClosed());
      begun = true;
      body.enqueue(firstHalf(bytes));
    },
  });
}

/** One byte every `msPerByte` milliseconds, by the clock. Leaves no timer behind when nobody reads on. */
export function drippingBody(bytes: Bytes, msPerByte: number, clock: Clock): ReadableStream<Bytes> {
  let sent = 0;
  let stop = () => {};
  return lazily({
    pull: (body) =>
      new Promise<void>((resolve) => {
        if (sent === bytes.length) return resolve(body.close());
        stop = clock.schedule(() => {
          body.enqueue(bytes.slice(sent, ++sent));
          resolve();
        }, msPerByte);
      }),
    cancel: () => stop(),
  });
}

const chunkLength = 65_536;

/** JSON of exactly so many bytes, however many: an object with white space after it. */
export function oversizedBody(length: number): ReadableStream<Bytes> {
  const json = new TextEncoder().encode('{"data":{}}');
  let rest = length;
  return lazily({
    pull(body) {
      if (rest === 0) return body.close();
      const chunk = new Uint8Array(Math.min(rest, chunkLength)).fill(0x20);
      if (rest === length) chunk.set(json.subarray(0, chunk.length));
      rest -= chunk.length;
      body.enqueue(chunk);
    },
  });
}

const firstHalf = (bytes: Bytes) => bytes.slice(0, Math.floor(bytes.length / 2));
