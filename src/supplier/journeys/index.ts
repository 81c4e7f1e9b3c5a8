export type { SubmitOptions } from "./hand-over.js";
export type { InvoiceResult } from "./invoice/invoice.js";
export type { InvoiceOptions } from "./invoice/options.js";
export type { RequestJourneys } from "./journeys.js";
export type { LineEnd } from "./lines.js";
export type { ResubmitOptions } from "./resubmit.js";
export type { RequestChange } from "./watch.js";
export type { WatchOptions } from "./watch-options.js";
