import { amsterdamTime } from "../../base/dates.js";
import { errorCodes } from "../../generated/error-codes.js";
import { plainKinds } from "../faults/fault.js";
import { operations } from "../messages/router.js";
import { scenarioNames } from "../scenarios.js";
import type { Services } from "../service/state/context.js";
import { nextAmsterdamMidnight, phaseNow } from "../service/state/phase.js";
import { currentServices, type SandboxInterior } from "./interior.js";
import type { Choices, ClockView, FleetDetail, FleetPage, LessorView, PolicyView, Upcoming } from "./views.js";

const maxUpcoming = 20;

/** The time, and what will happen as it goes on. */
export async function describeClock(interior: SandboxInterior): Promise<ClockView> {
  const { state, tokens, now } = currentServices(interior);
  const instant = now();
  const archived = new Map<number, number>();
  const events: [at: number, what: string][] = [];
  for (const request of state.requests.values()) {
    const { archiveAt, waiting, licensePlate } = request;
    if (archiveAt !== undefined && archiveAt > instant) archived.set(archiveAt, (archived.get(archiveAt) ?? 0) + 1);
    const dueAt =
      waiting !== undefined && phaseNow(request, instant) === "Lessor" ? interior.reviewer.dueAt(waiting) : undefined;
    if (dueAt !== undefined) events.push([dueAt, `The lessor decides on the request for ${licensePlate}`]);
  }
  for (const [at, count] of archived)
    events.push([at, count === 1 ? "A request is archived" : `${count} requests are archived`]);
  for (const { api, subject, expiresAt } of await tokens.inUse())
    events.push([expiresAt, `A token of ${api === "supplier" ? "supplier " : "client "}${subject} expires`]);
  const upcoming = events.sort(([one], [other]) => one - other).slice(0, maxUpcoming);
  return {
    now: new Date(instant).toISOString(),
    amsterdam: amsterdamTime(instant),
    mode: interior.clockMode,
    midnight: new Date(nextAmsterdamMidnight(instant)).toISOString(),
    upcoming: upcoming.map(([at, what]): Upcoming => ({ at: new Date(at).toISOString(), what })),
  };
}

/** The lessors, with their notifications and the license plates of their vehicles. */
export function listLessors({ state: { world } }: Services): LessorView[] {
  return [...world.lessors].map(([number, lessor]) => ({
    number,
    name: lessor.name ?? "",
    isActive: lessor.active === true,
    notifications: world.notifications
      .filter(({ lessorId }) => lessorId === number)
      .map(({ id, title, validUntil }) => ({ id, title, validUntil })),
    licensePlates: [...world.vehicles].flatMap(([plate, { contract }]) =>
      contract.lessor.number === number ? [plate] : [],
    ),
  }));
}

/** The policy of the lessor; null: every request waits for a person. */
export function describePolicy({ reviewer: { policy } }: SandboxInterior): PolicyView | null {
  if (policy === undefined) return null;
  const { decide = "Approved", after } = policy;
  return { decide: typeof decide === "string" ? decide : "function", after };
}

/** The vehicles of all clients of the lessor API whose license plate contains the search. */
export function listFleet({ state }: Services, search: string, limit: number): FleetPage {
  const wanted = search.trim().toLowerCase();
  const found = [...state.registered].flatMap(([clientId, vehicles]) =>
    [...vehicles]
      .filter(([licensePlate]) => licensePlate.toLowerCase().includes(wanted))
      .map(([licensePlate, { related }]) => ({ clientId, licensePlate, kinds: [...related.keys()] })),
  );
  return { count: found.length, vehicles: found.slice(0, limit) };
}

/** One of these vehicles with its data; undefined if the client has no such vehicle. */
export function describeVehicle({ state }: Services, clientId: string, licensePlate: string): FleetDetail | undefined {
  const vehicle = state.registered.get(clientId)?.get(licensePlate);
  return vehicle && { vehicle: vehicle.body, related: Object.fromEntries(vehicle.related) };
}

/** The names that the page offers for choice. */
export function listChoices(): Choices {
  return {
    operations: operations.map(({ id }) => id),
    codes: Object.keys(errorCodes),
    faults: plainKinds,
    scenarios: scenarioNames,
  };
}
