#!/usr/bin/env bash
# Tool: tsx 4.23.15, which compiles with esbuild's `keepNames`, beside TypeScript 5.9.3; Node 20.20.2.
# Expected: tsx removes the types, so that a program is as fast as the one that TypeScript compiles.
# Instead: whenever a call creates a function that has a name, such as `const isGiven = () => …` inside another function,
#   tsx sets its name with Object.defineProperty. A function that creates one for each value takes many times as long.
# Seen: "a call takes 41 times as long under tsx" (27 in another run), "1000 calls define names: 1000 and 0", the latter as
#   TypeScript compiles it
# Why it matters: programs of this field run under tsx in production, and are profiled and compared under it. What looks
#   slow there, such as a small helper in a loop over a list, may cost nothing in the compiled package.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init --yes >/dev/null
npm pkg set type=module
npm install --silent tsx@4.23.15 typescript@5.9.3 node@20.20.2
cat >check.ts <<'EOF'
export function findMissing(line: { readonly code?: string; readonly price?: number }): string | undefined {
  const unless = (isThere: boolean, name: string) => (isThere ? undefined : name);
  return unless(line.code !== undefined, "code") ?? unless(line.price !== undefined, "price");
}
EOF
cat >run.mjs <<'EOF'
let defined = 0;
const { defineProperty } = Object;
if (process.argv[3] === "count")
  Object.defineProperty = (...args) => {
    if (args[1] === "name" && args[2].value === "unless") defined += 1;
    return defineProperty(...args);
  };
const { findMissing } = await import(process.argv[2]);
const lines = Array.from({ length: 1000 }, (_, index) => ({ code: String(index), price: index }));
const checkAll = () => lines.filter((line) => findMissing(line) !== undefined).length;
checkAll();
if (process.argv[3] === "count") console.log(defined);
else {
  for (let warm = 0; warm < 200; warm += 1) checkAll();
  const begun = performance.now();
  for (let round = 0; round < 500; round += 1) checkAll();
  console.log((performance.now() - begun) / 500);
}
EOF
npx tsc --target es2022 --module nodenext --outDir compiled check.ts
node=node_modules/node/bin/node
run() { "$node" "$@"; }
counts="$(run --import tsx run.mjs ./check.ts count) and $(run run.mjs ./compiled/check.js count)"
slow=$(run --import tsx run.mjs ./check.ts time)
fast=$(run run.mjs ./compiled/check.js time)
ratio=$(awk -v slow="$slow" -v fast="$fast" 'BEGIN { printf "%.0f", slow / fast }')
echo "a call takes $ratio times as long under tsx"
echo "1000 calls define names: $counts"

[[ $counts == "1000 and 0" && $ratio -ge 4 ]] || { echo "The behaviour has changed." >&2 && exit 1; }
