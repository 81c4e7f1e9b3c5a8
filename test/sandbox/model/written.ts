import { isCancelled, isSettled } from "./assumptions.js";
import { leaseStart, vehicles } from "./content.js";
import { type LineKind, lineKinds } from "./line-kinds.js";
import { type Model, type ModelLine, type ModelRequest, phaseOf, type RequestKind } from "./state.js";

/** Whether the content of a request, as it was just written, breaks no rule. */
export function isAcceptable(request: ModelRequest, model: Model): boolean {
  const { kind, licensePlate, appointment, lines } = request;
  return (
    vehicles[licensePlate] !== undefined &&
    (appointment?.workshopDate ?? leaseStart) >= leaseStart &&
    lines.every((line) => isSettled(line) || isAllowed(line.kind, kind, licensePlate)) &&
    !hasDuplicates(request) &&
    isWithinLimit(request, model)
  );
}

/** Whether the vehicle allows a line on a request of this kind. */
export function isAllowed(line: LineKind, kind: RequestKind, licensePlate: string): boolean {
  const { role } = lineKinds[line];
  if ((role === "damage") !== (kind === "damage")) return false;
  return role !== "rental" || vehicles[licensePlate]?.isRentalAllowed === true;
}

/** Whether an id stands for two lines. */
export function hasDuplicateIds(lines: readonly Pick<ModelLine, "slot">[]): boolean {
  return new Set(lines.map(({ slot }) => slot)).size < lines.length;
}

/** Ids are unique within a request, and so are components, but for those that may repeat (reference section 2.3). */
export function hasDuplicates({ lines }: Pick<ModelRequest, "lines">): boolean {
  const codes = lines
    .filter(({ kind, status }) => lineKinds[kind].repeats !== true && !isCancelled(status))
    .map(({ kind }) =>
      JSON.stringify([lineKinds[kind].content["reg"], lineKinds[kind].content["operation"]]),
    );
  return hasDuplicateIds(lines) || new Set(codes).size < codes.length;
}

/** What a request is for: one with lines of both kinds is for both, and one without lines for neither yet. */
const purposesOf = ({ lines }: ModelRequest) => lines.map(({ kind }) => lineKinds[kind].role === "rental");

/**
 * Another vehicle is like a new request for it, and must be the same lessor's once a lessor has seen the request:
 * that is assumed.
 */
export function canMoveTo(licensePlate: string, { licensePlate: old, status }: ModelRequest): boolean {
  const [before, after] = [vehicles[old], vehicles[licensePlate]];
  if (licensePlate === old) return true;
  return after?.isLessorActive === true && (status === "Draft" || after.lessor === before?.lessor);
}

/** At most two open service requests for a vehicle, only one of them with rental vehicle lines. */
export function isWithinLimit(request: ModelRequest, { requests, now }: Model): boolean {
  if (request.kind === "damage") return true;
  const others = requests.filter(
    (other) =>
      other.kind === "service" &&
      other.id !== request.id &&
      other.licensePlate === request.licensePlate &&
      phaseOf(other, now) !== "Archived",
  );
  const overlaps = (other: ModelRequest) =>
    purposesOf(other).some((each) => purposesOf(request).includes(each));
  return others.length < 2 && !others.some(overlaps);
}
