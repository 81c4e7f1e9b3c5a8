import type { RegProblemEntry } from "../../errors/problem.js";
import type {
  ComponentInput,
  ServiceRequestCreate,
  ServiceRequestOverwrite,
  ServiceRequestPatch,
} from "../../generated/supplier/models.js";
import { documents } from "../schema/checker.js";
import type { Handler, HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, regEntry, sandboxEntry } from "../server/problem.js";
import { created, noContent, ok } from "../server/reply.js";
import { readFile } from "../server/request-body.js";
import type { StoredAttachment, StoredLine, StoredRequest } from "../state.js";
import { lessorOf } from "../world.js";
import { changedLine, newLine } from "./line-status.js";
import {
  findRequest,
  kindOf,
  openRequests,
  requestInPhase,
  requestsAddress,
  supplierOf,
  vehicleOfRequest,
  wrongPhase,
} from "./request-access.js";
import {
  appointmentViolations,
  duplicateViolations,
  linesViolations,
  openRequestViolations,
  valueViolations,
} from "./request-rules.js";
import { presentListItem, presentRequest } from "./serialize.js";
import { noteChange, submit } from "./transitions.js";

/**
 * The reference ties attachments to no phase and shows none of their fields: they are taken to work in every phase,
 * and the fields here are made up.
 */
const present = ({ id, name, type, bytes }: StoredAttachment) => ({
  id,
  fileName: name,
  contentType: type,
  size: bytes.length,
});

/** Adds a file. */
export const uploadAttachment: Handler = async (exchange) => {
  const file = await readFile(exchange);
  const request = findRequest(exchange);
  const attachment = { ...file, id: exchange.random.uuid() };
  request.attachments.set(attachment.id, attachment);
  const address = `${requestsAddress(exchange)}/${request.id}/attachments/${attachment.id}`;
  return created(address, present(attachment));
};

/** All files, without their content. */
export const listAttachments: Handler = (exchange) => {
  const { attachments } = findRequest(exchange);
  return ok({ attachments: [...attachments.values()].map(present) });
};

/** One file. */
export const getAttachment: Handler = (exchange) => ({ status: 200, file: find(exchange) });

/** Removes a file. */
export const deleteAttachment: Handler = (exchange) => {
  findRequest(exchange).attachments.delete(find(exchange).id);
  return noContent;
};

function find(exchange: HandlerContext): StoredAttachment {
  const attachment = findRequest(exchange).attachments.get(exchange.params["attachmentId"] ?? "");
  if (attachment === undefined) throw new ProblemError(404, "The request has no such attachment.");
  return attachment;
}

const fieldsOf = (schema: string) => Object.keys(documents.supplier.schemas[schema]?.["properties"] ?? {});

/** What a supplier can change, and what a request has besides, which only the service sets. */
const known = fieldsOf("ServiceRequestPatch");
const fixed = fieldsOf("ServiceRequest").filter((name) => !known.includes(name));

/**
 * The fields of a request that the reference mentions without naming them (the supplier's remarks): any name is
 * taken for one, but for those of fields that only the service sets.
 */
function extrasIn(body: object): Record<string, unknown> {
  const others = Object.entries(body).filter(([name]) => !known.includes(name));
  refuseIfAny(
    others
      .filter(([name]) => fixed.includes(name))
      .map(([name]) => sandboxEntry("FIXED", `${name} cannot be set.`, name)),
  );
  return Object.fromEntries(others);
}

/**
 * The caller's open service requests in the older model, oldest first. Its fields are not shown, nor its query
 * parameters (supplier-api.md §4.1): the fields are made up after those of today, and every parameter is ignored.
 */
export const listOldRequests: Handler = (exchange) => {
  const requests = openRequests(exchange).map((request) => {
    const { id, creationTimeStamp, status, lessorId, licensePlate } = presentRequest(request, exchange);
    return { id, creationTimeStamp, status, lessorId, licensePlate };
  });
  return ok({ requests });
};

/**
 * What stands against another vehicle for a request. The reference does not speak of it: it is taken to be like a new
 * request for that vehicle, and no longer possible across lessors once a lessor has seen the request and given it
 * its number.
 */
function vehicleChangeViolations(
  exchange: HandlerContext,
  before: StoredRequest,
  after: StoredRequest,
): RegProblemEntry[] {
  if (before.licensePlate === after.licensePlate) return [];
  const { world } = exchange.state;
  const [old, next] = [before, after].map(({ licensePlate }) =>
    lessorOf(world, vehicleOfRequest(exchange, licensePlate)),
  );
  if (before.lessorsNumber !== undefined && old?.number !== next?.number) {
    const sentence = "The vehicle is another lessor's than the one who has the request.";
    return [sandboxEntry("LESSOR-CHANGE", sentence, "vehicle.licensePlate")];
  }
  return next?.active === true ? [] : [regEntry("REG-SVC000187", "vehicle.licensePlate")];
}

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
function requestViolations(exchange: HandlerContext, request: StoredRequest) {
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

/**
 * Changes a request, hands it to the lessor, or both. Section 4.1 of the reference allows it in Draft and Response;
 * section 3 also lets a change lead from Invoicing back to Response, so that it is taken there too.
 */
export const patchRequest: Handler<ServiceRequestPatch> = (exchange) => {
  const { status, ...changes } = exchange.json;
  const isChange = Object.keys(changes).length > 0;
  const { request } = requestInPhase(exchange, isChange ? "Invoicing" : undefined);
  const next = { ...request };
  if (isChange) {
    if (request.invoices.length > 0) throw wrongPhase("A request that is invoiced can no longer be altered.");
    applyChanges(next, changes);
    refuseIfAny([...vehicleChangeViolations(exchange, request, next), ...requestViolations(exchange, next)]);
    noteChange(next, exchange.now());
  }
  if (status === "ApprovalRequested") submit(next, exchange);
  if (status === "Draft" && next.status !== "Draft")
    throw wrongPhase("Only a draft can have the status Draft.");
  Object.assign(request, next);
  return ok({ data: presentRequest(request, exchange) });
};

/** Merges: what is left out stays, lines included. That the service merges rather than replaces is assumed. */
function applyChanges(request: StoredRequest, changes: Omit<ServiceRequestPatch, "status">): void {
  const { vehicle, appointment, components } = changes;
  request.licensePlate = vehicle?.licensePlate ?? request.licensePlate;
  request.partialVin = vehicle?.partialVin ?? request.partialVin;
  if (appointment !== undefined) request.appointment = { ...request.appointment, ...appointment };
  request.extras = { ...request.extras, ...extrasIn(changes) };
  if (components === undefined) return;
  refuseIfAny(repeatedIds(components));
  const lines = new Map<string, StoredLine>(request.lines.map((line) => [keyOf(line), line]));
  for (const { id, ...content } of components) {
    const key = keyOf({ id });
    const existing = lines.get(key);
    lines.set(key, existing === undefined ? newLine({ id, ...content }) : changedLine(existing, content));
  }
  request.lines = [...lines.values()];
}

/** A GUID is the same whatever the case of its letters. */
const keyOf = ({ id }: Pick<ComponentInput, "id">) => id.toLowerCase();

/** An id stands for one line (supplier-api.md §2.1): of two in one body, one would be lost. */
function repeatedIds(lines: readonly Pick<ComponentInput, "id">[]): RegProblemEntry[] {
  const ids = lines.map(keyOf);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [sandboxEntry("DUPLICATE", "The body holds a line with this id already.", `components[${index}].id`)]
      : [],
  );
}
