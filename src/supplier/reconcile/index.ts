export { findInvoice, type ListsInvoices } from "./find-invoice.js";
export {
  findServiceRequest,
  findServiceRequests,
  type ListsServiceRequests,
  type ServiceRequestKey,
} from "./find-service-request.js";
export { type FoundInvoice, foundInvoicesOf } from "./found-invoices.js";
export { findErrorOf, reconcile } from "./reconcile.js";
