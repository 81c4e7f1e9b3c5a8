#!/usr/bin/env bash
# Makes the files of this folder again: LibreOffice 7.4.7.2 (Debian 12: libreoffice-calc, libreoffice-l10n-nl) opens the
# lists below as someone in the Netherlands, in Belgium or in the United Kingdom would, and saves them as CSV.
#
#     bash test/cli/sync/spreadsheets/make.sh
#
# `opened-*`: a list opened with "Detect special numbers", and saved with "Save cell content as shown".
# `opened-text-*`: the same list with its plates in quotes, opened with "Format quoted field as text".
# `cells-*`: a sheet with a title, and with numbers, dates and remarks in cells of several formats.
set -euo pipefail

[[ $(soffice --version) == "LibreOffice 7.4.7.2 "* ]] || { echo "LibreOffice 7.4.7.2 is not installed." >&2 && exit 2; }
folder=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >typed.csv <<'CSV'
Kenteken;Merk;Stand;Datum;Opmerking
GV-123-B;Citroën;120500;1-3-2026;"Schade:
voor; achter, links"
12-3-4;Opel;1;1-3-2026;
100000;Opel;1,5;01-03-26;
1E5;Opel;1013;1/3/2026;
1E999;Opel;1013;;
1-MRT-234;Opel;1013;3-1-2026;
1-DEC-012;Opel;1013;;
000123;Opel;1013;;
(leeg);Opel;1013;;
Totaal;;8;;
CSV
sed -E '2,$s/^([^;"]+);(.*;)/"\1";\2/' typed.csv >text.csv

# A title, and numbers and dates in cells of several formats.
cat >head.fods <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
XML
make_sheet() { # the language, the country, the separator of dates
  cat head.fods
  cat <<XML
<office:automatic-styles>
<number:number-style style:name="science" number:language="$1" number:country="$2"><number:scientific-number number:decimal-places="2" number:min-integer-digits="1" number:min-exponent-digits="2"/></number:number-style>
<number:number-style style:name="whole" number:language="$1" number:country="$2"><number:number number:decimal-places="0" number:min-integer-digits="1"/></number:number-style>
<number:number-style style:name="thousands" number:language="$1" number:country="$2"><number:number number:decimal-places="0" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<number:number-style style:name="tenths" number:language="$1" number:country="$2"><number:number number:decimal-places="1" number:min-integer-digits="1"/></number:number-style>
<number:date-style style:name="long" number:language="$1" number:country="$2"><number:day/><number:text>$3</number:text><number:month/><number:text>$3</number:text><number:year number:style="long"/></number:date-style>
<number:date-style style:name="short" number:language="$1" number:country="$2"><number:day number:style="long"/><number:text>$3</number:text><number:month number:style="long"/><number:text>$3</number:text><number:year/></number:date-style>
<number:date-style style:name="name" number:language="$1" number:country="$2"><number:day/><number:text>-</number:text><number:month number:textual="true"/></number:date-style>
<number:boolean-style style:name="truth" number:language="$1" number:country="$2"><number:boolean/></number:boolean-style>
$(for name in science whole thousands tenths long short name truth; do
    echo "<style:style style:name=\"c-$name\" style:family=\"table-cell\" style:data-style-name=\"$name\"/>"
  done)
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Wagenpark">
$(row "$(text Wagenpark)")
$(row "$(text Kenteken)$(text Merk)$(text Stand)$(text Datum)$(text Kort)$(text Verkocht)$(text Opmerking)")
$(row "$(text AB-12-CD)$(text Citroën)$(number whole 120500)$(day long 2026-03-01)$(day short 2026-03-01)$(truth false)$(text 'Schade:</text:p><text:p>voor; achter, &quot;links&quot;')")
$(row "$(text 1-ABC-234)$(text 'Opel; Fiat, BMW')$(number tenths 12.5)$(day long 2026-12-31)$(day short 1999-12-31)$(truth true)")
$(row "$(number science 100000)$(text Opel)")
$(row "$(number tenths 0)$(text Opel)")
$(row "$(day name 2026-03-12)$(text Opel)")
$(row "$(text '#N/B')$(text Opel)")
$(row "$(text EF-34-GH)$(text Opel)$(number thousands 120500)")
</table:table></office:spreadsheet></office:body></office:document>
XML
}
row() { echo "<table:table-row>$1</table:table-row>"; }
text() { echo "<table:table-cell office:value-type=\"string\"><text:p>$1</text:p></table:table-cell>"; }
number() { echo "<table:table-cell table:style-name=\"c-$1\" office:value-type=\"float\" office:value=\"$2\"/>"; }
day() { echo "<table:table-cell table:style-name=\"c-$1\" office:value-type=\"date\" office:date-value=\"$2\"/>"; }
truth() { echo "<table:table-cell table:style-name=\"c-truth\" office:value-type=\"boolean\" office:boolean-value=\"$1\"/>"; }

office() { # the locale, and the arguments
  local profile="$dir/$1/user"
  mkdir -p "$profile"
  [[ -e $profile/registrymodifications.xcu ]] || cat >"$profile/registrymodifications.xcu" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>$1</value></prop></item></oor:items>
XML
  soffice "-env:UserInstallation=file://$dir/$1" --headless "${@:2}" >/dev/null 2>&1
}
save() { # the locale, the file, the name, the code of the delimiter, the code of the encoding
  office "$1" --convert-to "csv:Text - txt - csv (StarCalc):$4,34,$5,1,,0,false,true,true,false" --outdir out "$2"
  mv "out/$(basename "${2%.*}").csv" "$folder/$3.csv"
}

# The codes: 59 is a semicolon, 44 a comma and 9 a tab; 76 is UTF-8, 1 windows-1252 and 65535 UTF-16.
while read -r locale lcid separator delimiter encoding; do
  for name in typed text; do
    office "$locale" "--infilter=CSV:59,34,76,1,,$lcid,$([[ $name == text ]] && echo true || echo false),true" \
      --convert-to ods --outdir "$locale-ods" "$name.csv"
  done
  save "$locale" "$locale-ods/typed.ods" "opened-$locale" "$delimiter" "$encoding"
  save "$locale" "$locale-ods/text.ods" "opened-text-$locale" "$delimiter" "$encoding"
  make_sheet "${locale%-*}" "${locale#*-}" "$separator" >cells.fods
  save "$locale" cells.fods "cells-$locale" "$delimiter" "$encoding"
done <<'LIST'
nl-NL 1043 - 59 76
nl-BE 2067 / 59 1
en-GB 2057 / 44 76
LIST
# The same sheet in other encodings.
make_sheet nl NL - >cells.fods
save nl-NL cells.fods cells-nl-NL-utf-16 9 65535
