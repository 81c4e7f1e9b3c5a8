import { attachmentHeader } from "../../base/content-disposition.js";

/** The result of a handler. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly file?: StoredFile;
}

/** An uploaded file. */
export interface StoredFile {
  readonly name: string | undefined;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** 200 with a JSON body. */
export const ok = (json: unknown): Reply => ({ status: 200, json });

/** 201 with the address of the created resource. */
export const created = (location: string, json?: unknown): Reply =>
  json === undefined ? { status: 201, headers: { location } } : { status: 201, headers: { location }, json };

/** 204 without a body. */
export const noContent: Reply = { status: 204 };

/** A reply with its JSON body as text; undefined if the reply has none. */
export interface SerializedReply extends Reply {
  readonly text: string | undefined;
}

/** Serializes the JSON body of a reply. */
export const serializeReply = (reply: Reply): SerializedReply => ({
  ...reply,
  text: JSON.stringify(reply.json),
});

/** Converts a reply to a Response. */
export function toResponse({ status, headers, file, text }: SerializedReply): Response {
  if (file !== undefined) return fileResponse(file);
  if (text === undefined) return new Response(null, { status, headers: { ...headers } });
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function fileResponse({ name, type, bytes }: StoredFile): Response {
  const headers = new Headers({ "content-type": type });
  if (name !== undefined) headers.set("content-disposition", attachmentHeader(name));
  return new Response(bytes, { status: 200, headers });
}
