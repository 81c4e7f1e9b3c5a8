import { createHash } from "node:crypto";
import type { SupplierClientOptions } from "@reg/sdk";
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";
import { seededRandom } from "../support/random.js";
import { Backend, type Order } from "./backend.js";
import type { Deployment } from "./deployment.js";
import { Disk } from "./disk.js";
import { Fleet } from "./fleet.js";
import { FleetJob } from "./fleet-job.js";
import { findViolations, listUnnoticed } from "./invariants.js";
import type { Lua } from "./lua.js";
import { Machine, type Process } from "./machine.js";
import { Network } from "./network.js";
import { Observations } from "./observations.js";
import { Redis } from "./redis.js";
import { Service } from "./service.js";
import { SharedStore } from "./store.js";
import { Timeline } from "./timeline.js";

interface Session {
  /** In milliseconds. */
  readonly length: number;
  readonly isKilled?: boolean;
  readonly isOver?: () => boolean;
}

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

/** A program that runs in a process. */
interface Program {
  start(): void;
  stop(): Promise<void>;
}

const window = 10_000;
const limitOf = ({ limit: { limit }, processes }: Deployment) => Math.max(1, Math.floor(limit / (2 * processes)));

/** How long programs may take to end. */
const endingMs = 120_000;

/** How long they take if no machine has slept: the timeout of closing, and what their own waits take. */
const usualEndingMs = 40_000;

/** After the faults have ended, everything must be done within so many sessions. */
const lastSessions = 6;

