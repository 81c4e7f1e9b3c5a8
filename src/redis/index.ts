export type { IoredisClient, NodeRedisClient, RedisClient } from "./connection.js";
export { createRedisThrottle, type RedisThrottle, type RedisThrottleOptions } from "./throttle.js";
export {
  createRedisTokenStore,
  type EncryptionKey,
  type RedisTokenStore,
  type RedisTokenStoreOptions,
} from "./token-store.js";
