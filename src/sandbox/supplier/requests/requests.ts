import type { ServiceRequestCreate, ServiceRequestOverwrite } from "../../../generated/supplier/models.js";
import type { Exchange, Handler } from "../../core/handler.js";
import { refuseIfAny, regEntry } from "../../core/problem.js";
import { created, noContent, ok } from "../../core/reply.js";
import type { StoredRequest } from "../../state/state.js";
import { lessorOf } from "../../state/world.js";
import {
  kindOf,
  openRequests,
  requestInPhase,
  requestsAddress,
  supplierOf,
  vehicleOfRequest,
} from "./access.js";
import { extrasIn } from "./extras.js";
import { submit } from "./moves.js";
import { valueViolations } from "./permitted-values.js";
import { presentListItem, presentRequest } from "./present.js";
import {
  appointmentViolations,
  duplicateViolations,
  linesViolations,
  openRequestViolations,
} from "./rules.js";
import { newLine } from "./stored-lines.js";
import { vehicleChangeViolations } from "./vehicle-change.js";

/** The open requests of the supplier. */
export const listRequests: Handler = (exchange) => {
  const licensePlate = exchange.query.get("licensePlate");
  const found = openRequests(exchange).filter(
    (each) => licensePlate === null || each.licensePlate === licensePlate,
  );
  const { listLimit } = exchange.state.world;
  const serviceRequests = found
    .slice(0, listLimit)
    .map((each) => presentListItem(each, exchange, requestsAddress(exchange)));
  return ok({ serviceRequests, hasMore: found.length > listLimit });
};

/** One request. */
export const getRequest: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  if (request.waiting !== undefined) request.waiting.reads += 1;
  return ok({ data: presentRequest(request, exchange) });
};

/** A new request: a draft, or one that goes to the lessor at once. */
export const createRequest: Handler<ServiceRequestCreate> = (exchange) => {
  const body = exchange.json;
  const vehicle = vehicleOfRequest(exchange, body.vehicle.licensePlate);
  const request: StoredRequest = {
    id: "",
    kind: kindOf(exchange),
    supplierNumber: supplierOf(exchange),
    createdAt: exchange.now(),
    changedAt: exchange.now(),
    status: "Draft",
    lessorsNumber: undefined,
    attachments: new Map(),
    invoices: [],
    notInvoiced: undefined,
    waiting: undefined,
    parking: { isParked: false },
    archiveAt: undefined,
    ...contentOf(body),
  };
  refuseIfAny([
    ...(lessorOf(exchange.state.world, vehicle)?.active
      ? []
      : [regEntry("REG-SVC000187", "vehicle.licensePlate")]),
    ...requestViolations(exchange, request),
  ]);
  if (body.status === "ApprovalRequested") submit(request, exchange);
  // Only now, so that a refused request changes no other id.
  const id = exchange.random.uuid();
  exchange.state.requests.set(id, { ...request, id });
  return created(`${requestsAddress(exchange)}/${id}`, { id });
};

/** Replaces a draft; what is left out is gone. */
export const overwriteRequest: Handler<ServiceRequestOverwrite> = (exchange) => {
  const { request } = requestInPhase(exchange);
  const body = exchange.json;
  const next = { ...request, ...contentOf(body), changedAt: exchange.now() };
  refuseIfAny([...vehicleChangeViolations(exchange, request, next), ...requestViolations(exchange, next)]);
  if (body.status === "ApprovalRequested") submit(next, exchange);
  Object.assign(request, next);
  return ok({ data: presentRequest(request, exchange) });
};

/** Removes a draft. */
export const deleteRequest: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  exchange.state.requests.delete(request.id);
  return noContent;
};

/** Every rule that the content of a request breaks. */
export function requestViolations(exchange: Exchange, request: StoredRequest) {
  const vehicle = vehicleOfRequest(exchange, request.licensePlate);
  return [
    ...appointmentViolations(request.appointment, vehicle),
    ...linesViolations(request, vehicle),
    ...request.lines.flatMap(({ content }, index) =>
      valueViolations(content, exchange.state.world.permitted, `components[${index}].`),
    ),
    ...duplicateViolations(request.lines),
    ...openRequestViolations(exchange, request),
  ];
}

function contentOf(body: ServiceRequestOverwrite) {
  return {
    licensePlate: body.vehicle.licensePlate,
    partialVin: body.vehicle.partialVin,
    appointment: body.appointment,
    lines: (body.components ?? []).map(newLine),
    extras: extrasIn(body),
  };
}
