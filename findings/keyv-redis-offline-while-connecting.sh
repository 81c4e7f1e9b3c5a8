#!/usr/bin/env bash
# Tool: keyv 5.6.0 with @keyv/redis 5.1.6 and Redis 7.0.15 (Debian 12).
# Expected: the first reads of a Keyv wait until it is connected, as one read does. `disableOfflineQueue: true` is to
#   reject commands while Redis is away, so that a program does not wait without a limit.
# Instead: the first read opens the connection and succeeds; those that begin before it is open are rejected, although
#   Redis runs. After one read has succeeded, all succeed.
# Seen: "without: read, read, read", "with: read, The client is offline, The client is offline; later: read"
# Why it matters: a program that serves many accounts from one store begins with several reads at once. All accounts but
#   the first fail at each start, and only then.
set -euo pipefail

version=$(redis-server --version 2>/dev/null | grep -oE "v=[0-9.]+" || true)
[[ $version == v=7.0.15 ]] || { echo "Needs Redis 7.0.15, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
redis-server --port 0 --unixsocket "$dir/redis.sock" --dir "$dir" --save "" >"$dir/redis.log" &
redis=$!
trap 'kill "$redis" && wait "$redis" || true; rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund keyv@5.6.0 @keyv/redis@5.1.6

cat >"$dir/run.mjs" <<'EOF'
import { createKeyv } from "@keyv/redis";

for (const disableOfflineQueue of [false, true]) {
  const options = { socket: { path: process.argv[2] }, disableOfflineQueue };
  const keyv = createKeyv(options, { throwOnErrors: true });
  keyv.on("error", () => {});
  const read = (key) => keyv.get(key).then(() => "read", ({ message }) => message);
  const first = await Promise.all(["one", "two", "three"].map(read));
  console.log(`${disableOfflineQueue ? "with" : "without"}: ${first.join(", ")}; later: ${await read("one")}`);
}
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir/redis.sock")
printf '%s\n' "$seen"

expected='without: read, read, read; later: read
with: read, The client is offline, The client is offline; later: read'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
