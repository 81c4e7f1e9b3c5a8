import { type Difference, differences } from "./differences.js";

const five = ["price-text", "list-order-name", "contract-in-data", "allowed-bare", "invoices-name"];

const fifteen = [
  ...five,
  ...["null-price", "null-value", "workshop-time", "status-capitals", "list-bare"],
  ...["lessor-path", "errors-by-field", "upload-form", "create-200", "token-camel"],
];

const forty = [
  ...["work-order-name", "phone-name", "created-name", "lines-name", "list-order-name", "list-name"],
  ...["lease-start-name", "reg-code-name", "invoices-name", "invoice-number-name", "sender-number-name"],
  ...["price-text", "value-number", "lessor-id-text", "lessor-active-text", "invoice-list-text", "tire-id-text"],
  ...["workshop-time", "status-capitals", "modified-epoch", "null-price", "null-value", "null-rate"],
  ...["get-in-request", "contract-in-data", "allowed-bare", "lessor-in-lessor", "cancelled-bare", "vehicle-in-vehicle"],
  ...["create-200", "deleted-200", "problem-in-error", "lessor-path", "patch-post", "vehicle-post"],
  ...["upload-form", "download-base64", "token-camel", "filter-name", "invoice-date-dutch"],
];

/** Differences that a service could have together. */
export const profiles: Readonly<Record<"five" | "fifteen" | "forty", readonly Difference[]>> = {
  five: select(five),
  fifteen: select(fifteen),
  forty: select(forty),
};

/** The order of the table fits several differences together. */
function select(ids: readonly string[]): readonly Difference[] {
  return differences.filter(({ id }) => ids.includes(id));
}
