import { readNumber } from "../../../base/text.js";
import type { RequestDraft } from "../../../domain/rules/draft.js";
import { commentViolations, rentalViolations, wantedLines } from "../../../domain/rules/extension.js";
import type { RegProblemEntry } from "../../../errors/problem.js";
import type {
  ComponentInput,
  ServiceRequestCreate,
  ServiceRequestOverwrite,
  ServiceRequestPatch,
} from "../../../generated/supplier/models.js";
import { knownCodes } from "../../data/components.js";
import { lessorOf } from "../../data/world.js";
import { regEntry, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { created, noContent, ok } from "../../messages/reply.js";
import { fieldsOf, supplierSchema } from "../../messages/schema.js";
import type { Handler, HandlerContext } from "../state/context.js";
import type { NewRequest, StoredLine, StoredRequest } from "../state/state.js";
import {
  findInAllowedPhase,
  kindOf,
  openRequests,
  requestsAddress,
  supplierOf,
  vehicleOfRequest,
  wrongPhase,
} from "./request-access.js";
import {
  approvalViolations,
  draftOf,
  entriesOf,
  normalizeLineId,
  type RuleInput,
  requestViolations,
  ruleInputOf,
} from "./request-rules.js";
import { serializeListItem, serializeRequest } from "./serialize.js";
import { applyChange, applySubmission, changedLine, newLine } from "./transitions.js";

/** Lists the caller's open requests, up to the sandbox's `listLimit`. */
export const listRequests: Handler = (context) => {
  const { listLimit } = context.state.world;
  // One more shows whether there are more.
  const found = openRequests(context, context.query.get("licensePlate") ?? undefined, listLimit + 1);
  const serviceRequests = found
    .slice(0, listLimit)
    .map((each) => serializeListItem(each, context, requestsAddress(context)));
  return ok({ serviceRequests, hasMore: found.length > listLimit });
};

/**
 * Lists the caller's open service requests in the older model, oldest first. Its fields and query parameters are not
 * shown (supplier-api.md §4.1): the fields are made up after those of today, and every parameter is ignored.
 */
export const listOldRequests: Handler = (context) => {
  const requests = openRequests(context).map((request) => {
    const { id, creationTimeStamp, status, lessorId, licensePlate } = serializeRequest(request, context);
    return { id, creationTimeStamp, status, lessorId, licensePlate };
  });
  return ok({ requests });
};

/** Returns one request. A policy of the lessor may count these reads. */
export const getRequest: Handler = (context) => {
  const { request } = findInAllowedPhase(context);
  if (request.waiting !== undefined) request.waiting.reads += 1;
  return ok({ data: serializeRequest(request, context) });
};

/** Creates a request: a draft, or a request that is submitted to the lessor at once. */
export const createRequest: Handler<ServiceRequestCreate> = (context) => {
  const body = context.json;
  const vehicle = vehicleOfRequest(context, body.vehicle.licensePlate);
  const request: NewRequest = {
    kind: kindOf(context),
    supplierNumber: supplierOf(context),
    createdAt: context.now(),
    changedAt: context.now(),
    status: "Draft",
    lessorsNumber: context.state.nextLessorsNumber,
    attachments: new Map(),
    invoices: [],
    notInvoiced: undefined,
    waiting: undefined,
    parking: { isParked: false },
    archivesAtOnce: context.state.world.archivesAtOnce,
    archiveAt: undefined,
    ...parseContent(body),
  };
  const input = ruleInputOf(context, request);
  throwViolations([
    ...(lessorOf(context.state.world, vehicle)?.active ? [] : [regEntry("REG-SVC000187", "vehicle.licensePlate")]),
    ...requestViolations(context, input),
  ]);
  if (body.status === "ApprovalRequested") submit(request, input, context);
  // The id and the lessor's number are taken last, so that a rejected request changes no later ones.
  const id = context.random.uuid();
  context.state.nextLessorsNumber += 1;
  context.requests.add({ ...request, id });
  return created(`${requestsAddress(context)}/${id}`, { id });
};

/** Replaces a draft; fields that are left out are removed. */
export const overwriteRequest: Handler<ServiceRequestOverwrite> = (context) => {
  const { request } = findInAllowedPhase(context);
  const body = context.json;
  const next = { ...request, ...parseContent(body), changedAt: context.now() };
  const input = ruleInputOf(context, next);
  throwViolations([...vehicleChangeViolations(context, request, next), ...requestViolations(context, input)]);
  if (body.status === "ApprovalRequested") submit(next, input, context);
  context.requests.replace(request, next);
  return ok({ data: serializeRequest(request, context) });
};

/**
 * Changes a request, submits it to the lessor, or both. In Invoicing, a PATCH must change something (supplier-api.md §3).
 */
export const patchRequest: Handler<ServiceRequestPatch> = (context) => {
  const { status, ...changes } = context.json;
  const hasChanges = Object.keys(changes).length > 0;
  const { request, phase } = findInAllowedPhase(context);
  if (phase === "Invoicing" && !hasChanges) throw wrongPhase("In Invoicing, only a change of the request is possible.");
  if (hasChanges && request.invoices.length > 0)
    throw wrongPhase("A request that is invoiced can no longer be altered.");
  // A copy, so that a patch that is rejected changes nothing.
  const next = mergePatch(request, changes);
  const input = ruleInputOf(context, next);
  if (hasChanges) {
    throwViolations([
      ...vehicleChangeViolations(context, request, next),
      ...requestViolations(context, input),
      ...(phase === "Draft" ? [] : extensionViolations(request, input, changes)),
    ]);
    applyChange(next, context.now());
  }
  if (status === "ApprovalRequested") submit(next, input, context);
  if (status === "Draft" && next.status !== "Draft") throw wrongPhase("Only a draft can have the status Draft.");
  context.requests.replace(request, next);
  return ok({ data: serializeRequest(request, context) });
};

/**
 * More days of a rental need a comment, if the contract says so. Its field is not shown: a
 * text counts in any field that means nothing else.
 */
function extensionViolations(
  before: StoredRequest,
  { draft, contract }: RuleInput,
  changes: object,
): RegProblemEntry[] {
  const daysBefore = rentalDays(draftOf(before));
  const isExtension = daysBefore !== undefined && (rentalDays(draft) ?? 0) > daysBefore;
  const texts = Object.values(parseExtras(changes)).filter((value) => typeof value === "string");
  return isExtension ? entriesOf(commentViolations(texts.join(""), contract, "remarks")) : [];
}

/** The days of a request with one rental vehicle; undefined for any other request. */
function rentalDays(draft: RequestDraft): number | undefined {
  if (rentalViolations(draft, "service", knownCodes).length > 0) return undefined;
  return readNumber(wantedLines(draft)[0]?.value);
}

function submit(request: NewRequest, input: RuleInput, context: HandlerContext): void {
  throwViolations(approvalViolations(input));
  applySubmission(request, context);
}

/** Removes a draft. */
export const deleteRequest: Handler = (context) => {
  const { request } = findInAllowedPhase(context);
  context.requests.remove(request.id);
  return noContent;
};

/**
 * Checks a change of the vehicle, which the reference does not mention. It is assumed to follow the rules of a new
 * request for that vehicle. Once a lessor has seen the request, the lessor must stay the same.
 */
function vehicleChangeViolations(
  context: HandlerContext,
  before: StoredRequest,
  after: StoredRequest,
): RegProblemEntry[] {
  if (before.licensePlate === after.licensePlate) return [];
  const { world } = context.state;
  const [oldLessor, newLessor] = [before, after].map(({ licensePlate }) =>
    lessorOf(world, vehicleOfRequest(context, licensePlate)),
  );
  if (before.status !== "Draft" && oldLessor?.number !== newLessor?.number) {
    const sentence = "The vehicle is another lessor's than the one who has the request.";
    return [sandboxEntry("LESSOR-CHANGE", sentence, "vehicle.licensePlate")];
  }
  return newLessor?.active === true ? [] : [regEntry("REG-SVC000187", "vehicle.licensePlate")];
}

/** @throws ProblemError 400 for a field that only the service sets */
function parseContent(body: ServiceRequestOverwrite) {
  return {
    licensePlate: body.vehicle.licensePlate,
    partialVin: body.vehicle.partialVin,
    appointment: body.appointment,
    lines: (body.components ?? []).map(newLine),
    extras: parseExtras(body),
  };
}

/** Merges a patch: fields and lines that are left out stay. That the service merges rather than replaces is assumed. */
function mergePatch(request: StoredRequest, changes: Omit<ServiceRequestPatch, "status">): StoredRequest {
  const { vehicle, appointment, components } = changes;
  return {
    ...request,
    licensePlate: vehicle?.licensePlate ?? request.licensePlate,
    partialVin: vehicle?.partialVin ?? request.partialVin,
    appointment: appointment === undefined ? request.appointment : { ...request.appointment, ...appointment },
    extras: { ...request.extras, ...parseExtras(changes) },
    lines: components === undefined ? request.lines : mergeLines(request.lines, components),
  };
}

function mergeLines(lines: readonly StoredLine[], components: readonly ComponentInput[]): StoredLine[] {
  throwViolations(repeatedIdViolations(components));
  const merged = new Map<string, StoredLine>(lines.map((line) => [normalizeLineId(line), line]));
  for (const { id, ...content } of components) {
    const key = normalizeLineId({ id });
    const existing = merged.get(key);
    merged.set(key, existing === undefined ? newLine({ id, ...content }) : changedLine(existing, content));
  }
  return [...merged.values()];
}

/** An id belongs to one line (supplier-api.md §2.1). Of two lines with one id in a body, one would be lost. */
function repeatedIdViolations(lines: readonly Pick<ComponentInput, "id">[]): RegProblemEntry[] {
  const ids = lines.map(normalizeLineId);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [sandboxEntry("DUPLICATE", "The body holds a line with this id already.", `components[${index}].id`)]
      : [],
  );
}

