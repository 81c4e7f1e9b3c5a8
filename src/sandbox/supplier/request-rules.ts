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
import { kindOf, openRequests } from "./request-access.js";

/** Beyond this a sum of prices would no longer be exact to the cent. The service surely has a limit; it is not shown. */
const highestPrice = 1_000_000_000;

const codes = { warranty: "REG-SVC000175", leniency: "REG-SVC000176" } as const;

/**
 * What a line and its subcomponents say of warranty and leniency that is not permitted (supplier-api.md §2.3, §7),
 * and prices that are out of all proportion.
 *
 * @param prefix where the line stands in the body, such as `components[0].`
 */
export function valueViolations(
  line: ComponentPut,
  permitted: PermittedValues,
  prefix = "",
): RegProblemEntry[] {
  const parts = line.subcomponents?.map((part, index) => ({ part, at: `${prefix}subcomponents[${index}].` }));
  return [{ part: line, at: prefix }, ...(parts ?? [])].flatMap(({ part, at }) => [
    ...violation("warranty", part, permitted, at),
    ...violation("leniency", part, permitted, at),
    ...priceViolation(part, at),
  ]);
}

function priceViolation({ price = 0 }: SubcomponentInput, at: string): RegProblemEntry[] {
  if (Math.abs(price) <= highestPrice) return [];
  return [sandboxEntry("PRICE", `${at}price is beyond ${highestPrice}.`, `${at}price`)];
}

function violation(
  name: keyof typeof codes,
  part: ComponentPut | SubcomponentInput,
  permitted: PermittedValues,
  at: string,
): RegProblemEntry[] {
  const value = part[name];
  if (value === undefined || (permitted[name]?.includes(value) ?? true)) return [];
  return [regEntry(codes[name], `${at}${name}`)];
}

/** Whether a request is for a rental vehicle. */
export const isRental = ({ lines }: Pick<StoredRequest, "lines">): boolean => lines.some(isRentalLine);

const isRentalLine = ({ content }: StoredLine) => roleOf(content.reg?.code) === "rental";

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
 * What one line breaks: damage where the contract forbids it, and what the vehicle does not allow.
 *
 * @param prefix where the line stands in the body, such as `components[0].`
 */
export function lineViolations(
  content: ComponentPut,
  kind: RequestKind,
  { contract }: WorldVehicle,
  prefix = "",
): RegProblemEntry[] {
  return [
    ...damageViolations(content, contract, prefix),
    ...allowedViolations(content, allowedComponents(kind, contract), contract, prefix),
  ];
}

/**
 * What the lines of a request break. Those that are cancelled, and those that the lessor has approved, are left in
 * peace, whatever the contract has become since; that the service does the same is assumed.
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

/** Whether nothing about a line is open any more. */
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

/**
 * No id twice, and no two lines that say the same: the same component, operation and location. Cancelled ones say
 * nothing, and components that may repeat can.
 */
export function duplicateViolations(lines: readonly StoredLine[]): RegProblemEntry[] {
  const seen = new Set<string>();
  const entries: RegProblemEntry[] = [];
  for (const [index, { id, content, status }] of lines.entries()) {
    const { reg, operation, location = [] } = content;
    const silent = reg === undefined || isCancelled(status) || mayRepeat(reg.code);
    const said = silent ? undefined : JSON.stringify([reg.code, operation.code, location]);
    // One GUID, whatever the case of its letters.
    const key = id.toLowerCase();
    if (seen.has(key) || (said !== undefined && seen.has(said))) {
      entries.push(sandboxEntry("DUPLICATE", "The request holds this line already.", `components[${index}]`));
    }
    seen.add(key);
    if (said !== undefined) seen.add(said);
  }
  return entries;
}

/** At most two open requests per object and supplier: one with a rental vehicle line, one with others. */
export function openRequestViolations(exchange: HandlerContext, request: StoredRequest): RegProblemEntry[] {
  if (kindOf(exchange) === "damage") return [];
  const { id, licensePlate } = request;
  const others = openRequests(exchange).filter(
    (other) => other.id !== id && other.licensePlate === licensePlate,
  );
  const held = others.flatMap(contentsOf);
  const twice = contentsOf(request).find((content) => held.includes(content));
  if (others.length < 2 && twice === undefined) return [];
  const reason =
    twice === undefined ? "There are two open requests" : `There is an open request for ${twice}`;
  return [sandboxEntry("OPEN-REQUESTS", `${reason} for this vehicle already.`, "vehicle.licensePlate")];
}

/** What a request is for; a draft without lines has not shown it yet, and one with lines of both kinds is for both. */
function contentsOf({ lines }: StoredRequest): string[] {
  return [
    ...(isRental({ lines }) ? ["a rental vehicle"] : []),
    ...(lines.every(isRentalLine) ? [] : ["repair, maintenance or tires"]),
  ];
}
