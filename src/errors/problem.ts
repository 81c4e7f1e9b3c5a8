import * as z from "zod/mini";

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

const longestText = 1000;
const mostEntries = 200;

const capped = (text: string) => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
const text = z.catch(z.optional(z.pipe(z.string(), z.transform(capped))), undefined);
const requiredText = z.catch(z.pipe(z.string(), z.transform(capped)), "");
const context = z.catch(z.record(z.string(), z.unknown()), {});
const entry = z.object({ code: requiredText, description: requiredText, context });
const entries = z.pipe(
  z.array(z.unknown()),
  z.transform((items) =>
    items
      .slice(0, mostEntries)
      .map((item) => entry.safeParse(item).data)
      .filter((item) => item !== undefined),
  ),
);

const problem = z.object({
  type: text,
  title: text,
  detail: text,
  traceId: text,
  error: text,
  errors: z.catch(entries, []),
});

/**
 * Reads an error body leniently: whatever cannot be read is left out, so that a broken body never hides the
 * status that it came with. Long texts are cut at 1000 characters, long lists at 200 entries.
 */
export function parseProblem(body: unknown): RegProblem {
  return problem.safeParse(body).data ?? { errors: [] };
}
