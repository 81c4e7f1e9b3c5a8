import { toSortedJson } from "../base/json.js";
import { toCents } from "../base/money.js";
import { asInput } from "../errors/input.js";
import type { Component, LineStatus, ServiceRequest } from "../generated/supplier/models.js";
import { type LineTrigger, lineDecisions, lineTransitions } from "./phases/line-status.js";
import { type PhaseTransition, phaseOfStatus, phaseTransitions } from "./phases/phases.js";

/**
 * What has happened to a request; docs/events.md explains each event:
 *
 * - `created`, `submitted`: you, or another program of yours, did it.
 * - `approved`, `provisionally-approved`, `partly-approved`, `denied`: the lessor has reviewed it.
 * - `call-lessor`, `lessor-will-call`: the lessor wants to talk about lines.
 * - `cancellation-approved`, `cancellation-denied`: the lessor has decided on cancelled lines.
 * - `ready-to-invoice`, `will-not-be-invoiced`, `invoiced`: what the amounts say.
 * - `parked`, `unparked`: see `parking`.
 * - `archived`, `draft-deleted`: it can no longer be read.
 * - `changed`: anything else, such as a change of its content.
 *
 * @see supplier-api.md §3
 */
export type RequestEventType = (typeof eventTypes)[number];

/** Every event. */
export const eventTypes = [
  "created",
  "submitted",
  "approved",
  "provisionally-approved",
  "partly-approved",
  "denied",
  "call-lessor",
  "lessor-will-call",
  "cancellation-approved",
  "cancellation-denied",
  "ready-to-invoice",
  "will-not-be-invoiced",
  "invoiced",
  "parked",
  "unparked",
  "archived",
  "draft-deleted",
  "changed",
] as const;

/** What has happened to a request. */
export interface RequestEvent {
  readonly type: RequestEventType;
  /** The request as it was last read: `after`, or `before` if it can no longer be read. */
  readonly request: ServiceRequest;
  /** The lines that the event is about; empty for an event about the whole request. */
  readonly lines: readonly Component[];
  /** The request before; undefined if it was not known. */
  readonly before: ServiceRequest | undefined;
  /** The request after; undefined if it can no longer be read. */
  readonly after: ServiceRequest | undefined;
}

/**
 * Says what happened to a request between two states, in the order in which it happened. The steps between two statuses
 * follow from the transitions (supplier-api.md §3): a draft that is approved was submitted before. A step that left no
 * trace is not reported, for example the denial of a request that was submitted and approved since. Nor is anything
 * about a request that was not found: that it was a draft only says that it was deleted.
 *
 * @example
 * const types = eventsBetween(draft, await supplier.serviceRequests.get(id)).map(({ type }) => type);
 * // ["submitted", "approved", "ready-to-invoice"]
 *
 * @param before undefined: the request was not known
 * @param after `archived` or `removed` if it can no longer be read: a 410 or a 404 response
 */
export function eventsBetween(
  before: ServiceRequest | undefined,
  after: ServiceRequest | "archived" | "removed",
): RequestEvent[] {
  return asInput("request", undefined, () => findEvents(before, after));
}

function findEvents(
  before: ServiceRequest | undefined,
  after: ServiceRequest | "archived" | "removed",
): RequestEvent[] {
  if (typeof after === "object")
    return describe(
      before,
      after,
      findSteps(before, after).map(({ trigger }) => trigger),
    );
  if (before === undefined) return [];
  const types: RequestEventType[] = [];
  if (after === "removed") {
    // Of any other request, the reference says that it can be read, or that it is archived, which is a 410.
    if (before.status === "Draft") types.push("draft-deleted");
  } else {
    const triggers = findRoute(before.status, "Archived").map(({ trigger }) => trigger);
    if (triggers.includes("submit")) types.push("submitted");
    // Only an approved request is archived.
    if (triggers.includes("review")) types.push("approved");
    types.push("archived");
  }
  return types.map((type) => ({ type, request: before, lines: [], before, after: undefined }));
}

/** The events that only a comparison of two complete requests shows. */
const ofContent: ReadonlySet<RequestEventType> = new Set(["created", "changed", "invoiced", "parked", "unparked"]);

/**
 * Says what happened to a request of which only the status before is known: that it was submitted, and a decision.
 * Nothing if it can no longer be read, because an event has the request.
 */
export function eventsSinceStatus(status: string, after: ServiceRequest | "archived" | "removed"): RequestEvent[] {
  if (typeof after !== "object") return [];
  const triggers = findRoute(status, after.status).map(({ trigger }) => trigger);
  const isReviewed = triggers.includes("review");
  // Without a decision in between, that of a line or of an amount may be an older one.
  return describe(undefined, after, triggers).filter(
    ({ type }) => type === "submitted" || (isReviewed && !ofContent.has(type)),
  );
}

function describe(
  before: ServiceRequest | undefined,
  after: ServiceRequest,
  triggers: readonly PhaseTransition["trigger"][],
): RequestEvent[] {
  const events: RequestEvent[] = [];
  const add = (type: RequestEventType, lines: readonly Component[] = []) =>
    events.push({ type, request: after, lines, before, after });
  const lastReview = triggers.lastIndexOf("review");
  const isChangedLast = triggers.lastIndexOf("change") > lastReview;
  const isChanged = before !== undefined && (triggers.includes("change") || isContentChanged(before, after));

  if (before === undefined) add("created");
  if (isChanged && !isChangedLast) add("changed");
  if (triggers.includes("submit")) add("submitted");
  const decision = lastReview === triggers.length - 1 && lastReview >= 0 ? decisionOf(after) : undefined;
  if (decision !== undefined) add(decision.type, decision.lines);
  for (const [status, type] of lineEvents) {
    const lines = linesOf(after).filter(
      (line) => line.status?.code === status && isNews(line, before, lastReview >= 0),
    );
    if (lines.length > 0) add(type, lines);
  }
  if (isChanged && isChangedLast) add("changed");
  for (const [status, type] of invoicingEvents)
    if (after.invoicing?.status === status && before?.invoicing?.status !== status) add(type);
  if (invoicedCents(after) > invoicedCents(before)) add("invoiced");
  const isParked = after.parking?.isParked ?? false;
  if (isParked !== (before?.parking?.isParked ?? false)) add(isParked ? "parked" : "unparked");
  if (events.length === 0 && toSortedJson(before) !== toSortedJson(after)) add("changed");
  return events;
}

