import { createHash } from "node:crypto";
import type { Deployment } from "./deployment.js";
import { findViolations, listUnnoticed } from "./invariants.js";
import type { Lua } from "./lua.js";
import { Machines } from "./machines.js";
import { isFinished } from "./orders.js";
import { World } from "./world.js";

/** What a simulation has shown. */
export interface Outcome {
  /** What must hold and does not; empty if everything does. */
  readonly violations: readonly string[];
  /** How often something has happened, by its name. */
  readonly counts: ReadonlyMap<string, number>;
  /** The digest of what the service has recorded, and of the events: the same for the same seed. */
  readonly digest: string;
  /** The requests that the service has received. */
  readonly requests: number;
  /** What the service has recorded, for a person who looks for a cause. */
  readonly journal: readonly string[];
}

/** The length of a date-time in the journal. */
const timeLength = "2026-06-15T07:00:00.000Z".length;

/** After the faults have ended, everything must be done within so many sessions. */
const lastSessions = 6;

/** Runs a deployment to its end, and checks it. Nothing of it waits in real time. */
export async function simulate(deployment: Deployment, lua: Lua): Promise<Outcome> {
  const world = new World(deployment, lua);
  const { fleet, observations, service, timeline } = world;
  const onRejection = (error: unknown) =>
    observations.noteProblem(`a promise without a handler has rejected: ${error}`);
  process.on("unhandledRejection", onRejection);
  const uninstall = world.disk.install();
  await world.tokens.issue();
  observations.secrets.push(service.sandbox.lessor.clientSecret);
  const machines = new Machines(world);

  for (const [index, session] of deployment.sessions.entries()) {
    fleet.beginSession(session);
    if (deployment.hasLargeFiles) timeline.after(session.length / 2, () => world.disk.enlargeFiles());
    for (const incident of deployment.faults.world)
      if (Math.min(incident.session, deployment.sessions.length - 1) === index)
        timeline.after(incident.after, () => world.happen(incident.kind));
    await machines.run(session);
    await timeline.runUntil(timeline.now + session.pause);
  }
  await world.endFaults();
  machines.endIncidents();
  fleet.beginLastSessions();
  const isDone = () => world.orders.every(isFinished) && fleet.isUpToDate;
  /** Runs the programs until they have handled what had happened before. */
  const handleAll = async () => {
    const begunAt = service.sandbox.clock.now();
    const listLeft = () => listUnnoticed(service, observations, begunAt);
    await machines.run({ length: 180_000, isOver: () => listLeft().length === 0 });
    for (const problem of listLeft()) observations.noteProblem(problem);
  };
  for (let count = 0; count < lastSessions && !isDone(); count += 1) {
    await machines.run({ length: 180_000, isOver: isDone });
    if (isDone()) service.park(10 * 60_000);
    await handleAll();
    await timeline.runUntil(timeline.now + 20 * 3_600_000);
  }
  // What happened last, such as the archiving at midnight, is an event, too.
  await handleAll();

  process.off("unhandledRejection", onRejection);
  uninstall();
  fleet.finish();
  return outcomeOf(world);
}

function outcomeOf(world: World): Outcome {
  const { observations, service } = world;
  const { journal } = service.sandbox;
  const { events, handed, log } = observations;
  const record = JSON.stringify([journal, handed, events]);
  return {
    violations: findViolations(world),
    counts: observations.counts,
    digest: createHash("sha256").update(record).digest("hex").slice(0, 16),
    requests: journal.entries.length,
    // Each line begins with its time.
    journal: [
      ...log,
      ...journal.entries.map(
        ({ at, method, path, params, status, codes, body }) =>
          `${at} ${method} ${path} ${JSON.stringify(params)} ${[status, ...codes].join(" ")} ${JSON.stringify(body) ?? ""}`,
      ),
    ].sort((one, other) => one.slice(0, timeLength).localeCompare(other.slice(0, timeLength))),
  };
}
