import { ruleViolation } from "../../rules/violation.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import type { InvoiceOptions } from "./options.js";
import { type Situation, totalOf } from "./situation.js";

/**
 * Ends the journey if the sign of a new total does not go with what the caller says that it is: before the archive, a sign
 * alone does not tell a discount from a credit that comes too early.
 *
 * @throws RegPreconditionError `RULE-CREDIT`
 */
export function refuseWrongSign(
  { kind }: JourneyParts,
  journey: Journey<InvoiceOptions>,
  situation: Situation,
): void {
  const isBelow = (totalOf(situation, journey.options) ?? 0) < 0;
  const isArchived = situation.phase === "Archived";
  const refuse = (description: string) =>
    journey.refuseIfAny([ruleViolation("RULE-CREDIT", "total", description)]);
  if (journey.options.discount !== true) {
    if (isBelow && !isArchived)
      refuse(
        "Credit is possible once the request is archived, at midnight in Amsterdam. For the discount that lessors of damages may want say `discount: true`.",
      );
  } else if (kind !== "damage") refuse("Only a damage can have a discount. Leave `discount` out.");
  else if (!isBelow) refuse("A discount is below zero. Say its amount as a total below zero.");
  else if (isArchived)
    refuse(
      "The request is archived: what is below zero is a credit now. Leave `discount` out if you want that.",
    );
}
