import { createSupplierClient, eventsBetween, RegError, type RequestEventType } from "@reg/sdk";
import { createSandbox, type LineDecision } from "@reg/sdk/sandbox";
import type { ServiceRequest } from "@reg/sdk/supplier";
import fc from "fast-check";
import { expect, it } from "vitest";
import { damage, damageLine, guid, otherWork, repair, work } from "./rules/content.js";
import { invoice } from "./rules/invoice-support.js";

/*
 * Random journeys of one request. The journey knows which events each of its steps is. They are compared with those
 * between the states that were read: after every step, or with several steps between two reads.
 */

const weights = {
  edit: 2,
  submit: 7,
  review: 8,
  cancel: 1,
  invoice: 2,
  "no-costs": 0.5,
  park: 1,
  unpark: 1,
  midnight: 1,
  delete: 0.5,
};
const actions = Object.keys(weights) as (keyof typeof weights)[];

const step = fc.record({
  action: fc.oneof(...actions.map((name) => ({ arbitrary: fc.constant(name), weight: 2 * weights[name] }))),
  decisions: fc.array(
    fc.constantFrom<LineDecision>("Approved", "ProvisionallyApproved", "Denied", "CallLessor", "LessorWillCall"),
    { minLength: 4, maxLength: 4 },
  ),
  isUnanimous: fc.boolean(),
  choice: fc.nat(9),
  isRead: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type State = ServiceRequest | "archived" | "removed";

const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z", rateLimit: false });

async function begin(isDamage: boolean, isSubmitted: boolean) {
  sandbox.reset();
  const supplier = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: () => sandbox.supplier.token(),
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    throttle: false,
  });
  const requests = isDamage ? supplier.damageServiceRequests : supplier.serviceRequests;
  const content = isDamage ? damage() : repair();
  const { id } = await requests.create({ ...content, status: isSubmitted ? "ApprovalRequested" : "Draft" } as never);
  return { requests, id, newLine: isDamage ? damageLine() : otherWork(), ownLine: isDamage ? damageLine() : work() };
}
type Journey = Awaited<ReturnType<typeof begin>>;

async function read({ requests, id }: Journey): Promise<State> {
  try {
    return await requests.get(id);
  } catch (error) {
    if (RegError.is(error, "archived")) return "archived";
    if (RegError.is(error, "not-found")) return "removed";
    throw error;
  }
}

/** Takes a step, and returns the events that it is; none if it is not possible now. */
async function take(journey: Journey, { action, decisions, isUnanimous, choice }: Step, state: ServiceRequest) {
  const { requests, id, newLine, ownLine } = journey;
  const { status, components, parking } = state;
  const line = components[choice % Math.max(1, components.length)];
  switch (action) {
    case "edit": {
      const { id: _, ...content } = { ...(choice < 5 ? newLine : ownLine), price: 100 + choice };
      await requests.components.put(id, choice < 5 ? guid(20 + choice) : ownLine.id, content as never);
      return ["changed"];
    }
    case "submit":
      await requests.patch(id, { status: "ApprovalRequested" });
      return status === "ApprovalRequested" ? [] : ["submitted"];
    case "review": {
      const chosen = components.map((each, index) => [each.id, decisions[isUnanimous ? 0 : index % 4] ?? "Approved"]);
      const decided = Object.fromEntries(chosen) as Record<string, LineDecision>;
      sandbox.lessor.review(id, decided);
      return expectedOfReview(components, decided, await requests.get(id));
    }
    case "cancel":
      await requests.components.cancel(id, line?.id ?? "");
      return ["changed"];
    case "invoice":
      await requests.invoices.create(
        id,
        invoice({ total: state.invoicing.totalAmountToInvoice, invoiceDate: "2026-06-20" }) as never,
      );
      return state.invoicing.totalAmountToInvoice > 0 ? ["invoiced"] : ["changed"];
    case "no-costs":
      await requests.invoices.setStatus(id, { reason: "elsewhere" } as never);
      return ["changed"];
    case "park":
      sandbox.lessor.park(id, "waits for parts");
      return parking.isParked ? ["changed"] : ["parked"];
    case "unpark":
      sandbox.lessor.unpark(id);
      return parking.isParked ? ["unparked"] : [];
    case "midnight":
      sandbox.clock.advance({ days: 1 });
      return (await read(journey)) === "archived" ? ["archived"] : [];
    case "delete":
      await requests.delete(id);
      return ["draft-deleted"];
  }
}

