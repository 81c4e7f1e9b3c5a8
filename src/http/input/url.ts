import { createFinalURL } from "openapi-fetch";
import type { Operation } from "../operation.js";
import { optionalObject } from "./check-options.js";
import { checkUrl, fillPath } from "./path.js";
import { writeQuery } from "./query.js";

/** What a request's address is made of, as the caller gave it. */
interface UrlInput {
  readonly path?: unknown;
  readonly query?: unknown;
}

/**
 * Writes the address of a request, which a URL parser reads as it was meant. The only file that knows openapi-fetch:
 * not its client, which would build a `Request` and two `Headers` for each call and so cost a third of it.
 *
 * @throws RegInputError for a parameter that cannot be written, or that would lead to another path
 */
export function writeUrl(baseUrl: string, operation: Operation, input: UrlInput): string {
  const { id } = operation;
  const path = fillPath(operation, optionalObject("path", input.path, id));
  const search = writeQuery(optionalObject("query", input.query, id), id);
  const url = createFinalURL(path, { baseUrl, params, querySerializer: () => search, pathSerializer });
  checkUrl(url, path, id);
  return url;
}

/** Without parameters openapi-fetch takes the path as it is; its type asks for a serializer all the same. */
const params = {};
const pathSerializer = (path: string) => path;
