import { createLessorClient, createSupplierClient } from "@reg/sdk";
import { createRedisThrottle, type RedisThrottle } from "@reg/sdk/redis";
import { Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { describe, expectTypeOf, test } from "vitest";

// This file is compiled and never run. A @ts-expect-error fails the compilation if the next line is correct.

const baseUrl = "https://api.example.com";
const options = { quota: "supplier-4711", onStoreFailure: "reject" } as const;

describe("a throttle over Redis", () => {
  test("takes a client of ioredis or node-redis, and is an option of both clients", async () => {
    const throttle = createRedisThrottle({ redis: new Redis(), ...options });
    expectTypeOf(throttle).toEqualTypeOf<RedisThrottle>();
    createRedisThrottle({ redis: createClient(), ...options });
    createRedisThrottle({ redis: await createClient({ url: "redis://localhost" }).connect(), ...options });
    createRedisThrottle({ redis: createClient({ RESP: 3 }), ...options });
    createSupplierClient({ baseUrl, token: "t", throttle });
    createLessorClient({ baseUrl, clientId: "c", clientSecret: "s", throttle });
  });

  test("takes no address, no promise and no cluster of node-redis", () => {
    // @ts-expect-error an address is no client
    createRedisThrottle({ redis: "redis://localhost", ...options });
    // @ts-expect-error the promise must be awaited
    createRedisThrottle({ redis: createClient().connect(), ...options });
    // @ts-expect-error the commands of a cluster have other parameters
    createRedisThrottle({ redis: createCluster({ rootNodes: [] }), ...options });
  });

  test("requires a decision for failures of Redis", () => {
    // @ts-expect-error onStoreFailure is missing
    createRedisThrottle({ redis: new Redis(), quota: "a" });
    // @ts-expect-error there is no mode wait
    createRedisThrottle({ redis: new Redis(), quota: "a", onStoreFailure: "wait" });
  });
});
