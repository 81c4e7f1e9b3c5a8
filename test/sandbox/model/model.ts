import type { LineStatus, ServiceRequestStatus } from "../../../src/generated/supplier/models.js";
import { type Phase, phaseByStatus } from "../../../src/supplier/phases/phases.js";
import type { Appointment, LineKind } from "./content.js";

/** The two kinds of request; each has its own paths. */
export type RequestKind = "service" | "damage";

/** A line as the model knows it; its id follows from its slot. */
export interface ModelLine {
  readonly slot: number;
  readonly kind: LineKind;
  readonly status: LineStatus;
}

/** An invoice as the model knows it. */
export interface ModelInvoice {
  readonly id: string;
  /** Excluding VAT. */
  readonly cents: number;
  readonly kind: "debit" | "credit" | "discount";
  readonly date: string;
  readonly pdf: boolean;
}

/** A request as the model knows it. Its lists are replaced, never altered, so that a shallow copy is a copy. */
export interface ModelRequest {
  readonly id: string;
  readonly kind: RequestKind;
  licensePlate: string;
  partialVin: string | undefined;
  appointment: Appointment | undefined;
  status: ServiceRequestStatus;
  lines: readonly ModelLine[];
  invoices: readonly ModelInvoice[];
  attachments: readonly string[];
  /** Whether a reason for not invoicing was given. */
  notInvoiced: boolean;
  /** The instant from which it is archived, in milliseconds since 1970. */
  archiveAt: number | undefined;
}

/** All that the model knows during one walk. */
export interface Model {
  /** Milliseconds since 1970. */
  now: number;
  /** Those that exist, oldest first. */
  readonly requests: ModelRequest[];
  /** Those that were deleted. */
  readonly removed: ModelRequest[];
}

/** Where a request is: archived from a given instant on, and before that where its status says. */
export function phaseOf({ status, archiveAt }: ModelRequest, now: number): Phase {
  if (archiveAt !== undefined && now >= archiveAt) return "Archived";
  return phaseByStatus[status].phase;
}

/** The GUID of the line in a slot. */
export function lineId(slot: number): string {
  return `00000000-0000-4000-8000-00000000000${slot}`;
}

/** Which request a command is about, and how it asks for it. */
export interface Target {
  /** Counted from the newest; goes round. */
  readonly index: number;
  /**
   * `known`: a request of the caller, in the usual way. All others must not be found: one that does not exist, one that
   * was deleted, one of another supplier, and one under the paths of the other kind.
   */
  readonly as: "known" | "unknown" | "removed" | "stranger" | "other kind";
}

/** A target among the requests of a walk. */
export interface FoundTarget {
  /** Undefined: the response must be 404. */
  readonly request: ModelRequest | undefined;
  readonly kind: RequestKind;
  readonly id: string;
  readonly asStranger: boolean;
}

const nowhere = "11111111-1111-4111-8111-111111111111";

/** Finds the target; while there are no requests, it is one that does not exist. */
export function find({ requests, removed }: Readonly<Model>, { index, as }: Target): FoundTarget {
  const list = as === "removed" ? removed : requests;
  const found = list[list.length - 1 - (index % Math.max(1, list.length))];
  if (found === undefined || as === "unknown") {
    return {
      request: undefined,
      kind: index % 2 === 0 ? "service" : "damage",
      id: nowhere,
      asStranger: false,
    };
  }
  const { id, kind } = found;
  const other = kind === "service" ? "damage" : "service";
  return {
    request: as === "known" ? found : undefined,
    kind: as === "other kind" ? other : kind,
    id,
    asStranger: as === "stranger",
  };
}

/** A target as the counterexample shows it. */
export const targetText = ({ index, as }: Target): string =>
  as === "known" ? `#${index}` : `#${index} ${as}`;
