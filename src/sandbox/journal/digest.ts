import { createHash } from "node:crypto";
import { mediaType } from "./body.js";

/**
 * The same text for two bodies that say the same: JSON whatever the order of its fields, anything else byte by byte,
 * with the name of the file in the headers and without the boundary of a form, which is another each time.
 */
export function digestOf(json: unknown, headers: Headers, bytes: Uint8Array): string {
  const content = json === undefined ? withoutBoundary(headers, bytes) : JSON.stringify(canonical(json));
  const text = [mediaType(headers), headers.get("content-disposition"), content].join("\n");
  return createHash("sha256").update(text).digest("base64");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, field]) => [name, canonical(field)]);
}

function withoutBoundary(headers: Headers, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const boundary = /boundary="?([^";]+)/i.exec(headers.get("content-type") ?? "")?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "");
}