const patchFields = fieldsOf(supplierSchema("serviceRequests.patch"));
const { data: requestSchema } = fieldsOf(supplierSchema("serviceRequests.get", 200));

const settableFields = Object.keys(patchFields);
const readOnlyFields = Object.keys(fieldsOf(requestSchema)).filter((name) => !settableFields.includes(name));

/**
 * The fields of `vehicle`. The reference lists the partial VIN and the vehicle as two things that a PATCH can change
 * (supplier-api.md §4.1), but shows the partial VIN in the vehicle only (§2.2): it is taken to be there.
 */
const vehicleFields = Object.keys(fieldsOf(patchFields["vehicle"]));

/**
 * Returns the fields that the reference mentions without naming them (the supplier's remarks): every name is
 * accepted, except the names of fields that only the service sets and of fields of the vehicle.
 *
 * @throws ProblemError 400 for one of those
 */
function parseExtras(body: object): Record<string, unknown> {
  const extras = Object.entries(body).filter(([name]) => !settableFields.includes(name));
  throwViolations(
    extras.flatMap(([name]) => {
      if (vehicleFields.includes(name)) return [sandboxEntry("FIXED", `${name} belongs in vehicle.`, name)];
      return readOnlyFields.includes(name) ? [sandboxEntry("FIXED", `${name} cannot be set.`, name)] : [];
    }),
  );
  return Object.fromEntries(extras);
}
