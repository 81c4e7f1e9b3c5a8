import { everyExtension, isText, SOURCE } from "./common.js";

const DESCRIBED = ["Operation", "Parameter", "RequestBody", "MediaType", "Response", "Header", "Schema"];

/** @type {Record<string, string[]>} where each of our extensions may stand, by the linter's names of nodes */
const PLACES = {
  "x-reg-source": DESCRIBED,
  "x-reg-confidence": DESCRIBED,
  "x-reg-effects": ["Operation"],
  "x-reg-errors": ["Operation"],
  "x-reg-example": ["Operation"],
  "x-reg-location": ["Operation"],
  "x-reg-open-query": ["Operation"],
  "x-reg-phases": ["Operation", "Root"],
  "x-reg-successor": ["Operation"],
  "x-reg-codes": ["Root"],
  "x-reg-open": ["Schema"],
  "x-reg-returned-as": ["Schema"],
  "x-reg-sensitive": ["Schema"],
};

const CONFIDENCES = ["documented", "inferred", "assumed"];

const FLAGS = ["x-reg-open-query", "x-reg-sensitive"];

/** Rejects misspelt and misplaced `x-reg-*` keys, and wrong values of flags, confidences and sources. */
export default function extensionsKnown() {
  return everyExtension((name, value, location, { report, type }) => {
    const places = PLACES[name];
    if (!places) {
      report({ message: `\`${name}\` is not one of our extensions.`, location: location.key() });
    } else if (!places.includes(type.name)) {
      report({ message: `\`${name}\` has no meaning here (${type.name}).`, location: location.key() });
    } else if (FLAGS.includes(name) && value !== true) {
      report({ message: `\`${name}\` is a flag: \`true\`, or left out.`, location });
    } else if (name === "x-reg-confidence" && !CONFIDENCES.includes(String(value))) {
      report({ message: `\`x-reg-confidence\` is one of: ${CONFIDENCES.join(", ")}.`, location });
    } else if (name === "x-reg-source" && !(isText(value) && SOURCE.test(value))) {
      report({
        message: "`x-reg-source` names no document and section, as in `supplier-api.md §4.1`.",
        location,
      });
    }
  });
}
