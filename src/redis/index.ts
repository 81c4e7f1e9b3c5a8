export type { IoredisClient, NodeRedisClient, RedisClient } from "./connection.js";
export { createRedisThrottle, type RedisThrottle, type RedisThrottleOptions } from "./throttle.js";
