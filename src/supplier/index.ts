/** Everything about the supplier API: also the types of which its models, methods and options are made. */

export { amsterdamDay } from "../base/dates.js";
export type { RequestKind } from "../base/kinds.js";
export type { AdaptersOf, LessorAdapters, ServiceAdapter, SupplierAdapters } from "../document/adapter.js";
export type { OpenTypes } from "../document/open.js";
export { eventsBetween, type RequestEvent, type RequestEventType } from "../domain/events.js";
export type { NamedComponent } from "../domain/lines/allowed-component.js";
export {
  type FittingTires,
  type FittingTiresOptions,
  fittingTires,
  type OtherTire,
  type TireMisfit,
} from "../domain/lines/fitting-tires.js";
export {
  type ComponentDetails,
  type LineChanges,
  type LineDetails,
  type LineLocation,
  lineFor,
  lineFrom,
  type SubcomponentDetails,
} from "../domain/lines/line.js";
export {
  hoursReading,
  mileageReading,
  type ReadingDetails,
  type RentalVehicleDetails,
  rentalVehicle,
} from "../domain/lines/readings.js";
export {
  type DisposedTire,
  type PurchasedTire,
  type TireDetails,
  type TireDisposal,
  type TirePurchaseDetails,
  type TireReplacementDetails,
  type TireSwapDetails,
  type TireSwapPosition,
  tirePurchase,
  tireReplacement,
  tireSwap,
} from "../domain/lines/tires.js";
export { type PricedLine, type PricedRequest, totalOf } from "../domain/lines/total.js";
export { type Phase, phaseOf } from "../domain/phases/phases.js";
export {
  type LineOperationId,
  type LineState,
  type PossibleActions,
  type PossibleActionsOptions,
  type PossibleLineActions,
  possibleActions,
  type RequestOperation,
  type RequestState,
  type RequestWorkflow,
} from "../domain/phases/possible-actions.js";
export { checkApproval } from "../domain/rules/approval.js";
export type { ApprovalContext } from "../domain/rules/approval-input.js";
export type { DraftCode, DraftLine, DraftPart, Known, OpenRequest, RequestDraft } from "../domain/rules/draft.js";
export { checkInvoice, type InvoiceDateRange, invoiceDateRange } from "../domain/rules/invoice.js";
export type {
  InvoiceContext,
  InvoiceDateContext,
  InvoiceDraft,
  InvoicedRequest,
} from "../domain/rules/invoice-input.js";
export { vatOf } from "../domain/vat.js";
export { componentCodes, driedOutReason } from "../domain/vocabulary.js";
export * from "../errors/index.js";
export * from "../generated/supplier/methods.js";
export * from "../generated/supplier/models.js";
export * from "../http/index.js";
export type { StateStore } from "../state/entries.js";
export {
  createSupplierClient,
  type DamageServiceRequests,
  type DerivedSupplierOptions,
  type ServiceRequests,
  type SupplierClient,
  type SupplierClientOptions,
} from "./client.js";
export type {
  DeleteFollowStateOptions,
  FollowedEvent,
  FollowHandler,
  FollowHandlers,
  Following,
  FollowOnceOptions,
  FollowOptions,
  FollowRound,
  NotificationEvent,
  SetAsideEvent,
} from "./follow/types.js";
export {
  type FoundInvoice,
  findInvoice,
  foundInvoicesOf,
  invoiceIdOf,
  type ListsInvoices,
} from "./invoice-list.js";
export { findErrorOf, reconcile } from "./reconcile.js";
export {
  findServiceRequest,
  findServiceRequests,
  type ListsServiceRequests,
  type ServiceRequestKey,
} from "./request-list.js";

export type { ResubmitOptions, SubmitOptions } from "./workflows/approval.js";
export type { CreateAndSubmitOptions, SubmittedRequest } from "./workflows/create-and-submit.js";
export type { ExtendRentalOptions } from "./workflows/extend-rental.js";
export type { EnsuredInvoice, InvoiceResult } from "./workflows/invoice.js";
export type { DiscountInvoice, InvoiceOptions, RequestContent, VatPercentage, VatRuleId } from "./workflows/types.js";
export type { LineEnd } from "./workflows/withdraw-line.js";
export type { RentalWorkflows, RequestWorkflows } from "./workflows/workflows.js";
