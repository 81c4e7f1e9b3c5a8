/**
 * What the journeys do after they have begun, and what the lookups do: the one file by which all of it is loaded, see
 * `loadSteps`.
 */

export { cancelOrDelete } from "./journeys/cancel-or-delete.js";
export { runInvoice } from "./journeys/invoice/run.js";
export { markNotInvoiced } from "./journeys/mark-not-invoiced.js";
export { resubmit } from "./journeys/resubmit.js";
export { submit } from "./journeys/submit.js";
export { pollForChanges } from "./journeys/watch/polls.js";
export { invoiceNumbered } from "./reconcile/invoices.js";
export { requestsWith, requestWith } from "./reconcile/service-requests.js";
