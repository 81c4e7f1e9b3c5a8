import { Agent } from "undici";
import { RegInputError } from "../errors/client-errors.js";
import { checkFields } from "../http/input/check-fields.js";
import { optionRules, type UndiciFetchOptions } from "./options.js";
import { send } from "./send.js";

/** A `fetch` over connections of its own. */
export interface UndiciFetch {
  (url: string, init?: RequestInit): Promise<Response>;
  /** Waits for the requests under way and closes the connections, unless the dispatcher was given. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a fast transport for the `fetch` option: the connections of undici without the weight of the global fetch.
 * Needs the package undici 7.
 *
 * Requests and failures are those of the global fetch, with few differences: a redirect is never followed; the answer
 * has the interface of `Response` without being one; what replaces or watches the global fetch, such as msw, does not
 * see it.
 *
 * @example
 * createSupplierClient({ baseUrl, token, fetch: undiciFetch() });
 *
 * @throws RegInputError for an option that cannot be used
 */
export function undiciFetch(options: UndiciFetchOptions = {}): UndiciFetch {
  checkFields("undiciFetch", optionRules, options);
  const { dispatcher, connections, keepAliveTimeout } = options;
  if (dispatcher !== undefined && (connections !== undefined || keepAliveTimeout !== undefined))
    throw new RegInputError(
      "undiciFetch.dispatcher",
      "excludes the other options: it has settings of its own",
    );
  const own = dispatcher === undefined ? createAgent(connections, keepAliveTimeout) : undefined;
  const carrier = dispatcher ?? own;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= own === undefined ? Promise.resolve() : own.close();
    return closing;
  };
  const fetch = (url: string, init: RequestInit = {}) =>
    carrier === undefined || closing !== undefined ? Promise.reject(closed()) : send(carrier, url, init);
  return Object.assign(fetch, { close, [Symbol.asyncDispose]: close });
}

function createAgent(connections: number | undefined, keepAliveTimeout: number = 4000): Agent {
  return new Agent({ connections: connections ?? null, keepAliveTimeout, pipelining: 1 });
}

function closed(): TypeError {
  const cause = Object.assign(new Error("this transport was closed"), { code: "UND_ERR_CLOSED" });
  return new TypeError("fetch failed", { cause });
}
