import type { Contract } from "../../../generated/supplier/models.js";
import { regViolation, type Violation } from "../violation.js";
import type { DraftPart, RequestDraft } from "./context.js";
import type { Placed } from "./lines.js";

/** What the contract of the vehicle stands against: a workshop date before it starts, and damage where it has none. */
export function contractViolations(
  { appointment }: RequestDraft,
  parts: readonly Placed<DraftPart>[],
  contract: Contract | undefined,
): Violation[] {
  return [
    ...earlyViolations(appointment?.workshopDate, contract?.leaseContract?.startDate),
    ...(contract?.componentsWithDamageAllowed === false
      ? parts
          .filter(({ content }) => content.damage === true)
          .map(({ prefix }) =>
            regViolation(
              "REG-SVC000177",
              `${prefix}damage`,
              "The contract allows no components with damage.",
            ),
          )
      : []),
  ];
}

/** Both are dates as yyyy-MM-dd, so that they sort as texts. */
function earlyViolations(date: string | undefined, start: string | undefined): Violation[] {
  if (date === undefined || start === undefined || date >= start.slice(0, 10)) return [];
  const found = `The workshop date ${date} is before the start of the lease contract, ${start}.`;
  return [regViolation("REG-SVC000190", "appointment.workshopDate", found)];
}
