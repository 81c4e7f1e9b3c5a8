import { ruleCodes } from "../../../src/errors/codes.js";
import type { RegProblemEntry } from "../../../src/errors/problem.js";

/** A rule of the sandbox that `check*` cannot check. */
export interface ServiceOnly {
  readonly code: string;
  /** The fields for which it is reported. */
  readonly field: RegExp;
  /** Why it cannot be known before the request is sent. */
  readonly why: string;
  /** The fact that the caller left out; absent: no caller can know it. */
  readonly without?: Missing;
}

/** The facts that a caller may leave out of the context of a check. */
export type Missing = "repeatableCodes" | "warranties" | "leniencies" | "openRequests" | "latestInvoiceDate";

/** The facts that only the service knows. */
const always: readonly ServiceOnly[] = [
  {
    code: "SANDBOX-VEHICLE",
    field: /^vehicle\.licensePlate$/,
    why: "Whether a vehicle exists shows in the lookups only; without a vehicle there is nothing to check against.",
  },
  {
    code: "REG-SVC000187",
    field: /^vehicle\.licensePlate$/,
    why: "Whether a lessor is active is not in the contract.",
  },
  {
    code: "SANDBOX-COMBINATION",
    field: /^components\[\d+\]\.subcomponents(\[\d+\])?$/,
    why: "Which subcomponents need or exclude each other is not shown (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-REQUIRED",
    field: /^components\[\d+\]\.subcomponents$/,
    why: "Which subcomponents a component must have is not shown (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-DUPLICATE",
    field: /^components\[\d+\]\.subcomponents\[\d+\]$/,
    why: "Which subcomponents may repeat depends on their component, and is shown by an example only (supplier-api.md §2.3).",
  },
  {
    code: "SANDBOX-PRICE",
    field: /\.price$/,
    why: "The limit of prices is not shown.",
  },
];

/** The facts that only the service knows unless the caller gives them. */
const unlessKnown: readonly ServiceOnly[] = [
  {
    code: "REG-SVC000175",
    field: /\.warranty$/,
    why: "The values of warranty are not shown (supplier-api.md §2.3).",
    without: "warranties",
  },
  {
    code: "REG-SVC000176",
    field: /\.leniency$/,
    why: "The values of leniency are not shown (supplier-api.md §2.3).",
    without: "leniencies",
  },
  {
    code: "SANDBOX-DUPLICATE",
    field: /^components\[\d+\]$/,
    why: "Which components may repeat is shown by an example only (supplier-api.md §2.3).",
    without: "repeatableCodes",
  },
  {
    code: "SANDBOX-OPEN-REQUESTS",
    field: /^vehicle\.licensePlate$/,
    why: "The open requests are the supplier's, and the items of the list do not show their lines.",
    without: "openRequests",
  },
  {
    code: "REG-INV000107",
    field: /^invoiceDate$/,
    why: "An archived request cannot be read, so that the date of its latest invoice must be given.",
    without: "latestInvoiceDate",
  },
];

/** All rules that only the service can check. */
export const serviceOnly: readonly ServiceOnly[] = [...always, ...unlessKnown];

/** Finds the reason why a rule could not be checked before the request; undefined if it could. */
function whyServiceOnly(
  { code, fieldName }: { readonly code: string; readonly fieldName: string },
  missing: ReadonlySet<Missing>,
): ServiceOnly | undefined {
  return serviceOnly.find(
    (each) =>
      each.code === code &&
      each.field.test(fieldName) &&
      (each.without === undefined || missing.has(each.without)),
  );
}

/** A violated rule, with the code of the sandbox or of the SDK, and its field. */
export interface Finding {
  readonly code: string;
  readonly fieldName: string;
}

/** The stages in which the sandbox checks a request; it rejects it after the first stage with a violation. */
export const stages = ["form", "phase", "vehicle", "content", "approval"] as const;

/** One of these stages. */
export type Stage = (typeof stages)[number];

/** The stage of each rule for a POST; the first match counts. A field that the OpenAPI document requires is part of the form. */
const table: readonly (readonly [name: RegExp, field: RegExp, stage: Stage])[] = [
  [/^INVALID$/, /./, "form"],
  [/^REQUIRED$/, /^components\[\d+\]\.(id|operation|reason)$/, "form"],
  [/^REQUIRED$/, /\.(reg|operation|reason|type)\.code$|\.partType$/, "form"],
  [/^PHASE$/, /./, "phase"],
  [/^VEHICLE$/, /./, "vehicle"],
  [/^(APPROVAL|REQUIRED)$/, /./, "approval"],
  [/^COMBINATION$/, /subcomponents$/, "approval"],
  [/./, /./, "content"],
];

/** A name that both sides share: RULE-X in the SDK is SANDBOX-X in the sandbox. */
const nameOf = (code: string) => code.replace(/^(SANDBOX|RULE)-/, "");

/** The stage in which a violation of a new request is found. A blank license plate is present but names no vehicle. */
export function stageOfRequest({ code, fieldName }: Finding, licensePlate: string | undefined): Stage {
  if (nameOf(code) === "REQUIRED" && fieldName === "vehicle.licensePlate")
    return licensePlate === undefined ? "form" : "vehicle";
  return table.find(([name, field]) => name.test(nameOf(code)) && field.test(fieldName))?.[2] ?? "content";
}

