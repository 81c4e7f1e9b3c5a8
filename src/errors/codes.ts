import { errorActions, errorCodes as facts } from "../generated/error-codes.js";

/** A code of the service that this package knows. The service has more codes, but the reference does not list them. */
export type RegCode = keyof typeof facts;

/** The facts about a code of the service: its rule, and how the service responds. */
export interface CodeEntry extends RuleEntry {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Whether sending the same request again can succeed. */
  readonly retryable: boolean;
  /** The field that caused the error; absent if the code does not concern a field of the body. */
  readonly field?: string;
}

/**
 * Every documented code with its status, meaning, cause and remedy.
 * Source: supplier-api.md §7, through `x-reg-codes` in `openapi/supplier.yaml`.
 */
export const errorCodes: Readonly<Record<RegCode, CodeEntry>> = /* @__PURE__ */ addActions();

function addActions(): Readonly<Record<RegCode, CodeEntry>> {
  const actions: Readonly<Record<string, string>> = errorActions;
  return Object.fromEntries(
    Object.entries(facts).map(([code, entry]): readonly unknown[] => [code, { ...entry, action: actions[code] }]),
  );
}

/** A function of this package that finds broken rules before a request is sent. */
export type CheckName = "checkApproval" | "checkInvoice";

/** The facts about the rule that a code stands for. */
export interface RuleEntry {
  /** The meaning of the code. */
  readonly meaning: string;
  /** How a caller causes the error. */
  readonly cause: string;
  /** The next step for the caller. */
  readonly action: string;
  /** The section of the reference that describes the rule. */
  readonly source: string;
  /** The checks that find the error before a request is sent, or the workflow, if no check can; empty if none does. */
  readonly caughtBy: readonly (
    | CheckName
    | "invoice"
    | "createAndSubmit"
    | "resubmit"
    | "extendRental"
    | "cancelOrDelete"
  )[];
}

/**
 * The rules for which the reference shows no code of the service: `checkApproval`, `checkInvoice` and the workflows
 * find violations before a request is sent, and report them under a code of this package. The code of the service is
 * not known, nor for the assumed ones whether it has the rule; the sandbox has the same name with the prefix
 * `SANDBOX-`.
 */
