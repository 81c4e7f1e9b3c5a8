#!/usr/bin/env bash
# Tool: papaparse 5.7.1, which finds the delimiter by itself.
# Expected: the newline at the end of a file has no influence on the delimiter. In a file with the header `plate;amount`
#   and rows such as `AB-123-C;12,50` it is the semicolon, which all lines contain.
# Instead: if a file of up to nine lines ends with a newline, papaparse gives up and takes the comma of the amounts. It
#   says so in `errors` and returns the rows. Without the newline, or with more lines, it finds the semicolon.
# Seen: 'no newline at the end: ["AB-123-C","12,50"], errors 0', 'newline at the end: ["AB-123-C;12","50"], errors 1'
# Why it matters: spreadsheets end each file with a newline. The first file of a new branch, with few rows, is read with
#   50 in the second column, and the large file with which the import was tried is read correctly.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund papaparse@5.7.1

cat >"$dir/run.mjs" <<'EOF'
import Papa from "papaparse";

const rows = ["plate;amount", "AB-123-C;12,50", "CD-456-E;7,25"];
const long = [...rows, ...Array(10).fill("EF-789-G;3,10")];
for (const [name, text] of Object.entries({
  "no newline at the end": rows.join("\n"),
  "newline at the end": `${rows.join("\n")}\n`,
  "long, newline at the end": `${long.join("\n")}\n`,
})) {
  const { data, errors } = Papa.parse(text);
  console.log(`${name}: ${JSON.stringify(data[1])}, errors ${errors.length}`);
}
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='no newline at the end: ["AB-123-C","12,50"], errors 0
newline at the end: ["AB-123-C;12","50"], errors 1
long, newline at the end: ["AB-123-C","12,50"], errors 0'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
