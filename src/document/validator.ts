import { pickAllowedHeaders } from "../base/headers.js";
import { isObject } from "../base/json.js";
import { errorCodes } from "../errors/codes.js";
import { checkInput, either, optionsSchema } from "../errors/input.js";
import { isServiceCode } from "../errors/summary.js";
import { operationSchemas } from "./apis.js";
import { factsOf, type OperationSchemas, type ResponseSchemas, responseSchemasOf } from "./bodies.js";
import { compareBody, type FoundDifference } from "./compare.js";
import {
  type Confidence,
  keyOf,
  type ReceivedResponse,
  type ResponseDifference,
  type ResponseValidator,
} from "./difference.js";
import { confidenceOf, formsOf, isOptional } from "./schema.js";

/** The options of a validator of responses. */
export interface ResponseValidatorOptions {
  /**
   * `report`: each difference is reported once, as an event of the type `difference`. `throw`: it is reported with each
   * response that has it, whose call also rejects with `RegResponseError`, unless all that differs is new, or a code
   * that the reference does not show. Default `report`.
   */
  readonly mode?: "report" | "throw" | undefined;
}

const validatorOptions = optionsSchema<ResponseValidatorOptions>({ mode: either("report", "throw") });

/**
 * Creates a validator for the option `validateResponses`, which compares every response of a client with the OpenAPI
 * documents of this package. Differences contain types and names, but never a value of a response. What the reference
 * does not show is not compared. Several clients may share a validator; each difference is then reported once. See
 * docs/validation.md.
 *
 * @throws RegInputError for an invalid option
 *
 * @example
 * createSupplierClient({ on: createLogger(), validateResponses: createResponseValidator() });
 */
export function createResponseValidator(options: ResponseValidatorOptions = {}): ResponseValidator {
  checkInput(validatorOptions, options, { below: "responseValidator" });
  const { mode = "report" } = options;
  const reported = new Set<string>();
  const isNew = (difference: ResponseDifference) => {
    const key = keyOf(difference);
    if (reported.has(key) || reported.size >= maxReported) return false;
    reported.add(key);
    return true;
  };
  return {
    mode,
    readsOnly: true,
    inspect(response) {
      const differences = findDifferences(response);
      return mode === "report" ? differences.filter(isNew) : differences;
    },
  };
}

/** Bounds the memory of a validator: a service may invent names of fields. */
const maxReported = 1000;

/** The most different codes of one response that are differences. */
const maxCodes = 1000;

/** All that differs between a response and the documents. */
export function findDifferences(response: ReceivedResponse): readonly ResponseDifference[] {
  const { operationId } = response;
  const operation = operationSchemas[operationId];
  if (operation === undefined) return [];
  const schemas = responseSchemasOf(operation, response.status);
  const found = [
    ...(schemas === undefined ? compareStatus(response, operation) : compareResponse(response, schemas)),
    ...compareCodes(response),
  ];
  const distinct = new Map(found.map((each) => [JSON.stringify(each), { operationId, ...each }]));
  return [...distinct.values()];
}

/** Says that the service does not have the operation, while the other statuses from 500 say that it failed. */
const notImplemented = 501;

function compareStatus({ status }: ReceivedResponse, operation: OperationSchemas): readonly FoundDifference[] {
  if (status === 429 || (status >= 500 && status !== notImplemented)) return [];
  const documented = Object.entries(operation.responses);
  const [, similar = operation] = documented.find(([each]) => each[0] === String(status)[0]) ?? [];
  return [
    {
      pointer: "",
      kind: "status",
      expected: documented.map(([each]) => each).join(" or "),
      found: String(status),
      confidence: lessSure(similar.confidence, operation.confidence),
    },
  ];
}

/** A status of an operation that may not exist is no surer than the operation: a 405 says that there is none. */
function lessSure(one: Confidence = "documented", other: Confidence = "documented"): Confidence {
  const order: readonly Confidence[] = ["documented", "inferred", "assumed"];
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}

function compareResponse(response: ReceivedResponse, schemas: ResponseSchemas): readonly FoundDifference[] {
  const { headers, body, unreadable } = response;
  const location: readonly FoundDifference[] =
    schemas.location === "always" && !headers.get("location")
      ? [
          {
            pointer: "/headers/location",
            kind: "missing",
            expected: "text",
            found: "nothing",
            confidence: "documented",
          },
        ]
      : [];
  // Whether a response has a body is often not shown, so one that the document does not have is no difference.
  if (schemas.content === undefined) return location;
  const mediaType = compareMediaType(response, schemas.content, schemas);
  const schema = schemas.content["application/json"];
  if (schema === undefined) return [...location, ...mediaType];
  if (body !== undefined) return [...location, ...mediaType, ...compareBody(schema, body)];
  const isExplained = mediaType.length > 0 || unreadable === "incomplete";
  if (isExplained || (schemas.location !== undefined && isOpenBody(schema))) return [...location, ...mediaType];
  const confidence = confidenceOf(schema) ?? schemas.confidence ?? "documented";
  const found = unreadable === undefined ? "nothing" : "text that is not JSON";
  return [...location, { pointer: "", kind: "missing", expected: "JSON", found, confidence }];
}

/** Whether the document promises nothing of a body: then `Location` suffices. */
function isOpenBody(schema: NonNullable<ResponseSchemas["content"]>[string]): boolean {
  return formsOf(schema).every(({ isOpen, fields = {} }) => isOpen && Object.values(fields).every(isOptional));
}

const problemType = "application/problem+json";

function compareMediaType(
  { status, headers, body }: ReceivedResponse,
  content: NonNullable<ResponseSchemas["content"]>,
  schemas: ResponseSchemas,
): readonly FoundDifference[] {
  const header = headers.get("content-type");
  // An empty body needs no type, and a file may do without one.
  if (header === null && body === undefined) return [];
  const type = header?.split(";")[0]?.trim().toLowerCase() ?? "";
  const documented = Object.keys(content);
  // The reference does not show which of the two types of JSON errors have.
  const isAccepted = documented.includes("*/*") || documented.includes(type) || (status >= 400 && type === problemType);
  if (isAccepted) return [];
  const [schema] = Object.values(content);
  const confidence = (schema && factsOf(schema).confidence) ?? schemas.confidence ?? "documented";
  // Only a common type is named: a service may echo anything in a header.
  const found = header === null ? "nothing" : (pickAllowedHeaders(headers)["content-type"] ?? "another type");
  return [{ pointer: "", kind: "media-type", expected: documented.join(" or "), found, confidence }];
}

function compareCodes({ status, body }: ReceivedResponse): readonly FoundDifference[] {
  const errors: unknown = status >= 400 && isObject(body) ? body["errors"] : undefined;
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const found = new Set<string>();
  for (const entry of entries) {
    const code: unknown = isObject(entry) ? entry["code"] : undefined;
    if (typeof code !== "string" || !code.startsWith("REG-") || Object.hasOwn(errorCodes, code)) continue;
    if (found.size < maxCodes) found.add(isServiceCode(code) ? code : "another text");
  }
  return [...found].map((each) => ({
    pointer: "/errors/*/code",
    kind: "code",
    expected: "a code of the catalogue",
    found: each,
    // The complete list of codes is not shown (supplier-api.md §7).
    confidence: "assumed",
  }));
}
