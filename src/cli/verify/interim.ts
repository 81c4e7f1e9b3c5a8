import type { OperationTable } from "../../http/call.js";
import type { Fetch } from "../../http/options.js";
import type { ResponseValidator } from "../../http/validation.js";

/** Passes every response on to a validator, until clients have an option for it. */
export function observingFetch(
  send: Fetch,
  operations: OperationTable,
  { inspect }: Pick<ResponseValidator, "inspect">,
): Fetch {
  const patterns = Object.values(operations).map(({ id, method, path }) => ({
    id,
    method,
    pattern: new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return async (url, init) => {
    const response = await send(url, init);
    const { pathname } = new URL(url);
    const operation = patterns
      .filter(({ method, pattern }) => method === init.method && pattern.test(pathname))
      .sort((a, b) => a.pattern.source.split("[^/]+").length - b.pattern.source.split("[^/]+").length)[0];
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const text = isJson ? await response.clone().text() : "";
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {}
    if (operation !== undefined)
      inspect({ operationId: operation.id, status: response.status, headers: response.headers, body });
    return response;
  };
}
