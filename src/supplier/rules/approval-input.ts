import type { Violation } from "../../errors/errors.js";
import type { AllowedComponent, Contract } from "../../generated/supplier/models.js";
import { isObject } from "../../http/validate.js";
import { isDate, parseDateTime } from "../../values/dates.js";
import { isDecimalText, isGuid, type RequestKind, tireFields } from "../domain.js";
import { type Form, fieldsOf, isRecord, list, record, single, text, withSoundFields } from "./schema.js";
import { type Known, regViolation } from "./violation.js";

/*
 * What a request is held against is JSON that somebody else made: null stands for what is not there, and a value that
 * cannot be read is as good as none.
 */

const anything: Form = (value) => value;
const aText = single("a text", (value) => typeof value === "string");

/** A list without the entries that cannot be read: where they stand does not matter. */
function entries(entry: Form): Form {
  return (value, field, found) =>
    Array.isArray(value)
      ? value.map((each: unknown) => entry(each, field, found)).filter((each) => each !== undefined)
      : undefined;
}

const codeOnly = record(fieldsOf({ code: aText }));

const allowed = {
  regCode: aText,
  operation: record(fieldsOf({ code: aText, type: codeOnly })),
  reasons: entries(codeOnly),
  requiredFields: entries(aText),
  // Their form is not shown: null may be one of them.
  locations: entries(anything),
};

const openRequest = {
  id: aText,
  licensePlate: aText,
  appointment: record(fieldsOf({ workshopDate: aText, checkoutDate: aText })),
  components: entries(record(fieldsOf({ reg: codeOnly }))),
};

const context = fieldsOf({
  kind: aText,
  contract: record(fieldsOf({ leaseContract: record(fieldsOf({ startDate: aText })) })),
  allowedComponents: entries(
    record(fieldsOf({ ...allowed, subcomponents: entries(record(fieldsOf(allowed))) })),
  ),
  openRequests: entries(record(fieldsOf(openRequest))),
  known: record(
    fieldsOf({
      rentalCodes: entries(aText),
      repeatableCodes: entries(aText),
      warranties: entries(aText),
      leniencies: entries(aText),
    }),
  ),
});

/** What a request is held against, as the rules can read it. */
export function soundContext(given: ApprovalContext): ApprovalContext {
  return isRecord(given) ? withSoundFields(given, context, "", []) : {};
}

/** A code as far as it is known; what it means is for people. */
export interface DraftCode {
  readonly code?: string | undefined;
  readonly description?: string | undefined;
}

/** A subcomponent as far as it is known; fields as in `SubcomponentInput`. */
export interface DraftPart {
  readonly id?: string | undefined;
  readonly reg?: DraftCode | undefined;
  readonly supplierCode?: string | undefined;
  readonly operation?: (DraftCode & { readonly type?: DraftCode | undefined }) | undefined;
  readonly reason?: DraftCode | undefined;
  readonly location?: readonly string[] | null | undefined;
  readonly value?: string | undefined;
  readonly price?: number | undefined;
  /** A tire, with the fields of `TirePartInput`. */
  readonly part?: { readonly partType?: string | undefined; readonly [field: string]: unknown } | undefined;
  readonly damage?: boolean | undefined;
  readonly warranty?: string | undefined;
  readonly leniency?: string | undefined;
}

/** A line as far as it is known; fields as in `ComponentInput`, and the status that the service shows. */
export interface DraftLine extends DraftPart {
  readonly status?: DraftCode | undefined;
  readonly subcomponents?: readonly DraftPart[] | undefined;
}

/**
 * A request as far as it is known: as the service shows it, as it is about to be sent, or a form that is filled in by
 * halves. Everything can be left out.
 */
export interface RequestDraft {
  /** The id that the service gave it; where there is one, `status` is the service's and not what is asked for. */
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly licensePlate?: string | undefined;
  readonly vehicle?:
    | { readonly licensePlate?: string | undefined; readonly partialVin?: string | undefined }
    | undefined;
  readonly appointment?:
    | {
        readonly workshopDate?: string | undefined;
        readonly checkoutDate?: string | undefined;
        readonly workOrderNumber?: string | undefined;
        readonly supplierNumber?: string | undefined;
        readonly estimatedDurationInDays?: number | undefined;
        readonly contact?:
          | { readonly name?: string | undefined; readonly phone?: string | undefined }
          | undefined;
      }
    | undefined;
  readonly components?: readonly DraftLine[] | undefined;
}

/** Another open request of the supplier: as it was read, or an item of the list, which does not tell its lines. */
export interface OpenRequest {
  readonly id?: string | undefined;
  readonly licensePlate?: string | undefined;
  readonly appointment?: RequestDraft["appointment"];
  readonly components?: readonly DraftLine[] | undefined;
}

/** What `checkApproval` holds a request against. What is left out is not checked. */
export interface ApprovalContext {
  /** Default `service`. */
  readonly kind?: RequestKind | undefined;
  /** The contract, read just now (`lessors.contracts.get`): it can change at any time and must not be cached. */
  readonly contract?: Contract | undefined;
  /** The allowed components, read just now (`lessors.contracts.components` or `.damageComponents`). */
  readonly allowedComponents?: readonly AllowedComponent[] | undefined;
  /** The supplier's open requests, of any vehicle; the request itself may be among them. Only for kind `service`. */
  readonly openRequests?: readonly OpenRequest[] | undefined;
  readonly known?: Known | undefined;
}

