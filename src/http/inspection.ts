import { type RegApiError, RegResponseError } from "../errors/errors.js";
import { type Call, outcomeIfSent } from "./call.js";
import type { Emit } from "./diagnostics.js";
import { redactor } from "./redact.js";
import type { ResponseDifference, ResponseValidator } from "./validation.js";

/** A response whose body has been read; a file is inspected without its body. */
interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for a file. */
  readonly text?: string;
  /** The error of a response with an error status. */
  readonly error?: RegApiError;
}

/** A response with its JSON; undefined for an empty body, a file, and a body that is not JSON. */
interface ParsedResponse extends ReadResponse {
  readonly body: unknown;
}

/**
 * Compares a response with the document and reports the differences.
 *
 * @throws RegResponseError in the mode `throw`, if the response differs
 */
export type Inspect = (call: Call, response: ReadResponse) => void;

/** How the responses of a client are compared. */
interface InspectionSettings {
  readonly validators?: readonly ResponseValidator[];
  readonly emit?: Emit | undefined;
}

/** Creates the function that compares each response with the document; undefined without a validator. */
export function createInspection({ validators = [], emit }: InspectionSettings): Inspect | undefined {
  if (validators.length === 0) return undefined;
  return (call, response) => {
    const parsed = { ...response, body: parseJson(response.text) };
    const problems = validators.flatMap((validator) => {
      const differences = findDifferences(validator, call, parsed);
      for (const { operationId, pointer, kind, expected, found, confidence } of differences)
        emit?.(call, { type: "difference", operationId, pointer, kind, expected, found, confidence });
      return validator.mode === "throw" ? differences.filter(({ kind }) => kind !== "new") : [];
    });
    if (problems.length > 0 && !keepsItsError(response.status)) throw differenceError(call, parsed, problems);
  };
}

/** A validator that fails must not break the call: it finds nothing. */
function findDifferences(
  validator: ResponseValidator,
  call: Call,
  { status, headers, body }: ParsedResponse,
): readonly ResponseDifference[] {
  const operationId = call.operation.id;
  try {
    const differences = validator.inspect({ operationId, status, headers, body });
    // The service chooses the names of fields, and may repeat a token in one.
    return differences.map((each) =>
      each.kind === "new" ? { ...each, pointer: redactor(call)(each.pointer) } : each,
    );
  } catch {
    return [];
  }
}

/** A body of its own, so that a validator cannot change what the client returns. */
function parseJson(text = ""): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a status keeps its own error: after 401, 408, 429 and from 500 the client renews the token, pauses or retries
 * because of it, and that of a redirect says what to do.
 */
function keepsItsError(status: number): boolean {
  const isRedirect = status >= 300 && status < 400;
  return isRedirect || status === 401 || status === 408 || status === 429 || status >= 500;
}

/** The most differences that a message describes. */
const maxDescribed = 5;

function differenceError(
  { operation }: Call,
  { status, error, text = "", body }: ParsedResponse,
  differences: readonly ResponseDifference[],
): RegResponseError {
  const described = differences.slice(0, maxDescribed).map(describeDifference).join("; ");
  const others = differences.length - maxDescribed;
  // Without a validator, too, JSON that may be cut off is read again.
  const isCutOff = text !== "" && body === undefined && differences.every(({ kind }) => kind === "missing");
  return new RegResponseError(
    `the response with status ${status} differs from the OpenAPI document: ${described}${others > 0 ? `; and ${others} more` : ""}`,
    {
      operationId: operation.id,
      status,
      transient: isCutOff,
      outcome: error === undefined ? outcomeIfSent(operation) : error.outcome,
      cause: error,
    },
  );
}

function describeDifference({ pointer, kind, expected, found }: ResponseDifference): string {
  const place = pointer === "" ? (kind === "status" ? "the status" : "the body") : pointer;
  return `${place}: expected ${expected}, found ${found}`;
}
