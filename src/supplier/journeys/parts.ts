import type { SupplierMethods } from "../../generated/supplier/methods.js";
import type { Clock } from "../../http/time/clock.js";
import type { RequestKind } from "../request-kind.js";

/** The calls for one kind of request that the journeys are made of. */
export type RequestCalls = Pick<
  SupplierMethods["damageServiceRequests"],
  "list" | "get" | "patch" | "components" | "invoices" | "invoiceTemplates"
>;

/** What the journeys of one kind of request work with. */
export interface JourneyParts {
  readonly kind: RequestKind;
  readonly requests: RequestCalls;
  /** The contracts and allowed components of vehicles, active or not. */
  readonly contracts: SupplierMethods["lessors"]["contracts"];
  /** The address of the service. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Tells when the client is closed, so that nobody waits any longer; returns what takes the listener back. */
  whenClosing(listener: () => void): () => void;
}
