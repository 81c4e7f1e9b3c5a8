#!/usr/bin/env bash
# Tool: Node 20.20.2, compared with Node 24.21.0.
# Expected: an `import()` that fails because the process has too many files open succeeds once they are closed.
# Instead: Node 20 keeps the failure. Each later `import()` of that file rejects with the same EMFILE, until the process
#   ends. Node 22, 24 and 26 read the file again.
# Seen: "v20.20.2: EMFILE, then EMFILE", "v24.21.0: EMFILE, then loaded"
# Why it matters: a package that loads a part when it is first needed, in a minute with many connections, has lost that part
#   for as long as the process runs, although everything else works again.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

echo 'export const value = 1;' >"$dir/later.mjs"
cat >"$dir/run.mjs" <<'JS'
import { closeSync, openSync } from "node:fs";

const load = () =>
  import("./later.mjs").then(
    () => "loaded",
    ({ code }) => code,
  );

const open = [];
try {
  for (;;) open.push(openSync(import.meta.filename, "r"));
} catch {
  // Now as many files are open as the process may have.
}
const first = await load();
for (const file of open) closeSync(file);
console.log(`${process.version}: ${first}, then ${await load()}`);
JS

seen=""
for version in 20.20.2 24.21.0; do
  npm install --prefix "$dir/$version" --silent --no-audit --no-fund "node@$version"
  seen+=$(ulimit -n 128 && timeout 60 "$dir/$version/node_modules/.bin/node" "$dir/run.mjs")$'\n'
done
printf '%s' "$seen"

expected='v20.20.2: EMFILE, then EMFILE
v24.21.0: EMFILE, then loaded
'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
