import type {
  AppointmentInput,
  ComponentPut,
  LineStatus,
  ServiceRequestStatus,
} from "../generated/supplier/models.js";

import {
  firstCell,
  type InvoiceKind,
  type RandomCell,
  type RegisteredVehicles,
  type ServiceLevels,
} from "./model.js";
import { firstClients, firstMarks, type LessorClients, type TokenMarks } from "./secrets.js";
import type { StoredFile } from "./server/reply.js";
import type { Api } from "./tokens.js";
import type { World } from "./world.js";

/**
 * What both services held at one moment. Nothing of it can be seen from outside: it holds the secrets of the
 * sandbox's clients.
 */
export class SandboxSnapshot {
  readonly #state: State;

  constructor(state: State) {
    this.#state = structuredClone(state);
  }

  /** The state of then, to go on from. */
  copy(): State {
    return structuredClone(this.#state);
  }
}

/** The two kinds of request; each has its own paths. */
export type RequestKind = "service" | "damage";

/** A line of a request. */
export interface StoredLine {
  readonly id: string;
  content: Omit<ComponentPut, "id">;
  status: LineStatus;
}

/** An uploaded file with its id. */
export interface StoredAttachment extends StoredFile {
  readonly id: string;
}

/** An invoice as it was created. */
export interface StoredInvoice {
  readonly id: number;
  readonly kind: InvoiceKind;
  /** What the supplier sent, as it is. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly date: string;
  /** Excluding VAT; negative for a credit or a discount. */
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
  /** Since when it has been with the lessor, and how often it has been read since; undefined in other phases. */
  waiting: { readonly since: number; reads: number } | undefined;
  /** Whether it is parked, and why. */
  parking: { readonly isParked: boolean; readonly remark?: string };
  /** When it goes to the archive, once that is certain. */
  archiveAt: number | undefined;
}

/** All that changes while a sandbox is used. */
export interface State {
  readonly world: World;
  readonly requests: Map<string, StoredRequest>;
  /** The clients of the lessor API. */
  readonly lessorClients: LessorClients;
  /** The vehicles that they have registered. */
  readonly registered: RegisteredVehicles;
  /** How far the tokens of each API have come. */
  readonly tokens: Readonly<Record<Api, TokenMarks>>;
  /** By the supplier's number; there is nothing for one that has changed nothing yet. */
  readonly serviceLevels: Map<number, ServiceLevels>;
  /** Where the ids come from. */
  readonly ids: RandomCell;
  /** Where the trace ids come from: apart, so that an error more or less changes no other id. */
  readonly traces: RandomCell;
  nextInvoiceId: number;
  nextLessorsNumber: number;
}

/** A state in which nothing has happened yet in a world; the secret of the lessor's client follows from the seed. */
export function emptyState(world: World, seed: number): State {
  return {
    world,
    requests: new Map(),
    lessorClients: firstClients(seed),
    registered: new Map(),
    tokens: firstMarks(),
    serviceLevels: new Map(),
    ids: firstCell(seed),
    traces: firstCell(~seed),
    nextInvoiceId: 70_001,
    nextLessorsNumber: 5_000_001,
  };
}
