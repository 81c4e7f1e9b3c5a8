#!/usr/bin/env bash
# Tool: Intl.NumberFormat of Node 24.21.0, Deno 2.9.6 and Bun 1.4.5, compared with toFixed.
# Expected: both round a number to two digits and get the same. 1.005 is stored as 1.00499999999999989…, so that 1.00 is
#   right: the specification of Intl rounds the mathematical value.
# Instead: Intl rounds the shortest text of the number, 1.005, to 1.01. Of the amounts from 0.001 to 99.999 with three
#   digits, 4,800 differ by a cent.
# Seen: "node 1.005: toFixed 1.00, Intl 1.01, different 4800 of 99999", the same in all three
# Why it matters: a program shows an amount with Intl and sends it with toFixed. The customer agrees to one amount and is
#   invoiced another, and a check of totals with a tolerance of less than a cent fails for one line in twenty.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@24.21.0 bun@1.4.5 deno@2.9.6

cat >"$dir/run.mjs" <<'EOF'
const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
const format = new Intl.NumberFormat("en", digits);
let different = 0;
for (let thousandths = 1; thousandths < 100_000; thousandths++) {
  const amount = thousandths / 1_000;
  if (amount.toFixed(2) !== format.format(amount)) different += 1;
}
const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const one = `toFixed ${(1.005).toFixed(2)}, Intl ${format.format(1.005)}`;
console.log(`${runtime} 1.005: ${one}, different ${different} of 99999`);
EOF
seen=$(
  timeout 60 "$dir/node_modules/node/bin/node" "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/deno" run --quiet "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/bun" "$dir/run.mjs"
)
printf '%s\n' "$seen"

expected='node 1.005: toFixed 1.00, Intl 1.01, different 4800 of 99999
deno 1.005: toFixed 1.00, Intl 1.01, different 4800 of 99999
bun 1.005: toFixed 1.00, Intl 1.01, different 4800 of 99999'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
