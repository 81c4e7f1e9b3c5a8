#!/usr/bin/env bash
# Tool: AbortSignal.any of Node 20.20.2, compared with Node 22.23.3.
# Expected: a fetch whose signal is AbortSignal.any([AbortSignal.timeout(400)]) ends after 400 ms, as with the timeout
#   alone.
# Instead: a garbage collection while the call waits removes the timeout, because only the combined signal refers to it.
#   The signal never aborts, and the call waits for as long as the server is silent.
# Seen: "v20.20.2: alone TimeoutError, combined still waiting after 3 s", "v22.23.3: alone TimeoutError, combined
#   TimeoutError"
# Why it matters: combining a time limit with the caller's own signal is the usual way to bound a call. In a busy process
#   the limit disappears, and a test, in which nothing is collected, does not show it.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/run.mjs" <<'EOF'
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const silent = net.createServer((socket) => socket.on("error", () => {}));
silent.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${silent.address().port}/`;
  const call = (signal) => fetch(url, { signal }).catch((error) => error.name);
  const alone = call(AbortSignal.timeout(400));
  const combined = call(AbortSignal.any([AbortSignal.timeout(400), new AbortController().signal]));
  for (let round = 0; round < 5; round++) {
    await wait(30);
    globalThis.gc();
  }
  const end = wait(3_000, "still waiting after 3 s");
  const first = await Promise.race([alone, end]);
  console.log(`${process.version}: alone ${first}, combined ${await Promise.race([combined, end])}`);
  process.exit();
});
EOF
seen=$(
  for version in 20.20.2 22.23.3; do
    npm install --prefix "$dir/$version" --silent --no-audit --no-fund "node@$version"
    timeout 60 "$dir/$version/node_modules/node/bin/node" --expose-gc "$dir/run.mjs"
  done
)
printf '%s\n' "$seen"

expected='v20.20.2: alone TimeoutError, combined still waiting after 3 s
v22.23.3: alone TimeoutError, combined TimeoutError'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
