import type { Phase } from "../domain/phases/phases.js";
import type { Form } from "../domain/rules/violation.js";
import type { RuleId } from "../errors/rules.js";

export type { Form, Phase };

/** The work of which a vehicle can have one open request: a rental vehicle, or repair, maintenance and tires. */
export type Work = "rental" | "work";

/** How a value is written in a language. */
export type Format =
  | "text"
  | "number"
  | "euros"
  | "date"
  /** The word and the code of a component, unless the text names the component already. */
  | "component"
  /** A list, of which one is to be chosen. */
  | "one-of"
  /** A list, of which all are meant. */
  | "all-of"
  | "field"
  | "form"
  | "phase"
  | "phases"
  /** What to do in the phase. */
  | "next-step"
  | "work";

/**
 * The values of the violations of each rule, as docs/errors.md lists them, and how each is written. A rule that is not
 * listed has none.
 */
export const ruleValues = {
  "field-missing": { allowed: "one-of", subcomponent: "text" },
  "component-field": { component: "component" },
  "field-invalid": { expected: "form" },
  "field-unknown": { meant: "field" },
  "component-allowed": { component: "component", components: "one-of" },
  "operation-allowed": { component: "component", operation: "text", operations: "one-of" },
  "reason-allowed": { component: "component", reason: "text", reasons: "one-of" },
  "location-allowed": { component: "component", location: "text", locations: "one-of" },
  "no-location": { component: "component" },
  "position-repeated": { location: "text" },
  "subcomponent-allowed": { component: "component", subcomponent: "text", subcomponents: "one-of" },
  "two-open-requests": { requests: "all-of" },
  "open-request-for-work": { work: "work", requests: "all-of" },
  "lease-start": { workshopDate: "date", startDate: "date" },
  warranty: { value: "text", allowed: "one-of" },
  leniency: { value: "text", allowed: "one-of" },
  phase: { phase: "phase", allowed: "phases", next: "next-step" },
  "other-content": { request: "text" },
  "extension-days": { days: "number", now: "number" },
  "removal-limit": { removals: "number", limit: "number" },
  "invoice-number-used": { total: "euros" },
  "invoice-before-workshop": { invoiceDate: "date", earliest: "date" },
  "invoice-before-checkout": { invoiceDate: "date", earliest: "date" },
  "invoice-date-of-latest": { invoiceDate: "date", latest: "date" },
  "debit-amount": { total: "euros", outstanding: "euros" },
  "credit-amount": { credit: "euros", invoiced: "euros" },
  "vat-amount": { percentage: "number", base: "euros", amount: "euros", expected: "euros" },
  "vat-total": { sum: "euros", total: "euros" },
} as const satisfies { readonly [Rule in RuleId]?: Readonly<Record<string, Format>> };

type RuleValues = typeof ruleValues;

/** The names of the values that the text of a rule can use. */
export type ValueNames<Rule extends RuleId> = Rule extends keyof RuleValues
  ? Extract<keyof RuleValues[Rule], string>
  : never;
