#!/usr/bin/env bash
# Tool: bullmq 6.7.0 with ioredis 5.11.1 and Redis 7.0.15 (Debian 12).
# Expected: adding a job under an id that exists is ignored, as its documentation says. The job that `add` returns is the
#   one that exists.
# Instead: the returned job has the new data, which were dropped. Only reading it again shows what the worker will get.
# Seen: "returned: amount 20, stored: amount 10, waiting: 1"
# Why it matters: an order is corrected before it is sent, under the same id so that it is not sent twice. The log shows
#   the corrected amount, and the worker sends the first one.
set -euo pipefail

version=$(redis-server --version 2>/dev/null | grep -oE "v=[0-9.]+" || true)
[[ $version == v=7.0.15 ]] || { echo "Needs Redis 7.0.15, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
redis-server --port 0 --unixsocket "$dir/redis.sock" --dir "$dir" --save "" >"$dir/redis.log" &
redis=$!
trap 'kill "$redis" && wait "$redis" || true; rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund bullmq@6.7.0 ioredis@5.11.1

cat >"$dir/run.mjs" <<'EOF'
import { Queue } from "bullmq";

const queue = new Queue("orders", { connection: { path: process.argv[2] } });
await queue.add("send", { amount: 10 }, { jobId: "order-1" });
const returned = await queue.add("send", { amount: 20 }, { jobId: "order-1" });
const stored = await queue.getJob("order-1");
const waiting = await queue.getWaitingCount();
console.log(`returned: amount ${returned.data.amount}, stored: amount ${stored.data.amount}, waiting: ${waiting}`);
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir/redis.sock")
printf '%s\n' "$seen"

expected='returned: amount 20, stored: amount 10, waiting: 1'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
