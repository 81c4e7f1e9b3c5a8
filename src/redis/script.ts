import { remainingShare, stepShare } from "../http/throttle/rate-limiter.js";
import { commandsOf, type RedisClient, randomName, type Script, scriptRunner } from "./connection.js";

/** What one run of the script does. Times are in milliseconds from now. */
export interface ScriptInput {
  /** How many units the process wants; 0: none, it only reports. */
  readonly want: number;
  /** The number of the first of them; the process numbers its units. */
  readonly firstUnit: number;
  /** When units of this process are free again; 0: now. */
  readonly units: readonly (readonly [unit: number, freeInMs: number])[];
  readonly refused?: RefusedRequest | undefined;
}

/** A request that got a 429, which pauses all processes. Times are in milliseconds. */
export interface RefusedRequest {
  /** How long ago it was sent. */
  readonly ageMs: number;
  readonly pauseMs: number;
  /** The part of the pause that the service has asked for. */
  readonly requestedPauseMs: number;
}

/** The result of a run of the script. Times are in milliseconds from now. */
export interface ScriptResult {
  readonly given: number;
  /** When the process should ask again, if it got fewer units than it wanted. */
  readonly waitMs: number;
  /** Units that no process uses. */
  readonly free: number;
  /** The part of the limit that may be used at present. */
  readonly allowed: number;
  readonly pausedForMs: number;
  readonly requestedPauseMs: number;
  /** The smallest limit that was known before this run, with its window; those of this process if none was. */
  readonly otherLimit: number;
  readonly otherWindow: number;
}

/** Runs the script. */
export type RunScript = (input: ScriptInput) => Promise<ScriptResult>;

/** A limit that processes share. Times are in milliseconds. */
export interface SharedLimit {
  readonly quota: string;
  readonly limit: number;
  readonly window: number;
  readonly storeTimeout: number;
}

/** The version of the data in Redis: a release that changes it counts from the beginning. */
const dataVersion = 1;

/** Creates the function that runs the script for one process. */
export function createRunScript(redis: RedisClient, { quota, limit, window, storeTimeout }: SharedLimit): RunScript {
  const run = scriptRunner(commandsOf(redis, "throttle.redis"), unitScript);
  // The braces keep the keys on one node of a Redis Cluster.
  const keys = ["units", "waiting", "state"].map((name) => `reg:throttle:${dataVersion}:{${quota}}:${name}`);
  const owner = randomName();
  return async ({ want, firstUnit, units, refused }) => {
    const { ageMs = -1, pauseMs = 0, requestedPauseMs = 0 } = refused ?? {};
    const numbers = [limit, window, storeTimeout, want, firstUnit, ageMs, pauseMs, requestedPauseMs];
    const result = await run(...keys, owner, ...[...numbers, ...units.flat()].map(String));
    if (!Array.isArray(result))
      throw new Error("redis replied to a script with no list: it must be a client, not a pipeline or a transaction");
    // A client may be set to return numbers as texts.
    const [given = 0, waitMs = 0, free = 0, allowed = 0, pausedForMs = 0, requestedMs = 0, ...other] =
      result.map(Number);
    const [otherLimit = limit, otherWindow = window] = other;
    return { given, waitMs, free, allowed, pausedForMs, requestedPauseMs: requestedMs, otherLimit, otherWindow };
  };
}

/**
 * The one place where units of the shared limit are counted. The sorted set `units` has a member for each unit in use;
 * its score is the time at which the unit is free again, in milliseconds of Redis's clock:
 *
 * - A unit that a process has taken returns two windows later, in case the process has died. The process renews this
 *   lease while its request is in flight.
 * - A unit whose request has ended returns one window after the response, or two without a response.
 *
 * The sorted set `waiting` has a member for each process that got fewer units than it wanted; its score is the time of
 * its turn, at which a unit for it is expected. Units go to the processes in this order. A process that is late for its
 * turn by more than `grace` loses it. The hash `state` has the pause after a 429, the part of the limit that must not
 * be used after it, and the time of the last call. It also has the smallest limit of the processes, which applies to
 * all of them: while a deployment changes the limit, processes with a smaller one would get no turn otherwise.
 *
 * Arguments: owner; limit, window, grace; units wanted, number of the first new unit; age (-1: none), pause and
 * requested pause of a request with a 429; then pairs: the number of a unit and the milliseconds until it is free (0:
 * now).
 *
 * Result: units given, milliseconds until the turn of this process, units that are free, units that may be used,
 * milliseconds of the pause, and of the pause that the service has asked for; the smallest limit before this run, and
 * its window.
 */
