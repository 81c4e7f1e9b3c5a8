import { everyExtension } from "./common.js";

const VALUES = ["documented", "inferred", "assumed"];

/** Wherever `x-reg-confidence` stands, it is one of the three. */
export default function confidenceValues() {
  return everyExtension((name, value, location, { report }) => {
    if (name === "x-reg-confidence" && !VALUES.includes(/** @type {string} */ (value))) {
      report({ message: `\`x-reg-confidence\` is one of: ${VALUES.join(", ")}.`, location });
    }
  });
}
