import { createHash } from "node:crypto";
import { within } from "../base/cancellation.js";
import type { Clock } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { isObject } from "../base/json.js";
import { describeWrongPeer, listTestedMajors } from "../base/peers.js";
import { RegInputError } from "../errors/errors.js";
import { hasFunctions } from "../errors/input.js";
import { notify } from "../http/diagnostics/diagnostics.js";
import { sanitizeCause } from "../http/diagnostics/redact.js";

/** A client of ioredis, version 5 or 6. */
export interface IoredisClient {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client of node-redis (the package `redis`), version 5 or 6. */
export interface NodeRedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/**
 * A connected client of ioredis 5 or 6, also for Sentinel or a Cluster, or of node-redis 5 or 6 for one Redis. The
 * package only sends commands with it: it opens no connection, and never closes this one.
 */
export type RedisClient = IoredisClient | NodeRedisClient;

/** Sends one command and resolves to the reply. */
export type SendCommand = (...command: readonly string[]) => Promise<unknown>;

const isIoredis = hasFunctions("call");
const isNodeRedis = hasFunctions("sendCommand");
const isPromise = hasFunctions("then");

/**
 * The function that sends commands with the user's client. The client need not be connected yet: ioredis connects
 * itself, and node-redis rejects commands until the user has connected it.
 *
 * @param field the name of the option, for the error
 * @throws RegInputError if it is not a client of a known package, or is one of an older version
 */
export function commandsOf(redis: RedisClient, field = "redis"): SendCommand {
  const wrongPeer = isObject(redis) ? findWrongPeer(redis) : undefined;
  if (wrongPeer !== undefined) throw new RegInputError(field, wrongPeer);
  // Every function has `call`, and a client of ioredis also has `sendCommand`, which takes an object.
  if (isObject(redis) && isIoredis(redis))
    return async (command = "", ...args) => (redis as IoredisClient).call(command, ...args);
  // Those for a cluster or for Sentinel have further parameters, before the command.
  if (isNodeRedis(redis) && (redis as NodeRedisClient).sendCommand.length > 2)
    throw new RegInputError(
      field,
      "is a cluster or Sentinel client of node-redis, which is not supported: use Cluster or Redis of ioredis",
    );
  if (isNodeRedis(redis)) {
    const client: { sendCommand(args: string[], options: object): Promise<unknown> } = redis as NodeRedisClient;
    // The client may be set to reply with Buffers instead of texts.
    return async (...command) => client.sendCommand([...command], { typeMapping: {} });
  }
  const problem = isPromise(redis) ? "is a promise: await it" : "";
  const known = `${listTestedMajors("ioredis")}, or of node-redis (${listTestedMajors("redis")})`;
  throw new RegInputError(field, problem || `must be a client of ${known}, such as new Redis(url)`);
}

const isClientOfIoredis5 = hasFunctions("createScanStream");
const isClientOfRedis4 = hasFunctions("executeIsolated");
const isClientOfRedis3 = hasFunctions("internal_send_command");

/**
 * Recognises clients of older versions, which are not tested. The clients do not know their version. Other objects with
 * the functions of a client, such as one that passes commands on, are not asked for more.
 */
function findWrongPeer(redis: object): string | undefined {
  const isOfIoredis = isIoredis(redis) && ("connector" in redis || "connectionPool" in redis);
  if (isOfIoredis && !isClientOfIoredis5(redis)) return describeWrongPeer("ioredis", "a client of version 4 or older");
  if (isClientOfRedis4(redis)) return describeWrongPeer("redis", "a client of version 4");
  if (isClientOfRedis3(redis)) return describeWrongPeer("redis", "a client of version 3 or older");
  return undefined;
}

/** A name that no other process has. */
export function randomName(): string {
  return Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(12))).toString("base64url");
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
      if (!isUnknownScript(error)) throw error;
      return send("EVAL", text, `${keys}`, ...args);
    }
  };
}

/** Whether Redis does not know a script; then it gets the text of it. */
export function isUnknownScript(error: unknown): boolean {
  return isInstance(error, "Error") && error.message.startsWith("NOSCRIPT");
}

/**
 * Describes why a task failed. The command in an error of ioredis is left out: for AUTH it contains the password of
 * Redis.
 */
function describeError(error: unknown): Error {
  const copy = sanitizeCause(error, (text) => text);
  return copy instanceof Error ? copy : new Error("the request to Redis failed", { cause: copy });
}

export interface StoreOptions {
  /** The longest time that the store may take, in milliseconds. */
  readonly storeTimeout: number;
  /** Called when the store begins to fail. */
  readonly onStoreError: ((error: Error) => void) | undefined;
  /** Called when it responds again, with the time since it began to fail, in milliseconds. */
  readonly onStoreRecovered: ((failedForMs: number) => void) | undefined;
  readonly clock: Clock;
}

/** The time after a failure in which the store is not asked, in milliseconds. */
const retryInterval = 1000;

/** Whether a store in Redis fails, as its latest task shows. */
export class Store {
  readonly #options: StoreOptions;
  #failure: Error | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Why the latest task has failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** The time since the store has responded again after a failure, in milliseconds; Infinity: it has not failed. */
  get recoveredForMs(): number {
    return this.#options.clock.monotonic() - this.#recoveredAt;
  }

  /** The time until the store may be asked again after a failure, in milliseconds; 0: now. */
  get retryInMs(): number {
    return Math.max(0, this.#retryAt - this.#options.clock.monotonic());
  }

  /** Runs a task; resolves to undefined if it fails or takes longer than `storeTimeout`. */
  async run<T>(task: () => Promise<T>): Promise<T | undefined> {
    const pending = task();
    // Also a late result shows that the store responds again.
    pending.then(
      () => this.#recover(),
      () => {},
    );
    try {
      const { clock, storeTimeout: limitMs } = this.#options;
      const createError = () => new Error(`Redis has not responded within ${limitMs} ms`);
      return await within(pending, { clock, limitMs, createError });
    } catch (error) {
      this.#fail(describeError(error));
      return undefined;
    }
  }

  #fail(error: Error): void {
    const isNew = this.#failure === undefined;
    const now = this.#options.clock.monotonic();
    this.#failure = error;
    this.#retryAt = now + retryInterval;
    if (!isNew) return;
    this.#failedAt = now;
    notify(this.#options.onStoreError, error);
  }

  #recover(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#retryAt = Number.NEGATIVE_INFINITY;
    this.#recoveredAt = this.#options.clock.monotonic();
    notify(this.#options.onStoreRecovered, Math.round(this.#recoveredAt - this.#failedAt));
  }
}
