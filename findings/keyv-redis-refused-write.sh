#!/usr/bin/env bash
# Tool: keyv 5.6.0 with @keyv/redis 5.1.6 and Redis 7.0.15 (Debian 12).
# Expected: with `throwOnErrors: true`, which is to throw "if any operation fails", `await keyv.set(…)` rejects if Redis
#   refuses the write. Without it, set returns false.
# Instead: set resolves with true in both cases, and nothing is stored. If the adapter alone has the option, set returns
#   false. It rejects only if both have it.
# Seen: "neither: true", "keyv: true", "adapter: false", "both: rejected", and get is undefined in each case
# Why it matters: Redis refuses writes when its memory is full or its disk fails, and goes on to answer reads. A program
#   that notes what it has sent believes that it has noted it, and after a restart sends everything again.
set -euo pipefail

version=$(redis-server --version 2>/dev/null | grep -oE "v=[0-9.]+" || true)
[[ $version == v=7.0.15 ]] || { echo "Needs Redis 7.0.15, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
redis-server --port 0 --unixsocket "$dir/redis.sock" --dir "$dir" --save "" --maxmemory 1 >"$dir/redis.log" &
redis=$!
trap 'kill "$redis" && wait "$redis" || true; rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund keyv@5.6.0 @keyv/redis@5.1.6

cat >"$dir/run.mjs" <<'EOF'
import KeyvRedis from "@keyv/redis";
import Keyv from "keyv";

for (const [name, ofKeyv, ofAdapter] of [
  ["neither", false, false],
  ["keyv", true, false],
  ["adapter", false, true],
  ["both", true, true],
]) {
  const store = new KeyvRedis({ socket: { path: process.argv[2] } }, { throwOnErrors: ofAdapter });
  const keyv = new Keyv({ store, throwOnErrors: ofKeyv });
  keyv.on("error", () => {});
  const set = await keyv.set("order", "sent").catch(() => "rejected");
  console.log(`${name}: ${set}, get: ${await keyv.get("order")}`);
}
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir/redis.sock")
printf '%s\n' "$seen"

expected='neither: true, get: undefined
keyv: true, get: undefined
adapter: false, get: undefined
both: rejected, get: undefined'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
