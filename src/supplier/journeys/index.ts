export type { LineEnd } from "./end-line.js";
export type { InvoiceResult } from "./invoice/ensure.js";
export type { InvoiceOptions } from "./invoice/options.js";
export type { RequestJourneys } from "./journeys.js";
export type { ResubmitOptions } from "./resubmit.js";
export type { SubmitOptions } from "./submit.js";
export type { RequestChange } from "./watch/change.js";
export type { WatchOptions } from "./watch/options.js";
