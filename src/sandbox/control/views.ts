/**
 * What the control server tells its page, as JSON. Both sides use these types; the page loads no code of the sandbox.
 */

import type { RequestKind } from "../../base/kinds.js";
import type { Phase } from "../../domain/phases/phases.js";
import type { InvoicingSummary, ServiceRequest } from "../../generated/supplier/models.js";
import type { Fault } from "../faults/fault.js";
import type { ScenarioName } from "../scenarios.js";

/** A request on the board. */
export interface BoardRequest {
  readonly id: string;
  readonly kind: RequestKind;
  readonly licensePlate: string;
  readonly workOrderNumber: string | undefined;
  readonly status: string;
  readonly lessorName: string | undefined;
  readonly serviceRequestNumber: number | undefined;
  readonly invoicing: InvoicingSummary | undefined;
  readonly isParked: boolean;
}

/** The requests in one phase. */
export interface BoardColumn {
  readonly phase: Phase;
  /** How many there are that match the search; `requests` has the first ones. */
  readonly count: number;
  readonly requests: readonly BoardRequest[];
}

/** A reason why something is not possible. */
export interface Reason {
  readonly code?: string | undefined;
  readonly description: string;
  readonly field?: string | undefined;
}

/** Something that can be done with a request. */
export interface Possibility {
  readonly name: string;
  /** Empty: it is possible now. */
  readonly reasons: readonly Reason[];
}

/** A file without its content. */
export interface FileView {
  readonly id?: string;
  readonly name: string | undefined;
  readonly type: string;
  readonly bytes: number;
}

/** An invoice of a request. */
interface InvoiceView {
  readonly id: number;
  readonly kind: string;
  readonly date: string;
  /** In euros excluding VAT; negative for a credit or a discount. */
  readonly total: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly pdf: FileView | undefined;
}

/** A request with everything that belongs to it. */
export interface RequestDetail {
  readonly request: ServiceRequest;
  readonly kind: RequestKind;
  readonly phase: Phase;
  /** As the list of the service has it; undefined if it is not known. */
  readonly lessorName: string | undefined;
  readonly supplierNumber: number;
  readonly archiveAt: string | undefined;
  readonly attachments: readonly FileView[];
  readonly invoices: readonly InvoiceView[];
  readonly notInvoiced: unknown;
  readonly contract: unknown;
  /** What the supplier's workflows and operations can do, and what the lessor can. */
  readonly workflows: readonly Possibility[];
  readonly operations: readonly Possibility[];
  readonly decisions: Possibility;
  /** The operations that are possible on each line, by the id of the line. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
}

/** Something that will happen when the clock gets there. */
export interface Upcoming {
  readonly at: string;
  readonly what: string;
}

/** The time of the sandbox. */
export interface ClockView {
  readonly now: string;
  readonly amsterdam: string;
  readonly mode: "standing" | "running" | "jumping";
  readonly midnight: string;
  readonly upcoming: readonly Upcoming[];
}

/** A request to the sandbox in the list of the journal. */
export interface JournalRow {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly status: number | string;
  readonly durationMs: number | undefined;
  readonly codes: readonly string[];
  readonly fault: string | undefined;
  /** What an earlier or a later create has in common with it; undefined for all others. */
  readonly duplicate: string | undefined;
}

/** Some of the rows that match a filter, the latest first. */
export interface JournalPage {
  /** The number of entries that match. */
  readonly count: number;
  /** The number of those that are newer than these rows. */
  readonly newer: number;
  readonly rows: readonly JournalRow[];
}

/** The explanation of a code, as the command `explain` gives it. */
export interface CodeView {
  readonly code: string;
  readonly meaning: string;
  readonly cause: string;
  readonly action: string;
  readonly source: string;
}

/** One request of the journal. */
export interface JournalDetail {
  readonly row: JournalRow;
  readonly caller: string | undefined;
  readonly traceId: string | undefined;
  readonly created: string | undefined;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly requestBody: unknown;
  /** Undefined if it is not kept. */
  readonly responseStatus: number | undefined;
  readonly responseBody: unknown;
  /** The known codes among those of the response. */
  readonly explanations: readonly CodeView[];
  readonly curl: string;
}

/** A lessor with its notifications. */
export interface LessorView {
  readonly number: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly notifications: readonly { readonly id: number; readonly title: string; readonly validUntil: string }[];
  /** The license plates of the vehicles whose contracts are with this lessor. */
  readonly licensePlates: readonly string[];
}

/** How the lessor decides automatically. */
export interface PolicyView {
  /** A decision, or `function` if the program around the sandbox decides. */
  readonly decide: string;
  readonly after: object | undefined;
}

/** A vehicle of the lessor API. */
export interface FleetVehicle {
  readonly clientId: string;
  readonly licensePlate: string;
  readonly kinds: readonly string[];
}

/** A vehicle of the lessor API with its data. */
export interface FleetDetail {
  readonly vehicle: unknown;
  readonly related: Readonly<Record<string, unknown>>;
}

/** A planned fault. JSON has no Infinity: it is written as a string. */
export interface FaultView {
  readonly id: string;
  readonly fault: Omit<Fault, "times"> & { readonly times: number | "Infinity" | undefined };
  readonly remaining: number | "Infinity";
  readonly happened: number;
}

/** The first vehicles that match a search. */
export interface FleetPage {
  readonly count: number;
  readonly vehicles: readonly FleetVehicle[];
}

/** The names that the page offers for choice. */
export interface Choices {
  readonly operations: readonly string[];
  readonly codes: readonly string[];
  readonly faults: readonly string[];
  readonly scenarios: readonly ScenarioName[];
}
