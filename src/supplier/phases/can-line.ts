import { type LineTrigger, lineTransitions } from "./line-transitions.js";

/** What a supplier can do with one line. */
export type LineStep = Extract<LineTrigger, "write" | "delete" | "cancel">;

/**
 * Whether the status of a line allows a step: a line that was sent to the lessor can be cancelled, one that was not can
 * be deleted (supplier-api.md §3, line moves). That a cancelled line cannot be written to is inferred. A line without
 * a status is taken for a new one, which can be written and removed. Ask `can` whether the request's phase allows it at
 * all.
 */
export function canLine(
  line: { readonly status?: { readonly code?: string | undefined } | undefined },
  step: LineStep,
): boolean {
  const status = line.status?.code ?? "Entered";
  return lineTransitions.some(({ from, trigger }) => from === status && trigger === step);
}
