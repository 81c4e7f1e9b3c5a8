/** A body in a form that undici sends, and what fetch would say of it in headers. */
export interface RequestBody {
  readonly content: string | Uint8Array | ReadableStream<Uint8Array>;
  /** What it is, unless the caller names a type. */
  readonly type?: string | undefined;
  /** Its size in bytes, where undici cannot see it; undefined for a stream whose end nobody knows. */
  readonly size?: number | undefined;
}

/**
 * The longest Blob that is read before it is sent, in bytes. A longer one is read meanwhile: it may be a file that is
 * larger than the memory. That can cost the connection, if the service has answered before the end was seen.
 */
const readAtOnce = 1024 * 1024;

type Body = NonNullable<RequestInit["body"]>;

/** Turns what fetch takes as a body into what undici takes. */
export function requestBody(body: Body): RequestBody | Promise<RequestBody> {
  if (typeof body === "string") return { content: body, type: "text/plain;charset=UTF-8" };
  if (body instanceof Uint8Array || body instanceof ReadableStream) return { content: body };
  if (body instanceof Blob && body.size > readAtOnce)
    return { content: body.stream(), type: body.type || undefined, size: body.size };
  return written(body);
}

/** A form, a file or another kind, written by the runtime itself: only it knows how to read its own classes. */
async function written(body: Body): Promise<RequestBody> {
  const response = new Response(body);
  const type = response.headers.get("content-type") ?? undefined;
  return { content: new Uint8Array(await response.arrayBuffer()), type };
}
