import { ruleCodes } from "../../../src/errors/codes.js";
import type { Outcome } from "./outcome.js";
import { type ServiceOnly, serviceOnly } from "./service-only.js";

/** What a case was about. */
export type Area = "new requests" | "resubmissions" | "invoices";

/** Codes of the service that the rules find, as far as the reference shows them (supplier-api.md §7). */
const regCodes = [
  "REG-SVC000175",
  "REG-SVC000176",
  "REG-SVC000177",
  "REG-SVC000190",
  "REG-INV000010",
  "REG-INV000018",
  "REG-INV000104",
  "REG-INV000105",
  "REG-INV000106",
  "REG-INV000107",
];

/** Codes of this package that a check finds; others are of journeys. */
const codesOfChecks = Object.entries(ruleCodes)
  .filter(([, { caughtBy }]) => caughtBy.some((name) => name.startsWith("check")))
  .map(([code]) => code);

/** Codes that cannot be compared with the sandbox, and why. */
const incomparable: Readonly<Record<string, string>> = {
  "RULE-VAT":
    "The fields of VAT lines are not shown: the caller says how to read them, and the sandbox does not read them.",
};

/** What was met over all cases. */
export class Statistics {
  cases = 0;
  valid = 0;
  refused = 0;
  /** Cases in which the sandbox found something that only the service can know. */
  withServiceOnly = 0;
  readonly #agreed = new Map<string, number>();
  readonly #serviceOnly = new Map<string, number>();
  readonly #areas = new Map<Area, { valid: number; refused: number }>();

  /** Notes a case. */
  note({ area, verdict, isAccepted }: Outcome): void {
    const counts = this.#areas.get(area) ?? { valid: 0, refused: 0 };
    this.#areas.set(area, counts);
    const result = isAccepted ? "valid" : "refused";
    this.cases += 1;
    this[result] += 1;
    counts[result] += 1;
    if (verdict.serviceOnly.length > 0) this.withServiceOnly += 1;
    for (const code of new Set(verdict.agreed)) increase(this.#agreed, code);
    for (const entry of new Set(verdict.serviceOnly)) increase(this.#serviceOnly, nameOf(entry));
  }

  /** Codes of the rules that no case has reached, but for those that cannot be compared. */
  notReached(): string[] {
    return [...codesOfChecks, ...regCodes].filter(
      (code) => !this.#agreed.has(code) && !Object.hasOwn(incomparable, code),
    );
  }

  /** What is said to be the service's alone and never was: it could be known, or the cases are too weak. */
  notNeeded(): string[] {
    return serviceOnly.map(nameOf).filter((name) => !this.#serviceOnly.has(name));
  }

  /** Everything as plain data. */
  toJSON() {
    const { cases, valid, refused, withServiceOnly } = this;
    return {
      cases,
      valid,
      refused,
      withServiceOnly,
      areas: Object.fromEntries(this.#areas),
      codes: sorted(this.#agreed),
      serviceOnly: sorted(this.#serviceOnly),
      notReached: this.notReached(),
      notNeeded: this.notNeeded(),
      incomparable,
    };
  }
}

function nameOf({ code, field, without }: ServiceOnly): string {
  return `${code} at ${field.source}${without === undefined ? "" : ` without ${without}`}`;
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));
}
