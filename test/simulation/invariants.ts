import { windowMs } from "./deployment.js";
import { mayExceedLimit } from "./excess.js";
import { type NetworkFault, networkFaults } from "./network.js";
import type { FaultName, Observations, ObservedEvent } from "./observations.js";
import type { RequestState, Service } from "./service.js";
import { storeFaults } from "./store.js";
import type { World } from "./world.js";

/** What was simulated, and what has shown. */
type Evidence = Pick<World, "deployment" | "service" | "observations" | "orders">;

/** Lists everything that does not hold. */
export function findViolations(evidence: Evidence): string[] {
  const { service, observations } = evidence;
  return [
    ...observations.problems,
    ...service.defects.map((defect) => `a defect of the sandbox: ${defect}`),
    ...findDuplicates(evidence),
    ...findForbidden(evidence),
    ...findUnchanged(evidence),
    ...findExcess(evidence),
    ...findNeedlessTokens(evidence),
    ...findRejectedTokens(evidence),
    ...findWrongEvents(evidence),
    ...findUnfinished(evidence),
    ...observations.outcomes
      .findDenied()
      .map((operation) => `${operation} has changed something, and its error says that it has not`),
  ];
}

/** No create is executed twice. */
function findDuplicates({ service, observations, orders }: Evidence): string[] {
  const found: string[] = [];
  try {
    service.sandbox.journal.assertNoDuplicateCreates();
  } catch (error) {
    found.push(String(error));
  }
  const requests = [...service.requests.values()];
  for (const { kind, workOrderNumber } of orders) {
    const created = requests.filter(({ appointment }) => appointment?.workOrderNumber === workOrderNumber).length;
    const possible =
      (observations.tried.get(workOrderNumber) ?? 0) - (observations.notCreated.get(workOrderNumber) ?? 0);
    if (kind !== "draft" && created > 1) found.push(`the request for ${workOrderNumber} was created ${created} times`);
    if (kind === "draft" && created > possible)
      found.push(
        `the draft for ${workOrderNumber} was created ${created} times, though all but ${possible} errors deny it`,
      );
  }
  for (const { id, attachments } of requests)
    if (attachments.size > 1) found.push(`a file of ${id} was stored ${attachments.size} times`);
  for (const { kind, isInvoiced, requestId = "" } of orders)
    if (kind === "damage" && isInvoiced && service.requests.get(requestId)?.attachments.size !== 1)
      found.push(`${requestId} has no file`);
  return found;
}

/** No invoice exceeds what was approved, and none is sent that cannot succeed. */
function findForbidden({ service, orders, observations }: Evidence): string[] {
  const found: string[] = [];
  for (const { id, invoices, lines } of service.requests.values()) {
    const approved = lines
      .filter(({ status }) => status === "Approved")
      .reduce((sum, { content }) => sum + Math.round((content.price ?? 0) * 100), 0);
    const invoiced = invoices.reduce((sum, { cents }) => sum + cents, 0);
    if (invoiced > approved) found.push(`${invoiced} cents were invoiced of ${id}, and ${approved} approved`);
    if (invoices.length > 1) found.push(`${invoices.length} invoices of ${id}`);
    if (invoices.some(({ pdf }) => pdf === undefined)) found.push(`an invoice of ${id} has no PDF`);
  }
  // Another process may have invoiced after the rules were checked, or another program changed the request.
  const isContested = orders.some((order) => order.isContested) || observations.hasFault("foreign-change");
  for (const { operationId, status, codes } of service.sandbox.journal.entries)
    if (operationId?.endsWith("invoices.create") && status === 400 && !isContested)
      found.push(`an invoice was sent that cannot succeed: ${codes}`);
  for (const { isInvoiced, workOrderNumber, requestId = "" } of orders)
    if (isInvoiced && service.requests.get(requestId)?.invoices.length !== 1)
      found.push(`${workOrderNumber} counts as invoiced, and the service has no invoice`);
  return found;
}

/** What a workflow says that it has changed has reached the service. */
function findUnchanged({ service, observations }: Evidence): string[] {
  const sent = service.sandbox.journal.entries.filter(({ params }) => params["componentId"] !== undefined);
  return observations.changed.flatMap(({ componentId, price }) => {
    const hasArrived = sent.some(
      ({ status, params, body }) =>
        status === 200 && params["componentId"] === componentId && Reflect.get(Object(body), "price") === price,
    );
    return hasArrived
      ? []
      : [`the line ${componentId} counts as changed to ${price}, and the service has no such price`];
  });
}