/** Runs a deployment to its end, and checks it. Nothing of it waits in real time. */
export async function simulate(deployment: Deployment, lua: Lua): Promise<Outcome> {
  const { faults } = deployment;
  const random = seededRandom(deployment.entropy);
  const timeline = new Timeline();
  const observations = new Observations();
  const onRejection = (error: unknown) =>
    void observations.problems.push(`a promise without a handler has rejected: ${error}`);
  process.on("unhandledRejection", onRejection);
  const orders = deployment.orders.map((each, index) => orderOf(deployment, each, index));
  const service = new Service({
    timeline,
    now: deployment.now,
    rateLimit: { ...deployment.limit, window },
    licensePlates: orders.map(({ licensePlate }) => licensePlate),
    decisions: deployment.orders.map(({ decisions, decisionTakes: takes }, index) => ({
      workOrderNumber: orders[index]?.workOrderNumber ?? "",
      decisions,
      takes,
    })),
    onState: (name) => observations.count(`state ${name}`),
  });
  const byNumber = <Name>(list: readonly { readonly at: number; readonly name: Name }[]) =>
    new Map(list.map(({ at, name }) => [at, name]));
  const [networkFaults, changeFaults] = [byNumber(faults.network), byNumber(faults.changes)];
  const storeFaults = byNumber(faults.store);
  const onFault = (name: string) => observations.count(`fault ${name}`);
  const serve = async (request: Request) => {
    const response = await service.serve(request);
    const isToken = response.ok && request.url.endsWith("/token");
    if (isToken) observations.secrets.push(String(Reflect.get(Object(await response.clone().json()), "access_token")));
    return response;
  };
  const network = new Network({
    timeline,
    random,
    faults: networkFaults,
    changeFaults,
    onFault,
    serve: (request) => fleet.serve(request, serve),
  });
  const redis = new Redis(lua, () => Date.parse(deployment.now) + timeline.now);
  const store = new SharedStore({ redis, timeline, random, faults: storeFaults, onFault });
  const otherStore = new SharedStore({ redis, timeline, random, faults: new Map(), onFault });
  const { at: from = 0, writes = 0 } = faults.disk ?? {};
  const disk = new Disk({ random, full: { from, to: from + writes }, onFull: () => onFault("full disk") });
  const fleet = new Fleet({ deployment, timeline, observations, service, store, otherStore, disk });
  const uninstall = disk.install();
  let areFaultsOver = false;
  let token = await service.sandbox.supplier.token();
  const { lessor, supplier } = service.sandbox;
  observations.secrets.push(token, lessor.clientSecret);

  const commonOptions = (process: Process) => ({
    clock: process.clock,
    fetch: network.openFor(process),
    random: () => random.next(),
  });
  const keepsFile = deployment.processes === 1 && deployment.followsInFile;
  const startBackend = (process: Process, index: number): Program =>
    new Backend({
      process,
      orders,
      observations,
      random,
      state: keepsFile ? disk.pathFor(process, "follow.state") : store.openFor(process),
      every: areFaultsOver ? 60_000 : deployment.every,
      // A deployment that was saved before there were rounds stays as it was.
      handlersFail: deployment.rounds !== undefined && !areFaultsOver,
      runsRounds: deployment.rounds === "all" || (deployment.rounds === "some" && (index + deployment.entropy) % 2 > 0),
      now: () => timeline.now,
      client: {
        ...commonOptions(process),
        baseUrl: supplier.baseUrl,
        token: () => token,
        throttle:
          deployment.sharedIn === "redis"
            ? createRedisThrottle({
                redis: store.openRedisFor(process),
                quota: "supplier",
                limit: deployment.limit.limit,
                window,
                onStoreFailure: "reject",
                clock: process.clock,
              })
            : { limit: limitOf(deployment), window },
      } satisfies SupplierClientOptions,
    });
  const startFleetJob = (process: Process): Program =>
    new FleetJob({
      process,
      observations,
      fleet,
      client: {
        ...commonOptions(process),
        baseUrl: lessor.baseUrl,
        clientId: lessor.clientId,
        clientSecret: lessor.clientSecret,
        tokenStore:
          deployment.sharedIn === "redis"
            ? createRedisTokenStore({
                redis: store.openRedisFor(process),
                unencrypted: true,
                clock: process.clock,
              })
            : store.openFor(process),
      },
    });

  const programs = new Map<Machine, Program>();
  const { processes } = deployment;
  const { machines: jobs } = deployment.lessor;
  const machines = Array.from({ length: processes + jobs }, (_, index) => {
    const isJob = index >= processes;
    const machine: Machine = new Machine(isJob ? `the lessor's job ${index - processes + 1}` : `backend ${index + 1}`, {
      timeline,
      startedAt: Date.parse(deployment.now),
      incidents: faults.machines
        .filter(
          (each) => each.machine === index || (isJob && each.machine > index && (each.machine - index) % jobs === 0),
        )
        .map(({ incident }) => incident),
      onIncident: ({ kind }) => onFault(isJob ? `${kind} of a lessor's job` : kind),
      start(process) {
        const program = isJob ? startFleetJob(process) : startBackend(process, index);
        programs.set(machine, program);
        program.start();
      },
    });
    return machine;
  });

  let estimatedDurationInDays = 1;
  const happen: Readonly<Record<Deployment["faults"]["world"][number]["kind"], () => unknown>> = {
    async "revoke-supplier"() {
      service.sandbox.supplier.revokeTokens();
      token = await service.sandbox.supplier.token();
      observations.secrets.push(token);
    },
    "revoke-lessor": () => service.sandbox.lessor.revokeTokens(),
    async "foreign-requests"() {
      const { baseUrl } = service.sandbox.supplier;
      const headers = { authorization: `Bearer ${token}` };
      for (let count = 0; count < deployment.limit.limit; count += 1)
        await service.serve(new Request(`${baseUrl}/v2/lessors`, { headers }));
    },
    park: () => service.park(20_000),
    async "foreign-change"() {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      // Something else each time: nothing shows that the same has happened again since the last poll.
      estimatedDurationInDays += 1;
      const body = JSON.stringify({ appointment: { estimatedDurationInDays } });
      for (const { id, kind } of service.requests.values()) {
        const path = kind === "damage" ? "damageservicerequests" : "servicerequests";
        const url = `${service.sandbox.supplier.baseUrl}/v2/${path}/${id}`;
        await service.serve(new Request(url, { method: "PATCH", headers, body }));
      }
    },
    "redis-restarts": () => redis.clear(),
    outage: () => network.fail(100_000),
  };

  /** Runs all processes for a time, or until something is reached. */
  const runSession = async ({ length, isKilled = false, isOver = () => false }: Session) => {
    for (const [index, machine] of machines.entries())
      if (index < processes || fleet.source !== undefined) machine.start();
    const endsAt = timeline.now + length;
    while (timeline.now < endsAt && !isOver()) await timeline.runUntil(Math.min(endsAt, timeline.now + 5000));
    for (const machine of machines) machine.shutDown();
    const running = machines.filter((machine) => machine.process !== undefined);
    const ended = new Set<Machine>();
    const awakeBefore = new Map(running.map((machine) => [machine, machine.awakeFor]));
    /** Whether it was awake for as long as its program needs to end. */
    const couldEnd = (machine: Machine) =>
      !machine.isAsleep && machine.awakeFor - (awakeBefore.get(machine) ?? 0) > usualEndingMs;
    const end = async (machine: Machine) => {
      const begunAt = timeline.now;
      await programs.get(machine)?.stop();
      ended.add(machine);
      if (timeline.now - begunAt > usualEndingMs && !observations.hasFault("suspend"))
        observations.problems.push(`${machine.name} has ended after ${timeline.now - begunAt} ms`);
    };
    if (!isKilled) for (const machine of running) void end(machine);
    await timeline.runUntil(timeline.now + (isKilled ? 0 : endingMs));
    for (const machine of running)
      if (!isKilled && machine.process !== undefined && couldEnd(machine) && !ended.has(machine))
        observations.problems.push(`${machine.name} did not end within two minutes`);
    for (const { name, process } of observations.pending)
      if (!isKilled && process.isAlive && couldEnd(process.machine))
        observations.problems.push(`a call has not settled: ${name}`);
    observations.pending.clear();
    for (const machine of machines) machine.stop();
  };

  for (const [index, session] of deployment.sessions.entries()) {
    fleet.beginSession(session);
    for (const incident of faults.world) {
      if (incident.session !== index) continue;
      timeline.after(incident.after, () => {
        onFault(incident.kind);
        return happen[incident.kind]();
      });
    }
    await runSession(session);
    await timeline.runUntil(timeline.now + session.pause);
  }
  areFaultsOver = true;
  networkFaults.clear();
  changeFaults.clear();
  storeFaults.clear();
  disk.free();
  for (const machine of machines) machine.endIncidents();
  fleet.beginLastSessions();
  const isDone = () => orders.every(isFinished) && fleet.isUpToDate;
  for (let count = 0; count < lastSessions && !isDone(); count += 1) {
    await runSession({ length: 90_000, isOver: isDone });
    await timeline.runUntil(timeline.now + 20 * 3_600_000);
  }
  // What happened last, such as the archiving at midnight, is an event, too.
  const lastSessionAt = service.sandbox.clock.now();
  await runSession({ length: 60_000, isOver: () => listUnnoticed(service, observations, lastSessionAt).length === 0 });

  process.off("unhandledRejection", onRejection);
  uninstall();
  fleet.finish();

  const violations = findViolations({ deployment, service, observations, orders, window, lastSessionAt });
  const { journal } = service.sandbox;
  const { events, handed } = observations;
  const record = JSON.stringify([journal, handed, events]);
  return {
    violations,
    counts: observations.counts,
    digest: createHash("sha256").update(record).digest("hex").slice(0, 16),
    requests: journal.entries.length,
    journal: [
      ...journal.entries.map(
        ({ at, method, path, params, status, body }) =>
          `${at} ${method} ${path} ${JSON.stringify(params)} ${status} ${JSON.stringify(body) ?? ""}`,
      ),
      ...observations.errors,
      ...handed.map(({ at, request, type, id }) => `event at ${at}: ${request} ${type} ${id}`),
    ],
  };
}

function orderOf(
  { now, sessions }: Deployment,
  { kind, session, after, days, isContested }: Deployment["orders"][number],
  index: number,
): Order {
  const earlier = sessions.slice(0, Math.min(session, sessions.length - 1));
  const beginsAt = earlier.reduce(
    (sum, { length, pause, isKilled }) => sum + length + pause + (isKilled ? 0 : endingMs),
    0,
  );
  const workshopAt = new Date(Date.parse(now) + days * 24 * 3_600_000);
  return {
    kind,
    licensePlate: `SI-10${index}-M`,
    workOrderNumber: `WO-${index + 1}`,
    at: beginsAt + after,
    // The service admits several damages of a vehicle, and nothing else tells two programs that create one at once.
    isContested: isContested && (kind === "repair" || kind === "rental"),
    workshopDate: new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(workshopAt),
    todo: "create",
    price: 60,
    next: undefined,
    changes: 0,
    isInvoiced: false,
    lease: undefined,
  };
}

const isFinished = ({ kind, requestId, isInvoiced }: Order) =>
  kind === "draft" ? requestId !== undefined : isInvoiced;
