import { isCancelled, isRental, isSettled } from "./assumptions.js";
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
  const isSame = (other: ModelRequest) =>
    other.lines.length > 0 && request.lines.length > 0 && isRental(other) === isRental(request);
  return others.length < 2 && !others.some(isSame);
}
