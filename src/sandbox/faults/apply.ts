import type { UnderlyingSource } from "node:stream/web";
import { errorCodes } from "../../errors/codes.js";
import type { Clock } from "../../http/clock.js";
import { ProblemError } from "../server/problem.js";
import { toResponse } from "../server/reply.js";
import type { FaultAnswer, FaultKind, FaultRedirect } from "./fault.js";
import { NetworkFault, otherSideClosed } from "./network-fault.js";

export type Bytes = Uint8Array<ArrayBuffer>;

const json = "application/json";

/** These have no body that could be spoilt, and could bear none. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The status of an answer that has been spoilt: 200 before the commit. */
function statusOf(real: Response | undefined): number {
  return real === undefined || withoutBody.has(real.status) ? 200 : real.status;
}

/** An answer of which only the status is left. */
function spoilt(
  real: Response | undefined,
  body: string | ReadableStream<Bytes> | null,
  type = json,
): Response {
  const headers = body === null ? {} : { "content-type": type };
  return new Response(body, { status: statusOf(real), headers });
}

/** The answer's body; made up before the commit, and where the answer has none. */
async function bytesOf(real: Response | undefined): Promise<Bytes> {
  const bytes = new Uint8Array((await real?.arrayBuffer()) ?? []);
  return bytes.length > 0 ? bytes : new TextEncoder().encode('{"data":{}}');
}

/** An answer with its headers, and a `Content-Length` that promises all of its bytes, but another body. */
function promising(real: Response | undefined, bytes: Bytes, body: ReadableStream<Bytes>): Response {
  const headers = new Headers(real?.headers);
  if (!headers.has("content-type")) headers.set("content-type", json);
  headers.set("content-length", String(bytes.length));
  return new Response(body, { status: statusOf(real), headers });
}

/** An answer under another content type. */
function relabelled(real: Response, type: string): Response {
  const headers = new Headers(real.headers);
  headers.set("content-type", type);
  return new Response(real.body, { status: real.status, headers });
}

/** A redirect without a body. */
function redirect({ redirect: location, status = 302 }: FaultRedirect): Response {
  return new Response(null, { status, headers: { location } });
}

/**
 * An answer as somebody described it.
 *
 * @throws Refusal where it has the service's error body
 */
function answerAsTold({ status, code, codes, body, headers = {} }: FaultAnswer): Response {
  const all = [...(code === undefined ? [] : [code]), ...(codes ?? [])];
  // Which field the service would name is not known here.
  const entries = all.map((each) => ({ code: each, description: errorCodes[each].meaning, context: {} }));
  const [first] = all;
  const its = status ?? (first === undefined ? 200 : errorCodes[first].status);
  if (body === undefined && its >= 400)
    throw new ProblemError(its, "The sandbox was told to answer this.", entries, headers);
  const empty = body === undefined || withoutBody.has(its);
  return toResponse({ status: its, headers, json: empty ? undefined : body });
}

/** A body that is read as it is asked for: nothing is made before a reader wants it. */
const lazily = (source: UnderlyingSource<Bytes>) => new ReadableStream<Bytes>(source, { highWaterMark: 0 });

/** Half of the bytes, and then nothing, for ever. */
function stallingBody(bytes: Bytes): ReadableStream<Bytes> {
  return lazily({ start: (body) => body.enqueue(firstHalf(bytes)) });
}

/** Half of the bytes, and then the error of a connection that ended. */
function cutBody(bytes: Bytes): ReadableStream<Bytes> {
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
function drippingBody(bytes: Bytes, msPerByte: number, clock: Clock): ReadableStream<Bytes> {
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
function oversizedBody(length: number): ReadableStream<Bytes> {
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

/** The answer that a fault spoils; undefined before the commit. */
type Real = Response | undefined;

/**
 * Carries a fault out.
 *
 * @returns what to answer with; `real` if all is to go on as usual
 * @throws Refusal or NetworkFault
 */
export async function applyFault(kind: FaultKind, real: Real, clock: Clock): Promise<Real> {
  if (typeof kind === "string") return byName[kind](real);
  if ("delay" in kind) {
    // A clock that stands still would not run it before it is moved.
    if (kind.delay > 0) await new Promise<void>((resolve) => void clock.schedule(resolve, kind.delay));
    return kind.with === undefined ? real : applyFault(kind.with, real, clock);
  }
  if ("redirect" in kind) return redirect(kind);
  if ("oversized" in kind) return spoilt(real, oversizedBody(kind.oversized));
  if ("contentType" in kind) return real && relabelled(real, kind.contentType);
  if ("drip" in kind) return broken("drip", real, (bytes) => drippingBody(bytes, kind.drip, clock));
  return answerAsTold(kind);
}

const byName: Readonly<Record<Extract<FaultKind, string>, (real: Real) => Response | Promise<never>>> = {
  reset: () => Promise.reject(new NetworkFault("reset")),
  stall: () => Promise.reject(new NetworkFault("stall")),
  "stall-body": (real) => broken("stall-body", real, stallingBody),
  "cut-body": (real) => broken("cut-body", real, cutBody),
  "bad-json": (real) => spoilt(real, '{"data":{"id":'),
  html: (real) => spoilt(real, "<!doctype html><title>Gateway</title>", "text/html"),
  empty: (real) => spoilt(real, null),
};

/** An answer that arrives in a way of its own. */
async function broken(
  kind: NetworkFault["kind"],
  real: Real,
  bodyOf: (bytes: Uint8Array<ArrayBuffer>) => ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<never> {
  const bytes = await bytesOf(real);
  throw new NetworkFault(kind, promising(real, bytes, bodyOf(bytes)));
}