/** A token of the lessor is used until it expires or is revoked, and then only by the calls in progress. */
function findRejectedTokens({ service, observations }: Evidence): string[] {
  const isClockWrong =
    observations.hasFault("suspend of a lessor's job") || observations.hasFault("set-clock of a lessor's job");
  // A token can have expired when it or its request arrives, or when the store has said whose the state is.
  const late = ["late-request", "late-response", "slow-response", "is-slow"] as const;
  const isLate = late.some((name) => observations.hasFault(name));
  const allowed = 16 * (observations.counts.get("fault revoke-lessor") ?? 0) + (isLate ? 8 : 0);
  const { entries } = service.sandbox.journal;
  const rejected = entries.filter(({ api, status }) => api === "lessor" && status === 401).length;
  return rejected > allowed && !isClockWrong ? [`the lessor API has rejected a token ${rejected} times`] : [];
}

/** The clients of the package never send more than the limit, and cause no 429. */
function findExcess({ deployment, service, observations }: Evidence): string[] {
  if (mayExceedLimit({ deployment, observations })) return [];
  const { journal } = service.sandbox;
  const { limit } = deployment.limit;
  const most = journal.mostInAny(windowMs);
  const refused = journal.entries.filter(({ api, status }) => api === "supplier" && status === 429).length;
  return [
    ...(most > limit ? [`${most} requests in a window, and ${limit} are allowed`] : []),
    ...(refused > 0 ? [`the service has responded ${refused} times with 429`] : []),
  ];
}

/** What makes a process request a token although another one is valid, or receive it when it has almost expired. */
const losesTokens: readonly FaultName[] = [
  ...storeFaults,
  ...(Object.keys(networkFaults) as NetworkFault[]),
  "redis-fails",
  "redis-restarts",
  "redis-clock-ahead",
  "redis-clock-back",
  "revoke-lessor",
  "outage",
  "kill of a lessor's job",
  "suspend of a lessor's job",
  "set-clock of a lessor's job",
];

/** The time after which a token is renewed, four fifths of its lifetime, less that of a request. In milliseconds. */
const renewedAfter = 3900;

/** One process requests a token, and all use it until it is renewed. */
function findNeedlessTokens({ service, observations }: Evidence): string[] {
  if (losesTokens.some((fault) => observations.hasFault(fault))) return [];
  const times = service.sandbox.journal
    .of("token.create")
    .filter(({ status }) => status === 200)
    .map(({ at }) => Date.parse(at));
  return times.flatMap((time, index) =>
    time - (times[index - 1] ?? Number.NEGATIVE_INFINITY) < renewedAfter ? ["a token was requested needlessly"] : [],
  );
}

/** For each event: whether a request was in a state that it tells of. An event without an entry tells of a change. */
const facts: Readonly<Record<string, (state: RequestState) => boolean>> = {
  created: () => true,
  submitted: ({ status }) => status === "ApprovalRequested",
  approved: ({ status }) => status === "Approved",
  "provisionally-approved": ({ status }) => status === "ProvisionallyApproved",
  "partly-approved": ({ lines }) => lines.has("Denied") && lines.has("Approved"),
  denied: ({ lines }) => lines.has("Denied"),
  "call-lessor": ({ lines }) => lines.has("CallLessor"),
  "lessor-will-call": ({ lines }) => lines.has("LessorWillCall"),
  "ready-to-invoice": ({ invoicing }) => invoicing === "ReadyForInvoicing",
  invoiced: ({ invoicedCents }) => invoicedCents > 0,
  parked: ({ isParked }) => isParked,
  unparked: ({ isParked }) => !isParked,
};

