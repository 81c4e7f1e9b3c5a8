#!/usr/bin/env bash
# Tool: node:readline of Node 24.21.0 (also Node 26, Bun 1.4.5 and Deno 2.9.6), compared with Node 22.23.3.
# Expected: its documentation names \n, \r and \r\n as the ends of a line. A file with one JSON text a line
#   therefore has one line for each text: JSON.stringify writes line breaks as \n.
# Instead: since Node 24, readline also ends a line at U+2028 and U+2029, which JSON allows inside strings, and which
#   JSON.stringify writes as they are. Both parts are invalid JSON.
# Seen: "v22.23.3: 1 line", "v24.21.0: 2 lines"
# Why it matters: text that was copied from a web page or a word processor contains U+2028. A file that a program has
#   written with JSON.stringify and read for years fails after an update of Node, at one row in many thousands.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/run.mjs" <<'EOF'
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const text = `${JSON.stringify({ licensePlate: "AB-123-C", note: "left door\u2028right door" })}\n`;
let lines = 0;
for await (const _ of createInterface({ input: Readable.from([Buffer.from(text)]) })) lines += 1;
console.log(`${process.version}: ${lines} ${lines === 1 ? "line" : "lines"}`);
EOF
seen=$(
  for version in 22.23.3 24.21.0; do
    npm install --prefix "$dir/$version" --silent --no-audit --no-fund "node@$version"
    timeout 60 "$dir/$version/node_modules/node/bin/node" "$dir/run.mjs"
  done
)
printf '%s\n' "$seen"

expected='v22.23.3: 1 line
v24.21.0: 2 lines'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
