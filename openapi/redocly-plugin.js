import { requestsEnumsClosed, responseEnumsOpen } from "./rules/enums.js";
import errorCodesCatalogued from "./rules/error-codes-catalogued.js";
import extensionsKnown from "./rules/extensions-known.js";
import fieldsDescribed from "./rules/fields-described.js";
import openPlaceNames from "./rules/open-place-names.js";
import operationExtensionsComplete from "./rules/operation-extensions-complete.js";
import phasesKnown from "./rules/phases-known.js";

/**
 * Lint rules for the mistakes in the two documents that would become wrong code without an error: the generator and the
 * compiler find the others. redocly.yaml turns them on.
 */
export default function reg() {
  return {
    id: "reg",
    rules: {
      oas3: {
        "extensions-known": extensionsKnown,
        "operation-extensions-complete": operationExtensionsComplete,
        "phases-known": phasesKnown,
        "error-codes-catalogued": errorCodesCatalogued,
        "fields-described": fieldsDescribed,
        "open-place-names": openPlaceNames,
        "requests-enums-closed": requestsEnumsClosed,
        "response-enums-open": responseEnumsOpen,
      },
    },
  };
}
