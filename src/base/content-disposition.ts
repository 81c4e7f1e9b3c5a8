import { withoutControls } from "./text.js";

/**
 * Writes a `Content-Disposition` value with a file name in any script (RFC 6266, RFC 8187). Half a surrogate pair,
 * which UTF-8 cannot encode, becomes an underscore.
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.replace(/\p{Surrogate}/gu, "_")).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Reads the file name in a `Content-Disposition` value, without any folder or drive in it. Control characters, line
 * breaks and characters that change the direction of the text, which hide the true ending, become underscores.
 */
export function fileNameIn(header: string | null): string | undefined {
  if (header === null) return undefined;
  const name = extendedName(header) ?? plainName(header);
  const base = name && withoutControls(name.split(/[/\\]/).at(-1) ?? "", "_").replace(/^([a-z]:)+/i, "");
  return base === undefined || /^\.{0,2}$/.test(base) ? undefined : base;
}

function extendedName(header: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function plainName(header: string): string | undefined {
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token;
}
