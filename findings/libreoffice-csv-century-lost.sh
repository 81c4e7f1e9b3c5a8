#!/usr/bin/env bash
# Tool: LibreOffice Calc 7.4.7.2 (Debian 12: libreoffice-calc), a CSV file that is opened and saved.
# Expected: a list that has dates with four digits of the year still has them after it was opened with "Detect special
#   numbers" and saved, since nothing was changed in it. Calc knows the dates: it saves them in full as .fods.
# Instead: Calc shows a date that it has detected with two digits of the year, and saves "as shown", the default: 1926
#   and 2026 become the same text. Calc reads its own file back as 2026 in both rows.
# Seen: "03/01/1926 and 03/01/2026 are saved as 03/01/26 and 03/01/26, and are read back as 2026-03-01 and 2026-03-01"
# Why it matters: the date of first registration of a classic car moves by a century, without a warning, in a file that
#   somebody only looked at. A reader of the file cannot find it: both years are in the same format.
set -euo pipefail

version=$(soffice --version 2>/dev/null | cut -d' ' -f2 || true)
[[ $version == 7.4.7.2 ]] || { echo "Needs LibreOffice 7.4.7.2, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The tokens: comma, quote, UTF-8, from line 1, no column formats, English (USA), no text in quotes, detect numbers.
open_and_save() { # the file, and the format
  timeout 120 soffice "-env:UserInstallation=file://$dir/profile" --headless \
    --infilter=CSV:44,34,76,1,,1033,false,true --convert-to "$2" --outdir "$dir/$2" "$1" >/dev/null 2>&1
}
printf 'registered\n03/01/1926\n03/01/2026\n' >"$dir/list.csv"
open_and_save "$dir/list.csv" csv
open_and_save "$dir/csv/list.csv" fods

join() { sed -z 's/\n\(.\)/ and \1/g'; }
saved=$(sed 1d "$dir/csv/list.csv" | join)
read_back=$(grep -o 'office:date-value="[^"]*"' "$dir/fods/list.fods" | cut -d'"' -f2 | join)
seen="03/01/1926 and 03/01/2026 are saved as $saved, and are read back as $read_back"
printf '%s\n' "$seen"

expected='03/01/1926 and 03/01/2026 are saved as 03/01/26 and 03/01/26, and are read back as 2026-03-01 and 2026-03-01'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