/** The transitions that lead from one state to the other. */
function findSteps(before: ServiceRequest | undefined, after: ServiceRequest): PhaseTransition[] {
  const from = before?.status ?? "none";
  const steps = findRoute(from, after.status);
  // A line that was changed had another status until it was decided on again.
  const isReviewed = linesOf(after).some(
    (line) => isIn(decided, line) && (statusOf(line) !== statusBefore(line, before) || isLineChanged(line, before)),
  );
  if (!isReviewed || steps.some(({ trigger }) => trigger === "review")) return steps;
  // The lines show a review that the shortest way leaves out.
  const stop = after.status === "ApprovalRequested" ? "Denied" : "ApprovalRequested";
  return [...findRoute(from, stop), ...findRoute(stop, after.status)];
}

/** The shortest way through the table of transitions; empty if there is none, as from a status that is not known. */
function findRoute(from: string, to: string): PhaseTransition[] {
  const ways = new Map<string, PhaseTransition[]>([[from, []]]);
  // A Map also yields the entries that are added meanwhile.
  for (const [place, way] of ways) {
    for (const transition of phaseTransitions as readonly PhaseTransition[]) {
      const next = transition.status ?? transition.to;
      if (transition.from === (phaseOfStatus(place) ?? place) && !ways.has(next)) ways.set(next, [...way, transition]);
    }
  }
  return ways.get(to) ?? [];
}

/** What the lessor has decided; undefined if no line was denied, but calls were asked for or announced. */
function decisionOf(request: ServiceRequest) {
  const { status } = request;
  const linesIn = (code: LineStatus) => linesOf(request).filter((line) => statusOf(line) === code);
  const approved = linesIn("Approved");
  if (status === "Approved") return { type: "approved", lines: approved } as const;
  if (status === "ProvisionallyApproved")
    return { type: "provisionally-approved", lines: linesIn("ProvisionallyApproved") } as const;
  const denied = linesIn("Denied");
  if (denied.length === 0) return undefined;
  const isPartly = approved.length > 0 || linesIn("ProvisionallyApproved").length > 0;
  return { type: isPartly ? "partly-approved" : "denied", lines: denied } as const;
}

/** In the order in which they are reported. */
const lineEvents = [
  ["CallLessor", "call-lessor"],
  ["LessorWillCall", "lessor-will-call"],
  ["CancellationApproved", "cancellation-approved"],
  ["CancellationDenied", "cancellation-denied"],
] as const satisfies readonly (readonly [LineStatus, RequestEventType])[];

const invoicingEvents = [
  ["ReadyForInvoicing", "ready-to-invoice"],
  ["WillNotBeInvoicedForWarrantyOrLeniencyReasons", "will-not-be-invoiced"],
] as const satisfies readonly (readonly [string, RequestEventType])[];

/** The statuses that a step of the supplier gives a line, and those that a decision of the lessor gives it. */
const edited = statusesAfter(["write", "delete", "cancel"]);
const decided = statusesAfter(lineDecisions);

function statusesAfter(triggers: readonly LineTrigger[]): ReadonlySet<string> {
  return new Set(lineTransitions.filter(({ trigger }) => triggers.includes(trigger)).map(({ to }) => to));
}

/** The service may leave out what the document shows. */
const linesOf = (request: ServiceRequest | undefined): readonly Component[] => request?.components ?? [];
const statusOf = (line: Component) => line.status?.code ?? "Entered";
const isIn = (statuses: ReadonlySet<string>, line: Component) => statuses.has(statusOf(line));

function statusBefore({ id }: Component, before: ServiceRequest | undefined): string | undefined {
  const line = linesOf(before).find((each) => each.id === id);
  return line && statusOf(line);
}

function isLineChanged({ status: _, ...content }: Component, before: ServiceRequest | undefined): boolean {
  const found = linesOf(before).find(({ id }) => id === content.id);
  if (found === undefined) return false;
  const { status: __, ...contentBefore } = found;
  return toSortedJson(content) !== toSortedJson(contentBefore);
}

/** Whether a line got its status now: a review gives it again, except a cancellation that was approved before. */
function isNews(line: Component, before: ServiceRequest | undefined, isReviewed: boolean): boolean {
  const status = statusOf(line);
  return statusBefore(line, before) !== status || (isReviewed && status !== "CancellationApproved");
}

/** Whether the supplier has changed anything but the status. */
function isContentChanged(before: ServiceRequest, after: ServiceRequest): boolean {
  const isEdited = linesOf(after).some((line) => isIn(edited, line) && statusBefore(line, before) !== statusOf(line));
  return isEdited || contentOf(before) !== contentOf(after);
}

function contentOf({ status: _, readOnly, invoicing, parking, components, ...content }: ServiceRequest): string {
  return toSortedJson({ ...content, components: components?.map(({ status, ...line }) => line) });
}

function invoicedCents(request: ServiceRequest | undefined): number {
  return toCents(request?.invoicing?.totalAmountInvoiced ?? 0);
}
