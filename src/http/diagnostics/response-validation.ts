import { nestingOf, parseJson } from "../../base/json.js";
import { isRedirect, isTransientStatus } from "../../base/status.js";
import {
  describeFound,
  type ReceivedResponse,
  type ResponseDifference,
  type ResponseValidator,
} from "../../document/difference.js";
import { type RegApiError, RegResponseError } from "../../errors/errors.js";
import { type Call, outcomeIfSent } from "../call/call.js";
import type { Emit } from "./diagnostics.js";
import { redactor } from "./redact.js";

/** A response whose body has been read, or will never arrive; a file is validated without its body. */
export interface ResponseToValidate {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for a file. */
  readonly text?: string;
  readonly isIncomplete?: boolean;
  readonly error?: RegApiError;
}

type ParsedBody = Pick<ReceivedResponse, "body" | "unreadable">;

/**
 * Passes a response to the validators of the option `validateResponses`, and reports the differences that they find.
 *
 * @returns the parsed body; undefined if there is none, or a validator may have changed it
 * @throws RegResponseError in the mode `throw`, if the response differs
 */
export type ValidateResponse = (call: Call, response: ResponseToValidate) => unknown;

interface ValidationSettings {
  readonly validators?: readonly ResponseValidator[];
  readonly emit?: Emit | undefined;
}

/** Creates the function that validates each response; undefined without a validator. */
export function createResponseValidation({ validators = [], emit }: ValidationSettings): ValidateResponse | undefined {
  if (validators.length === 0) return undefined;
  const isUnchanged = validators.every(({ readsOnly }) => readsOnly);
  return (call, response) => {
    const parsed = { ...response, ...parseText(response) };
    const problems = validators.flatMap((validator) => {
      const differences = findDifferences(validator, call, parsed);
      for (const { operationId, pointer, kind, expected, found, foundAt, form, confidence } of differences) {
        const details = { ...(foundAt !== undefined && { foundAt }), ...(form !== undefined && { form }), confidence };
        emit?.(call, { type: "difference", operationId, pointer, kind, expected, found, ...details });
      }
      return validator.mode === "throw" ? differences.filter(({ kind }) => kind !== "new" && kind !== "code") : [];
    });
    if (problems.length > 0 && !keepsItsError(response)) throw differenceError(call, parsed, problems);
    return isUnchanged ? parsed.body : undefined;
  };
}

/** A validator that fails must not break the call: it finds nothing. */
function findDifferences(
  validator: ResponseValidator,
  call: Call,
  { status, headers, body, unreadable }: ResponseToValidate & ParsedBody,
): readonly ResponseDifference[] {
  const operationId = call.operation.id;
  let clean: ReturnType<typeof redactor> | undefined;
  const redact = (text: string) => {
    clean ??= redactor(call);
    return clean(text);
  };
  try {
    const differences = validator.inspect({
      operationId,
      status,
      headers,
      body,
      unreadable,
      redact,
      // Only a recorder of shapes reads it, so only that pays for it.
      get sent() {
        return typeof call.body === "string" ? parseJson(call.body) : undefined;
      },
    });
    // The service chooses the names of fields, and may repeat a token in one.
    return differences.map(({ foundAt, ...each }) => ({
      ...each,
      ...(each.kind === "new" && { pointer: redact(each.pointer) }),
      ...(foundAt !== undefined && { foundAt: redact(foundAt) }),
    }));
  } catch {
    return [];
  }
}

/** Parses the body for the validators; the client parses it again unless they only read. */
function parseText({ text = "", isIncomplete = false }: ResponseToValidate): ParsedBody {
  if (isIncomplete) return { body: undefined, unreadable: "incomplete" };
  if (text === "") return { body: undefined };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: undefined, unreadable: isCutOff(text) ? "incomplete" : "not-json" };
  }
}

/** Whether a text that is not JSON begins with a list or an object that does not end. */
function isCutOff(text: string): boolean {
  return /^\s*[[{]/.test(text) && nestingOf(text).atEnd > 0;
}

/**
 * Whether the call fails with the error of the response, and not with that of its differences. The client acts on some
 * errors: it renews the token after a 401, pauses after a 429, and may retry after a 408, a 5xx or a body that did not
 * arrive. The error of a redirect says what to do.
 */
function keepsItsError({ status, error, isIncomplete = false }: ResponseToValidate): boolean {
  const isUnread = isIncomplete && error === undefined;
  return isUnread || isRedirect(status) || status === 401 || isTransientStatus(status);
}

const maxDescribed = 5;

function differenceError(
  { operation }: Call,
  { status, error, unreadable }: ResponseToValidate & ParsedBody,
  differences: readonly ResponseDifference[],
): RegResponseError {
  const described = differences.slice(0, maxDescribed).map(describeDifference).join("; ");
  const others = differences.length - maxDescribed;
  // Without a validator, too, what should be JSON is read again.
  const isTransient = unreadable !== undefined && differences.every(({ kind }) => kind === "missing");
  return new RegResponseError(
    `the response with status ${status} differs from the OpenAPI document: ${described}${others > 0 ? `; and ${others} more` : ""}`,
    {
      operationId: operation.id,
      status,
      transient: isTransient,
      outcome: error === undefined ? outcomeIfSent(operation) : error.outcome,
      cause: error,
    },
  );
}

function describeDifference(difference: ResponseDifference): string {
  const { pointer, kind, expected } = difference;
  const place = pointer === "" ? (kind === "status" ? "the status" : "the body") : pointer;
  return `${place}: expected ${expected}, found ${describeFound(difference)}`;
}
