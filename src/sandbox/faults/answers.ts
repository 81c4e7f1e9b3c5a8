import { errorCodes } from "../../errors/catalogue.js";
import { Refusal } from "../core/problem.js";
import { toResponse } from "../core/reply.js";
import type { FaultAnswer, FaultRedirect } from "./kinds.js";

export type Bytes = Uint8Array<ArrayBuffer>;

const json = "application/json";

/** These have no body that could be spoilt, and could bear none. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The status of an answer that has been spoilt: 200 before the commit. */
function statusOf(real: Response | undefined): number {
  return real === undefined || withoutBody.has(real.status) ? 200 : real.status;
}

/** An answer of which only the status is left. */
export function spoilt(
  real: Response | undefined,
  body: string | ReadableStream<Bytes> | null,
  type = json,
): Response {
  const headers = body === null ? {} : { "content-type": type };
  return new Response(body, { status: statusOf(real), headers });
}

/** The answer's body; made up before the commit, and where the answer has none. */
export async function bytesOf(real: Response | undefined): Promise<Bytes> {
  const bytes = new Uint8Array((await real?.arrayBuffer()) ?? []);
  return bytes.length > 0 ? bytes : new TextEncoder().encode('{"data":{}}');
}

/** An answer with its headers, and a `Content-Length` that promises all of its bytes, but another body. */
export function promising(real: Response | undefined, bytes: Bytes, body: ReadableStream<Bytes>): Response {
  const headers = new Headers(real?.headers);
  if (!headers.has("content-type")) headers.set("content-type", json);
  headers.set("content-length", String(bytes.length));
  return new Response(body, { status: statusOf(real), headers });
}

/** An answer under another content type. */
export function relabelled(real: Response, type: string): Response {
  const headers = new Headers(real.headers);
  headers.set("content-type", type);
  return new Response(real.body, { status: real.status, headers });
}

/** A redirect without a body. */
export function redirect({ redirect: location, status = 302 }: FaultRedirect): Response {
  return new Response(null, { status, headers: { location } });
}

/**
 * An answer as somebody described it.
 *
 * @throws Refusal where it has the service's error body
 */
export function answerAsTold({ status, code, codes, body, headers = {} }: FaultAnswer): Response {
  const all = [...(code === undefined ? [] : [code]), ...(codes ?? [])];
  // Which field the service would name is not known here.
  const entries = all.map((each) => ({ code: each, description: errorCodes[each].meaning, context: {} }));
  const [first] = all;
  const its = status ?? (first === undefined ? 200 : errorCodes[first].status);
  if (body === undefined && its >= 400)
    throw new Refusal(its, "The sandbox was told to answer this.", entries, headers);
  const empty = body === undefined || withoutBody.has(its);
  return toResponse({ status: its, headers, json: empty ? undefined : body });
}
