#!/usr/bin/env bash
# Tool: csv-parse 7.0.3 with `cast: true`.
# Expected: cast makes numbers of what is written as a number, and leaves the code of a part alone. If it reads 0B11 as a
#   binary number, the number is 3.
# Instead: 0B11 becomes 0, and so does 0X12. The check converts the text as JavaScript does, in which both are numbers,
#   and the conversion uses parseFloat, which stops at the letter. 0B12 stays text, since 2 is no binary digit.
# Seen: 0B11 → 0, 0X12 → 0, 0B12 → "0B12"
# Why it matters: in a column of codes a few become the same number, and the others stay as they are. An order names the
#   part 0, and a column that is used as a key loses rows.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund csv-parse@7.0.3

cat >"$dir/run.mjs" <<'EOF'
import { parse } from "csv-parse/sync";

const codes = ["0B11", "0X12", "0B12"];
const rows = parse(`code\n${codes.join("\n")}\n`, { columns: true, cast: true });
rows.forEach(({ code }, row) => console.log(`${codes[row]} → ${JSON.stringify(code)}`));
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='0B11 → 0
0X12 → 0
0B12 → "0B12"'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
