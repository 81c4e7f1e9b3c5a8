import type { CallArguments } from "../sandbox/control/calls.js";

/** The fragment of the address is not sent to any server, and the key is not stored anywhere else. */
const key = decodeURIComponent(location.hash.slice(1));

/** Whether the address has a key. */
export const hasKey = key !== "";

/** Sends a request to the control server. */
export function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(path, { ...init, method, headers });
}

/**
 * Calls a method of the sandbox.
 *
 * @throws Error with the message of the control server
 */
export async function call<Name extends keyof CallArguments>(
  method: Name,
  ...args: CallArguments[Name]
): Promise<unknown> {
  return readJson(await send("POST", "/call", { body: JSON.stringify({ method, args }) }));
}

/**
 * Reads what a path of the control server shows.
 *
 * @throws Error with the message of the control server
 */
export async function read<Json>(path: string): Promise<Json> {
  return readJson(await send("GET", path));
}

async function readJson(response: Response) {
  const text = await response.text();
  const json = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(json?.error?.message ?? `The control server responded with ${response.status}.`);
  return json;
}

/** Builds a path with encoded segments and a query. */
export function pathTo(segments: readonly string[], query: Readonly<Record<string, string | number>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/${segments.map(encodeURIComponent).join("/")}${search.size > 0 ? `?${search}` : ""}`;
}
