import type { Fetch } from "../call/options.js";
import { readerOf } from "./body.js";
import type { Transport } from "./types.js";

/** Sends requests with the `fetch` of the user. Default: the global fetch, looked up for each request. */
export function createFetchTransport(fetch: Fetch = fetchOnce): Transport {
  return {
    async send({ method, url, headers, body, signal }) {
      const init: RequestInit = { method, headers, redirect: "manual", signal };
      if (body !== undefined) init.body = body;
      if (body instanceof ReadableStream) init.duplex = "half";
      const response = Object(await fetch(url, init)) as Response;
      // Read once, because a Response validates itself at every access.
      const { status, headers: received } = response;
      // Without `get`, it is no response, which `isResponse` finds.
      const mayBeCutOff = decodedByFetch.test(received?.get?.("content-encoding") ?? "");
      return { status, headers: received, body: readerOf(response), mayBeCutOff, response };
    },
  };
}

const decodedByFetch = /\b(gzip|deflate|br|zstd)\b/i;

async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  try {
    return await globalThis.fetch(url, mayBeRepeated(init) ? init : await withStream(init));
  } catch (error) {
    if (isHidden401(error)) return new Response(null, { status: 401 });
    throw error;
  }
}

/**
 * Whether two requests have the same effect as one: a GET, a DELETE, or a PUT with JSON. These are sent as they are,
 * because a stream takes a seventh of a call.
 */
function mayBeRepeated({ method, body }: RequestInit): boolean {
  return method !== "POST" && method !== "PATCH" && (body === undefined || typeof body === "string");
}

/**
 * Replaces the body of a request by a stream, with its length: after a 421, Node's fetch sends a request again on
 * another connection, also a POST, unless its body is a stream. On the wire, an empty body is the same as none.
 */
async function withStream(init: RequestInit): Promise<RequestInit> {
  const { body = "", headers } = init;
  // Other runtimes do not send a request again, and Deno would send a stream without its length.
  const isNodeFetch = globalThis.process?.versions?.["undici"] !== undefined;
  if (!isNodeFetch || body instanceof ReadableStream) return init;
  if (typeof body === "string") {
    const bytes = new TextEncoder().encode(body);
    return streaming(init, streamOf(bytes), bytes.byteLength);
  }
  // Only the runtime can serialize its forms.
  const serialized = new Response(body);
  const type = serialized.headers.get("content-type");
  const content = body instanceof Blob ? body : await serialized.blob();
  const withType = { ...init, headers: { ...(type && { "content-type": type }), ...headers } };
  return streaming(withType, content.stream(), content.size);
}

function streaming(init: RequestInit, stream: ReadableStream<Uint8Array>, size: number): RequestInit {
  return { ...init, body: stream, duplex: "half", headers: { ...init.headers, "content-length": String(size) } };
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * Whether a failure is in fact a 401. Node 24.14, 24.15, 25 and 26.0 report a 401 to a request whose body is a stream
 * as a network failure (nodejs/undici#4940), with a message that no other failure has.
 */
function isHidden401(error: unknown): boolean {
  return error instanceof TypeError && Object(error.cause).message === "expected non-null body source";
}
