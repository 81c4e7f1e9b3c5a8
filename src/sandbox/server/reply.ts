/** What a handler answers with. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is sent as JSON. */
  readonly json?: unknown;
  /** Is sent as it is. */
  readonly file?: StoredFile;
}

/** A file that somebody uploaded. */
export interface StoredFile {
  readonly name: string | undefined;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** 200 with a JSON body. */
export const ok = (json: unknown): Reply => ({ status: 200, json });

/** 201 with the address of what was made. */
export const created = (location: string, json?: unknown): Reply =>
  json === undefined ? { status: 201, headers: { location } } : { status: 201, headers: { location }, json };

/** 204: done, and nothing to say. */
export const noContent: Reply = { status: 204 };

/** The body of a reply with JSON; undefined for one without. */
export const jsonText = ({ json }: Reply): string | undefined => JSON.stringify(json);

/** Writes a reply out; `text` is its JSON text. */
export function toResponse(reply: Reply, text: string | undefined = jsonText(reply)): Response {
  const { status, headers, file } = reply;
  if (file !== undefined) return fileResponse(file);
  if (text === undefined) return new Response(null, { status, headers: { ...headers } });
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

function fileResponse({ name, type, bytes }: StoredFile): Response {
  const headers = new Headers({ "content-type": type });
  if (name !== undefined) headers.set("content-disposition", disposition(name));
  return new Response(bytes, { status: 200, headers });
}

/** RFC 6266: a plain name for old clients, and the whole one for the others. */
function disposition(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
}

const percent = (char: string) => `%${char.charCodeAt(0).toString(16)}`;
