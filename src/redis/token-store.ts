import { compactDecrypt } from "jose/jwe/compact/decrypt";
import { CompactEncrypt } from "jose/jwe/compact/encrypt";
import { type Clock, systemClock } from "../base/clock.js";
import { isInstance } from "../base/instances.js";
import { isObject, parseJson } from "../base/json.js";
import { RegInputError } from "../errors/errors.js";
import { aFunction, anything, checkInput, clock, optionsSchema, trueOrFalse } from "../errors/input.js";
import { storeTimeout, type TokenStore } from "../http/authorization/token-store.js";
import { notify } from "../http/diagnostics/diagnostics.js";
import {
  commandsOf,
  isUnknownScript,
  type RedisClient,
  randomName,
  type Script,
  type SendCommand,
  Store,
  type StoreOptions,
  scriptRunner,
} from "./connection.js";

/**
 * A key of 32 random bytes: the bytes, or their Base64 text (also Base64url), as `openssl rand -base64 32` prints it.
 */
export type EncryptionKey = string | Uint8Array;

/** Where the processes share a token, and how it is encrypted. */
export interface RedisTokenStoreOptions {
  /** The user's client. The store sends commands with it and never closes it. */
  readonly redis: RedisClient;
  /**
   * Encrypts the tokens, so that those who can read Redis, its backups or its replicas cannot use them. With a list,
   * the first key encrypts and all of them decrypt; docs/cluster.md shows how to replace a key without an interruption.
   * A value that no key decrypts counts as none. Required, unless `unencrypted` is true.
   */
  readonly key?: EncryptionKey | readonly EncryptionKey[] | undefined;
  /** Stores the tokens as plain text, without a `key`. Default false. */
  readonly unencrypted?: boolean | undefined;
  /**
   * Called when Redis begins to fail or does not respond within 2 seconds, once until it responds again, and with each
   * value that no key decrypts. What it throws is ignored. Default: nothing is reported; the process requests its own
   * token.
   */
  readonly onStoreError?: ((error: Error) => void) | undefined;
  /** Tells the time in this process. Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/** Keeps a token in Redis, for the `tokenStore` option of a lessor client. */
export interface RedisTokenStore extends TokenStore {
  /** Resolves to the stored text; undefined if there is none, or none that a key decrypts. */
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  lock(key: string, ttlMs: number): Promise<(() => Promise<void>) | undefined>;
}

const tokenStoreOptions = optionsSchema<RedisTokenStoreOptions>({
  redis: anything,
  key: anything,
  unencrypted: trueOrFalse,
  onStoreError: aFunction,
  clock,
});

/**
 * Creates a token store for all processes that use the same Redis: one of them requests a token, and the others wait
 * for it and use it. If Redis fails or does not respond within 2 seconds, each process requests its own token.
 *
 * @example
 * const tokenStore = createRedisTokenStore({ redis: new Redis(url), key: process.env.REG_TOKEN_KEY });
 * const lessor = createLessorClient({ tokenStore });
 *
 * @throws RegInputError for an invalid option, or without a key; it never contains a key
 */
export function createRedisTokenStore(options: RedisTokenStoreOptions): RedisTokenStore {
  checkInput(tokenStoreOptions, options, { below: "tokenStore" });
  const { redis, clock = systemClock } = options;
  const { encrypt, decrypt } = createCipher(parseKeys(options));
  const { onStoreError } = options;
  const send = reportFailures(commandsOf(redis, "tokenStore.redis"), { onStoreError, clock });
  const read = scriptRunner(send, readScript);
  const acquire = scriptRunner(send, acquireScript);
  const release = scriptRunner(send, releaseScript);
  return {
    async get(key) {
      const now = clock.now();
      const [value, remaining] = (await read(key)) as [unknown, unknown];
      // A client of ioredis with `stringNumbers` gives it as text.
      const remainingMs = Number(remaining);
      if (typeof value !== "string" || remainingMs <= 0) return undefined;
      const text = await decrypt(value, key);
      if (text === undefined) notify(onStoreError, new Error("no key decrypts the token in Redis"));
      return text === undefined ? undefined : withTimesOfReader(text, now + remainingMs);
    },
    async set(key, value, ttlMs) {
      await send("SET", key, await encrypt(value, key), "PX", `${ttlMs}`);
    },
    async delete(key) {
      await send("DEL", key);
    },
    async lock(key, ttlMs) {
      const holder = randomName();
      const endsAt = clock.monotonic() + ttlMs;
      const unlock = async (): Promise<void> => {
        try {
          await release(key, holder);
        } catch (error) {
          const again = () => void unlock().catch(() => {});
          if (clock.monotonic() + releaseInterval < endsAt) clock.schedule(again, releaseInterval, "background");
          throw error;
        }
      };
      const reply = await acquire(key, holder, `${ttlMs}`).catch((error: unknown) => {
        // Redis may have given the lock, and only the reply was lost.
        unlock().catch(() => {});
        throw error;
      });
      return Number(reply) === 1 ? unlock : undefined;
    },
  };
}

/** After how long a lock whose release has failed is released again, in milliseconds, unless it has expired then. */
const releaseInterval = 1000;

/** Reports when Redis begins to fail. The commands are the same: a late one may still have an effect. */
function reportFailures(send: SendCommand, options: Pick<StoreOptions, "onStoreError" | "clock">): SendCommand {
  const store = new Store({ ...options, storeTimeout, onStoreRecovered: undefined });
  return (...command) => {
    const reply = send(...command);
    const ignoreUnknownScript = (error: unknown) => {
      if (!isUnknownScript(error)) throw error;
    };
    void store.run(() => reply.catch(ignoreUnknownScript));
    return reply;
  };
}

/** Reads a value and its remaining lifetime at once, because another process may replace it in between. */
const readScript: Script = {
  keys: 1,
  text: "return { redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1]) }",
};

/**
 * Takes a lock, also if this holder has it: ioredis runs a script again if the connection was lost before the reply.
 * Otherwise the lock would stay taken until it expires, although no process has it.
 */
const acquireScript: Script = {
  keys: 1,
  text: `local isTaken = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
if isTaken or redis.call('GET', KEYS[1]) == ARGV[1] then return 1 end
return 0`,
};

/** Releases a lock, unless it has expired and another process holds it. */
const releaseScript: Script = {
  keys: 1,
  text: "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
};

/** Moves the times of a stored token, which are those of the writer's clock, so that it ends when Redis deletes it. */
function withTimesOfReader(text: string, expiresAt: number): string | undefined {
  const stored = parseJson(text);
  if (!isObject(stored)) return undefined;
  const issuedAt = expiresAt - (Number(stored["expiresAt"]) - Number(stored["issuedAt"]));
  return JSON.stringify({ ...stored, issuedAt, expiresAt });
}

interface Cipher {
  /** The name of the value is a part of what is encrypted: the value is worth nothing under another name. */
  encrypt(text: string, name: string): Promise<string>;
  /** Resolves to undefined if the value was encrypted with another key, for another name, or not at all. */
  decrypt(value: string, name: string): Promise<string | undefined>;
}

/** The encryption: JWE (RFC 7516) in its compact form, with A256GCM and the key itself. */
const algorithm = { alg: "dir", enc: "A256GCM" } as const;
const accepted = { keyManagementAlgorithms: [algorithm.alg], contentEncryptionAlgorithms: [algorithm.enc] };

function createCipher([first, ...others]: readonly Uint8Array[]): Cipher {
  if (first === undefined) return { encrypt: async (text) => text, decrypt: async (value) => value };
  return {
    encrypt: (text, name) =>
      new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({ ...algorithm, sub: name }).encrypt(first),
    async decrypt(value, name) {
      for (const key of [first, ...others]) {
        try {
          const { plaintext, protectedHeader } = await compactDecrypt(value, key, accepted);
          return protectedHeader["sub"] === name ? new TextDecoder().decode(plaintext) : undefined;
        } catch {
          // It was encrypted with another key.
        }
      }
      return undefined;
    },
  };
}

const keyField = "tokenStore.key";
const aKey = "32 bytes, as a Uint8Array or as Base64 text; `openssl rand -base64 32` creates one";

/** The keys in the options; none if tokens are stored unencrypted. */
function parseKeys({ key, unencrypted = false }: RedisTokenStoreOptions): readonly Uint8Array[] {
  if (unencrypted && key !== undefined) throw new RegInputError(keyField, "must be left out with unencrypted: true");
  if (unencrypted) return [];
  if (key === undefined)
    throw new RegInputError(keyField, `must be ${aKey}. To store tokens as plain text, set unencrypted: true instead`);
  if (!Array.isArray(key)) return [parseKey(key, keyField)];
  if (key.length === 0) throw new RegInputError(keyField, "must have at least one key");
  return key.map((each, index) => parseKey(each, `${keyField}.${index}`));
}

function parseKey(key: unknown, field: string): Uint8Array {
  const isBase64 = typeof key === "string" && /^\s*[\w+/-]{43}=?\s*$/.test(key);
  const bytes = isBase64 ? Buffer.from(key, "base64") : key;
  // A copy, because the caller may overwrite its own.
  if (isInstance(bytes, "Uint8Array") && bytes.length === 32) return new Uint8Array(bytes);
  throw new RegInputError(field, `must be ${aKey}`);
}
