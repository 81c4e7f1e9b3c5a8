import { RegInputError } from "../../errors/client-errors.js";
import { lengthOf } from "../time/step.js";
import type { LessorPolicy } from "./desk.js";
import { decisionNames, isDecision } from "./review.js";

/** The error for a decision that there is not. */
export const unknownDecision = (field: string): RegInputError =>
  new RegInputError(field, `must be one of ${decisionNames.join(", ")}`);

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Checks a policy.
 *
 * @throws RegInputError that names what is wrong
 */
export function checkPolicy(policy: LessorPolicy | undefined): void {
  if (policy === undefined) return;
  if (!isRecord(policy))
    throw new RegInputError("policy", "must be an object such as { after: { hours: 2 } }");
  const { decide = "Approved", after = {}, ...others } = policy;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw new RegInputError(unknown, "is not part of a policy: use decide and after");
  if (typeof decide !== "function" && !isDecision(decide)) throw unknownDecision("decide");
  if (!isRecord(after))
    throw new RegInputError("after", "must be a time such as { hours: 2 }, or { reads: 3 }");
  if (!("reads" in after)) {
    lengthOf(after);
    return;
  }
  if (!Number.isSafeInteger(after.reads) || after.reads < 1 || Object.keys(after).length > 1) {
    throw new RegInputError("after.reads", "must be a whole number from 1, and stand alone");
  }
}
