import { remainingShare, stepShare } from "../http/throttle/rate-limiter.js";
import type { Script } from "./connection.js";

/**
 * The one place where units of the shared limit are counted. The sorted set `units` has a member for each unit in use; its
 * score is the time at which the unit is free again, in milliseconds of Redis's clock:
 *
 * - A unit that a process has leased returns two windows after the lease was given or renewed, in case the process has
 *   died.
 * - A unit whose request has ended returns one window after the response, or two without a response.
 *
 * The sorted set `waiting` has a member for each process that got fewer units than it wanted; its score is the time at which
 * a unit for it is expected. Units go to the processes in this order. The hash `state` has the pause after a 429 and the
 * part of the limit that may be used after it.
 *
 * Arguments: owner, number of the first new unit, limit, window, units wanted, grace;
 * pause, requested pause and age of the request of a 429 (pause 0: none);
 * then pairs: the number of a unit and the milliseconds until it is free (0: now).
 *
 * Result: units given, milliseconds until the next unit for this process, units that are free, units that may be used,
 * milliseconds of the pause, and of the pause that the service has asked for.
 */
export const leaseScript: Script = {
  keys: 3,
  text: `
local units, waiting, state = KEYS[1], KEYS[2], KEYS[3]
local owner, first = ARGV[1], tonumber(ARGV[2])
local limit, window, want, grace = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local pause, requested, age = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000

for index = 10, #ARGV, 2 do
  local unit, left = owner .. ':' .. ARGV[index], tonumber(ARGV[index + 1])
  if left > 0 then redis.call('ZADD', units, now + left, unit) else redis.call('ZREM', units, unit) end
end
redis.call('ZREMRANGEBYSCORE', units, '-inf', now)
redis.call('ZREMRANGEBYSCORE', waiting, '-inf', now - grace)
-- Later than any lease: the clock of Redis was set back.
redis.call('ZREMRANGEBYSCORE', units, now + 2 * window + grace, '+inf')
redis.call('ZREMRANGEBYSCORE', waiting, now + 2 * window + grace, '+inf')

local known = redis.call('HMGET', state, 'allowed', 'changed', 'reduced', 'paused', 'requested')
local allowed, changed = math.min(limit, tonumber(known[1] or limit)), tonumber(known[2] or now)
local reduced, pausedUntil, requestedUntil = tonumber(known[3] or 0), tonumber(known[4] or 0), tonumber(known[5] or 0)
local step = math.ceil(limit * ${stepShare})
if allowed < limit and now >= changed + window then
  local windows = math.floor((now - changed) / window)
  allowed = math.min(limit, allowed + windows * step)
  changed = changed + windows * window
end
if pause > 0 then
  pausedUntil = math.max(pausedUntil, now + pause)
  requestedUntil = math.max(requestedUntil, now + requested)
  -- A request that was sent before the last reduction shows nothing about the reduced limit.
  if now - age >= reduced then
    allowed, changed, reduced = math.max(step, math.floor(allowed * ${remainingShare})), pausedUntil, now
  end
end

-- Below 0 while more units are in use than may be used now.
local free = allowed - redis.call('ZCARD', units)
local given, wait = 0, math.max(0, pausedUntil - now)
if want > 0 and wait == 0 then
  local ahead = redis.call('ZRANK', waiting, owner) or redis.call('ZCARD', waiting)
  redis.call('ZREM', waiting, owner)
  local share = math.max(1, math.floor(free / (redis.call('ZCARD', waiting) + 1)))
  given = math.max(0, math.min(want, free - ahead, share))
  for unit = first, first + given - 1 do
    redis.call('ZADD', units, now + 2 * window, owner .. ':' .. unit)
  end
  free = free - given
  if given < want then
    if given > 0 then ahead = redis.call('ZCARD', waiting) end
    local place = math.max(0, ahead - free)
    local turn = redis.call('ZRANGE', units, place, place, 'WITHSCORES')
    local at = math.max(now, tonumber(turn[2] or now + window))
    redis.call('ZADD', waiting, at, owner)
    wait = at - now
  end
elseif want == 0 then
  redis.call('ZREM', waiting, owner)
end

local lifetime = math.ceil(math.max(3 * window, pausedUntil - now + window))
redis.call('HSET', state, 'allowed', allowed, 'changed', changed, 'reduced', reduced,
  'paused', pausedUntil, 'requested', requestedUntil)
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, lifetime) end
return { given, math.ceil(wait), math.max(0, free), allowed,
  math.ceil(math.max(0, pausedUntil - now)), math.ceil(math.max(0, requestedUntil - now)) }
`,
};
