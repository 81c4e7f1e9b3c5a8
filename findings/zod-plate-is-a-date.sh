#!/usr/bin/env bash
# Tool: zod 4.6.7, z.coerce.date, on Node, Deno 2.9.6 and Bun 1.4.5 (the cause is Date of V8 and JavaScriptCore).
# Expected: a licence plate is no date. z.coerce.date rejects a row in which two columns were exchanged.
# Instead: the plate GV-12-03 is the third of December 2001: words before the first number are skipped. GV-13-03 is
#   rejected, since there is no thirteenth month.
# Seen: "GV-12-03: 2001-12-03, GV-13-03: rejected", the same in all three
# Why it matters: a list whose columns have moved passes the check for about one plate in eight of this form, and dates
#   of first registration are sent that nobody wrote. Rows that are rejected look like a few typing errors.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund zod@4.6.7 bun@1.4.5 deno@2.9.6

cat >"$dir/run.mjs" <<'EOF'
import * as z from "zod";

const local = (date) => `${date.getFullYear()}-${date.getMonth() + 1}-0${date.getDate()}`;
const read = (text) => {
  const { success, data } = z.coerce.date().safeParse(text);
  return `${text}: ${success ? local(data) : "rejected"}`;
};
const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
console.log(`${runtime}: ${read("GV-12-03")}, ${read("GV-13-03")}`);
EOF
seen=$(
  timeout 60 node "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/deno" run --quiet --allow-all "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/bun" "$dir/run.mjs"
)
printf '%s\n' "$seen"

expected='node: GV-12-03: 2001-12-03, GV-13-03: rejected
deno: GV-12-03: 2001-12-03, GV-13-03: rejected
bun: GV-12-03: 2001-12-03, GV-13-03: rejected'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
