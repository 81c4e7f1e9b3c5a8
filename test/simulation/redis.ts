import { createHash } from "node:crypto";
import type { Lua, Reply } from "./lua.js";

type Key = { readonly expiresAt: number } & (
  | { readonly text: string }
  | { readonly hash: Map<string, string> }
  | { readonly scores: Map<string, number> }
);

/** The commands of Redis that the package and its scripts use, on a clock of its own. */
export class Redis {
  readonly #lua: Lua;
  /** In milliseconds since 1970; the clock of Redis may be set back. */
  readonly #now: () => number;
  readonly #keys = new Map<string, Key>();
  readonly #scripts = new Map<string, string>();

  constructor(lua: Lua, now: () => number) {
    this.#lua = lua;
    this.#now = now;
  }

  /** Forgets everything, as one that is started again without a disk. */
  clear(): void {
    this.#keys.clear();
    this.#scripts.clear();
  }

  run(command: string, ...args: readonly string[]): Reply {
    const [key = "", ...rest] = args;
    switch (command) {
      case "TIME":
        return [String(Math.floor(this.#now() / 1000)), String(Math.floor((this.#now() % 1000) * 1000))];
      case "EVALSHA":
      case "EVAL":
        return this.#runScript(command, key, rest);
      case "GET":
        return this.#text(key);
      case "SET":
        return this.#set(key, rest);
      case "DEL":
        return this.#find(key) !== undefined && this.#keys.delete(key) ? 1 : 0;
      case "PTTL":
        return this.#timeLeft(key);
      case "PEXPIRE":
        return this.#expire(key, Number(rest[0]));
      case "HMGET":
        return rest.map((name) => this.#hash(key).get(name) ?? null);
      case "HSET":
        for (let index = 0; index < rest.length; index += 2)
          this.#hash(key).set(rest[index] ?? "", rest[index + 1] ?? "");
        return 1;
      case "ZADD":
        this.#scores(key).set(rest[1] ?? "", Number(rest[0]));
        return 1;
      case "ZREM":
        return this.#scores(key).delete(rest[0] ?? "") ? 1 : 0;
      case "ZREMRANGEBYSCORE":
        for (const [member, score] of this.#scores(key)) if (score <= Number(rest[1])) this.#scores(key).delete(member);
        return 0;
      case "ZCARD":
        return this.#scores(key).size;
      case "ZRANK": {
        const rank = this.#ranking(key).findIndex(([member]) => member === rest[0]);
        return rank < 0 ? null : rank;
      }
      case "ZRANGE":
        return this.#ranking(key)
          .slice(Number(rest[0]), Number(rest[1]) + 1)
          .flatMap(([member, score]) => [member, String(score)]);
      default:
        throw new Error(`this Redis has no command ${command}`);
    }
  }

  #runScript(command: string, scriptOrDigest: string, [count = "0", ...args]: readonly string[]): Reply {
    const isText = command === "EVAL";
    const text = isText ? scriptOrDigest : this.#scripts.get(scriptOrDigest);
    if (text === undefined) throw new Error("NOSCRIPT No matching script.");
    if (isText) this.#scripts.set(createHash("sha1").update(text).digest("hex"), text);
    const [keys, rest] = [args.slice(0, Number(count)), args.slice(Number(count))];
    return this.#lua.run(text, { keys, args: rest, run: (name, ...parts) => this.run(name, ...parts) });
  }

  #find(key: string): Key | undefined {
    const found = this.#keys.get(key);
    if (found === undefined || found.expiresAt > this.#now()) return found;
    this.#keys.delete(key);
    return undefined;
  }

  #text(key: string): string | null {
    const found = this.#find(key);
    return found !== undefined && "text" in found ? found.text : null;
  }

  #set(key: string, [text = "", ...options]: readonly string[]): Reply {
    if (options.includes("NX") && this.#find(key) !== undefined) return null;
    const lifetime = options.includes("PX") ? Number(options[options.indexOf("PX") + 1]) : Number.POSITIVE_INFINITY;
    this.#keys.set(key, { text, expiresAt: this.#now() + lifetime });
    return "OK";
  }

  #hash(key: string): Map<string, string> {
    const found = this.#find(key);
    if (found !== undefined && "hash" in found) return found.hash;
    const hash = new Map<string, string>();
    this.#keys.set(key, { hash, expiresAt: Number.POSITIVE_INFINITY });
    return hash;
  }

  #scores(key: string): Map<string, number> {
    const found = this.#find(key);
    if (found !== undefined && "scores" in found) return found.scores;
    const scores = new Map<string, number>();
    this.#keys.set(key, { scores, expiresAt: Number.POSITIVE_INFINITY });
    return scores;
  }

  /** The members of a sorted set: by their score, and those of one score by their name. */
  #ranking(key: string): [member: string, score: number][] {
    return [...this.#scores(key)].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  }

  #timeLeft(key: string): number {
    const found = this.#find(key);
    if (found === undefined) return -2;
    return found.expiresAt === Number.POSITIVE_INFINITY ? -1 : Math.ceil(found.expiresAt - this.#now());
  }

  #expire(key: string, lifetime: number): number {
    const found = this.#find(key);
    if (found === undefined) return 0;
    this.#keys.set(key, { ...found, expiresAt: this.#now() + lifetime });
    return 1;
  }
}
