import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { createRedisTokenStore, type RedisTokenStoreOptions } from "@reg/sdk/redis";
import { describe, expect, test } from "vitest";
import { canarySecret, canaryToken } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { thrown } from "../support/errors.js";

const bytes = randomBytes(32);

/** A client of ioredis with one value, which never ends. */
function createRedis() {
  const redis = {
    held: "",
    remainingMs: 60_000 as number | string,
    async call(command: string, ...args: string[]): Promise<unknown> {
      if (command === "SET") redis.held = args[1] ?? "";
      return command === "EVALSHA" ? [redis.held, redis.remainingMs] : "OK";
    },
  };
  return redis;
}

const create = (options: object) =>
  createRedisTokenStore({ redis: createRedis(), ...options } as RedisTokenStoreOptions);

describe("the key of a Redis token store", () => {
  test.each<[string, unknown]>([
    ["bytes", bytes],
    ["a Uint8Array that is not a Buffer", new Uint8Array(bytes)],
    ["Base64 text", bytes.toString("base64")],
    ["Base64 text with a line break, as a file has it", `${bytes.toString("base64")}\n`],
    ["Base64url text", bytes.toString("base64url")],
    ["a list", [bytes, randomBytes(32)]],
    ["a list whose last key has encrypted the value", [randomBytes(32), randomBytes(32), bytes]],
  ])("can be %s", async (_, key) => {
    const redis = createRedis();
    await createRedisTokenStore({ redis, key: bytes }).set("name", "{}", 1000);
    const store = createRedisTokenStore({ redis, key } as RedisTokenStoreOptions);
    expect(await store.get("name")).toBeDefined();
  });

  const short = randomBytes(31);
  const is32Bytes = "must be 32 bytes, as a Uint8Array or as Base64 text; `openssl rand -base64 32` creates one";
  test.each<[string, object, string, string]>([
    ["no key", {}, "key", `${is32Bytes}. To store tokens as plain text, set unencrypted: true instead`],
    ["no key with unencrypted: false", { unencrypted: false }, "key", is32Bytes],
    ["an empty text, as an empty variable is", { key: "" }, "key", is32Bytes],
    ["a password", { key: canarySecret }, "key", is32Bytes],
    ["the Base64 text of fewer bytes", { key: short.toString("base64") }, "key", is32Bytes],
    ["hexadecimal text", { key: bytes.toString("hex") }, "key", is32Bytes],
    ["fewer bytes", { key: short }, "key", is32Bytes],
    ["more bytes", { key: randomBytes(33) }, "key", is32Bytes],
    ["a number", { key: 32 }, "key", is32Bytes],
    ["null", { key: null }, "key", is32Bytes],
    ["an empty list", { key: [] }, "key", "must have at least one key"],
    ["a list with a wrong key", { key: [bytes, canarySecret] }, "key.1", is32Bytes],
    ["a key and no encryption", { key: bytes, unencrypted: true }, "key", "must be left out with unencrypted: true"],
    ["a text that allows plain text", { unencrypted: "yes" }, "unencrypted", "must be true or false"],
    ["another option", { keys: [bytes] }, "keys", "is not an option; did you mean tokenStore.key?"],
    ["a clock without functions", { key: bytes, clock: {} }, "clock", "must have the functions"],
  ])("is refused with a clear error: %s", (_, options, field, problem) => {
    const error = thrown(() => create(options), "input");
    expect(error.field).toBe(`tokenStore.${field}`);
    expect(error.message).toContain(problem);
  });

  test("is not needed if plain text is allowed explicitly", async () => {
    const redis = createRedis();
    await createRedisTokenStore({ redis, unencrypted: true }).set("name", "{}", 1000);
    expect(redis.held).toBe("{}");
  });

  test("is copied, so that the caller can overwrite its own", async () => {
    const redis = createRedis();
    const own = Buffer.from(bytes);
    const store = createRedisTokenStore({ redis, key: own });
    own.fill(0);
    await store.set("name", "{}", 1000);
    expect(await createRedisTokenStore({ redis, key: bytes }).get("name")).toBeDefined();
  });
});

