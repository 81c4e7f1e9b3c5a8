import type { AllowedComponent, Contract } from "../../../generated/supplier/models.js";
import type { RequestKind } from "../../request-kind.js";
import type { Known } from "../known.js";

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
