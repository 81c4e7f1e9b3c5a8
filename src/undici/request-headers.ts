import { acceptedEncodings } from "./decoding.js";

/** The headers of a request by their names in lower case, with those that fetch adds where the caller names none. */
export function requestHeaders(headers: RequestInit["headers"], protocol: string): Record<string, string> {
  const fields: Record<string, string> = {
    accept: "*/*",
    "user-agent": "node",
    "accept-encoding": acceptedEncodings(protocol),
  };
  if (headers === undefined) return fields;
  if (Symbol.iterator in headers) {
    for (const [name, value] of headers) fields[String(name).toLowerCase()] = String(value);
  } else {
    for (const name of Object.keys(headers)) fields[name.toLowerCase()] = String(headers[name]);
  }
  return fields;
}
