/**
 * What the journeys do after they have begun, and what the lookups do: the one file by which all of it is loaded, see
 * `loadSteps`.
 */
export { invoiceNumbered } from "../reconcile/invoices.js";
export { requestsWith, requestWith } from "../reconcile/service-requests.js";
export { cancelOrDelete } from "./cancel-or-delete.js";
export { runInvoice } from "./invoice/run.js";
export { markNotInvoiced } from "./mark-not-invoiced.js";
export { resubmit } from "./resubmit.js";
export { submit } from "./submit.js";
export { pollForChanges } from "./watch/polls.js";
