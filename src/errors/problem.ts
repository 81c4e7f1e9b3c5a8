import { Bounds, mostEntries } from "./bounds.js";

/** One entry of an error answer, and of a violated rule: the service's own shape (supplier-api.md §7). */
export interface RegProblemEntry {
  /** The service's code, such as `REG-INV000105`; kept as it came, also where this package does not know it. */
  readonly code: string;
  /** The service's sentence about it. */
  readonly description: string;
  /** Machine-readable details, such as `fieldName`; may be empty. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** The body of an error answer as far as it could be read (supplier-api.md §7). */
export interface RegProblem {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly traceId?: string | undefined;
  /** The `error` of a token endpoint's answer (RFC 6749 §5.2). */
  readonly error?: string | undefined;
  readonly errors: readonly RegProblemEntry[];
}

/**
 * Reads an error body leniently: whatever cannot be read is left out, so that a broken body never hides the
 * status that it came with. Long texts are cut at 1000 characters, long lists at 200 entries, deep nesting at 8 levels.
 *
 * @param clean takes out of a text what must not be shown; it sees every text whole
 */
export function parseProblem(body: unknown, clean: (text: string) => string = (text) => text): RegProblem {
  const bounds = new Bounds(clean);
  const fields = isRecord(body) ? body : {};
  const text = (value: unknown) => (typeof value === "string" ? bounds.text(value) : undefined);
  const entry = ({ code, description, context }: Record<string, unknown>): RegProblemEntry => ({
    code: text(code) ?? "",
    description: text(description) ?? "",
    context: isRecord(context) ? bounds.record(context) : {},
  });
  const { type, title, detail, traceId, error, errors } = fields;
  const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return {
    type: text(type),
    title: text(title),
    detail: text(detail),
    traceId: text(traceId),
    error: text(error),
    errors: entries.slice(0, mostEntries).filter(isRecord).map(entry),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
