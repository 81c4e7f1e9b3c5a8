import { accessRules } from "./rules/access.js";
import { lookupRules } from "./rules/lookups.js";
import { requestContentRules } from "./rules/request-content.js";
import { responseRules } from "./rules/responses.js";
import type { Doubt } from "./uncertain.js";

/** A rule of the ledger that `reg verify` checks, in a sentence that is clear without its neighbours. */
export interface CheckedRule {
  readonly id: string;
  readonly confidence: Doubt;
  readonly statement: string;
}

const mediaType = checked("answers.media-type", "All JSON, errors included, is labelled `application/json`.");

/** The rules that a run shows: src/cli/verify/rules.ts has a check for each that GET shows, write.ts tries the others. */
export const rulesByReading: Readonly<Record<"supplier" | "lessor", readonly CheckedRule[]>> = {
  supplier: [
    mediaType,
    checked(
      "answers.problem-elsewhere",
      "An error other than 400 has a body with `type`, `title`, `status`, `detail` and `traceId`.",
    ),
    checked(
      "lookups.locations",
      "The entries of `locations` of an allowed component have the fields of a tire position, `positionCode1` and `positionCode2`.",
    ),
    checked(
      "requests.partial-vin",
      "A PATCH changes the partial VIN as a field of `vehicle`, and not beside it.",
    ),
  ],
  lessor: [
    mediaType,
    checked(
      "answers.problem-lessor",
      "An error of the vehicle endpoints has a body with `type`, `title`, `status`, `detail` and `traceId`.",
    ),
    checked("token-endpoint.lifetime", "A token is valid for an hour."),
  ],
};

function checked(id: string, statement: string): CheckedRule {
  const rule = [...responseRules, ...accessRules, ...lookupRules, ...requestContentRules].find(
    (each) => each.id === id,
  );
  if (rule?.confidence !== "inferred" && rule?.confidence !== "assumed")
    throw new Error(`${id} is not an inferred or assumed rule`);
  return { id, confidence: rule.confidence, statement };
}
