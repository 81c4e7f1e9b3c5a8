import type { RegProblemEntry } from "../../errors/problem.js";
import type {
  AppointmentInput,
  ComponentPut,
  Contract,
  LineStatus,
  SubcomponentInput,
} from "../../generated/supplier/models.js";
import { mayRepeat, roleOf } from "../data/components.js";
import type { HandlerContext } from "../server/context.js";
import { regEntry, sandboxEntry } from "../server/problem.js";
import type { RequestKind, StoredLine, StoredRequest } from "../state.js";
import type { PermittedValues, WorldVehicle } from "../world.js";
import { allowedComponents, allowedViolations } from "./line-rules.js";
import { isCancelled } from "./line-status.js";
import { kindOf, openRequests, vehicleOfRequest } from "./request-access.js";

/** Lists every rule that the content of a request breaks. */
export function requestViolations(context: HandlerContext, request: StoredRequest): RegProblemEntry[] {
  const vehicle = vehicleOfRequest(context, request.licensePlate);
  return [
    ...appointmentViolations(request.appointment, vehicle),
    ...linesViolations(request, vehicle),
    ...request.lines.flatMap(({ content }, index) =>
      valueViolations(content, context.state.world.permitted, `components[${index}].`),
    ),
    ...duplicateViolations(request.lines),
    ...openRequestViolations(context, request),
  ];
}

/** The workshop date must not be before the start of the lease contract. */
export function appointmentViolations(
  appointment: AppointmentInput | undefined,
  { contract }: WorldVehicle,
): RegProblemEntry[] {
  const { workshopDate } = appointment ?? {};
  const { startDate } = contract.leaseContract;
  const isEarly = workshopDate !== undefined && startDate !== undefined && workshopDate < startDate;
  return isEarly ? [regEntry("REG-SVC000190", "appointment.workshopDate")] : [];
}

/**
 * Checks the lines of a request against the contract. Lines that are cancelled or approved are skipped, even if the
 * contract has changed since; that the service does the same is assumed.
 */
export function linesViolations(
  { kind, lines }: StoredRequest,
  { contract }: WorldVehicle,
): RegProblemEntry[] {
  const allowed = allowedComponents(kind, contract);
  return lines.flatMap(({ content, status }, index) => {
    if (isSettled(status)) return [];
    const prefix = `components[${index}].`;
    return [
      ...damageViolations(content, contract, prefix),
      ...allowedViolations(content, allowed, contract, prefix),
    ];
  });
}

/** Checks one line against the contract: damage where it is forbidden, and components that the vehicle does not allow. */
export function lineViolations(
  content: ComponentPut,
  kind: RequestKind,
  { contract }: WorldVehicle,
): RegProblemEntry[] {
  return [
    ...damageViolations(content, contract, ""),
    ...allowedViolations(content, allowedComponents(kind, contract), contract, ""),
  ];
}

/** Whether the lessor has nothing more to decide about a line. */
export function isSettled(status: LineStatus): boolean {
  return isCancelled(status) || status === "Approved";
}

function damageViolations(
  { damage, subcomponents = [] }: ComponentPut,
  { componentsWithDamageAllowed }: Contract,
  prefix: string,
): RegProblemEntry[] {
  if (componentsWithDamageAllowed) return [];
  return subcomponents
    .map((each, index) => ({ damage: each.damage, field: `${prefix}subcomponents[${index}].damage` }))
    .concat({ damage, field: `${prefix}damage` })
    .filter((each) => each.damage === true)
    .map(({ field }) => regEntry("REG-SVC000177", field));
}

/** Above this amount a sum of prices is not exact to the cent. The service's own limit is not shown. */
const highestPrice = 1_000_000_000;

const codes = { warranty: "REG-SVC000175", leniency: "REG-SVC000176" } as const;

/**
 * Checks warranty, leniency (supplier-api.md §2.3, §7) and price of a line and its subcomponents.
 *
 * @param prefix the path of the line in the body, such as `components[0].`
 */
export function valueViolations(
  line: ComponentPut,
  permitted: PermittedValues,
  prefix = "",
): RegProblemEntry[] {
  const subcomponents = (line.subcomponents ?? []).map((content, index) => ({
    content,
    path: `${prefix}subcomponents[${index}].`,
  }));
  return [{ content: line, path: prefix }, ...subcomponents].flatMap(({ content, path }) => [
    ...permittedViolations("warranty", content, permitted, path),
    ...permittedViolations("leniency", content, permitted, path),
    ...priceViolations(content, path),
  ]);
}

function permittedViolations(
  name: keyof typeof codes,
  content: ComponentPut | SubcomponentInput,
  permitted: PermittedValues,
  path: string,
): RegProblemEntry[] {
  const value = content[name];
  if (value === undefined || (permitted[name]?.includes(value) ?? true)) return [];
  return [regEntry(codes[name], `${path}${name}`)];
}

function priceViolations({ price = 0 }: SubcomponentInput, path: string): RegProblemEntry[] {
  if (Math.abs(price) <= highestPrice) return [];
  return [sandboxEntry("PRICE", `${path}price is beyond ${highestPrice}.`, `${path}price`)];
}

/**
 * No two lines may have the same id, or the same component, operation and location. The latter does not apply to
 * cancelled lines and to components that may repeat.
 */
export function duplicateViolations(lines: readonly StoredLine[]): RegProblemEntry[] {
  const seen = new Set<string>();
  const entries: RegProblemEntry[] = [];
  for (const [index, { id, content, status }] of lines.entries()) {
    const { reg, operation, location = [] } = content;
    const isExempt = reg === undefined || isCancelled(status) || mayRepeat(reg.code);
    const work = isExempt ? undefined : JSON.stringify([reg.code, operation.code, location]);
    // A GUID is the same in upper and lower case.
    const key = id.toLowerCase();
    if (seen.has(key) || (work !== undefined && seen.has(work))) {
      entries.push(sandboxEntry("DUPLICATE", "The request holds this line already.", `components[${index}]`));
    }
    seen.add(key);
    if (work !== undefined) seen.add(work);
  }
  return entries;
}

/** A supplier can have two open requests for an object: one with a rental vehicle line, and one with other lines. */
export function openRequestViolations(context: HandlerContext, request: StoredRequest): RegProblemEntry[] {
  if (kindOf(context) === "damage") return [];
  const { id, licensePlate } = request;
  const others = openRequests(context).filter(
    (other) => other.id !== id && other.licensePlate === licensePlate,
  );
  const requested = others.flatMap(purposesOf);
  const repeated = purposesOf(request).find((purpose) => requested.includes(purpose));
  if (others.length < 2 && repeated === undefined) return [];
  const reason =
    repeated === undefined ? "There are two open requests" : `There is an open request for ${repeated}`;
  return [sandboxEntry("OPEN-REQUESTS", `${reason} for this vehicle already.`, "vehicle.licensePlate")];
}

/** Returns the purposes of a request: none for a draft without lines, both for a request with lines of both kinds. */
function purposesOf({ lines }: StoredRequest): string[] {
  return [
    ...(isRental({ lines }) ? ["a rental vehicle"] : []),
    ...(lines.every(isRentalLine) ? [] : ["repair, maintenance or tires"]),
  ];
}

/** Whether a request is for a rental vehicle. */
export const isRental = ({ lines }: Pick<StoredRequest, "lines">): boolean => lines.some(isRentalLine);

const isRentalLine = ({ content }: StoredLine) => roleOf(content.reg?.code) === "rental";