function expectedOfReview(
  lines: ServiceRequest["components"],
  decided: Record<string, LineDecision>,
  { invoicing }: ServiceRequest,
): RequestEventType[] {
  const cancelled = lines.filter(({ status }) => status.code === "Cancelled");
  const open = lines.filter(({ status }) => status.code !== "Cancelled" && status.code !== "CancellationApproved");
  const has = (decision: LineDecision) => open.some(({ id }) => decided[id] === decision);
  const isConfirmed = cancelled.every(({ id }) => decided[id] === "Approved");
  const events: RequestEventType[] = [];
  if (has("Denied")) events.push(has("Approved") || has("ProvisionallyApproved") ? "partly-approved" : "denied");
  else if (!has("CallLessor") && !has("LessorWillCall") && isConfirmed)
    events.push(has("ProvisionallyApproved") ? "provisionally-approved" : "approved");
  if (has("CallLessor")) events.push("call-lessor");
  if (has("LessorWillCall")) events.push("lessor-will-call");
  if (cancelled.some(({ id }) => decided[id] === "Approved")) events.push("cancellation-approved");
  if (!isConfirmed) events.push("cancellation-denied");
  if (invoicing.status === "ReadyForInvoicing") events.push("ready-to-invoice");
  return events;
}

/** Those that random journeys reach. */
const expectedTypes: readonly RequestEventType[] = [
  ...(["created", "submitted", "approved", "provisionally-approved", "partly-approved", "denied"] as const),
  ...(["call-lessor", "lessor-will-call", "cancellation-approved", "cancellation-denied"] as const),
  ...(["ready-to-invoice", "invoiced", "parked", "unparked", "archived", "draft-deleted", "changed"] as const),
];

const counts = new Map<string, number>();
function count(types: readonly string[]): void {
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
}

const shape = fc.tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 5, maxLength: 25 }));

it("each transition is its event exactly once, and no event is invented", { timeout: 300_000 }, async () => {
  const property = fc.asyncProperty(shape, async ([isDamage, isSubmitted, steps]) => {
    const journey = await begin(isDamage, isSubmitted);
    const first = (await read(journey)) as ServiceRequest;
    const typesOf = (before: State | undefined, after: State) =>
      eventsBetween(typeof before === "object" ? before : undefined, after).map(({ type }) => type);
    const created = typesOf(undefined, first);
    expect(created).toEqual(isSubmitted ? ["created", "submitted"] : ["created"]);
    count(created);
    let [previous, lastRead]: [State, ServiceRequest] = [first, first];
    let sinceRead: RequestEventType[] = [];
    const nothing: { status: string; types: RequestEventType[] } = { status: "", types: [] };
    let reviewed = nothing;
    for (const each of steps) {
      if (typeof previous !== "object") break;
      const taken = (await take(journey, each, previous).catch((error) => {
        if (RegError.is(error)) return [];
        throw error;
      })) as RequestEventType[];
      const current = await read(journey);
      const what = JSON.stringify({ ...each, taken });
      // A step can leave everything as it was, such as a second edit with the same content.
      const isUnchanged = JSON.stringify(current) === JSON.stringify(previous);
      const expected = isUnchanged ? [] : taken;
      expect(typesOf(previous, current), what).toEqual(expected);
      count(expected);
      sinceRead.push(...expected);
      // What the last review decided is seen however many steps there were since the last read, if its status is.
      if (each.action === "review" && expected.length > 0 && typeof current === "object")
        reviewed = { status: current.status, types: expected.filter((type) => type !== "ready-to-invoice") };
      previous = current;
      if (!each.isRead && typeof current === "object") continue;
      const seen = typesOf(lastRead, current);
      // Steps that left no trace of their own are a change.
      const possible = [...sinceRead, ...(sinceRead.length > 0 ? ["changed"] : [])];
      for (const type of seen) expect(possible, `${what} after several steps: ${seen}`).toContain(type);
      expect(seen.length).toBe(new Set(seen).size);
      // Between two equal statuses, a review may leave no trace.
      if (typeof current === "object" && current.status === reviewed.status && current.status !== lastRead.status)
        expect(seen, `${what} after several steps`).toEqual(expect.arrayContaining(reviewed.types));
      reviewed = nothing;
      if (typeof current === "object") [lastRead, sinceRead] = [current, []];
    }
  });
  await fc.assert(property, { numRuns: 500, seed: 20_260_615 });
  console.log(Object.fromEntries(counts));
  expect(Object.fromEntries(counts)).toMatchObject(
    Object.fromEntries(expectedTypes.map((type) => [type, expect.any(Number)])),
  );
});
