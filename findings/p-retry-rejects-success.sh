#!/usr/bin/env bash
# Tool: p-retry 7.1.1.
# Expected: a signal that aborts while the function runs, and that the function does not look at, prevents further
#   attempts. If the running attempt succeeds, its value is the result.
# Instead: p-retry rejects with the reason of the signal, and the value is lost.
# Seen: "created orders: 1, result: rejected with stop"
# Why it matters: the order exists and its number is gone. A caller that reads "aborted" as "not done" creates it again.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund p-retry@7.1.1

cat >"$dir/run.mjs" <<'EOF'
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";

let created = 0;
const create = async () => {
  await wait(200);
  created += 1;
  return "order 1";
};
const controller = new AbortController();
const call = pRetry(create, { signal: controller.signal });
setTimeout(() => controller.abort(new Error("stop")), 50);
const result = await call.catch((error) => `rejected with ${error.message}`);
console.log(`created orders: ${created}, result: ${result}`);
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='created orders: 1, result: rejected with stop'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
