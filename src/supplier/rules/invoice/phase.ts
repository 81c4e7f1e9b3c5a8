import { phaseOfStatus } from "../../phases/phase-of.js";
import type { Phase } from "../../phases/transitions.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { InvoiceDateContext } from "./context.js";

/** What has to be done in each phase before an invoice is possible; nothing in the last two (supplier-api.md §4.2). */
const steps: Readonly<Record<Phase, string>> = {
  Draft: "Send it for approval first.",
  Lessor: "Wait for the decision of the lessor.",
  Response: "Change what the lessor did not approve, and send it for approval again.",
  Invoicing: "",
  Archived: "",
};

/** The phase of the request that is invoiced; undefined if neither the caller nor its status tells. */
export function invoicePhase({ phase, request }: InvoiceDateContext): Phase | undefined {
  const given: unknown = phase;
  if (given !== undefined && given !== null) return isPhase(given) ? given : undefined;
  const status: unknown = request?.status;
  return typeof status === "string" ? phaseOfStatus(status) : undefined;
}

function isPhase(value: unknown): value is Phase {
  return typeof value === "string" && Object.hasOwn(steps, value);
}

/** Whether a request in this phase cannot be invoiced yet; false if the phase is not known. */
export function isTooEarly(phase: Phase | undefined): boolean {
  return phase !== undefined && steps[phase] !== "";
}

/** Invoices are for the invoicing and the archived phase. */
export function phaseViolations(context: InvoiceDateContext): Violation[] {
  const phase = invoicePhase(context);
  if (phase === undefined || !isTooEarly(phase)) return [];
  const found = `A request in the phase ${phase} cannot be invoiced.`;
  return [ruleViolation("RULE-PHASE", "status", `${found} ${steps[phase]}`)];
}
