import type { RequestKind } from "../../../base/kinds.js";
import type { Phase } from "../../../domain/phases/phases.js";
import { phaseProblem } from "../../../domain/rules/phase.js";
import { groupOf } from "../../../domain/vocabulary.js";
import type { RegProblemEntry } from "../../../errors/problem.js";
import { supplierOperations } from "../../../generated/supplier/operations.js";
import type { WorldVehicle } from "../../data/world.js";
import { invalidRequest, ProblemError, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { schemasOf } from "../../messages/schema.js";
import type { HandlerContext } from "../state/context.js";
import { phaseNow } from "../state/phase.js";
import type { StoredRequest } from "../state/state.js";

/** A request and its phase at the time of a call. */
export interface RequestInPhase {
  readonly request: StoredRequest;
  readonly phase: Phase;
}

/**
 * Finds the request in the path.
 *
 * @throws ProblemError with 404 if the caller has no such request, 410 if it is archived, 400 in any other wrong phase
 */
export function findInAllowedPhase(context: HandlerContext): RequestInPhase {
  const request = findRequest(context);
  const phase = phaseNow(request, context.now());
  const allowed = context.operation.phases ?? [];
  if (allowed.includes(phase)) return { request, phase };
  const { responses } = schemasOf(context.operation.id);
  if (phase === "Archived" && responses["410"] !== undefined) throw new ProblemError(410, "The request is archived.");
  throw wrongPhase(phaseProblem(phase, allowed));
}

/** Finds the request in the path in any phase; throws 404 if the caller has none of this kind. */
export function findRequest(context: HandlerContext): StoredRequest {
  const { params, state } = context;
  const request = state.requests.get(params["id"] ?? params["requestId"] ?? "");
  if (request?.kind !== kindOf(context) || request.supplierNumber !== supplierOf(context)) {
    throw new ProblemError(404, "There is no such request.");
  }
  return request;
}

/**
 * Lists the caller's requests of one kind that are not archived, oldest first; with a license plate, only those of that
 * vehicle.
 *
 * @param limit how many at most; left out: all
 */
export function openRequests(context: HandlerContext, licensePlate?: string, limit?: number): StoredRequest[] {
  const query = { supplierNumber: supplierOf(context), kind: kindOf(context), licensePlate };
  return context.requests.open(query, context.now(), limit);
}

/** Creates the error for a call that the request's phase does not allow. The service's code is not shown. */
export function wrongPhase(detail: string, context: RegProblemEntry["context"] = {}): ProblemError {
  return new ProblemError(400, detail, { entries: [{ ...sandboxEntry("PHASE", detail), context }] });
}

/** Returns the kind of request that an operation is about. */
export function kindOf({ operation }: HandlerContext): RequestKind {
  return operation.id.startsWith(`${groupOf.damage}.`) ? "damage" : "service";
}

/** The path of the collection of requests of a kind. */
export const requestsPath = (kind: RequestKind): string => supplierOperations[`${groupOf[kind]}.list` as const].path;

/** Returns the address of the collection of requests of the same kind. */
export function requestsAddress(context: HandlerContext): string {
  return context.address(requestsPath(kindOf(context)));
}

/** Returns the number of the supplier whose token the call has. */
export const supplierOf = ({ caller }: HandlerContext) => Number(caller);

/**
 * Returns the vehicle of a request.
 *
 * @throws ProblemError with 400 for a license plate that is blank or unknown; the service's code is not shown
 */
export function vehicleOfRequest({ state }: Pick<HandlerContext, "state">, licensePlate: string): WorldVehicle {
  const { vehicles } = state.world;
  const vehicle = vehicles.get(licensePlate);
  if (vehicle !== undefined) return vehicle;
  if (licensePlate.trim() === "")
    throwViolations([sandboxEntry("REQUIRED", "The license plate is blank.", "vehicle.licensePlate")]);
  const known = [...vehicles.keys()].join(", ");
  const detail = `There is no vehicle with this license plate. The sandbox has ${known}; createSandbox({ vehicles }) adds yours.`;
  throw invalidRequest("VEHICLE", detail, "vehicle.licensePlate");
}

/** Finds the vehicle with a license plate; throws 404 if there is none. */
export function findVehicle({ state }: Pick<HandlerContext, "state">, licensePlate: string): WorldVehicle {
  const vehicle = state.world.vehicles.get(licensePlate);
  if (vehicle === undefined) throw new ProblemError(404, "There is no such vehicle.");
  return vehicle;
}
