import type { AnyCallOptions } from "../invoke.js";
import type { RulesFor } from "./check-fields.js";
import { everyCall } from "./check-options.js";
import { isMediaType } from "./media-type.js";
import { either, uploadEncoding } from "./rules.js";
import { isWellFormed } from "./unicode.js";

/** What a call can be told that may be about a file. */
export const fileCallOptions: RulesFor<AnyCallOptions> = {
  ...everyCall,
  as: either("blob", "stream"),
  fileName: {
    check: (value) => typeof value === "string" && isWellFormed(value),
    must: "be a text in well-formed Unicode",
  },
  contentType: { check: isMediaType, must: "be a media type such as application/pdf" },
  uploadEncoding,
};
