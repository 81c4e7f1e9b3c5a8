import { type Difference, differences } from "./differences.js";

const five = ["price-text", "list-order-name", "contract-in-data", "allowed-bare", "invoices-name"];

const fifteen = [
  ...five,
  ...["null-price", "null-value", "workshop-time", "status-capitals", "list-bare"],
  ...["lessor-path", "errors-by-field", "upload-form", "create-200", "token-camel"],
];

/** Differences that a service could have together. */
export const profiles: Readonly<Record<"five" | "fifteen", readonly Difference[]>> = {
  five: select(five),
  fifteen: select(fifteen),
};

/** The order of the table fits several differences together. */
function select(ids: readonly string[]): readonly Difference[] {
  return differences.filter(({ id }) => ids.includes(id));
}
