#!/usr/bin/env bash
# Tool: bottleneck 2.19.5 with a reservoir that is refreshed.
# Expected: a limiter of two jobs every 250 ms starts two jobs every 250 ms, also after the system clock was corrected.
#   Intervals are measured with a clock that only goes forward.
# Instead: it compares Date.now() with the time of the last refresh. After the clock is set back by an hour, no job is
#   started for an hour, without an error.
# Seen: "before: 2 of 6 jobs, 3 s after the clock was set back: 2 of 6", "same without a change of the clock: 6 of 6"
# Why it matters: a virtual machine that was paused, or a first contact with a time server, sets the clock back. Each
#   call of the program then waits, and looks like a service that does not answer.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund bottleneck@2.19.5

cat >"$dir/run.mjs" <<'EOF'
import { setTimeout as wait } from "node:timers/promises";
import Bottleneck from "bottleneck";

const now = Date.now;
const run = async (offset) => {
  Date.now = now;
  let done = 0;
  const limiter = new Bottleneck({ reservoir: 2, reservoirRefreshInterval: 250, reservoirRefreshAmount: 2 });
  for (let job = 0; job < 6; job++) limiter.schedule(async () => (done += 1));
  await wait(100);
  const before = done;
  Date.now = () => now() + offset; // what the process sees once the system clock is set back
  await wait(3_000);
  return { before, after: done };
};
const setBack = await run(-3_600_000);
console.log(`before: ${setBack.before} of 6 jobs, 3 s after the clock was set back: ${setBack.after} of 6`);
console.log(`same without a change of the clock: ${(await run(0)).after} of 6`);
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='before: 2 of 6 jobs, 3 s after the clock was set back: 2 of 6
same without a change of the clock: 6 of 6'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