export const ruleCodes = {
  "RULE-APPROVAL": {
    meaning: "The request lacks something that the lessor needs before it can be sent for approval.",
    cause: "An appointment, the partial VIN, a reading or a line is missing, or does not meet the rules for approval.",
    action: "Fill in the field that `context.fieldName` names, then submit again.",
    source: "supplier-api.md §3",
    caughtBy: ["checkApproval"],
  },
  "RULE-REQUIRED": {
    meaning: "A field is missing that this line, subcomponent or invoice must have.",
    cause: "The allowed component lists the field in `requiredFields`, or the service requires it always.",
    action:
      "Fill in the field that `context.fieldName` names, or leave a field of a component out with `allowIncomplete`.",
    source: "supplier-api.md §2.3, §2.6, §2.7",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-INVALID": {
    meaning: "A field has a format or a value that the service does not accept.",
    cause: "A date, decimal text, id or length does not have the format of the reference.",
    action: "Correct the field that `context.fieldName` names; the description says what it must be.",
    source: "supplier-api.md §2.1, §2.2, §2.4, §8",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-DUPLICATE": {
    meaning: "The request contains the same line id or the same line twice.",
    cause: "An id was used again, or a component that is allowed only once was added twice.",
    action: "Create a new id for each line, and change the existing line instead of adding it again.",
    source: "supplier-api.md §2.1, §2.3",
    caughtBy: ["checkApproval"],
  },
  "RULE-COMPONENT": {
    meaning: "The lessor does not allow this component on the vehicle.",
    cause: "The code is not among the allowed components, or the contract changed after they were read.",
    action: "Read the allowed components again and choose one of them.",
    source: "supplier-api.md §2.6, §8",
    caughtBy: ["checkApproval"],
  },
  "RULE-OPERATION": {
    meaning: "The component is allowed, but not with this operation.",
    cause: "The operation's code or type differs from that of the allowed component.",
    action: "Copy `operation` unchanged from the allowed component.",
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
    cause: "A location was given although the allowed component has no `locations`, or it is not among them.",
    action: "Choose one of its `locations`, or leave the location out if it has none.",
    source: "supplier-api.md §2.3, §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-SUBCOMPONENT": {
    meaning: "The component cannot have this subcomponent.",
    cause: "Its code is not among the `subcomponents` of the allowed component.",
    action: "Choose one of its `subcomponents`, or add it as a separate line.",
    source: "supplier-api.md §2.3, §2.6",
    caughtBy: ["checkApproval"],
  },
  "RULE-OPEN-REQUESTS": {
    meaning: "The vehicle already has an open request for the same kind of work.",
    cause: "A supplier can have at most two open requests for a vehicle: one for a rental vehicle, one for other work.",
    action: "Add the work to the open request, or finish that request first.",
    source: "supplier-api.md §4.1, §8",
    caughtBy: ["checkApproval"],
  },
  "RULE-CONTENT": {
    meaning: "The submitted request with this license plate and work order number has other content.",
    cause: "The work order number was used before, or the request was changed after it was submitted.",
    action: "Use a new work order number, change the request that exists, or accept it with `acceptOtherContent`.",
    source: "supplier-api.md §2.2",
    caughtBy: ["createAndSubmit"],
  },
  "RULE-PHASE": {
    meaning: "The phase of the request does not allow this operation.",
    cause: "The lessor, a time limit or another caller changed the phase after the request was read.",
    action:
      "Read the request again; `possibleActions` returns the operations and workflows that are possible, also for each line.",
    source: "supplier-api.md §3, §4",
    caughtBy: ["checkApproval", "checkInvoice"],
  },
  "RULE-CREDIT": {
    meaning: "A negative invoice is not allowed here, or its amount is too large.",
    cause: "A credit invoice requires an archived request, and a discount a damage request that can be invoiced.",
    action: "Invoice the outstanding amount, or wait until the request is archived; credit no more than was invoiced.",
    source: "supplier-api.md §2.5, §4.2",
    caughtBy: ["checkInvoice"],
  },
  "RULE-DISCOUNT": {
    meaning: "The lessor requires a discount invoice, and the request has none.",
    cause: "The debit invoice would be created first, and the request may be archived at once after it.",
    action: "Create the discount invoice first, with `discount: true` and a total below zero, then the debit invoice.",
    source: "supplier-api.md §2.5, §3, §4.2",
    caughtBy: ["checkInvoice"],
  },
  "RULE-VAT": {
    meaning: "The VAT lines do not match the total of the invoice, or their percentage.",
    cause: "The bases do not add up exactly to the total, or an amount is not the VAT of its base.",
    action: "Give `vatLines: { percentage }`, or calculate the VAT lines with `vatOf`.",
    source: "supplier-api.md §2.7",
    caughtBy: ["checkInvoice"],
  },
  "RULE-INVOICE-NUMBER": {
    meaning: "The request already has a different invoice with this number.",
    cause: "The number was used before with another amount.",
    action: "Use a new number, or give the total of the existing invoice.",
    source: "supplier-api.md §2.7",
    caughtBy: ["invoice"],
  },
  "RULE-LINE": {
    meaning: "The request has no line with this id, or the line is cancelled.",
    cause: "The id belongs to another request, or an earlier call deleted or cancelled the line.",
    action: "Read the request again, and use an id from its lines.",
    source: "supplier-api.md §2.1, §3",
    caughtBy: ["cancelOrDelete", "resubmit"],
  },
  "RULE-EXTENSION": {
    meaning: "The rental cannot be extended like this.",
    cause: "The request is not for a rental vehicle, has more days already, or needs a comment.",
    action: "Give the id of the rental, the number of all days, and a comment.",
    source: "supplier-api.md §2.5",
    caughtBy: ["extendRental"],
  },
} as const satisfies Readonly<Record<string, RuleEntry>>;

/** A code of this package, for a rule whose service code the reference does not show. */
export type RuleCode = keyof typeof ruleCodes;

/**
 * The facts about a code of the service (`REG-`), of this package (`RULE-`), or of the sandbox for a rule of this
 * package (`SANDBOX-`). Only codes of the service have a status and may have a field.
 */
export interface Explanation extends RuleEntry, Partial<Pick<CodeEntry, "status" | "retryable" | "field">> {
  /** The code, spelled as in responses. */
  readonly code: RegCode | RuleCode | `SANDBOX-${string}`;
  /** The code of this package for the same rule; only for codes of the sandbox. */
  readonly rule?: RuleCode;
}

/**
 * Explains a code: its meaning, its cause, what to do, and which check would have found the error earlier. Case and
 * surrounding whitespace are ignored. A code of the sandbox, such as `SANDBOX-APPROVAL`, is explained as the `RULE-`
 * code of the same name, which is then in `rule`.
 *
 * Returns undefined for an unknown code. Such a code is not necessarily wrong: the reference shows only some of the
 * service's codes, and some codes of the sandbox are fully explained by their description.
 *
 * @example
 * explain("REG-INV000107")?.action; // "Put the same date on this invoice as on the one that was processed last."
 */
export function explain(code: string): Explanation | undefined {
  // Programs pass the code of an error on, which may have none.
  const name = typeof code === "string" ? code.trim().toUpperCase() : "";
  if (hasKey(errorCodes, name)) return { code: name, ...errorCodes[name] };
  if (hasKey(ruleCodes, name)) return { code: name, ...ruleCodes[name] };
  if (!isSandboxCode(name)) return undefined;
  const rule = `RULE-${name.slice(sandboxPrefix.length)}`;
  return hasKey(ruleCodes, rule) ? { code: name, rule, ...ruleCodes[rule] } : undefined;
}

const sandboxPrefix = "SANDBOX-";

function isSandboxCode(code: string): code is `SANDBOX-${string}` {
  return code.startsWith(sandboxPrefix);
}

function hasKey<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
