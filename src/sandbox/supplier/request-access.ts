import type { Phase } from "../../supplier/phases/phases.js";
import { phaseNow } from "../archive.js";
import { formOf } from "../schema/checker.js";
import type { HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import type { RequestKind, StoredRequest } from "../state.js";
import type { WorldVehicle } from "../world.js";

/** A request and where it is. */
export interface Found {
  readonly request: StoredRequest;
  readonly phase: Phase;
}

/** Which kind of request an operation is about. */
export function kindOf({ operation }: HandlerContext): RequestKind {
  return operation.id.startsWith("damageServiceRequests.") ? "damage" : "service";
}

/** The paths of requests of the same kind. */
export function requestsAddress(exchange: HandlerContext): string {
  return exchange.address(
    kindOf(exchange) === "damage" ? "/v2/damageservicerequests" : "/v2/servicerequests",
  );
}

/** The number of the supplier that asks. */
export const supplierOf = ({ caller }: HandlerContext) => Number(caller);

/** The caller's requests of one kind that are still open, oldest first. */
export function openRequests(exchange: HandlerContext): StoredRequest[] {
  const kind = kindOf(exchange);
  return [...exchange.state.requests.values()].filter(
    (request) =>
      request.kind === kind &&
      request.supplierNumber === supplierOf(exchange) &&
      phaseNow(request, exchange.now()) !== "Archived",
  );
}

/** The request that the path names, whatever its phase; 404 if the caller has none of this kind. */
export function findRequest(exchange: HandlerContext): StoredRequest {
  const { params, state } = exchange;
  const request = state.requests.get(params["id"] ?? params["requestId"] ?? "");
  if (request?.kind !== kindOf(exchange) || request.supplierNumber !== supplierOf(exchange)) {
    throw new ProblemError(404, "There is no such request.");
  }
  return request;
}

/** The request that the path names, if its phase is one in which the reference allows the operation. */
export function requestInPhase(exchange: HandlerContext, alsoIn?: Phase): Found {
  const request = findRequest(exchange);
  const phase = phaseNow(request, exchange.now());
  const allowed = exchange.operation.phases ?? [];
  if (allowed.includes(phase) || phase === alsoIn) return { request, phase };
  const { answers } = formOf(exchange.operation.api, exchange.operation.id);
  if (phase === "Archived" && answers["410"] !== undefined)
    throw new ProblemError(410, "The request is archived.");
  throw wrongPhase(`This is possible in ${allowed.join(" and ")} only; the request is in ${phase}.`);
}

/** The refusal of something that the request's phase does not allow; its code is not shown. */
export function wrongPhase(detail: string): ProblemError {
  return new ProblemError(400, detail, [sandboxEntry("PHASE", detail)]);
}

/** The vehicle that a request is for; refuses a license plate that is blank or that there is not: no code is shown. */
export function vehicleOfRequest(
  exchange: Pick<HandlerContext, "state">,
  licensePlate: string,
): WorldVehicle {
  const vehicle = exchange.state.world.vehicles.get(licensePlate);
  if (vehicle !== undefined) return vehicle;
  if (licensePlate.trim() === "")
    refuseIfAny([sandboxEntry("REQUIRED", "The license plate is blank.", "vehicle.licensePlate")]);
  const known = [...exchange.state.world.vehicles.keys()].join(", ");
  const detail = `There is no vehicle with this license plate. The sandbox has ${known}; createSandbox({ vehicles }) adds yours.`;
  throw new ProblemError(400, detail, [sandboxEntry("VEHICLE", detail, "vehicle.licensePlate")]);
}

/** The vehicle with a license plate; 404 if there is none. */
export function findVehicle({ state }: Pick<HandlerContext, "state">, licensePlate: string): WorldVehicle {
  const vehicle = state.world.vehicles.get(licensePlate);
  if (vehicle === undefined) throw new ProblemError(404, "There is no such vehicle.");
  return vehicle;
}
