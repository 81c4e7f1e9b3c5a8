import { pickAllowedHeaders } from "../../base/headers.js";
import { parseJson } from "../../base/json.js";
import { findMissing, findUnusable, htmlType, jsonType } from "../../document/content.js";
import type { Operation } from "../../document/operation.js";
import { fieldsOfProblem } from "../../errors/problem.js";
import type { Call, ParsedResponse, ResponseHead } from "../call/call.js";
import type { DecodedText } from "./body.js";
import { findCreated, isAddressed } from "./created-id.js";

/** A response as `judgeResponse` sees it. */
export interface JudgedResponse extends ResponseHead {
  /**
   * The body as text; of a file that has no type, its first bytes. Undefined for any other file, which is judged by its
   * head, and for a body that did not arrive.
   */
  readonly decoded?: DecodedText | undefined;
  /** The body of a success, if it is parsed already. */
  readonly parsed?: ParsedText | undefined;
}

/** A parsed body, and the text that it comes from. */
export interface ParsedText {
  readonly text: string;
  /** Undefined for no body. */
  readonly value: unknown;
}

/** What a response means, if it is the service's own; otherwise the end of a sentence that says why it is not. */
export type Judgement =
  | (Pick<ParsedResponse, "data" | "created"> & { readonly problem?: undefined })
  | { readonly data?: undefined; readonly problem: string; readonly isTransient?: boolean };

/**
 * Decides whether a response is the service's own. What a gateway, a proxy or a login page in front of it has written
 * confirms nothing: no success, no removal, no event. Only a removal in a fleet sync needs more: `confirmService`.
 *
 * - A success has a status that the reference shows, if it shows any, and `Location` with a 201 that it shows.
 * - A success has the JSON that the document promises; if it promises none, a page is no success.
 * - A create has an id if the reference promises `Location`, which is that of what the request names.
 * - A file is no page, also if it has no type, and a PDF has no other type, unless it has a file name
 *   (`Content-Disposition`).
 * - A 404, a 409 and a 410 state something about the data of the service, so they must have the form of its errors, of
 *   which the list alone is enough. If that form is not shown, they must be a JSON object. All other errors state
 *   nothing about it.
 * - A redirect is never followed.
 */
export function judgeResponse(call: Pick<Call, "operation" | "url">, response: JudgedResponse): Judgement {
  const { operation } = call;
  const { status } = response;
  if (status < 200 || status >= 400) return judgeError(operation, response);
  if (status >= 300) return { problem: describeRedirection(status) };
  const problem = problemOfHead(operation, response);
  if (problem !== undefined) return { problem };
  return operation.output === "binary" ? judgeFile(operation, response) : judgeContent(call, response);
}

/** The end of the sentences about a response that the reference excludes. */
const perhapsGateway =
  "perhaps a gateway responded, so check baseUrl; if the service did, an adapter can convert it, unless it is a page of HTML";

function problemOfHead({ success, created }: Operation, { status, headers }: ResponseHead): string | undefined {
  if (success === undefined) return undefined;
  if (!success.includes(status))
    return `does not have the status of the service, ${success.join(" or ")}: ${perhapsGateway}`;
  const lacksAddress = status === 201 && created !== undefined && !headers.get("location");
  return lacksAddress ? `has no Location, which the service always sends with it: ${perhapsGateway}` : undefined;
}

/** Any type but that of a PDF, and `octet-stream`, which says only that it is a file. */
const notPdf = /^(?![^;]*(\bpdf\b|octet-stream))/i;

/** How a page begins, for one that has no type. */
const htmlText = /^\s*<(!doctype html|html)\b/i;

function judgeFile({ content, fileType }: Operation, { headers, decoded }: JudgedResponse): Judgement {
  const type = headers.get("content-type");
  const otherTypes = fileType === undefined ? htmlType : notPdf;
  const isOther = type === null ? htmlText.test(decoded?.text ?? "") : otherTypes.test(type);
  const hasName = /filename/i.test(headers.get("content-disposition") ?? "");
  if (!isOther || hasName || content === "any") return { data: undefined };
  const found = type === null ? "a page of HTML" : nameType(headers);
  return { problem: `is no file but ${found} without a file name: ${perhapsGateway}` };
}

function judgeContent(call: Pick<Call, "operation" | "url">, response: JudgedResponse): Judgement {
  const { operation } = call;
  const { created, output } = operation;
  const { headers, decoded, parsed } = response;
  const body = readContent(operation, response);
  // The reference promises the address of what was created, and does not show a body beside it.
  if (body.problem !== undefined && !(created && isAddressed(created, headers))) return body;
  const { data } = body;
  const unusable = findUnusable(data, parsed?.text ?? decoded?.text ?? "");
  if (unusable !== undefined) return { problem: unusable };
  if (created !== undefined) {
    const found = findCreated(created, call, { headers, body: data });
    return typeof found === "string" ? { problem: found } : { data, created: found };
  }
  if (data === undefined || (output === "json?" && data === null)) return { data: undefined };
  const missing = findMissing(data, operation);
  return missing === undefined ? { data } : { problem: missing };
}

/** Reads the JSON of a success: undefined if there is none, or nothing reads it. */
function readContent({ output }: Operation, { headers, decoded, parsed }: JudgedResponse): Judgement {
  const { text, isExact } = decoded ?? { text: "", isExact: true };
  const type = headers.get("content-type");
  if (parsed === undefined ? text === "" : parsed.value === undefined)
    return output === "json"
      ? { problem: `is empty where a JSON body is expected: ${perhapsGateway}` }
      : { data: undefined };
  if (type !== null && !jsonType.test(type))
    return { problem: `is not JSON but ${nameType(headers)}: ${perhapsGateway}` };
  // A service need not name the type of a text that nothing reads.
  if (output === "none" && type === null && !/^\s*</.test(text)) return { data: undefined };
  if (!isExact) return { problem: "contains bytes that are not text in its charset" };
  let data = parsed?.value;
  if (parsed === undefined)
    try {
      data = JSON.parse(text);
    } catch {
      return { problem: "is not valid JSON; it may be cut off", isTransient: true };
    }
  return { data: output === "none" ? undefined : data };
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
  const fields = fieldsOfProblem(body);
  if (fields === undefined)
    return notOwn(decoded.text === "" ? "is empty" : "is neither an object of JSON nor a list of errors with codes");
  if (errorFields === undefined) return { data: body };
  const hasForm = Object.entries(errorFields).some(
    ([name, content]) => findMissing(fields[name], { content }) === undefined,
  );
  return hasForm
    ? { data: body }
    : notOwn(`has none of the fields of an error of the service (${Object.keys(errorFields).join(", ")})`);
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
