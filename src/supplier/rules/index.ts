export { checkApproval } from "./approval/check-approval.js";
export type {
  ApprovalContext,
  DraftCode,
  DraftLine,
  DraftPart,
  OpenRequest,
  RequestDraft,
} from "./approval/context.js";
export { checkInvoice } from "./invoice/check-invoice.js";
export type { InvoiceContext, InvoiceDateContext, InvoiceDraft, InvoicedRequest } from "./invoice/context.js";
export { type InvoiceDateRange, invoiceDateRange } from "./invoice/invoice-date-range.js";
export type { Known } from "./known.js";
export type { Violation } from "./violation.js";
export { componentCodes, driedOutReason, readingCodes } from "./well-known-codes.js";
