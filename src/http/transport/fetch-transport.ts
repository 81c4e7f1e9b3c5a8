import { isInstance } from "../../base/instances.js";
import type { Fetch } from "../call/options.js";
import { readerOf } from "./body.js";
import type { Transport } from "./types.js";

/** Sends requests with the `fetch` of the user. Default: the global fetch, looked up for each request. */
export function createFetchTransport(fetch: Fetch = fetchOnce): Transport {
  const common = { redirect: "manual", ...(knowsCaches() && { cache: "no-store" }) } satisfies RequestInit;
  return {
    repeatsReads: repeatsRequests(),
    async send({ method, url, headers, body, signal }) {
      const init: RequestInit = { method, headers, signal, ...common };
      if (body !== undefined) init.body = body;
      if (body instanceof ReadableStream) init.duplex = "half";
      const response = Object(await fetch(url, onceInRuntime(init))) as Response;
      // Read once, because a Response validates itself at every access.
      const { status, headers: received } = response;
      // Without `get`, it is no response, which `isResponse` finds.
      const mayBeCutOff = decodedByFetch.test(received?.get?.("content-encoding") ?? "");
      return { status, headers: received, body: readerOf(response), mayBeCutOff, response };
    },
  };
}

/**
 * Whether fetch accepts the option `cache`: older versions of workerd reject it. Without it, the fetch of Next 13
 * and 14 keeps a response until the next deployment.
 */
const knowsCaches = () => "cache" in (globalThis.Request?.prototype ?? {});

const decodedByFetch = /\b(gzip|deflate|br|zstd)\b/i;

async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const once = undiciOfNode() === undefined || mayBeRepeated(init) ? init : await withStream(init);
  // The types ask for a whole dispatcher, of which fetch uses these two parts.
  const own: object = speaksHttp2() ? { ...once, dispatcher: overHttp1 } : once;
  try {
    return await globalThis.fetch(url, own);
  } catch (error) {
    const status = hiddenStatus(error);
    if (status !== undefined) return new Response(null, { status });
    throw error;
  }
}

/** The versions of a runtime and its parts, by their names. */
const versions = (): Readonly<Record<string, string | undefined>> => globalThis.process?.versions ?? {};

/** The version of the undici that is Node's fetch; undefined in other runtimes. */
const undiciOfNode = () => versions()["undici"];

/** Whether fetch may choose HTTP/2: that of Node 26. */
const speaksHttp2 = () => Number.parseInt(undiciOfNode() ?? "", 10) >= 8;

/**
 * Sends the requests of fetch as its own dispatcher would, but over HTTP/1.1. A gateway ends an HTTP/2 connection after
 * some requests, and whether those in flight were processed remains unknown. Which version fetch would choose also
 * depends on the packages that the program has imported before.
 */
const overHttp1 = {
  dispatch: (options: object, handler: unknown): boolean =>
    dispatcherOfFetch().dispatch({ ...options, allowH2: false }, handler),
  // With a MockAgent, fetch gives the body in another form.
  get isMockActive() {
    return dispatcherOfFetch().isMockActive;
  },
};

interface DispatcherOfFetch {
  readonly isMockActive?: boolean;
  dispatch(options: object, handler: unknown): boolean;
}

/** The dispatcher that fetch uses if it is given none: its own, that of a proxy, or that of `setGlobalDispatcher`. */
const dispatcherOfFetch = () => Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.2")) as DispatcherOfFetch;

/** Whether fetch sends a request again by itself if its kept connection ends before the response: in Bun and Deno. */
const repeatsRequests = () => versions()["bun"] !== undefined || versions()["deno"] !== undefined;

/**
 * Changes a request so that a runtime that repeats requests does not repeat it. Reads stay as they are: two of them do no
 * harm, and a new connection for each read would take time.
 */
function onceInRuntime(init: RequestInit): RequestInit {
  const { method, body = "" } = init;
  if (method === "GET" || !repeatsRequests()) return init;
  // Bun repeats a PUT or a DELETE.
  if (versions()["bun"] !== undefined)
    return method === "POST" || method === "PATCH" ? init : { ...init, keepalive: false };
  // Deno repeats any request whose body is no Blob, form or stream. A Blob is sent with its length, an empty one in
  // chunks.
  const isPlain = typeof body === "string" || body instanceof Uint8Array;
  return isPlain ? { ...init, body: new Blob([body as string | Uint8Array<ArrayBuffer>]) } : init;
}

/**
 * Whether two requests have the same effect as one: a GET, a DELETE, or a PUT with JSON. Node's fetch gets these as they
 * are, because a stream takes a seventh of a call.
 */
function mayBeRepeated({ method, body }: RequestInit): boolean {
  return method !== "POST" && method !== "PATCH" && (body === undefined || typeof body === "string");
}

/**
 * Replaces the body of a request by a stream, with its length: after a 421, Node's fetch sends a request again on
 * another connection, also a POST, unless its body is a stream. On the wire, an empty body is the same as none.
 */
async function withStream(init: RequestInit): Promise<RequestInit> {
  const { body = "" } = init;
  if (body instanceof ReadableStream) return init;
  // Fetch copies each chunk of a stream of bytes, such as that of a Blob, but not those of other streams.
  if (isInstance(body, "Blob", "File")) return streaming(init, ReadableStream.from(body.stream()), body);
  if (typeof body === "string") return streamingBytes(init, new TextEncoder().encode(body));
  if (isInstance(body, "Uint8Array")) return streamingBytes(init, body);
  // Only the runtime can serialize its forms.
  const form = new Response(body);
  return streamingBytes(init, new Uint8Array(await form.arrayBuffer()), form.headers.get("content-type"));
}

const streamingBytes = (init: RequestInit, bytes: Uint8Array, type: string | null = null) =>
  streaming(init, streamOf(bytes), { size: bytes.byteLength, type });

function streaming(
  init: RequestInit,
  body: ReadableStream<Uint8Array>,
  { size, type }: { readonly size: number; readonly type: string | null },
): RequestInit {
  const headers = { ...(type && { "content-type": type }), ...init.headers, "content-length": String(size) };
  return { ...init, body, duplex: "half", headers };
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
 * The status of a response that Node's fetch reports as a failure of the network. Of a 407 it says nothing at all. Node
 * 24.14, 24.15, 25 and 26.0 report a 401 to a request whose body is a stream with a message that no other failure has
 * (nodejs/undici#4940).
 */
function hiddenStatus(error: unknown): number | undefined {
  const cause = isInstance(error, "Error") && error.name === "TypeError" ? error.cause : undefined;
  if (!isInstance(cause, "Error") || undiciOfNode() === undefined) return undefined;
  const { name, message } = cause;
  if (message === "") return name === "Error" && !("code" in cause) ? 407 : undefined;
  return message === "expected non-null body source" ? 401 : undefined;
}
