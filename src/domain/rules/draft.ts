import type { RequestKind } from "../../base/kinds.js";
import type { TirePartInput } from "../../generated/supplier/models.js";
import { isReadingCode } from "../vocabulary.js";

/**
 * Facts about the service that the reference does not show and that you may know. A rule that needs one is checked only
 * if it is given; otherwise the service decides.
 */
export interface Known {
  /**
   * The codes of components that make a line a rental vehicle. Without them a request with a checkout date is treated
   * as one for a rental vehicle (inferred from supplier-api.md §2.2), unless it also has a workshop date and a reading.
   */
  readonly rentalCodes?: readonly string[] | undefined;
  /** The codes of components that a request may have several times with the same operation and location. */
  readonly repeatableCodes?: readonly string[] | undefined;
  /** The values of `warranty` that the service accepts; others are REG-SVC000175. */
  readonly warranties?: readonly string[] | undefined;
  /** The values of `leniency` that the service accepts; others are REG-SVC000176. */
  readonly leniencies?: readonly string[] | undefined;
}

/** A code and its description; both are optional in a draft. */
export interface DraftCode {
  readonly code?: string | undefined;
  readonly description?: string | undefined;
}

/** A subcomponent, as far as it is filled in; fields as in `SubcomponentInput`. */
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
  readonly part?: { readonly [Field in keyof TirePartInput]?: unknown } | undefined;
  readonly damage?: boolean | undefined;
  readonly warranty?: string | undefined;
  readonly leniency?: string | undefined;
}

/** A line, as far as it is filled in; fields as in `ComponentInput`, and the status that the service shows. */
export interface DraftLine extends DraftPart {
  readonly status?: DraftCode | undefined;
  readonly subcomponents?: readonly DraftPart[] | undefined;
}

/**
 * A request, as far as it is filled in: as the service shows it, as it is about to be sent, or a partial form.
 * Every field is optional.
 */
export interface RequestDraft {
  /** The id that the service gave it. If there is one, `status` is the service's, and not the one that is asked for. */
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
        readonly contact?: { readonly name?: string | undefined; readonly phone?: string | undefined } | undefined;
      }
    | undefined;
  readonly components?: readonly DraftLine[] | undefined;
}

/**
 * Another open request of the supplier: as `get` returns it, or an item of the list. The list does not show the lines, and
 * without these it is not known for which work it is: two items are too many, one is not compared.
 */
export interface OpenRequest extends Pick<RequestDraft, "id" | "licensePlate" | "appointment" | "components"> {}

/** A line or a subcomponent, and the prefix of its fields, such as `components[0].`. */
export interface Placed<T> {
  readonly content: T;
  readonly prefix: string;
}

/** The license plate. The field beside the vehicle is set by the service, and only counts in a request that it gave. */
export function plateOf({ id, licensePlate, vehicle }: RequestDraft): string | undefined {
  return vehicle?.licensePlate ?? (id === undefined ? undefined : licensePlate);
}

/** The lines that are not settled. */
export function openLines(lines: readonly DraftLine[]): Placed<DraftLine>[] {
  return lines.flatMap((content, index) => (isSettled(content) ? [] : [{ content, prefix: `components[${index}].` }]));
}

/** The subcomponents of a line. */
export function partsOf({ content: { subcomponents = [] }, prefix }: Placed<DraftLine>): Placed<DraftPart>[] {
  return subcomponents.map((content, index) => ({ content, prefix: `${prefix}subcomponents[${index}].` }));
}

/** The lines and their subcomponents. */
export function withParts(lines: readonly Placed<DraftLine>[]): Placed<DraftPart>[] {
  return lines.flatMap((line) => [line, ...partsOf(line)]);
}

/**
 * Whether nothing about a line is open: it is cancelled, or the lessor has approved it, perhaps incomplete as it is.
 */
export function isSettled(line: Pick<DraftLine, "status">): boolean {
  return isCancelled(line) || line.status?.code === "Approved" || line.status?.code === "ProvisionallyApproved";
}

/** Whether a line is cancelled, with or without the lessor's approval of that. */
export function isCancelled({ status }: Pick<DraftLine, "status">): boolean {
  return status?.code === "Cancelled" || status?.code === "CancellationApproved";
}

/**
 * Whether a request is for a rental vehicle. If the codes of rental vehicles are known, its lines decide, cancelled
 * ones too. Otherwise it is if it has a checkout date (inferred from supplier-api.md §2.2); if it has a workshop date
 * as well, only if it has lines and none is a reading, which repairs need. A damage request never is.
 */
export function isRental(request: RequestDraft, kind: RequestKind, { rentalCodes }: Known): boolean {
  if (kind === "damage") return false;
  const { appointment = {}, components = [] } = request;
  const codes = components.map(({ reg }) => reg?.code);
  if (rentalCodes !== undefined) return codes.some((code) => code !== undefined && rentalCodes.includes(code));
  // A form contains an empty text where there is no date.
  if (!appointment.checkoutDate || !appointment.workshopDate) return Boolean(appointment.checkoutDate);
  return codes.length > 0 && !codes.some(isReadingCode);
}
