import { createHash } from "node:crypto";
import { RegInputError } from "../errors/errors.js";
import { hasFunctions } from "../http/validate.js";

/** A client of ioredis, version 5. */
export interface IoredisClient {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client of node-redis (the package `redis`), version 5. */
export interface NodeRedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/**
 * A connected client of ioredis 5 or node-redis 5, for one Redis (also behind Sentinel). The package only sends commands
 * with it: it opens no connection, and never closes this one.
 */
export type RedisClient = IoredisClient | NodeRedisClient;

/** Sends one command and resolves to the reply. */
export type SendCommand = (...command: readonly string[]) => Promise<unknown>;

const isIoredis = hasFunctions("call");
const isNodeRedis = hasFunctions("sendCommand");

/**
 * The function that sends commands with the user's client.
 *
 * @throws RegInputError if it is not a client of a known package
 */
export function commandsOf(redis: RedisClient): SendCommand {
  // A client of ioredis also has `sendCommand`, which takes an object.
  if (isIoredis(redis))
    return async (command = "", ...args) => (redis as IoredisClient).call(command, ...args);
  if (isNodeRedis(redis)) return async (...command) => (redis as NodeRedisClient).sendCommand([...command]);
  throw new RegInputError("redis", "must be a client of ioredis 5 or node-redis 5, such as new Redis(url)");
}

/** A Lua script that Redis runs at once, without commands of others in between. */
export interface Script {
  readonly text: string;
  /** How many of its arguments are keys. */
  readonly keys: number;
}

/** Creates the function that runs a script; Redis gets its text only if it does not know it, as after a restart. */
export function scriptRunner(send: SendCommand, { text, keys }: Script) {
  const sha = createHash("sha1").update(text).digest("hex");
  return async (...args: readonly string[]): Promise<unknown> => {
    try {
      return await send("EVALSHA", sha, `${keys}`, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return send("EVAL", text, `${keys}`, ...args);
    }
  };
}
