import type { SupplierClientOptions } from "@reg/sdk";
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";
import { Backend } from "./backend.js";
import { type Deployment, windowMs } from "./deployment.js";
import { mayExceedLimit } from "./excess.js";
import { FleetJob } from "./fleet-job.js";
import type { Process } from "./machine.js";
import { longestWaitFor } from "./tokens.js";
import type { World } from "./world.js";

/** A program that runs in a process. */
export interface Program {
  start(): void;
  stop(): Promise<void>;
}

/** The program of a supplier, on the machine with this number. */
export function createBackend(world: World, process: Process, machine: number): Program {
  const { deployment, disk, service, store, timeline, tokens } = world;
  const { faults, followsInFile, processes, rounds, sharedIn, whenRedisFails } = deployment;
  const common = commonOptions(world, process);
  // The client compares a token with its clock, which may be wrong when the process starts.
  const isClockSet = faults.machines.some(
    ({ machine: number, incident }) => number < processes && incident.kind === "set-clock",
  );
  const { limit } = deployment.limit;
  const keepsFile = processes === 1 && followsInFile;
  return new Backend({
    process,
    orders: world.orders,
    observations: world.observations,
    random: world.random,
    state: keepsFile ? disk.pathFor(process, "follow.state") : store.openFor(process),
    every: world.areFaultsOver ? 60_000 : deployment.every,
    handlersFail: deployment.handlersFail && !world.areFaultsOver,
    longestWaitMs: longestWaitFor(deployment.supplierToken),
    mayExceed: () => mayExceedLimit(world),
    runsRounds: rounds === "all" || (rounds === "some" && (machine + deployment.entropy) % 2 > 0),
    now: () => timeline.now,
    client: {
      ...common,
      fetch: (url, init) => {
        if (!isClockSet) tokens.checkUse(init.headers);
        return common.fetch(url, init);
      },
      baseUrl: service.sandbox.supplier.baseUrl,
      token: tokens.openFor(process),
      checkTokenExpiry: !isClockSet,
      throttle:
        sharedIn === "redis"
          ? createRedisThrottle({
              redis: store.openRedisFor(process),
              quota: "supplier",
              limit,
              window: windowMs,
              ...(whenRedisFails === "local"
                ? { onStoreFailure: "local", instances: processes }
                : { onStoreFailure: "reject" }),
              clock: process.clock,
            })
          : { limit: shareOf(deployment), window: windowMs },
    } satisfies SupplierClientOptions,
  });
}

/** The limit of one process. */
const shareOf = ({ limit: { limit }, processes }: Deployment) => Math.max(1, Math.floor(limit / processes));

/** The program of the lessor. */
export function createFleetJob(world: World, process: Process): Program {
  const { deployment, fleet, observations, service, store } = world;
  const { baseUrl, clientId, clientSecret } = service.sandbox.lessor;
  return new FleetJob({
    process,
    observations,
    fleet,
    client: {
      ...commonOptions(world, process),
      baseUrl,
      clientId,
      clientSecret,
      tokenStore:
        deployment.sharedIn === "redis"
          ? createRedisTokenStore({ redis: store.openRedisFor(process), unencrypted: true, clock: process.clock })
          : store.openFor(process),
    },
  });
}

const commonOptions = ({ network, random }: World, process: Process) => ({
  clock: process.clock,
  fetch: network.openFor(process),
  random: () => random.next(),
});
