/** What runs each workflow: loaded with the first call of one. */

export { resubmit, submit } from "./approval.js";
export { createAndSubmit } from "./create-and-submit.js";
export { extendRental } from "./extend-rental.js";
export { invoice, markNotInvoiced } from "./invoice.js";
export { cancelOrDelete } from "./withdraw-line.js";
