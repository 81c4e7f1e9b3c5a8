import type { FleetSyncOptions } from "@reg/sdk";
import fc from "fast-check";
import { spellings } from "./fleet-source.js";
import type { Incident } from "./machine.js";
import { type NetworkFault, networkFaults } from "./network.js";
import type { Decision } from "./service.js";
import { storeFaults } from "./store.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The window of the rate limit, in milliseconds. */
export const windowMs = 10 * second;

/** How long programs may take to end after a session in which they are not killed, in milliseconds. */
export const endingMs = 2 * minute;

/** Fast-check prefers numbers at the ends of a range. */
const between = (min: number, max: number) => fc.noBias(fc.integer({ min, max }));

/** True in one of so many cases. */
const rarely = (of: number) =>
  fc.oneof({ weight: of - 1, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const order = fc.record({
  kind: fc.constantFrom("repair", "repair", "repair", "damage", "damage", "rental", "draft"),
  /** When it is planned, in milliseconds from the beginning of a session. */
  session: fc.nat({ max: 1 }),
  after: between(0, 20 * second),
  /** How many days after the beginning the vehicle is in the workshop. */
  days: fc.constantFrom(0, 0, 0, 1),
  /** Whether two processes work on it at once. */
  isContested: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  decisions: fc.array(fc.constantFrom<Decision[]>("approve", "accept", "deny", "deny-one", "call", "announce-call"), {
    maxLength: 2,
  }),
  decisionTakes: fc.constantFrom(second, 10 * second, 30 * second),
});

const fleetItem = fc.record({
  vehicle: fc.nat({ max: 3 }),
  // Mostly two spellings, so that a source often returns to an earlier one.
  spelling: fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 1 }) },
    { weight: 1, arbitrary: fc.nat({ max: spellings - 1 }) },
  ),
  content: fc.nat({ max: 1 }),
  kind: fc.oneof(
    { weight: 16, arbitrary: fc.constant("put" as const) },
    { weight: 4, arbitrary: fc.constantFrom("remove" as const, "put-and-remove" as const) },
    { weight: 2, arbitrary: fc.constantFrom("wrong" as const, "unreadable" as const) },
  ),
});

/** What the lessor's system contains, and how it is sent. */
const fleetPlan = fc.record({
  items: fc.array(fleetItem, { maxLength: 4 }),
  removeMissing: fc.constantFrom(true, true, false, "doubtful" as const),
  maxRemovals: fc.constantFrom<FleetSyncOptions["maxRemovals"][]>(undefined, 0, 1, 2, "40%", "100%", "100%"),
  force: rarely(4),
  verify: rarely(3),
  concurrency: fc.constantFrom(1, 2, 8),
  maxNewVehicles: fc.constantFrom(undefined, undefined, undefined, 0, 3),
  /** Whether `expectItems` is given, and how many items the source has too few. */
  expected: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom(0, 1, -1) },
  ),
  /** Whether the source throws at its end. */
  breaks: rarely(8),
  /** Whether another source is read, if the sources have names. */
  isForeign: rarely(8),
});

const session = fc.record({
  /** How long the processes run, in milliseconds. */
  length: between(30 * second, 60 * second),
  /** How long nothing runs afterwards. */
  pause: between(minute, 12 * hour),
  isKilled: fc.boolean(),
  /** What the lessor's system contains in each half of the time; undefined: the jobs do not run. */
  fleet: fc.option(fc.tuple(fleetPlan, fleetPlan), { nil: undefined }),
  /** Whether a gateway responds with success to everything that the service does not have. */
  isGateway: rarely(8),
  /** Whether the jobs use another state, as after a restored backup. */
  usesOtherState: rarely(12),
});

const networkFaultNames = Object.keys(networkFaults) as NetworkFault[];

/** The faults after which a process does not know what the service has done. */
const hidingFaultNames = networkFaultNames.filter(
  (name) => "after" in networkFaults[name] || "kills" in networkFaults[name] || name.startsWith("late-"),
);

const machineIncident: fc.Arbitrary<Incident> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("kill" as const),
      at: between(1, 200),
      restartAfter: fc.constantFrom(second, 5 * second, 20 * second),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("suspend" as const),
      at: between(1, 200),
      ms: fc.constantFrom(3 * second, 8 * second, 70 * second, hour),
      stopsClock: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("set-clock" as const),
      at: between(1, 200),
      ms: fc.constantFrom(-hour, -second, second, hour),
    }),
  },
);

/** Something that happens outside of the processes, at a time after the beginning of a session. */
const worldIncident = fc.record({
  kind: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "revoke-supplier" as const,
        "revoke-lessor" as const,
        "foreign-requests" as const,
        "foreign-change" as const,
        "outage" as const,
        "park" as const,
      ),
    },
    // Only if there is a Redis.
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "redis-fails" as const,
        "redis-restarts" as const,
        "redis-clock-ahead" as const,
        "redis-clock-back" as const,
      ),
    },
  ),
  session: fc.nat({ max: 1 }),
  after: between(0, 45 * second),
});

