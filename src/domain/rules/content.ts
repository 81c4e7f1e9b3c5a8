import { plateKey } from "../../base/plates.js";
import { isGuid } from "../../base/text.js";
import type { Violation } from "../../errors/problem.js";
import type { Contract } from "../../generated/supplier/models.js";
import type { ApprovalContext } from "./approval-input.js";
import {
  type DraftLine,
  type DraftPart,
  isCancelled,
  isRental,
  type Known,
  type Placed,
  plateOf,
  type RequestDraft,
} from "./draft.js";
import { regViolation, ruleViolation } from "./violation.js";

/*
 * The rules for the content of any request, a draft included. `checkApproval` checks them before a request is sent, and
 * the sandbox whenever it receives content.
 */

/** The workshop date is not before the lease contract starts. Both are yyyy-MM-dd, which can be compared as texts. */
export function startViolations(
  { appointment: { workshopDate: date } = {} }: RequestDraft,
  contract: Contract | undefined,
): Violation[] {
  const start = contract?.leaseContract?.startDate;
  if (date === undefined || start === undefined || date >= start.slice(0, 10)) return [];
  return [
    regViolation({
      rule: "lease-start",
      field: "appointment.workshopDate",
      found: `The workshop date ${date} is before the start of the lease contract, ${start}.`,
      values: { workshopDate: date, startDate: start },
    }),
  ];
}

/** A request is not created for an inactive lessor; one that exists continues (supplier-api.md §7). */
export function lessorViolations({ id }: RequestDraft, { contract, activeLessors }: ApprovalContext): Violation[] {
  const own: unknown = contract?.lessor?.number;
  if (id !== undefined || own === undefined || own === null || activeLessors === undefined) return [];
  if (activeLessors.some(({ number }) => String(number) === String(own))) return [];
  return [regViolation({ rule: "active-lessor", field: "vehicle.licensePlate" })];
}

/** The contract may allow no components with damage. */
export function damageViolations(parts: readonly Placed<DraftPart>[], contract: Contract | undefined): Violation[] {
  if (contract?.componentsWithDamageAllowed !== false) return [];
  const found = "The contract allows no components with damage.";
  return parts
    .filter(({ content }) => content.damage === true)
    .map(({ prefix }) => regViolation({ rule: "damage-allowed", field: `${prefix}damage`, found }));
}

/** The values that the service accepts: a list, or a pattern. Undefined: not known, so that none is rejected. */
type AcceptedValues = readonly string[] | RegExp | undefined;

/** The values of warranty and leniency that the service does not accept. */
export function valueViolations(
  parts: readonly Placed<DraftPart>[],
  accepted: { readonly warranty: AcceptedValues; readonly leniency: AcceptedValues },
): Violation[] {
  return (["warranty", "leniency"] as const).flatMap((name) =>
    parts
      .filter(({ content }) => !isAccepted(content[name], accepted[name]))
      .map(({ content: { [name]: value = "" }, prefix }) => {
        const allowed = accepted[name];
        const values = { value, ...(Array.isArray(allowed) && { allowed }) };
        return regViolation({ rule: name, field: `${prefix}${name}`, values });
      }),
  );
}

function isAccepted(value: string | undefined, accepted: AcceptedValues): boolean {
  if (value === undefined || accepted === undefined) return true;
  return accepted instanceof RegExp ? accepted.test(value) : accepted.includes(value);
}

/**
 * No two lines have the same id, ignoring case; a text that is not a GUID is not an id. And if it is known which
 * components can be repeated, no two lines have the same content.
 *
 * @param repeatable the codes of components that can be repeated
 */
export function duplicateViolations(
  lines: readonly DraftLine[],
  repeatable: readonly string[] | undefined,
): Violation[] {
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const keys = [idOf(line), repeatable && contentKey(line, repeatable)].filter((key) => key !== undefined);
    const isDuplicate = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (!isDuplicate) return [];
    const description =
      "The request already has this line: change that line, or give this one another id and other content.";
    return [ruleViolation({ rule: "duplicate-line", field: `components[${index}]`, description })];
  });
}

function idOf({ id }: DraftLine): string | undefined {
  return id !== undefined && isGuid(id) ? id.toLowerCase() : undefined;
}

/** The component, operation and location of a line; undefined for a cancelled or incomplete line. */
function contentKey(line: DraftLine, repeatable: readonly string[]): string | undefined {
  const code = line.reg?.code;
  const operation = line.operation?.code;
  if (code === undefined || operation === undefined || isCancelled(line)) return undefined;
  return repeatable.includes(code) ? undefined : JSON.stringify([code, operation, line.location ?? []]);
}

/** The contents of requests that the limit of open requests distinguishes. */
const contents = { rental: "a rental vehicle", work: "repair, maintenance or tires" } as const;

/**
 * At most two open service requests per object: one for a rental vehicle, one for other work (supplier-api.md §4.1,
 * §8).
 */
export function openRequestViolations(
  request: RequestDraft,
  { kind, openRequests: open, known = {} }: Pick<ApprovalContext, "kind" | "openRequests" | "known">,
): Violation[] {
  if (kind === "damage" || open === undefined) return [];
  const plate = plateKey(plateOf(request));
  if (plate === "") return [];
  const others = open.filter(
    ({ id, licensePlate }) => plateKey(licensePlate) === plate && (id === undefined || id !== request.id),
  );
  const otherContents = others.flatMap((other) => contentsOf(other, known));
  const repeated = contentsOf(request, known).find((content) => otherContents.includes(content));
  if (others.length < 2 && repeated === undefined) return [];
  const found = repeated === undefined ? "two open requests" : `an open request for ${contents[repeated]}`;
  return [
    ruleViolation({
      rule: repeated === undefined ? "two-open-requests" : "open-request-for-work",
      field: "vehicle.licensePlate",
      description: `The vehicle already has ${found}: add the work to an open request, or finish that one first; an invoiced one stays open until it is archived.`,
      values: { ...(repeated && { work: repeated }), requests: others.flatMap(({ id }) => id ?? []) },
    }),
  ];
}

/** The content of a request without lines is not known; a request with lines of both kinds has both. */
function contentsOf(request: RequestDraft, known: Known): (keyof typeof contents)[] {
  const { components = [] } = request;
  // Each line alone; without the codes of rental vehicles, the request decides the same for all of them.
  const isKnown = known.rentalCodes !== undefined;
  const rentals = components.filter((line) => isRental(isKnown ? { components: [line] } : request, "service", known));
  return [
    ...(rentals.length > 0 ? (["rental"] as const) : []),
    ...(rentals.length < components.length ? (["work"] as const) : []),
  ];
}