const unitScript: Script = {
  keys: 3,
  text: `
local units, waiting, state = KEYS[1], KEYS[2], KEYS[3]
local owner = ARGV[1]
local limit, window, grace = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local want, first = tonumber(ARGV[5]), tonumber(ARGV[6])
local age, pause, requested = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])

local names = { 'time', 'offset', 'paused', 'requested', 'withheld', 'changed', 'limit', 'window', 'limited' }
local known = redis.call('HMGET', state, unpack(names))
local last, offset = tonumber(known[1] or 0), tonumber(known[2] or 0)
local pausedUntil, requestedUntil = tonumber(known[3] or 0), tonumber(known[4] or 0)
local withheld, changed = tonumber(known[5] or 0), tonumber(known[6] or 0)
local least, leastWindow, limited = tonumber(known[7] or limit), tonumber(known[8] or window), tonumber(known[9] or 0)

local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000 + offset
-- The clock of Redis was set back: units would be in use for this long.
if now < last then now, offset = last, offset + last - now end

for index = 10, #ARGV, 2 do
  local unit, left = owner .. ':' .. ARGV[index], tonumber(ARGV[index + 1])
  if left > 0 then redis.call('ZADD', units, now + left, unit) else redis.call('ZREM', units, unit) end
end
-- ioredis runs a script again if the connection was lost before the reply: the process has not got these units.
for unit = first, first + want - 1 do redis.call('ZREM', units, owner .. ':' .. unit) end
redis.call('ZREMRANGEBYSCORE', units, '-inf', now)
redis.call('ZREMRANGEBYSCORE', waiting, '-inf', now - grace)

-- A process that makes calls is here in each window.
if now > limited + 2 * leastWindow then least, leastWindow = limit, window end
local otherLimit, otherWindow = least, leastWindow
if limit <= least then least, leastWindow, limited = limit, window, now end
limit = least

local step = math.ceil(limit * ${stepShare})
if withheld > 0 and now >= changed + window then
  local windows = math.floor((now - changed) / window)
  withheld, changed = math.max(0, withheld - windows * step), changed + windows * window
end
local allowed = math.max(step, limit - withheld)
if age >= 0 then
  pausedUntil, requestedUntil = math.max(pausedUntil, now + pause), math.max(requestedUntil, now + requested)
  -- A request that was sent before the last change shows nothing about the present limit.
  if now - age >= changed then
    allowed = math.max(step, math.floor(allowed * ${remainingShare}))
    withheld, changed = limit - allowed, math.max(now, pausedUntil)
  end
end

-- Below 0 while more units are in use than may be used now.
local free = allowed - redis.call('ZCARD', units)
local given, wait = 0, math.max(0, pausedUntil - now)
if want > 0 and wait == 0 then
  local ahead = redis.call('ZRANK', waiting, owner) or redis.call('ZCARD', waiting)
  redis.call('ZREM', waiting, owner)
  local others = redis.call('ZCARD', waiting)
  local share = math.max(1, math.floor(free / (others + 1)))
  given = math.max(0, math.min(want, free - ahead, share))
  for unit = first, first + given - 1 do
    redis.call('ZADD', units, now + 2 * window, owner .. ':' .. unit)
  end
  free = free - given
  if given < want then
    if given > 0 then ahead = others end
    -- Not at once: several units are taken together, and a process with a slow connection gets as many.
    local turn = now + math.min(50, window / 40)
    if ahead >= free then
      local unit = redis.call('ZRANGE', units, ahead - free, ahead - free, 'WITHSCORES')
      turn = math.max(turn, tonumber(unit[2] or now + window))
    end
    redis.call('ZADD', waiting, turn, owner)
    wait = turn - now
  end
end

redis.call('HSET', state, 'time', now, 'offset', offset, 'paused', pausedUntil, 'requested', requestedUntil,
  'withheld', withheld, 'changed', changed, 'limit', least, 'window', leastWindow, 'limited', limited)
local lifetime = math.ceil(math.max(3 * window, pausedUntil - now + window))
for _, key in ipairs(KEYS) do
  -- Not shorter than it is, if processes have other windows.
  redis.call('PEXPIRE', key, math.max(lifetime, redis.call('PTTL', key)))
end
return { given, math.ceil(wait), math.max(0, free), allowed,
  math.ceil(math.max(0, pausedUntil - now)), math.ceil(math.max(0, requestedUntil - now)), otherLimit, otherWindow }
`,
};