/** A deployment with everything that happens to it. What it leaves open, such as each delay, follows from `entropy`. */
export const deployments = fc.record({
  entropy: fc.noShrink(fc.noBias(fc.nat())),
  /** In Amsterdam: a usual morning, shortly before midnight, and before the changes of summer time. */
  now: fc.constantFrom(
    "2026-06-15T07:00:00Z",
    "2026-06-15T07:00:00Z",
    "2026-06-15T21:58:30Z",
    "2026-03-29T00:58:30Z",
    "2026-10-25T00:58:30Z",
  ),
  processes: between(1, 4),
  /** Whether all processes share the limit, and the lessor's token, in a Redis; otherwise each has a part of the limit. */
  sharedIn: fc.oneof(
    { weight: 2, arbitrary: fc.constant("nothing" as const) },
    { weight: 1, arbitrary: fc.constant("redis" as const) },
  ),
  /** What the processes do if they share the limit in a Redis that fails. */
  whenRedisFails: fc.constantFrom("reject" as const, "local" as const),
  /** The lifetime of the supplier's tokens, and when the next one is supplied: before it has passed, or too late. */
  supplierToken: fc.option(
    fc.record({ ms: fc.constant(20 * second), renewedAfter: fc.constantFrom(15 * second, 25 * second) }),
    { nil: undefined, freq: 2 },
  ),
  every: fc.constantFrom(20 * second, 30 * second, minute),
  orders: fc.array(order, { maxLength: 2 }),
  sessions: fc.array(session, { minLength: 1, maxLength: 2 }),
  /** With one process, `follow` keeps its state in a file. */
  followsInFile: rarely(3),
  /** Whether the files of states become so large in each session that they are rewritten. */
  hasLargeFiles: rarely(4),
  lessor: fc.record({
    /** How many machines have the same job. */
    machines: fc.constantFrom(1, 1, 1, 2),
    keepsFile: fc.boolean(),
    /** Whether the service takes all spellings of a license plate for one vehicle. */
    isNormalizing: fc.boolean(),
    /** Whether the source spells a vehicle in several ways. */
    isRespelling: rarely(2),
    isNamed: fc.boolean(),
    /** Whether GET returns another form than PUT takes. */
    hasOtherForm: rarely(4),
  }),
  limit: fc.record({
    limit: fc.constantFrom(8, 16, 40, 100),
    counting: fc.constantFrom("rolling-window" as const, "fixed-window" as const, "token-bucket" as const),
    retryAfter: fc.constantFrom(true, false, "date" as const),
    countRefused: fc.boolean(),
  }),
  faults: fc.record({
    network: fc.array(fc.record({ at: between(1, 40), name: fc.constantFrom(...networkFaultNames) }), {
      maxLength: 5,
    }),
    changes: fc.array(
      fc.record({ at: between(1, 20), name: fc.constantFrom(...networkFaultNames, ...hidingFaultNames) }),
      { maxLength: 3 },
    ),
    store: fc.array(fc.record({ at: between(1, 300), name: fc.constantFrom(...storeFaults) }), {
      maxLength: 3,
    }),
    /** Numbers above that of a process are of the lessor's machines. */
    machines: fc.array(fc.record({ machine: fc.nat({ max: 4 }), incident: machineIncident }), { maxLength: 3 }),
    /** For which writes to a file the disk is full. */
    disk: fc.option(fc.record({ at: between(1, 60), writes: between(1, 10) }), { nil: undefined, freq: 2 }),
    world: fc.array(worldIncident, { maxLength: 2 }),
  }),
  /** Which processes run one round of `followOnce` after the other, in place of `follow`; some: every second one. */
  rounds: fc.constantFrom("none" as const, "none" as const, "none" as const, "all" as const, "some" as const),
  /** Whether handlers fail now and then; some deployments that were saved are from before they did. */
  handlersFail: fc.constant(true),
});

export type Deployment = typeof deployments extends fc.Arbitrary<infer Value> ? Value : never;

export type FleetPlan = NonNullable<Deployment["sessions"][number]["fleet"]>[number];

/** The deployment of a seed. */
export function deploymentOf(seed: number): Deployment {
  const [deployment] = fc.sample(deployments, { seed, numRuns: 1 });
  if (deployment === undefined) throw new Error("fast-check has made no deployment");
  return deployment;
}

/** The smallest deployment like that of a seed that fails in the same way. */
export async function shrink(seed: number, fails: (deployment: Deployment) => Promise<boolean>): Promise<Deployment> {
  const property = fc.asyncProperty(deployments, async (deployment) => !(await fails(deployment)));
  const { counterexample } = await fc.check(property, { seed, numRuns: 1, endOnFailure: false });
  const [smallest] = counterexample ?? [];
  if (smallest === undefined) throw new Error(`the seed ${seed} does not fail`);
  return smallest;
}
