import { errorActions, errorCodes as facts } from "../generated/error-codes.js";

/** A code of the service that this package knows. The service has more: their list is not shown. */
export type RegCode = keyof typeof facts;

/** What is known about a code of the service: what its rule is, and how the service answers. */
export interface CodeEntry extends RuleEntry {
  /** The HTTP status that it comes with. */
  readonly status: number;
  /** Whether sending the same again can succeed. */
  readonly retryable: boolean;
  /** The field at fault; absent if the code is about no field of the body. */
  readonly field?: string;
}

/**
 * Every documented code with its status, meaning, cause and remedy.
 * Source: supplier-api.md §7, by way of `x-reg-codes` in `openapi/supplier.yaml`.
 */
export const errorCodes: Readonly<Record<RegCode, CodeEntry>> = /* @__PURE__ */ catalogue();

function catalogue(): Readonly<Record<RegCode, CodeEntry>> {
  const actions: Readonly<Record<string, string>> = errorActions;
  return Object.fromEntries(
    Object.entries(facts).map(([code, entry]): readonly unknown[] => [
      code,
      { ...entry, action: actions[code] },
    ]),
  );
}

/** A function of this package that finds broken rules before anything is sent. */
export type CheckName = "checkApproval" | "checkInvoice";

/** What is known about the rule that a code stands for. */
export interface RuleEntry {
  /** What the code says. */
  readonly meaning: string;
  /** How a caller gets there. */
  readonly cause: string;
  /** What to do next. */
  readonly action: string;
  /** Where the reference speaks of the rule. */
  readonly source: string;
  /**
   * Which of our checks find it before anything is sent; of a rule that no check can hold, which journey. None if only the
   * service can know.
   */
  readonly caughtBy: readonly (CheckName | "invoice" | "cancelOrDelete")[];
}

/**
 * The rules for which the reference shows no code of the service: `checkApproval`, `checkInvoice` and the journeys find
 * them before anything is sent, and name them by a code of this package. The service refuses the same under a code of its own,
 * and the sandbox under the same name with `SANDBOX-` in front of it.
 */
