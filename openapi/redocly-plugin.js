import confidenceValues from "./rules/confidence-values.js";
import { requestsEnumsClosed, responseEnumsOpen } from "./rules/enums.js";
import errorCodesCatalogued from "./rules/error-codes-catalogued.js";
import extensionsKnown from "./rules/extensions-known.js";
import fieldsDescribed from "./rules/fields-described.js";
import holeNames from "./rules/hole-names.js";
import locationResolves from "./rules/location-resolves.js";
import operationExtensionsComplete from "./rules/operation-extensions-complete.js";
import operationIdsFormATree from "./rules/operation-ids-form-a-tree.js";
import { phasesKnown, phasesPresent } from "./rules/phases.js";

/**
 * What the generator and the sandbox take for granted about the two documents, as lint rules.
 * Severities and options stand in redocly.yaml; test/openapi/rules.test.ts breaks each rule once.
 */
export default function reg() {
  return {
    id: "reg",
    rules: {
      oas3: {
        "extensions-known": extensionsKnown,
        "operation-extensions-complete": operationExtensionsComplete,
        "operation-ids-form-a-tree": operationIdsFormATree,
        "confidence-values": confidenceValues,
        "phases-known": phasesKnown,
        "phases-present": phasesPresent,
        "error-codes-catalogued": errorCodesCatalogued,
        "location-resolves": locationResolves,
        "fields-described": fieldsDescribed,
        "hole-names": holeNames,
        "requests-enums-closed": requestsEnumsClosed,
        "response-enums-open": responseEnumsOpen,
      },
    },
  };
}
