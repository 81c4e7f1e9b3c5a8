import { isObject } from "../base/json.js";
import type { RegCode, RuleCode } from "./codes.js";
import type { RuleId } from "./rules.js";

/** An entry of an error response, and of a broken rule: in the service's own form (supplier-api.md §7). */
export interface RegProblemEntry {
  /** The service's code, such as `REG-INV000105`; kept as received, even if this package does not know it. */
  readonly code: string;
  /** The service's sentence about the error. */
  readonly description: string;
  /** Machine-readable details, such as `fieldName`; may be empty. */
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * One problem of any error of this package: an error of the service, a broken rule, or an invalid argument. That of a
 * builder of lines, such as `lineFor`, has a rule with its values, and the line.
 */
export interface ErrorProblem
  extends Omit<RegProblemEntry, "code">,
    Partial<Pick<Violation, "rule" | "values" | "line">> {
  /** The code of the service or of the rule; absent for an invalid argument. */
  readonly code?: string;
}

/** The line that a problem is about, as far as it is known. */
export interface ProblemLine {
  /** Its place among the lines of the request, from 0. Absent for a line that is being built. */
  readonly index?: number;
  /** Its id. */
  readonly id?: string;
  /** The code of its component, such as `1101`. */
  readonly component?: string;
  /** The description of its component, such as `Oil service`. */
  readonly name?: string;
}

/** A broken rule, in the form of the service's own errors (supplier-api.md §7), and with its id and values. */
export interface Violation extends RegProblemEntry {
  /** The service's own code where the reference shows one, else a code of this package, such as `RULE-APPROVAL`. */
  readonly code: RegCode | RuleCode;
  /** What is wrong and what to do about it, in one or two sentences. Contains no personal data. */
  readonly description: string;
  /** `fieldName` is the path of the field at fault, such as `components[0].subcomponents[1].price`. */
  readonly context: { readonly fieldName: string };
  /** The rule: several can have the same code. docs/errors.md lists them, with the values of each. */
  readonly rule: RuleId;
  /** The values in the description, such as amounts, dates and codes. Contains no personal data. */
  readonly values: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** The line that it is about. Absent if it is about the request, or an invoice. */
  readonly line?: ProblemLine;
}

/** The readable part of an error response's body (supplier-api.md §7). */
export interface RegProblem {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly traceId?: string | undefined;
  /** The `error` of a token endpoint's response (RFC 6749 §5.2). */
  readonly error?: string | undefined;
  readonly errors: readonly RegProblemEntry[];
}

/** The fields of an error body. A bare list of entries that all have a code stands for its `errors`. */
export function fieldsOfProblem(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isObject(body)) return body;
  if (!Array.isArray(body) || body.length === 0) return undefined;
  return body.every((entry) => isObject(entry) && typeof entry["code"] === "string") ? { errors: body } : undefined;
}

/**
 * Reads an error body leniently: unreadable parts are left out, so that a broken body never hides the status of its
 * response. Long texts are cut at 1000 characters, long lists at 200 entries, deep nesting at 8 levels.
 *
 * @param clean removes secrets from a text; it receives every text before it is cut
 */
export function parseProblem(body: unknown, clean: (text: string) => string = (text) => text): RegProblem {
  const copier = new BoundedCopier(clean);
  const text = (value: unknown) => (typeof value === "string" ? copier.text(value) : undefined);
  const entry = ({ code, description, context }: Record<string, unknown>): RegProblemEntry => ({
    code: text(code) ?? "",
    description: text(description) ?? "",
    context: isObject(context) ? copier.record(context) : {},
  });
  const { type, title, detail, traceId, error, errors } = fieldsOfProblem(body) ?? {};
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return {
    type: text(type),
    title: text(title),
    detail: text(detail),
    traceId: text(traceId),
    error: text(error),
    errors: entries.slice(0, maxEntries).filter(isObject).map(entry),
  };
}

/** The maximum number of entries that are kept of a list or an object. */
const maxEntries = 200;

const maxTextLength = 1000;

const maxDepth = 8;

const ellipsis = "…";

/** Copies JSON of a service within bounds, so that any response can be logged. */
class BoundedCopier {
  readonly #clean: (text: string) => string;

  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  text(text: string): string {
    const clean = this.#clean(text);
    return clean.length > maxTextLength ? `${clean.slice(0, maxTextLength)}${ellipsis}` : clean;
  }

  /** A key named `__proto__` is left out: it would change the prototype of an object that a program copies it to. */
  record(value: object, depth: number = maxDepth): Record<string, unknown> {
    const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
    return Object.fromEntries(
      entries.slice(0, maxEntries).map(([key, item]) => [this.text(key), this.#json(item, depth - 1)]),
    );
  }

  #json(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.#clean(String(value)) === String(value) ? value : undefined;
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return ellipsis;
    if (!Array.isArray(value)) return this.record(value, depth);
    return value.slice(0, maxEntries).map((item) => this.#json(item, depth - 1));
  }
}