/** How two sides are compared. */
export interface Comparison {
  readonly sdk: readonly RegProblemEntry[];
  readonly sandbox: readonly RegProblemEntry[];
  readonly missing: ReadonlySet<Missing>;
  stageOf(finding: Finding): Stage;
}

/** The result of a comparison. */
export interface Verdict {
  /** The findings of one side that the other does not have, as lines of text; empty if they agree. */
  readonly disagreements: readonly string[];
  /** The codes that both sides found. */
  readonly agreed: readonly string[];
  /** Why only the sandbox could find the rest. */
  readonly serviceOnly: readonly ServiceOnly[];
}

/** Compares the violations that the SDK found with those that the sandbox rejected. */
export function compare({ sdk, sandbox, missing, stageOf }: Comparison): Verdict {
  const rejected = numbered(sandbox.map(finding));
  const found = numbered(sdk.map(finding));
  const placeOf = (each: Finding) => stages.indexOf(stageOf(each));
  const reached = Math.min(...[...rejected.values()].map(placeOf));
  const due = new Map([...found].filter(([, each]) => placeOf(each) <= reached));
  const onlySandbox = [...rejected]
    .filter(([key]) => !due.has(key))
    .map(([, each]) => ({ each, why: whyServiceOnly(each, missing) }));
  const isMixed = [...rejected.values()].some((each) => placeOf(each) !== reached);
  return {
    disagreements: [
      ...(isMixed ? [`the sandbox mixes stages: ${[...rejected.keys()].join(", ")}`] : []),
      ...[...due]
        .filter(([key]) => !rejected.has(key))
        .map(([, each]) => `only the SDK reports ${textOf(each)}`),
      ...onlySandbox
        .filter(({ why }) => why === undefined)
        .map(({ each }) => `only the sandbox reports ${textOf(each)}`),
    ],
    agreed: [...due].filter(([key]) => rejected.has(key)).map(([, { code }]) => code),
    serviceOnly: onlySandbox.flatMap(({ why }) => why ?? []),
  };
}

function finding({ code, context }: RegProblemEntry): Finding {
  const fieldName = context["fieldName"];
  return { code, fieldName: typeof fieldName === "string" ? fieldName : "status" };
}

const textOf = ({ code, fieldName }: Finding) => `${code} at ${fieldName}`;

/**
 * Findings by the name that both sides share. The same finding twice means two violations, such as a missing reading and
 * a missing further line; but the OpenAPI document can report one wrong form several times.
 */
function numbered(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const byKey = new Map<string, Finding>();
  for (const each of findings) {
    const name = nameOf(each.code);
    const key = `${name} ${each.fieldName}`;
    const same = [...byKey.keys()].filter((other) => other.split("#")[0] === key).length;
    byKey.set(name === "INVALID" ? key : `${key}#${same}`, each);
  }
  return byKey;
}

/** The result of a case. */
export interface Outcome {
  readonly area: Area;
  readonly isAccepted: boolean;
  /** The content that was sent. */
  readonly sent: unknown;
  readonly verdict: Verdict;
}

/** The subject of a case. */
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

/** Codes of this package that a check finds; others belong to workflows. */
const codesOfChecks = Object.entries(ruleCodes)
  .filter(([, { caughtBy }]) => caughtBy.some((name) => name.startsWith("check")))
  .map(([code]) => code);

/** Codes that cannot be compared with the sandbox, and why. */
const incomparable: Readonly<Record<string, string>> = {
  "RULE-VAT":
    "The fields of VAT lines are not shown: the caller supplies the function that reads them, and the sandbox does not read them.",
};

/** The statistics over all cases. */
export class Statistics {
  cases = 0;
  valid = 0;
  rejected = 0;
  /** Cases in which the sandbox found something that only the service can know. */
  withServiceOnly = 0;
  readonly #agreed = new Map<string, number>();
  readonly #serviceOnly = new Map<string, number>();
  readonly #areas = new Map<Area, { valid: number; rejected: number }>();

  /** Records a case. */
  note({ area, verdict, isAccepted }: Outcome): void {
    const counts = this.#areas.get(area) ?? { valid: 0, rejected: 0 };
    this.#areas.set(area, counts);
    const result = isAccepted ? "valid" : "rejected";
    this.cases += 1;
    this[result] += 1;
    counts[result] += 1;
    if (verdict.serviceOnly.length > 0) this.withServiceOnly += 1;
    for (const code of new Set(verdict.agreed)) increase(this.#agreed, code);
    for (const entry of new Set(verdict.serviceOnly)) increase(this.#serviceOnly, labelOf(entry));
  }

  /** Codes of the rules that no case has reached, except those that cannot be compared. */
  notReached(): string[] {
    return [...codesOfChecks, ...regCodes].filter(
      (code) => !this.#agreed.has(code) && !Object.hasOwn(incomparable, code),
    );
  }

  /** Rules that are listed as known to the service only and were never found: they could be known, or the cases are too weak. */
  notNeeded(): string[] {
    return serviceOnly.map(labelOf).filter((name) => !this.#serviceOnly.has(name));
  }

  /** Everything as plain data. */
  toJSON() {
    const { cases, valid, rejected, withServiceOnly } = this;
    return {
      cases,
      valid,
      rejected,
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

function labelOf({ code, field, without }: ServiceOnly): string {
  return `${code} at ${field.source}${without === undefined ? "" : ` without ${without}`}`;
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));
}