/** Events are handed over in order, and none of something that has not happened; `listUnnoticed` is about the others. */
function findWrongEvents({ deployment, service, observations }: Evidence): string[] {
  const found: string[] = [];
  const beginsAt = Date.parse(deployment.now);
  const byRequest = new Map<string, ObservedEvent[]>();
  for (const event of observations.handed)
    byRequest.set(event.request, [...(byRequest.get(event.request) ?? []), event]);
  for (const id of service.requests.keys()) {
    const [events, history] = [byRequest.get(id) ?? [], service.history.get(id) ?? []];
    found.push(...findUntrue(id, events, history), ...findRepeated(id, events, history));
  }
  for (const { request, type, at } of observations.handed) {
    const { archiveAt = Number.POSITIVE_INFINITY } = service.requests.get(request) ?? {};
    if (type === "archived" && archiveAt > beginsAt + at) found.push(`${request} was not archived, and is said to be`);
    if (type === "draft-deleted" && service.requests.has(request))
      found.push(`${request} was not deleted, and is said to be`);
  }
  return found;
}

/** The events that a request has had, by what it is; one with denied lines may be approved in part. */
const lasting = [
  "created",
  "submitted",
  "approved",
  "call-lessor",
  "lessor-will-call",
  "ready-to-invoice",
  "invoiced",
  "parked",
];

/** What a submission ends. */
const refusals = ["denied", "call-lessor", "lessor-will-call"];

/**
 * Lists what had become of requests when a session began, in milliseconds since 1970, and was not handled. A request that
 * was archived before it was read again has only that event.
 */
export function listUnnoticed(service: Service, { events }: Observations, sessionAt: number): string[] {
  const { clock } = service.sandbox;
  const onTimeline = sessionAt - clock.now() + clock.monotonic();
  return [...service.requests].flatMap(([id, { archiveAt = Number.POSITIVE_INFINITY }]) => {
    const history = service.history.get(id) ?? [];
    const last = history.findLast(({ at }) => at <= onTimeline);
    if (last === undefined) return [];
    const types = new Set(events.filter(({ request }) => request === id).map(({ type }) => type));
    const isArchived = archiveAt <= sessionAt || (archiveAt <= clock.now() && types.has("archived"));
    const isDenied = last.lines.has("Denied") && !types.has("partly-approved");
    // A process that was about to submit it again may do that before the next poll.
    const isResubmitted = history.some(({ at, status }) => at > onTimeline && status === "ApprovalRequested");
    const present = [...lasting.filter((type) => facts[type]?.(last)), ...(isDenied ? ["denied"] : [])];
    const expected = isArchived ? ["archived"] : present;
    return expected
      .filter((type) => !types.has(type) && !(isResubmitted && refusals.includes(type)))
      .map((type) => `${id} is ${type}, which was not handled`);
  });
}

/** An event has one id, also if it is handed over again. */
function findRepeated(id: string, events: readonly ObservedEvent[], history: readonly RequestState[]): string[] {
  return ["created", "submitted", "approved", "invoiced", "archived", "draft-deleted"].flatMap((type) => {
    const ids = new Set(events.filter((event) => event.type === type).map((event) => event.id)).size;
    const holds = facts[type] ?? (() => true);
    const times = history.filter((state, at) => holds(state) && !(at > 0 && holds(history[at - 1] ?? state))).length;
    return ids > times ? [`${type} of ${id} was handed over with ${ids} ids, and has happened ${times} times`] : [];
  });
}

function findUntrue(id: string, events: readonly ObservedEvent[], history: readonly RequestState[]): string[] {
  const found: string[] = [];
  const seen: string[] = [];
  let position = 0;
  for (const event of events) {
    if (seen.includes(event.id)) {
      if (seen.at(-1) !== event.id) found.push(`${event.type} of ${id} was handed over again after a later event`);
      continue;
    }
    seen.push(event.id);
    const holds = facts[event.type];
    if (holds === undefined) continue;
    const index = history.findIndex((state, at) => at >= position && state.at <= event.at && holds(state));
    if (index < 0) found.push(`${event.type} of ${id} was handed over, and has not happened, or before another event`);
    else position = index;
  }
  return found;
}

/** Everything comes to its end after the faults. */
function findUnfinished({ orders, service }: Evidence): string[] {
  return orders.flatMap(({ kind, workOrderNumber, requestId = "", isInvoiced, todo }) => {
    const isFinished = kind === "draft" ? service.requests.has(requestId) : isInvoiced;
    return isFinished ? [] : [`${workOrderNumber} is not finished: ${todo ?? "it waits for an event"}`];
  });
}
