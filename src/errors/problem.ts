/** The most entries that are kept of a list or an object of an answer. */
const mostEntries = 200;

/** The longest text that is kept, in characters. */
const longestText = 1000;

/** How deep objects and lists may lie in each other. */
const deepest = 8;

/** Stands where something was cut. */
const cut = "…";

/** Copies JSON of a service such that it can be logged whatever it was. */
class Bounds {
  readonly #clean: (text: string) => string;

  /** `clean` takes out of a text what must not be shown. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  /** The text, cut at 1000 characters. */
  text(text: string): string {
    const clean = this.#clean(text);
    return clean.length > longestText ? `${clean.slice(0, longestText)}${cut}` : clean;
  }

  /**
   * A copy of an object with all texts, lists and depths cut. A key named `__proto__` is left out: it would change
   * the object that a program copies it to.
   */
  record(value: object, depth: number = deepest): Record<string, unknown> {
    const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
    return Object.fromEntries(
      entries.slice(0, mostEntries).map(([key, item]) => [this.text(key), this.#json(item, depth - 1)]),
    );
  }

  #json(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return cut;
    if (!Array.isArray(value)) return this.record(value, depth);
    return value.slice(0, mostEntries).map((item) => this.#json(item, depth - 1));
  }
}

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
