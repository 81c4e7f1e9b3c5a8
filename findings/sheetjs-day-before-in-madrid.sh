#!/usr/bin/env bash
# Tool: xlsx (SheetJS) 0.18.5 writes, exceljs 4.4.0 reads.
# Expected: midnight of a day in 2026 is stored as the whole number of that day: 46188 for 15 June 2026.
# Instead: in time zones whose clocks followed the sun in 1899, the zero of the format, the seconds of that old offset
#   remain: the number is 46187.9995 in Madrid, Lisbon and Dublin, and a bit too large in Paris and Athens.
# Seen: "Europe/Amsterdam 46188 2026-06-15T00:00:00", "Europe/Madrid 46187.9995 2026-06-14T23:59:16",
#   "Europe/Paris 46188.0002 2026-06-15T00:00:21"
# Why it matters: whoever reads the sheet and cuts off the time of day gets the day before: a registration or invoice
#   date that is wrong by one day, for the branches in some countries only. The program that wrote it reads it correctly.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0

cat >"$dir/run.mjs" <<'EOF'
import ExcelJS from "exceljs";
import XLSX from "xlsx";

const workbook = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(workbook, XLSX.utils.json_to_sheet([{ day: new Date(2026, 5, 15) }]));
const bytes = XLSX.write(workbook, { type: "buffer" });

const stored = XLSX.read(bytes).Sheets.Sheet1.A2.v;
const reader = new ExcelJS.Workbook();
await reader.xlsx.load(bytes);
const read = reader.worksheets[0].getCell("A2").value;
console.log(process.env.TZ, Number(stored.toFixed(4)), read.toISOString().slice(0, 19));
EOF
seen=$(for zone in Europe/Amsterdam Europe/Madrid Europe/Paris; do TZ=$zone timeout 60 node "$dir/run.mjs"; done)
printf '%s\n' "$seen"

expected='Europe/Amsterdam 46188 2026-06-15T00:00:00
Europe/Madrid 46187.9995 2026-06-14T23:59:16
Europe/Paris 46188.0002 2026-06-15T00:00:21'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
