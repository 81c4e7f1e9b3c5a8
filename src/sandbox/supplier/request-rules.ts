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
import { allowedComponents, allowedViolations, missingIn } from "./line-rules.js";
import { kindOf, openRequests, vehicleOfRequest } from "./request-access.js";
import { isCancelled } from "./transitions.js";

/** Lists every rule that the content of a request breaks. */
export function requestViolations(context: HandlerContext, request: StoredRequest): RegProblemEntry[] {
  const vehicle = vehicleOfRequest(context, request.licensePlate);
  return [
    ...appointmentViolations(request.appointment, vehicle),
    ...contractViolations(request, vehicle),
    ...request.lines.flatMap(({ content }, index) =>
      valueViolations(content, context.state.world.permitted, `components[${index}].`),
    ),
    ...duplicateViolations(request.lines),
    ...openRequestViolations(context, request),
  ];
}

/** The workshop date must not be before the start of the lease contract. */
function appointmentViolations(
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
function contractViolations({ kind, lines }: StoredRequest, { contract }: WorldVehicle): RegProblemEntry[] {
  const allowed = allowedComponents(kind, contract);
  return lines.flatMap(({ content, status }, index) => {
    if (isSettled(status)) return [];
    const prefix = `components[${index}].`;
    return [
      ...damageViolations(content, contract, prefix),
      ...allowedViolations(content, allowed, { contract, prefix }),
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
    ...allowedViolations(content, allowedComponents(kind, contract), { contract, prefix: "" }),
  ];
}

/** Whether the lessor has nothing more to decide about a line. */
function isSettled(status: LineStatus): boolean {
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
    ...permittedViolations(content, permitted, path),
    ...priceViolations(content, path),
  ]);
}

/** The form of every value of an enumeration that the reference shows; that all others have it too is inferred. */
const enumerationValue = /^[A-Z][A-Za-z0-9]*$/;

function permittedViolations(
  content: ComponentPut | SubcomponentInput,
  permitted: PermittedValues,
  path: string,
): RegProblemEntry[] {
  return (["warranty", "leniency"] as const).flatMap((name) => {
    const value = content[name];
    const isPermitted = permitted[name]?.includes(value ?? "") ?? enumerationValue.test(value ?? "");
    return value === undefined || isPermitted ? [] : [regEntry(codes[name], `${path}${name}`)];
  });
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
    const key = normalizeLineId({ id });
    if (seen.has(key) || (work !== undefined && seen.has(work))) {
      entries.push(sandboxEntry("DUPLICATE", "The request holds this line already.", `components[${index}]`));
    }
    seen.add(key);
    if (work !== undefined) seen.add(work);
  }
  return entries;
}

/**
 * Returns the id by which two lines in bodies are compared. GUIDs are compared without regard to case (RFC 9562 §4), so
 * that the lines of a request never have the same GUID in two spellings. An id in a path is different: it identifies a
 * line only in the spelling of its creation, as the id of a request does. The reference does not mention case, so both
 * are assumed.
 */
export const normalizeLineId = ({ id }: Pick<StoredLine, "id">): string => id.toLowerCase();

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

/**
 * Lists every reason why a request cannot be submitted: missing fields of the request (supplier-api.md §3) and of its
 * lines, lines that the vehicle no longer allows, and duplicate lines, which arise when the lessor denies the
 * cancellation of one. The reference names no codes for this, and no requirements for damage requests: these are
 * assumed to need one line.
 */
export function approvalViolations(request: StoredRequest, vehicle: WorldVehicle): RegProblemEntry[] {
  const { kind, lines } = request;
  const allowed = allowedComponents(kind, vehicle.contract);
  return [
    ...requirementViolations(request),
    ...appointmentViolations(request.appointment, vehicle),
    ...contractViolations(request, vehicle),
    ...duplicateViolations(lines),
    ...lines.flatMap(({ content, status }, index) =>
      isSettled(status) ? [] : missingIn(content, allowed, `components[${index}].`),
    ),
  ];
}

interface Requirement {
  readonly field: string;
  /** A noun phrase that completes "Approval needs …". */
  readonly what: string;
  readonly isMet: boolean;
}

function requirementViolations(request: StoredRequest): RegProblemEntry[] {
  return requirementsOf(request)
    .filter(({ isMet }) => !isMet)
    .map(({ field, what }) => sandboxEntry("APPROVAL", `Approval needs ${what}.`, field));
}

function requirementsOf(request: StoredRequest): Requirement[] {
  if (request.kind === "damage") return damageRequirements(request);
  return isRental(request) ? rentalRequirements(request) : repairRequirements(request);
}

function repairRequirements({ partialVin, appointment, lines }: StoredRequest): Requirement[] {
  const counted = countedLines(lines);
  const readings = counted.filter(isReadingLine);
  return [
    textRequirement("vehicle.partialVin", "the partial VIN", partialVin),
    textRequirement("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    {
      field: "appointment.estimatedDurationInDays",
      what: "an estimated duration of at least a day",
      isMet: (appointment?.estimatedDurationInDays ?? 0) > 0,
    },
    textRequirement("appointment.workshopDate", "a workshop date", appointment?.workshopDate),
    textRequirement("appointment.contact", "a contact person", appointment?.contact?.name),
    { field: "components", what: "a mileage or hours reading", isMet: readings.some(isValidReading) },
    { field: "components", what: "a line beside the reading", isMet: counted.length > readings.length },
  ];
}

/** Cancelled lines do not count while other work remains. If all work is cancelled, the lessor approves that. */
function countedLines(lines: readonly StoredLine[]): readonly StoredLine[] {
  const remaining = lines.filter(({ status }) => !isCancelled(status));
  return remaining.every(isReadingLine) ? lines : remaining;
}

const isReadingLine = ({ content }: StoredLine) => roleOf(content.reg?.code) === "reading";

/** A reading has the operation 19 without a type, the reason 99 and a value (supplier-api.md §2.3), not below zero. */
function isValidReading({ content: { operation, reason, value } }: StoredLine): boolean {
  const hasCodes = operation.code === "19" && operation.type === undefined && reason.code === "99";
  return hasCodes && value !== undefined && !value.startsWith("-");
}

/** Cancelled lines are allowed beside the rental vehicle. If all lines are cancelled, the lessor approves that. */
function rentalRequirements({ appointment, lines }: StoredRequest): Requirement[] {
  const remaining = lines.filter(({ status }) => !isCancelled(status));
  const expected = lines.length > 0 && remaining.length === 0 ? 0 : 1;
  return [
    textRequirement("appointment.workOrderNumber", "a work order number", appointment?.workOrderNumber),
    textRequirement("appointment.checkoutDate", "a checkout date", appointment?.checkoutDate),
    {
      field: "components",
      what: "exactly one line, the rental vehicle",
      isMet: remaining.length === expected,
    },
  ];
}

function damageRequirements({ lines }: StoredRequest): Requirement[] {
  return [{ field: "components", what: "a line", isMet: lines.length > 0 }];
}

function textRequirement(field: string, what: string, value: string | undefined): Requirement {
  return { field, what, isMet: value !== undefined && value.trim() !== "" };
}