describe("a Redis token store", () => {
  const stored = { token: canaryToken, issuedAt: 1000, expiresAt: 3_601_000 };

  test.each([
    ["as a number", 60_000],
    ["as text, as ioredis does with stringNumbers", "60000"],
  ])(
    "moves the times of a token by its remaining lifetime, which Redis gives %s, to the clock of the reader",
    async (_, remainingMs) => {
      const redis = Object.assign(createRedis(), { remainingMs });
      const clock = new ManualClock();
      const store = createRedisTokenStore({ redis, key: bytes, clock });
      await store.set("name", JSON.stringify(stored), 3_600_000);
      const text = await store.get("name");
      const expiresAt = clock.now() + 60_000;
      expect(JSON.parse(text ?? "")).toEqual({
        token: canaryToken,
        issuedAt: expiresAt - 3_600_000,
        expiresAt,
      });
    },
  );

  test.each([
    ["JSON of a text", '"a"'],
    ["a text that is not JSON", "a"],
  ])("finds no token in %s", async (_, held) => {
    const redis = Object.assign(createRedis(), { held });
    expect(await createRedisTokenStore({ redis, unencrypted: true }).get("name")).toBeUndefined();
  });

  test("finds no token in a value that was copied from another name or encrypted with another key", async () => {
    const redis = createRedis();
    const store = createRedisTokenStore({ redis, key: bytes });
    await store.set("name", JSON.stringify(stored), 1000);
    expect(await store.get("name")).toBeDefined();
    expect(await store.get("other name")).toBeUndefined();
    expect(await createRedisTokenStore({ redis, key: randomBytes(32) }).get("name")).toBeUndefined();
  });

  test("finds no token without a remaining lifetime", async () => {
    const redis = Object.assign(createRedis(), { held: JSON.stringify(stored) });
    const store = createRedisTokenStore({ redis, unencrypted: true });
    expect(await store.get("name")).toBeDefined();
    redis.remainingMs = -1;
    expect(await store.get("name")).toBeUndefined();
  });

  /** Creates a store whose Redis loses the replies of these runs of scripts; `scripts` has when each of them ran. */
  function createLossy(hasReply: (run: number) => boolean) {
    const clock = new ManualClock();
    const scripts: number[] = [];
    const redis = {
      async call(): Promise<unknown> {
        scripts.push(clock.monotonic());
        if (!hasReply(scripts.length)) throw new Error("connection lost");
        return 1;
      },
    };
    return { clock, scripts, store: createRedisTokenStore({ redis, unencrypted: true, clock }) };
  }

  test("releases a lock again whose reply was lost until Redis replies", async () => {
    const { clock, scripts, store } = createLossy((run) => run > 3);
    await expect(store.lock("name:lock", 10_000)).rejects.toThrow("connection lost");
    await clock.advance(20_000);
    expect(scripts).toEqual([0, 0, 1000, 2000]);
    expect(clock.pending).toBe(0);
  });

  test("releases a lock again if its release has failed, until the lock has expired", async () => {
    const { clock, scripts, store } = createLossy((run) => run === 1);
    const unlock = await store.lock("name:lock", 3000);
    await expect(unlock?.()).rejects.toThrow("connection lost");
    await clock.advance(20_000);
    expect(scripts).toEqual([0, 0, 1000, 2000]);
    expect(clock.pending).toBe(0);
  });

  test("shows neither its key nor a token when it is inspected", async () => {
    const redis = createRedis();
    const store = createRedisTokenStore({ redis, key: bytes });
    await store.set("name", JSON.stringify(stored), 1000);
    await store.get("name");
    for (const value of [store, redis]) {
      const text = inspect(value, { depth: 20, showHidden: true });
      for (const secret of [canaryToken, bytes.toString("base64"), bytes.toString("hex"), inspect(bytes)])
        expect(text).not.toContain(secret);
    }
  });

  test("refuses what is not a client of Redis", () => {
    const error = thrown(() => create({ redis: "redis://localhost", key: bytes }), "input");
    expect(error.field).toBe("tokenStore.redis");
  });
});

describe("the failures of a Redis token store", () => {
  test("are reported once until Redis accepts commands again, without the text of a command", async () => {
    const errors: Error[] = [];
    const redis = createRedis();
    const { call } = redis;
    redis.call = async () => {
      throw Object.assign(new Error("READONLY"), { command: { args: [canaryToken] } });
    };
    const store = createRedisTokenStore({ redis, key: bytes, onStoreError: (error) => errors.push(error) });
    for (let attempt = 0; attempt < 2; attempt += 1) await expect(store.delete("name")).rejects.toThrow("READONLY");
    expect(errors).toHaveLength(1);
    expect(inspect(errors, { depth: 9 })).toContain("READONLY");
    expect(inspect(errors, { depth: 9 })).not.toContain(canaryToken);
    redis.call = call;
    await store.delete("name");
    redis.call = async () => Promise.reject(new Error("OOM"));
    await expect(store.delete("name")).rejects.toThrow("OOM");
    expect(errors).toHaveLength(2);
  });

  test("include a Redis that does not respond within two seconds", async () => {
    const errors: string[] = [];
    const clock = new ManualClock();
    const redis = createRedis();
    const { call } = redis;
    redis.call = () => new Promise(() => {});
    const onStoreError = (error: Error) => errors.push(error.message);
    const store = createRedisTokenStore({ redis, key: bytes, clock, onStoreError });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      void store.get("name");
      await clock.advance(2000);
    }
    expect(errors).toEqual(["Redis has not responded within 2000 ms"]);
    redis.call = call;
    await store.delete("name");
    await settle();
    expect(clock.pending).toBe(0);
  });

  test("include a value that no key decrypts, and exclude a script that Redis does not know yet", async () => {
    const errors: string[] = [];
    const redis = createRedis();
    await createRedisTokenStore({ redis, key: bytes }).set("name", "{}", 1000);
    const { call } = redis;
    redis.call = async (command, ...args) => {
      if (command === "EVALSHA") throw new Error("NOSCRIPT No matching script.");
      return call.call(redis, command === "EVAL" ? "EVALSHA" : command, ...args);
    };
    const onStoreError = (error: Error) => errors.push(error.message);
    const store = createRedisTokenStore({ redis, key: randomBytes(32), onStoreError });
    expect(await store.get("name")).toBeUndefined();
    expect(errors).toEqual(["no key decrypts the token in Redis"]);
  });
});
