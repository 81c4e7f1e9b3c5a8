import type { RegProblemEntry } from "../../../errors/problem.js";
import type { AppointmentInput, ComponentPut } from "../../../generated/supplier/models.js";
import type { Exchange } from "../../core/handler.js";
import { regEntry, sandboxEntry } from "../../core/problem.js";
import { roleOf } from "../../data/components.js";
import type { StoredLine, StoredRequest } from "../../state/state.js";
import type { WorldVehicle } from "../../state/world.js";
import { kindOf, openRequests } from "./access.js";
import { isCancelled } from "./stored-lines.js";

/** Whether a request is for a rental vehicle. */
export function isRental({ lines }: Pick<StoredRequest, "lines">): boolean {
  return lines.some(({ content }) => roleOf(content.reg?.code) === "rental");
}

/** No workshop date before the lease contract starts. */
export function appointmentViolations(
  appointment: AppointmentInput | undefined,
  { contract }: WorldVehicle,
): RegProblemEntry[] {
  const { workshopDate } = appointment ?? {};
  const { startDate } = contract.leaseContract;
  const early = workshopDate !== undefined && startDate !== undefined && workshopDate < startDate;
  return early ? [regEntry("REG-SVC000190", "appointment.workshopDate")] : [];
}

/**
 * No damage where the contract forbids it.
 *
 * @param prefix where the line stands in the body, such as `components[0].`
 */
export function lineViolations(
  content: ComponentPut,
  { contract }: WorldVehicle,
  prefix = "",
): RegProblemEntry[] {
  if (contract.componentsWithDamageAllowed) return [];
  const fields = (content.subcomponents ?? [])
    .map(({ damage }, index) => ({ damage, field: `${prefix}subcomponents[${index}].damage` }))
    .concat({ damage: content.damage, field: `${prefix}damage` });
  return fields.filter(({ damage }) => damage === true).map(({ field }) => regEntry("REG-SVC000177", field));
}

/** No id twice, and no two lines that say the same: the same component, operation and location. Cancelled ones say nothing. */
export function duplicateViolations(lines: readonly StoredLine[]): RegProblemEntry[] {
  const seen = new Set<string>();
  const entries: RegProblemEntry[] = [];
  for (const [index, { id, content, status }] of lines.entries()) {
    const { reg, operation, location = [] } = content;
    const silent = reg === undefined || isCancelled(status);
    const said = silent ? undefined : JSON.stringify([reg.code, operation.code, location]);
    if (seen.has(id) || (said !== undefined && seen.has(said))) {
      entries.push(sandboxEntry("DUPLICATE", "The request holds this line already.", `components[${index}]`));
    }
    seen.add(id);
    if (said !== undefined) seen.add(said);
  }
  return entries;
}

/** At most two open requests per object and supplier: one with a rental vehicle line, one with others. */
export function openRequestViolations(exchange: Exchange, request: StoredRequest): RegProblemEntry[] {
  if (kindOf(exchange) === "damage") return [];
  const { id, licensePlate } = request;
  const others = openRequests(exchange).filter(
    (other) => other.id !== id && other.licensePlate === licensePlate,
  );
  // A draft without lines has not shown yet which of the two it is.
  const same = others.filter(
    (other) => other.lines.length > 0 && request.lines.length > 0 && isRental(other) === isRental(request),
  );
  if (others.length < 2 && same.length === 0) return [];
  const kind = isRental(request) ? "a rental vehicle" : "repair, maintenance or tires";
  const reason = same.length > 0 ? `There is an open request for ${kind}` : "There are two open requests";
  return [sandboxEntry("OPEN-REQUESTS", `${reason} for this vehicle already.`, "vehicle.licensePlate")];
}
