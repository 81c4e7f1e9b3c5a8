#!/usr/bin/env bash
# Tool: Redis 7.0.15 (Debian 12), a Lua script.
# Expected: a script that stores each request in a sorted set under its time in microseconds, with a letter before it to
#   keep two kinds apart, stores ten requests as ten members.
# Instead: `..` writes a number with 14 digits, and a time in microseconds has 16. The ten become one member. Without the
#   letter the number is given to ZADD as it is, which writes all digits, and there are ten.
# Seen: "number: 10 members", "letter and number: 1 member, r1.764329672e+15"
# Why it matters: this is how a rolling limit is counted for several processes. It works with milliseconds (13 digits),
#   and in a test with one request at a time. Under load it counts a tenth, and the limit of the service is exceeded.
set -euo pipefail

version=$(redis-server --version 2>/dev/null | grep -oE "v=[0-9.]+" || true)
[[ $version == v=7.0.15 ]] || { echo "Needs Redis 7.0.15, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
redis-server --port 0 --unixsocket "$dir/redis.sock" --dir "$dir" --save "" >"$dir/redis.log" &
redis=$!
trap 'kill "$redis" && wait "$redis" || true; rm -rf "$dir"' EXIT

cat >"$dir/count.lua" <<'EOF'
for request = 1, 10 do
  local microseconds = 1764329672000000 + request
  redis.call('ZADD', 'numbers', microseconds, microseconds)
  redis.call('ZADD', 'texts', microseconds, 'r' .. microseconds)
end
local numbers, texts = redis.call('ZCARD', 'numbers'), redis.call('ZCARD', 'texts')
return 'number: ' .. numbers .. ' members\n' .. 'letter and number: ' .. texts .. ' member, '
  .. redis.call('ZRANGE', 'texts', 0, 0)[1]
EOF
for _ in {1..50}; do
  if [[ -S $dir/redis.sock ]]; then break; fi
  sleep 0.1
done
seen=$(timeout 10 redis-cli -s "$dir/redis.sock" --raw eval "$(cat "$dir/count.lua")" 2 numbers texts)
printf '%s\n' "$seen"

expected='number: 10 members
letter and number: 1 member, r1.764329672e+15'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
