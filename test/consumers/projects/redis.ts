/** Passes clients of each version to the functions that take one. It is only compiled. */
import { createRedisThrottle, createRedisTokenStore } from "@reg/sdk/redis";
import { Redis as Redis5 } from "ioredis-5";
import { Cluster, Redis as Redis6 } from "ioredis-6";
import { createClient as createClient5 } from "redis-5";
import { createClient as createClient6 } from "redis-6";

const onStoreFailure = "reject";
for (const redis of [new Redis5(), new Redis6(), new Cluster([]), createClient5(), createClient6({ RESP: 3 })]) {
  createRedisThrottle({ redis, quota: "supplier", onStoreFailure });
  createRedisTokenStore({ redis, unencrypted: true });
}
