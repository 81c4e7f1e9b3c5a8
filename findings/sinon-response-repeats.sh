#!/usr/bin/env bash
# Tool: sinon 21.0.0 with the Response of Node 22.23.3.
# Expected: fake timers stop the clock of a test. The body of a Response waits for no time: it ends after its text.
# Instead: by default, `useFakeTimers` also replaces `queueMicrotask`, with which Node closes the body of a Response of
#   a text. Until a test moves the time, each read returns the whole text again.
# Seen: "real: paid, end, end", "fake: paid, paid, paid"
# Why it matters: a mocked response has its text several times, and whatever reads it to its end never finds it. Only
#   three reads are made here.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@22.23.3 sinon@21.0.0

cat >"$dir/run.mjs" <<'EOF'
import sinon from "sinon";

async function readThreeTimes() {
  const reader = new Response("paid").body.getReader();
  const results = [await reader.read(), await reader.read(), await reader.read()];
  return results.map(({ done, value }) => (done ? "end" : new TextDecoder().decode(value))).join(", ");
}

console.log(`real: ${await readThreeTimes()}`);
const clock = sinon.useFakeTimers();
const repeated = await readThreeTimes();
clock.restore();
console.log(`fake: ${repeated}`);
EOF
seen=$(timeout 60 "$dir/node_modules/.bin/node" "$dir/run.mjs")
printf '%s\n' "$seen"

expected='real: paid, end, end
fake: paid, paid, paid'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