export const ruleCodes = {
  "RULE-APPROVAL": {
    meaning: "The request lacks something that the lessor needs before it can be sent for approval.",
    cause:
      "An appointment, the partial VIN, a reading or a line is missing, or is not what approval asks for.",
    action: "Give what `context.fieldName` names, then submit again.",
    source: "supplier-api.md §3",
    caughtBy: ["checkApproval"],
  },
  "RULE-REQUIRED": {
    meaning: "A field is missing that this line, subcomponent or invoice must have.",
    cause: "The allowed component lists the field in `requiredFields`, or the service requires it always.",
    action: "Fill in the field that `context.fieldName` names.",
    source: "supplier-api.md §2.3, §2.6, §2.7",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-INVALID": {
    meaning: "A field has a form or a value that the service does not take.",
    cause: "A date, decimal text, id or length is not as the reference writes it.",
    action: "Correct the field that `context.fieldName` names; the description says what it must be.",
    source: "supplier-api.md §2.1, §2.2, §2.4, §8",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-DUPLICATE": {
    meaning: "The same line id or line stands in the request twice.",
    cause: "An id was used again, or a component that may not repeat was added twice.",
    action: "Make a new id for each line, and change the line that is there instead of adding it again.",
    source: "supplier-api.md §2.1, §2.3",
    caughtBy: ["checkApproval"],
  },
  "RULE-COMPONENT": {
    meaning: "The lessor does not allow this component on the vehicle.",
    cause: "The code is not among the allowed components, or the contract has changed since they were read.",
    action: "Read the allowed components again and choose one of them.",
    source: "supplier-api.md §2.6, §8",
    caughtBy: ["checkApproval"],
  },
  "RULE-OPERATION": {
    meaning: "The component is allowed, but not with this operation.",
    cause: "The operation's code or type differs from those of the allowed component.",
    action: "Take `operation` from the allowed component unchanged.",
    source: "supplier-api.md §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-REASON": {
    meaning: "The component does not have this reason.",
    cause: "The reason is not among the `reasons` of the allowed component.",
    action: "Choose one of its `reasons`.",
    source: "supplier-api.md §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-LOCATION": {
    meaning: "The component cannot be at this location, or has none.",
    cause:
      "A location was given where the allowed component has no `locations`, or one that is not among them.",
    action: "Choose one of its `locations`, or leave the location out if it has none.",
    source: "supplier-api.md §2.3, §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-SUBCOMPONENT": {
    meaning: "The component cannot have this subcomponent.",
    cause: "Its code is not among the `subcomponents` of the allowed component.",
    action: "Choose one of its `subcomponents`, or make it a line of its own.",
    source: "supplier-api.md §2.3, §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-OPEN-REQUESTS": {
    meaning: "The vehicle has an open request for the same kind of work already.",
    cause:
      "A supplier has two open requests for a vehicle at most: one for a rental vehicle, one for other work.",
    action: "Add the work to the request that is open, or finish that one first.",
    source: "supplier-api.md §4.1, §8",
    caughtBy: ["checkApproval"],
  },
  "RULE-PHASE": {
    meaning: "The request is in a phase in which this is not possible.",
    cause: "The lessor, the clock or another caller has moved it on since it was read.",
    action: "Read the request again; `allowedOperations` tells what its phase allows.",
    source: "supplier-api.md §3, §4",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-CREDIT": {
    meaning: "An invoice below zero is not possible here, or not as large.",
    cause: "Credit needs an archived request, and a discount a damage request that can be invoiced.",
    action:
      "Debit what is outstanding, or wait until the request is archived; credit no more than was invoiced.",
    source: "supplier-api.md §2.5, §4.2",
    caughtBy: ["checkInvoice"],
  },
  "RULE-VAT": {
    meaning: "The VAT lines and the total of the invoice do not fit together.",
    cause: "The amounts of the VAT lines do not add up to the total, to the cent.",
    action: "Make out the VAT lines anew from the total.",
    source: "supplier-api.md §2.7",
    caughtBy: ["checkInvoice"],
  },
  "RULE-INVOICE-NUMBER": {
    meaning: "The request has another invoice with this number.",
    cause: "The number was used before, for another amount.",
    action: "Use a number that is new, or say the total of the invoice that is there.",
    source: "supplier-api.md §2.7",
    caughtBy: ["invoice"],
  },
  "RULE-LINE": {
    meaning: "The request has no line with this id.",
    cause: "The id is that of another request, or an earlier call deleted the line.",
    action: "Read the request again, and take the id from its lines.",
    source: "supplier-api.md §2.1, §3",
    caughtBy: ["cancelOrDelete"],
  },
} as const satisfies Readonly<Record<string, RuleEntry>>;

/** A code of this package, for a rule whose code at the service is not shown. */
export type RuleCode = keyof typeof ruleCodes;

/**
 * What is known about a code: of the service (`REG-`), of this package (`RULE-`), or of the sandbox for a rule of this
 * package (`SANDBOX-`). Only those of the service have a status and may have a field.
 */
export interface Explanation extends RuleEntry, Partial<Pick<CodeEntry, "status" | "retryable" | "field">> {
  /** The code, written as it is in answers. */
  readonly code: RegCode | RuleCode | `SANDBOX-${string}`;
  /** The code of this package for the same rule; only for codes of the sandbox. */
  readonly rule?: RuleCode;
}

/**
 * Explains a code: what it means, how one gets there, what to do, and which check would have found it before. Upper and
 * lower case and blanks around it do not matter. A code of the sandbox, such as `SANDBOX-APPROVAL`, is explained as the
 * `RULE-` code of the same name, which is then in `rule`.
 *
 * Undefined for a code that is not known here. That does not make it wrong: the reference shows a part of the
 * service's codes only, and the sandbox has some of its own whose description says all.
 *
 * @example
 * explain("REG-INV000107")?.action; // "Put the same date on this invoice as on the one that was processed last."
 */
export function explain(code: string): Explanation | undefined {
  const wanted = code.trim().toUpperCase();
  if (isIn(errorCodes, wanted)) return { code: wanted, ...errorCodes[wanted] };
  if (isIn(ruleCodes, wanted)) return { code: wanted, ...ruleCodes[wanted] };
  if (!isOfSandbox(wanted)) return undefined;
  const rule = `RULE-${wanted.slice(sandbox.length)}`;
  return isIn(ruleCodes, rule) ? { code: wanted, rule, ...ruleCodes[rule] } : undefined;
}

const sandbox = "SANDBOX-";

function isOfSandbox(code: string): code is `SANDBOX-${string}` {
  return code.startsWith(sandbox);
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
