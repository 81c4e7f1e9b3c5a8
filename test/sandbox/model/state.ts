import type { LineStatus, ServiceRequestStatus } from "../../../src/generated/supplier/models.js";
import { type Phase, phaseByStatus } from "../../../src/supplier/phases/phases.js";
import type { Appointment } from "./content.js";
import type { LineKind } from "./line-kinds.js";

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
