import { type Difference, differences } from "./differences.js";

const five = ["price-text", "list-order-name", "contract-in-data", "allowed-bare", "invoices-name"];

const fifteen = [
  ...five,
  ...["null-price", "null-value", "workshop-time", "status-capitals", "list-bare"],
  ...["lessor-path", "errors-by-field", "upload-form", "create-200", "token-camel"],
];

const forty = [
  ...fifteen,
  ...["order-padded", "duration-text", "to-invoice-text", "list-number-text", "contract-lessor-text"],
  ...["lessor-active-text", "invoice-list-text", "invoice-id-text", "token-lifetime-text", "modified-epoch"],
  ...["lease-start-dutch", "list-status-capitals", "null-part", "null-location", "no-list-parking"],
  ...["phone-name", "vin-name", "reg-code-name", "get-without-data", "lessor-in-lessor"],
  ...["templates-in-list", "related-in-data", "pdf-form", "download-base64", "contract-path"],
];

/** Differences that a service could have together, by the name of the file with an adapter for them. */
export const profiles: Readonly<Record<"five" | "fifteen" | "forty", readonly Difference[]>> = {
  five: select(five),
  fifteen: select(fifteen),
  forty: select(forty),
};

/** The order of the table fits several differences together. */
function select(ids: readonly string[]): readonly Difference[] {
  return differences.filter(({ id }) => ids.includes(id));
}
