#!/usr/bin/env bash
# Tool: keyv 5.6.0 with @keyv/redis 5.1.6 and Redis 7.0.15 (Debian 12).
# Expected: `for await (const [key, value] of keyv.iterator())` lists the entries that there are, and leaves out those
#   whose time to live ends meanwhile.
# Instead: the iterator reads the keys, and then their values. If an entry expires or is deleted in between, it throws a
#   TypeError about a property of its own, and nothing after it is listed. `error` is not emitted, and `throwOnErrors`
#   has no effect.
# Seen: "TypeError: Cannot read properties of undefined (reading 'expires')", usually in the first listing
# Why it matters: a nightly job that lists its entries ends now and then with an error that names neither Redis nor a key,
#   because another process has deleted an entry, such as a lock. The more entries expire, the more often.
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

const keyv = createKeyv({ socket: { path: process.argv[2] } }, { namespace: "sessions" });
keyv.on("error", () => console.log("error was emitted"));
let outcome = "no error";
for (const end = performance.now() + 20_000; performance.now() < end && outcome === "no error"; ) {
  const lifetimes = Array.from({ length: 2000 }, (_, index) => 1 + (index % 200));
  await Promise.all(lifetimes.map((lifetime, index) => keyv.set(`session ${index}`, "value", lifetime)));
  try {
    for await (const [key, value] of keyv.iterator()) if (value !== "value") console.log(key, value);
  } catch (error) {
    outcome = String(error);
  }
}
console.log(outcome);
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir/redis.sock")
printf '%s\n' "$seen"

expected="TypeError: Cannot read properties of undefined (reading 'expires')"
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
