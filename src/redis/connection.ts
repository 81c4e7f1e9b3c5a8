import { createHash } from "node:crypto";
import { RegInputError } from "../errors/errors.js";
import type { Clock } from "../http/clock.js";
import { notify } from "../http/diagnostics.js";
import { sanitizeCause } from "../http/redact.js";
import { hasFunctions, isObject } from "../http/validate.js";

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
const isPromise = hasFunctions("then");

/**
 * The function that sends commands with the user's client. The client need not be connected yet: ioredis connects itself,
 * and node-redis rejects commands until the user has connected it.
 *
 * @param field the name of the option, for the error
 * @throws RegInputError if it is not a client of a known package
 */
export function commandsOf(redis: RedisClient, field = "redis"): SendCommand {
  // Every function has `call`, and a client of ioredis also has `sendCommand`, which takes an object.
  if (isObject(redis) && isIoredis(redis))
    return async (command = "", ...args) => (redis as IoredisClient).call(command, ...args);
  if (isNodeRedis(redis)) return async (...command) => (redis as NodeRedisClient).sendCommand([...command]);
  const problem = isPromise(redis) ? "is a promise: await it" : "";
  throw new RegInputError(
    field,
    problem || "must be a client of ioredis 5 or node-redis 5, such as new Redis(url)",
  );
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
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
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

/** Describes why a task failed. The command in an error of ioredis is left out: for AUTH it contains the password of Redis. */
export function describeError(error: unknown): Error {
  const copy = sanitizeCause(error, (text) => text);
  return copy instanceof Error ? copy : new Error("the request to Redis failed", { cause: copy });
}

/** The time between two tasks of a store that fails, in milliseconds. */
const retryInterval = 1000;

/** Whether a store in Redis fails, as its latest task shows. */
export class Store {
  readonly #options: StoreOptions;
  readonly #onOverdue: () => void;
  #failure: Error | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #isOverdue = false;
  #retryAt = Number.NEGATIVE_INFINITY;

  /** @param onOverdue called when a task takes longer than `storeTimeout`; its result still counts */
  constructor(options: StoreOptions, onOverdue: () => void) {
    this.#options = options;
    this.#onOverdue = onOverdue;
  }

  /** Why the latest task has failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** The failure as long as no other task can show that the store works again. */
  get currentFailure(): Error | undefined {
    return this.#isOverdue || this.retryInMs > 0 ? this.#failure : undefined;
  }

  /** The time since the store has responded again after a failure, in milliseconds; Infinity: it has not failed. */
  get recoveredForMs(): number {
    return this.#options.clock.monotonic() - this.#recoveredAt;
  }

  /** The time until the store may be asked again after a failure, in milliseconds; 0: now. */
  get retryInMs(): number {
    return Math.max(0, this.#retryAt - this.#options.clock.monotonic());
  }

  /** Runs a task, one at a time; resolves to undefined if it fails. */
  async run<T>(task: () => Promise<T>): Promise<T | undefined> {
    const { clock, storeTimeout } = this.#options;
    let cancel = clock.schedule(() => {
      // A blocked event loop runs its timers before it reads a response that has arrived.
      cancel = clock.schedule(() => this.#onTimeout(), 0);
    }, storeTimeout);
    try {
      const result = await task();
      this.#recover();
      return result;
    } catch (error) {
      this.#fail(describeError(error));
      return undefined;
    } finally {
      cancel();
      this.#isOverdue = false;
    }
  }

  #onTimeout(): void {
    this.#isOverdue = true;
    this.#fail(new Error(`Redis has not responded within ${this.#options.storeTimeout} ms`));
    this.#onOverdue();
  }

  #fail(error: Error): void {
    const isNew = this.#failure === undefined;
    this.#failure = error;
    const now = this.#options.clock.monotonic();
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
