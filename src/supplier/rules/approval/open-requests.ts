import { plainPlate } from "../../license-plate.js";
import { isRental } from "../is-rental.js";
import type { Known } from "../known.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { OpenRequest, RequestDraft } from "./context.js";
import { plateOf } from "./plate.js";

/** What a request can be for, as the limit tells it apart. */
const contents = { rental: "a rental vehicle", work: "repair, maintenance or tires" } as const;

/** At most two open requests per object: one for a rental vehicle, one for other work (supplier-api.md §4.1, §8). */
export function openRequestViolations(
  request: RequestDraft,
  open: readonly OpenRequest[],
  known: Known,
): Violation[] {
  const plate = plainPlate(plateOf(request));
  if (plate === "") return [];
  const others = open.filter(
    ({ id, licensePlate }) => plainPlate(licensePlate) === plate && (id === undefined || id !== request.id),
  );
  const held = others.flatMap((other) => contentsOf(other, known));
  const twice = contentsOf(request, known).find((content) => held.includes(content));
  if (others.length < 2 && twice === undefined) return [];
  const reason =
    twice === undefined
      ? "The vehicle has two open requests already"
      : `The vehicle has an open request for ${contents[twice]} already`;
  const advice = "add the work to an open request, or finish that one first";
  return [ruleViolation("RULE-OPEN-REQUESTS", "vehicle.licensePlate", `${reason}: ${advice}.`)];
}

/** A request without lines has not shown yet what it is for; one with lines of both kinds is for both. */
function contentsOf(request: RequestDraft, known: Known): (keyof typeof contents)[] {
  const { components = [] } = request;
  // Each line by itself; without the codes the appointment tells the same of all of them.
  const rentals = components.filter((line) => isRental({ ...request, components: [line] }, "service", known));
  return [
    ...(rentals.length > 0 ? (["rental"] as const) : []),
    ...(rentals.length < components.length ? (["work"] as const) : []),
  ];
}
