import type { StateStore, TokenStore } from "@reg/sdk";
import type { IoredisClient } from "@reg/sdk/redis";
import type { Random } from "../support/random.js";
import type { Process } from "./machine.js";
import type { Redis } from "./redis.js";
import type { Timeline } from "./timeline.js";

/** What goes wrong with one call of the store. */
export const storeFaults = [
  /** It fails, and nothing is done. */
  "fails",
  /** Nothing is done, and nothing says so: some stores hide their failures, such as Keyv over Redis. */
  "is-ignored",
  /** It is done, and its reply is lost. */
  "loses-reply",
  /** It takes some seconds, and with it every later call of the process. */
  "is-slow",
  /** It is done, and its reply comes when its caller no longer waits. */
  "replies-late",
] as const;

export type StoreFault = (typeof storeFaults)[number];

interface StoredText {
  readonly text: string;
  /** On the timeline. */
  readonly expiresAt: number;
}

/** Longer than any caller waits, in milliseconds. */
const late = 15_000;

/** In milliseconds: a write that arrives after the lock is lost would replace what another process has written. */
const slow = 3000;

/** The store that all processes share, as they would a Redis: texts with a lifetime, and locks. */
export class SharedStore {
  /** The keys whose text it was once asked for and did not return, although nothing has said so. */
  readonly unreturned = new Set<string>();
  /** The keys that it did not delete, although nothing has said so. */
  readonly undeleted = new Set<string>();
  readonly #texts = new Map<string, StoredText>();
  readonly #redis: Redis;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #faults: ReadonlyMap<number, StoreFault>;
  readonly #onFault: (fault: StoreFault, where: string) => void;
  readonly #onUnreturned: (key: string) => void;
  /** When the last call of each process arrives. */
  readonly #arrivals = new WeakMap<Process, number>();
  #calls = 0;
  #locks = 0;
  #redisFails = false;

  constructor(parts: {
    readonly redis: Redis;
    readonly timeline: Timeline;
    readonly random: Random;
    /** By the number of the call. */
    readonly faults: ReadonlyMap<number, StoreFault>;
    readonly onFault: (fault: StoreFault, where: string) => void;
    /** Is called with a key whose text is not returned. */
    readonly onUnreturned: (key: string) => void;
  }) {
    this.#redis = parts.redis;
    this.#timeline = parts.timeline;
    this.#random = parts.random;
    this.#faults = parts.faults;
    this.#onFault = parts.onFault;
    this.#onUnreturned = parts.onUnreturned;
  }

  /** What it has now. */
  get texts(): ReadonlyMap<string, string> {
    return new Map([...this.#texts].map(([key, { text }]) => [key, text]));
  }

  /** The store as a process sees it. */
  openFor(process: Process): StateStore & TokenStore {
    const call = <Result>(act: () => Result, onIgnored?: () => void) => this.#call(process, act, onIgnored);
    return {
      get: (key) =>
        call(
          () => this.#get(key),
          () => {
            this.unreturned.add(key);
            this.#onUnreturned(key);
          },
        ),
      set: (key: string, text: string, ttlMs?: number) => call(() => this.#set(key, text, ttlMs)),
      delete: (key) =>
        call(
          () => {
            this.#texts.delete(key);
            this.undeleted.delete(key);
          },
          () => this.undeleted.add(key),
        ),
      lock: async (key, ttlMs) => {
        this.#locks += 1;
        const holder = `holder ${this.#locks}`;
        const isTaken = await call(() => {
          if (this.#get(key) !== undefined) return false;
          this.#set(key, holder, ttlMs);
          return true;
        });
        if (!isTaken) return undefined;
        return () => call(() => void (this.#get(key) === holder && this.#texts.delete(key)));
      },
      iterator: async function* (this: SharedStore) {
        yield* await call(() => [...this.#texts].map(([key, { text }]) => [key, text] as const));
      }.bind(this),
    };
  }

  /** Loses every command to Redis that arrives from now on, for a time. */
  failRedis(ms: number): void {
    this.#redisFails = true;
    this.#timeline.after(ms, () => {
      this.#redisFails = false;
    });
  }

  /** A client of Redis in a process. */
  openRedisFor(process: Process): IoredisClient {
    const fail = () => {
      throw new Error("the connection to Redis was lost");
    };
    const run = (command: string, args: readonly string[]) =>
      this.#redisFails ? fail() : this.#redis.run(command, ...args);
    return { call: (command, ...args) => this.#call(process, () => run(command, args), fail) };
  }

  #get(key: string): string | undefined {
    const stored = this.#texts.get(key);
    if (stored === undefined || stored.expiresAt > this.#timeline.now) return stored?.text;
    this.#texts.delete(key);
    return undefined;
  }

  #set(key: string, text: string, ttlMs = Number.POSITIVE_INFINITY): void {
    this.#texts.set(key, { text, expiresAt: this.#timeline.now + ttlMs });
  }

  #call<Result>(process: Process, act: () => Result, onIgnored = () => {}): Promise<Result> {
    return process.call<Result>(({ resolve, reject }) => {
      this.#calls += 1;
      const fault = this.#faults.get(this.#calls);
      if (fault !== undefined) this.#onFault(fault, `of ${process.machine.name}`);
      if (fault === "is-ignored") onIgnored();
      // The calls of a process arrive in their order, as over a connection.
      const soonest = this.#arrivals.get(process) ?? 0;
      const delay = fault === "is-slow" ? slow : this.#random.between(0, 3);
      const arrivesAt = Math.max(soonest, this.#timeline.now + delay);
      this.#arrivals.set(process, arrivesAt);
      this.#timeline.after(arrivesAt - this.#timeline.now, () => {
        // What a process had sent when it was killed may be lost with it.
        if (!process.isAlive && this.#random.chance(0.5)) return;
        if (fault === "fails") return reject(0, new Error("the store is not available"));
        const delay = fault === "replies-late" ? late : this.#random.between(0, 3);
        try {
          const result = fault === "is-ignored" ? (undefined as Result) : act();
          if (fault === "loses-reply") reject(0, new Error("the connection to the store was lost"));
          else resolve(delay, result);
        } catch (error) {
          reject(delay, error);
        }
      });
    });
  }
}
