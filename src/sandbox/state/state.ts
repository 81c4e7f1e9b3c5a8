import type {
  AppointmentInput,
  ComponentPut,
  LineStatus,
  ServiceRequestStatus,
} from "../../generated/supplier/models.js";
import type { StoredFile } from "../core/reply.js";
import type { World } from "./world.js";

/** The two kinds of request; each has its own paths. */
export type RequestKind = "service" | "damage";

/** A line of a request. */
export interface StoredLine {
  readonly id: string;
  content: Omit<ComponentPut, "id">;
  status: LineStatus;
  /** The lessor has seen it: it can be cancelled, but no longer deleted. */
  sent: boolean;
}

/** An uploaded file with its id. */
export interface StoredAttachment extends StoredFile {
  readonly id: string;
}

/** An invoice as it was created. */
export interface StoredInvoice {
  readonly id: number;
  /** What the supplier sent, as it is. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly date: string;
  /** Excluding VAT; negative for a credit invoice. */
  readonly cents: number;
  pdf: StoredFile | undefined;
}

/** A request as the sandbox keeps it. Instants are in milliseconds since 1970. */
export interface StoredRequest {
  readonly id: string;
  readonly kind: RequestKind;
  /** The supplier whose request it is; others do not see it. */
  readonly supplierNumber: number;
  readonly createdAt: number;
  changedAt: number;
  status: ServiceRequestStatus;
  /** The lessor's number for it, from when the lessor first sees it. */
  lessorsNumber: number | undefined;
  licensePlate: string;
  partialVin: string | undefined;
  appointment: AppointmentInput | undefined;
  lines: StoredLine[];
  /** Fields that the reference mentions without naming them, such as the supplier's remarks: kept as they came. */
  extras: Record<string, unknown>;
  readonly attachments: Map<string, StoredAttachment>;
  readonly invoices: StoredInvoice[];
  /** What was given as the reason for not invoicing. */
  notInvoiced: Readonly<Record<string, unknown>> | undefined;
  /** When it goes to the archive, once that is certain. */
  archiveAt: number | undefined;
}

/** A vehicle as a lessor registered it, with its related data by kind. */
export interface RegisteredVehicle {
  body: unknown;
  readonly related: Map<string, unknown>;
}

/** All that changes while a sandbox is used. */
export interface State {
  readonly world: World;
  readonly requests: Map<string, StoredRequest>;
  /** The requests for which somebody is creating an invoice right now. */
  readonly invoicing: Set<string>;
  /** Keeps whoever creates an invoice waiting, while it is there. */
  invoiceGate: Promise<void> | undefined;
  readonly registered: Map<string, RegisteredVehicle>;
  nextInvoiceId: number;
  nextLessorsNumber: number;
}

/** A state in which nothing has happened yet in a world. */
export function emptyState(world: World): State {
  return {
    world,
    requests: new Map(),
    invoicing: new Set(),
    invoiceGate: undefined,
    registered: new Map(),
    nextInvoiceId: 70_001,
    nextLessorsNumber: 5_000_001,
  };
}
