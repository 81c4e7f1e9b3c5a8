import type { UnderlyingSource } from "node:stream/web";
import type { Clock } from "../../base/clock.js";
import { errorCodes } from "../../errors/codes.js";
import type { SeededRandom } from "../common/random.js";
import { ProblemError, problemReply } from "../messages/problem.js";
import { type Reply, serializeReply, toResponse } from "../messages/reply.js";
import type { FaultKind, FaultResponse } from "./fault.js";
import { NetworkFault, otherSideClosed } from "./network-fault.js";

type RealResponse = Response | undefined;

type Bytes = Uint8Array<ArrayBuffer>;

/** The response that a fault changes, and the parts of a sandbox that faults use. */
interface FaultTarget {
  readonly real: RealResponse;
  readonly clock: Clock;
  /** The generator of trace ids. */
  readonly traces: SeededRandom;
}

/**
 * Applies a fault to a response.
 *
 * @returns the response to send; `real` if the fault does not change it
 * @throws NetworkFault
 */
export async function applyFault(kind: FaultKind, target: FaultTarget): Promise<RealResponse> {
  const { real, clock, traces } = target;
  if (typeof kind === "string") return plainFaults[kind](real);
  if ("delay" in kind) {
    // A clock that stands still would run even a delay of 0 only when it is moved.
    if (kind.delay > 0) await new Promise<void>((resolve) => void clock.schedule(resolve, kind.delay));
    return kind.with === undefined ? real : applyFault(kind.with, target);
  }
  if ("redirect" in kind)
    return new Response(null, { status: kind.status ?? 302, headers: { location: kind.redirect } });
  if ("oversized" in kind) return replaceBody(real, oversizedBody(kind.oversized));
  if ("contentType" in kind) return real && replaceContentType(real, kind.contentType);
  if ("drip" in kind) return throwNetworkFault("drip", real, (bytes) => drippingBody(bytes, kind.drip, clock));
  return toResponse(serializeReply(faultReply(kind, traces)));
}

const plainFaults: Readonly<Record<Extract<FaultKind, string>, (real: RealResponse) => Response | Promise<never>>> = {
  reset: () => Promise.reject(new NetworkFault("reset")),
  stall: () => Promise.reject(new NetworkFault("stall")),
  "stall-body": (real) => throwNetworkFault("stall-body", real, stallingBody),
  "cut-body": (real) => throwNetworkFault("cut-body", real, cutBody),
  "bad-json": (real) => replaceBody(real, '{"data":{"id":'),
  html: (real) => replaceBody(real, "<!doctype html><title>Gateway</title>", "text/html"),
  empty: (real) => replaceBody(real, null),
};

function replaceBody(
  real: RealResponse,
  body: string | ReadableStream<Bytes> | null,
  type = "application/json",
): Response {
  const headers = body === null ? {} : { "content-type": type };
  return new Response(body, { status: statusOf(real), headers });
}

/** A Response with one of these statuses must not have a body. */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

function statusOf(real: RealResponse): number {
  return real === undefined || bodilessStatuses.has(real.status) ? 200 : real.status;
}

function replaceContentType(real: Response, type: string): Response {
  const headers = new Headers(real.headers);
  headers.set("content-type", type);
  return new Response(real.body, { status: real.status, headers });
}

/** Creates the reply of a fault. An error status without a body has the service's error body. */
function faultReply({ status, code, codes, body, headers = {} }: FaultResponse, traces: SeededRandom): Reply {
  const allCodes = [...(code === undefined ? [] : [code]), ...(codes ?? [])];
  // The field that the service would name is not known here, so the context is empty.
  const entries = allCodes.map((each) => ({
    code: each,
    description: errorCodes[each].meaning,
    context: {},
  }));
  const [firstCode] = allCodes;
  const finalStatus = status ?? (firstCode === undefined ? 200 : errorCodes[firstCode].status);
  if (body === undefined && finalStatus >= 400) {
    const problem = new ProblemError(finalStatus, "A fault that was planned in the sandbox.", {
      entries,
      headers,
    });
    return problemReply(problem, traces);
  }
  const isEmpty = body === undefined || bodilessStatuses.has(finalStatus);
  return { status: finalStatus, headers, json: isEmpty ? undefined : body };
}

/** Ends the request with a response whose `Content-Length` announces all bytes, but whose body arrives otherwise. */
async function throwNetworkFault(
  kind: NetworkFault["kind"],
  real: RealResponse,
  bodyOf: (bytes: Bytes) => ReadableStream<Bytes>,
): Promise<never> {
  const bytes = await bytesOf(real);
  const headers = new Headers(real?.headers);
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  headers.set("content-length", String(bytes.length));
  throw new NetworkFault(kind, new Response(bodyOf(bytes), { status: statusOf(real), headers }));
}

/** Returns the bytes of a response; made-up ones before the commit, and for a response without a body. */
async function bytesOf(real: RealResponse): Promise<Bytes> {
  const bytes = new Uint8Array((await real?.arrayBuffer()) ?? []);
  return bytes.length > 0 ? bytes : new TextEncoder().encode('{"data":{}}');
}

/** Creates a body that produces nothing before a reader asks for it. */
const lazyBody = (source: UnderlyingSource<Bytes>) => new ReadableStream<Bytes>(source, { highWaterMark: 0 });

function stallingBody(bytes: Bytes): ReadableStream<Bytes> {
  return lazyBody({ start: (body) => body.enqueue(firstHalf(bytes)) });
}

function cutBody(bytes: Bytes): ReadableStream<Bytes> {
  let isHalfSent = false;
  return lazyBody({
    pull(body) {
      if (isHalfSent) return body.error(otherSideClosed());
      isHalfSent = true;
      body.enqueue(firstHalf(bytes));
    },
  });
}

const firstHalf = (bytes: Bytes) => bytes.slice(0, Math.floor(bytes.length / 2));

/** Sends one byte every `msPerByte` milliseconds by the clock. Cancelling the body leaves no timer behind. */
function drippingBody(bytes: Bytes, msPerByte: number, clock: Clock): ReadableStream<Bytes> {
  let sentCount = 0;
  let cancelTimer = () => {};
  return lazyBody({
    pull: (body) =>
      new Promise<void>((resolve) => {
        if (sentCount === bytes.length) return resolve(body.close());
        cancelTimer = clock.schedule(() => {
          body.enqueue(bytes.slice(sentCount, ++sentCount));
          resolve();
        }, msPerByte);
      }),
    cancel: () => cancelTimer(),
  });
}

const chunkLength = 65_536;

/** Sends JSON of exactly `length` bytes: an object with white space after it, cut off if it is longer than that. */
function oversizedBody(length: number): ReadableStream<Bytes> {
  const json = new TextEncoder().encode('{"data":{}}');
  let rest = length;
  return lazyBody({
    pull(body) {
      if (rest === 0) return body.close();
      const chunk = new Uint8Array(Math.min(rest, chunkLength)).fill(0x20);
      if (rest === length) chunk.set(json.subarray(0, chunk.length));
      rest -= chunk.length;
      body.enqueue(chunk);
    },
  });
}
