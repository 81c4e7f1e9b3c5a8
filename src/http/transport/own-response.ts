import { isObject, parseJson } from "../../values/json.js";
import type { Operation, ResponseHead } from "../call/call.js";
import { pickAllowedHeaders } from "../diagnostics/diagnostics.js";
import type { DecodedText } from "./body.js";
import { findMissing, findUnusable, htmlType, jsonType } from "./content.js";

/** A response as `judgeResponse` sees it. */
export interface JudgedResponse extends ResponseHead {
  /** The body as text; undefined for a file, which is judged by its head, and for a body that did not arrive. */
  readonly decoded?: DecodedText | undefined;
}

/** What a response means, if it is the service's own; otherwise the end of a sentence that says why it is not. */
export type Judgement =
  | { readonly data: unknown; readonly problem?: undefined }
  | { readonly problem: string; readonly isTransient?: boolean };

/**
 * Decides whether a response is the service's own. What a gateway, a proxy or a login page in front of it has written
 * confirms nothing: no success, no removal, no event. This is the only place that decides it.
 *
 * - A success has a status that the reference shows, if it shows any, and `Location` with a 201 that it shows.
 * - A success has the JSON that the document promises; if it promises none, another text is no success.
 * - A file is no page, and a PDF is neither a text nor JSON, unless it has a name (`Content-Disposition`).
 * - A 404, a 409 and a 410 state something about the data of the service, so they must have the form of its errors. If
 *   that is not shown, they must be a JSON object. All other errors state nothing about it.
 * - A redirect is never followed.
 */
export function judgeResponse(operation: Operation, response: JudgedResponse): Judgement {
  const { status } = response;
  if (status < 200 || status >= 400) return judgeError(operation, response);
  if (status >= 300) return { problem: describeRedirection(status) };
  const problem = problemOfHead(operation, response);
  if (problem !== undefined) return { problem };
  return operation.output === "binary" ? judgeFile(operation, response) : judgeContent(operation, response);
}

/** Which way there is around what is said before. */
const perhapsGateway = "perhaps a gateway responded; if the service did, an adapter can convert it";

function problemOfHead({ success, created }: Operation, { status, headers }: ResponseHead): string | undefined {
  if (success === undefined) return undefined;
  if (!success.includes(status)) return `has not the status of the service, ${success.join(" or ")}: ${perhapsGateway}`;
  const lacksAddress = status === 201 && created !== undefined && !headers.get("location");
  return lacksAddress ? `has no Location, which the service always sends with it: ${perhapsGateway}` : undefined;
}

const plainType = /^text\/plain\b/i;

function judgeFile({ content, fileType }: Operation, { headers }: ResponseHead): Judgement {
  const type = headers.get("content-type") ?? "";
  const isMessage = fileType !== undefined && (plainType.test(type) || jsonType.test(type));
  if (!(isMessage || htmlType.test(type)) || content === "any" || headers.has("content-disposition"))
    return { data: undefined };
  return { problem: `is no file but ${nameType(headers)} without a file name: ${perhapsGateway}` };
}

function judgeContent(operation: Operation, { headers, decoded }: JudgedResponse): Judgement {
  const { output, created } = operation;
  const { text, isExact } = decoded ?? { text: "", isExact: true };
  const type = headers.get("content-type");
  // The reference promises the address of what was created, and does not show a body beside it.
  const hasAddress = created !== undefined && Boolean(headers.get("location"));
  const unreadable = (problem: string, isTransient?: boolean): Judgement =>
    hasAddress ? { data: undefined } : { problem, ...(isTransient && { isTransient }) };
  if (text === "") {
    if (output === "json") return { problem: "is empty where a JSON body is expected" };
    return created?.promised && !hasAddress ? { problem: "contains no id" } : { data: undefined };
  }
  if (type !== null && !jsonType.test(type)) return unreadable(`is not JSON but ${nameType(headers)}`);
  if (output === "none") return { data: undefined };
  if (!isExact) return unreadable("contains bytes that are not text in its charset");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unreadable("is not valid JSON; it may be cut off", true);
  }
  const unusable = findUnusable(body, text);
  if (unusable !== undefined) return { problem: unusable };
  // `resultOf` finds the id wherever it is.
  if (created !== undefined) return { data: body };
  if (output === "json?" && body === null) return { data: undefined };
  const missing = findMissing(body, operation);
  return missing === undefined ? { data: body } : { problem: missing };
}

/** The statuses that say what the service has: that it has not or no longer what the request names, or has it twice. */
const aboutData: ReadonlySet<number> = new Set([404, 409, 410]);

function judgeError({ errorFields }: Operation, { status, headers, decoded }: JudgedResponse): Judgement {
  const body = decoded && parseJson(decoded.text);
  if (!aboutData.has(status)) return { data: body };
  const notOwn = (what: string): Judgement => ({
    problem: `${what}, so that it is not known to be that of the service: ${perhapsGateway}`,
    isTransient: decoded === undefined,
  });
  const type = headers.get("content-type");
  if (type !== null && !jsonType.test(type)) return notOwn(`is not JSON but ${nameType(headers)}`);
  if (decoded === undefined) return notOwn("has a body that did not arrive");
  if (!isObject(body)) return notOwn(decoded.text === "" ? "is empty" : "is not an object of JSON");
  const hasForm = errorFields === undefined || errorFields.some((name) => (body[name] ?? undefined) !== undefined);
  return hasForm
    ? { data: body }
    : notOwn(`has none of the fields of an error of the service (${errorFields.join(", ")})`);
}

/** Only a common type is named: a service may echo anything in a header. */
function nameType(headers: Headers): string {
  return pickAllowedHeaders(headers)["content-type"] ?? "of an uncommon type";
}

function describeRedirection(status: number): string {
  if (status === 304)
    return "says that nothing has changed since the condition in the headers of the request; conditional requests are not supported, so leave out headers such as if-none-match";
  return [301, 302, 303, 307, 308].includes(status)
    ? "is a redirect, which is never followed; check baseUrl"
    : "is neither a success, an error nor a redirect that fetch knows; check baseUrl";
}