/** A line or a subcomponent, and where it stands in the request, such as `components[0].`. */
export interface Placed<T> {
  readonly content: T;
  readonly prefix: string;
}

const cancelled: readonly unknown[] = ["Cancelled", "CancellationApproved"];

/** Whether a line is cancelled, whatever the lessor may yet say to it. */
export function isCancelled({ status }: Pick<DraftLine, "status">): boolean {
  return cancelled.includes(status?.code);
}

/** Whether nothing about a line is open any more: it is cancelled, or the lessor has approved it. */
function isSettled(line: Pick<DraftLine, "status">): boolean {
  return isCancelled(line) || line.status?.code === "Approved";
}

/** The lines about which something is open. */
export function openLines(lines: readonly DraftLine[]): Placed<DraftLine>[] {
  return lines.flatMap((content, index) =>
    isSettled(content) ? [] : [{ content, prefix: `components[${index}].` }],
  );
}

/** The subcomponents of a line. */
export function partsOf({ content: { subcomponents = [] }, prefix }: Placed<DraftLine>): Placed<DraftPart>[] {
  return subcomponents.map((content, index) => ({ content, prefix: `${prefix}subcomponents[${index}].` }));
}

/** The lines and their subcomponents. */
export function withParts(lines: readonly Placed<DraftLine>[]): Placed<DraftPart>[] {
  return lines.flatMap((line) => [line, ...partsOf(line)]);
}

const fillIn = (name: string) => ({ [name]: "fill it in" });

const guid = text("a GUID", isGuid);
const decimal = text("a decimal number as text, such as 7.5", isDecimalText);
const amount = single("a number", Number.isFinite);
const integer = single("a whole number", Number.isSafeInteger);
const flag = single("true or false", (value) => typeof value === "boolean");
const code = record(fieldsOf({ code: text(), description: text() }, fillIn("code")));

/** The years that the service takes (supplier-api.md §8). */
const isInYears = (date: string) => /^(20\d\d|2100)-/.test(date);

const tireForms = {
  text: text(),
  integer,
  number: amount,
  textOrInteger: single(
    "a text or a whole number",
    (value) => typeof value === "string" || Number.isSafeInteger(value),
  ),
};

const tire = {
  // `Base` is refused, and no other kind is known.
  partType: text("Tire, since no other kind of part is taken", (type) => type === "Tire"),
  ...Object.fromEntries(tireFields.map(([name, type]) => [name, tireForms[type]])),
};

/** What lines and subcomponents have in common (supplier-api.md §2.3). */
const shared = {
  id: guid,
  reg: code,
  supplierCode: text(),
  operation: record(fieldsOf({ code: text(), description: text(), type: code }, fillIn("code"))),
  reason: code,
  value: decimal,
  price: amount,
  part: record(fieldsOf(tire, { partType: "say that it is a Tire" })),
  damage: flag,
  warranty: text("", undefined, (field) => regViolation("REG-SVC000175", field)),
  leniency: text("", undefined, (field) => regViolation("REG-SVC000176", field)),
};

const isPositions = (value: unknown) =>
  value === null || (Array.isArray(value) && Array.from(value).every((each) => typeof each === "string"));

const subcomponent = record(
  fieldsOf({ ...shared, location: single("a list of position codes", isPositions) }),
);

const openLine = record(
  fieldsOf(
    {
      ...shared,
      location: list(text()),
      status: record(fieldsOf({ code: text(), description: text() })),
      subcomponents: list(subcomponent),
    },
    {
      id: "make a new GUID, as lineFor does",
      operation: "take it from the allowed component, as lineFor does",
      reason: "take one of the allowed component",
    },
  ),
);

/** Of a line that is settled nothing is said any more. */
const line: Form = (value, field, found) => {
  const problems: Violation[] = [];
  const sound = openLine(value, field, problems);
  if (!isObject(sound) || !isSettled(sound)) found.push(...problems);
  return sound;
};

const draft = fieldsOf({
  id: guid,
  status: text(),
  licensePlate: text(),
  vehicle: record(fieldsOf({ licensePlate: text(), partialVin: text() })),
  appointment: record(
    fieldsOf({
      workshopDate: text(
        "a date as yyyy-MM-dd, in a year from 2000 to 2100",
        (date) => isDate(date) && isInYears(date),
      ),
      checkoutDate: text(
        "a date-time such as 2026-06-15T09:00:00Z, in a year from 2000 to 2100",
        (date) => parseDateTime(date) !== undefined && isInYears(date),
      ),
      workOrderNumber: text(),
      supplierNumber: text(),
      estimatedDurationInDays: integer,
      contact: record(fieldsOf({ name: text(), phone: text() })),
    }),
  ),
  components: list(line),
});

/**
 * A request as the rules can read it, whatever a caller without types has put into it.
 *
 * @param found takes up what has the wrong form, and what no line can be without
 */
export function soundDraft(request: RequestDraft, found: Violation[]): RequestDraft {
  return isRecord(request) ? withSoundFields(request, draft, "", found) : {};
}
