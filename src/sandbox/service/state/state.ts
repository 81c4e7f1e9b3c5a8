import type { RequestKind } from "../../../base/kinds.js";
import type { ApiName } from "../../../document/apis.js";
import type { InvoiceKind } from "../../../domain/rules/invoice.js";
import type { RelatedKind } from "../../../generated/lessor/operations.js";
import type {
  AppointmentInput,
  ComponentPut,
  LineStatus,
  ServiceRequestStatus,
} from "../../../generated/supplier/models.js";
import { firstCell, type RandomCell } from "../../common/random.js";
import { firstClients, type LessorClients } from "../../common/secrets.js";
import type { ServiceLevels } from "../../data/service-levels.js";
import type { World } from "../../data/world.js";
import type { StoredFile } from "../../messages/reply.js";

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
  /** The body exactly as the supplier sent it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly date: string;
  /** Excluding VAT; negative for a credit or a discount. */
  readonly cents: number;
  pdf: StoredFile | undefined;
}

/** A request as the sandbox stores it. Instants are in milliseconds since 1970. */
export interface StoredRequest {
  readonly id: string;
  readonly kind: RequestKind;
  /** The supplier that owns the request; other suppliers do not see it. */
  readonly supplierNumber: number;
  readonly createdAt: number;
  changedAt: number;
  status: ServiceRequestStatus;
  /** The lessor's number for the request. */
  readonly lessorsNumber: number;
  readonly licensePlate: string;
  partialVin: string | undefined;
  appointment: AppointmentInput | undefined;
  lines: StoredLine[];
  /** Fields that the reference mentions without naming them, such as the supplier's remarks: stored unchanged. */
  extras: Record<string, unknown>;
  readonly attachments: Map<string, StoredAttachment>;
  readonly invoices: StoredInvoice[];
  /** The reason for not invoicing, as the supplier sent it. */
  notInvoiced: Readonly<Record<string, unknown>> | undefined;
  /** When the lessor received the request and how often it was read since; undefined in other phases. */
  waiting: { readonly since: number; reads: number } | undefined;
  /** Whether the request is parked, and why. */
  parking: { readonly isParked: boolean; readonly remark?: string };
  /** Whether the request is archived as soon as nothing is left to invoice, and not at midnight. */
  readonly archivesAtOnce: boolean;
  /** When the request will be archived; undefined until that is known. */
  archiveAt: number | undefined;
}

/** A request that may not be created yet, and has no id until then. */
export type NewRequest = Omit<StoredRequest, "id"> & { readonly id?: string };

/** A vehicle as a lessor's client registered it, with its related data by kind. */
export interface RegisteredVehicle {
  body: unknown;
  readonly related: Map<RelatedKind, unknown>;
}

/** Vehicles by client id and license plate: no client sees those of another (assumed). */
type RegisteredVehicles = Map<string, Map<string, RegisteredVehicle>>;

/** The serial numbers of the tokens of an API; the first token has number 1. */
interface TokenMarks {
  /** The serial number of the last token. */
  issued: number;
  /** Tokens with a lower serial number are revoked: by subject, and under `all` those of every subject. */
  readonly revokedBefore: Map<string, number>;
}

/** Everything that changes while a sandbox is used. */
export interface State {
  readonly world: World;
  /** By id. Only `Requests` changes it. */
  readonly requests: Map<string, StoredRequest>;
  /** The clients of the lessor API. */
  readonly lessorClients: LessorClients;
  /** The vehicles that these clients have registered. */
  readonly registered: RegisteredVehicles;
  /** The serial numbers of each API's tokens. */
  readonly tokens: Readonly<Record<ApiName, TokenMarks>>;
  /** By the supplier's number; a supplier that has changed nothing has no entry. */
  readonly serviceLevels: Map<number, ServiceLevels>;
  /** The generators of ids and of trace ids. */
  readonly ids: RandomCell;
  readonly traces: RandomCell;
  nextInvoiceId: number;
  nextLessorsNumber: number;
}

const noTokens = (): TokenMarks => ({ issued: 0, revokedBefore: new Map() });

/** Creates the first state of a world; the secret of the lessor's client follows from the seed. */
export function emptyState(world: World, seed: number): State {
  return {
    world,
    requests: new Map(),
    lessorClients: firstClients(seed),
    registered: new Map(),
    tokens: { supplier: noTokens(), lessor: noTokens() },
    serviceLevels: new Map(),
    ids: firstCell(seed),
    traces: firstCell(~seed),
    nextInvoiceId: 70_001,
    nextLessorsNumber: 5_000_001,
  };
}

/**
 * The state of both services at one moment. Its content cannot be read from outside, because it contains the secrets of
 * the sandbox's clients.
 */
export class SandboxSnapshot {
  readonly #state: State;

  constructor(state: State) {
    this.#state = structuredClone(state);
  }

  /** A copy of the stored state. */
  copy(): State {
    return structuredClone(this.#state);
  }
}
