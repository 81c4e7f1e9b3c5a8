#!/usr/bin/env bash
# Tool: Bun 1.4.5, Deno 2.9.6 and Node 24.21.0, which read the same .env file by themselves.
# Expected: single quotes keep a value as it is, as in a shell, and unquoted text means the same in all three.
# Instead: Bun replaces $name even inside single quotes. Deno replaces it in unquoted text, Node nowhere. A name that
#   does not exist becomes nothing, without a warning.
# Seen: "node: plain=p$word single=p$word", "deno: plain=p single=p$word", "bun: plain=p single=p"
# Why it matters: a generated client secret with a dollar sign works in one runtime, and in the next the token endpoint
#   answers that the client is unknown. No quoting of the file that is usual elsewhere avoids it in Bun.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@24.21.0 bun@1.4.5 deno@2.9.6

cat >"$dir/.env" <<'EOF'
PLAIN=p$word
SINGLE='p$word'
EOF
cat >"$dir/run.mjs" <<'EOF'
const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
console.log(`${runtime}: plain=${process.env.PLAIN} single=${process.env.SINGLE}`);
EOF
cd "$dir"
seen=$(
  node_modules/node/bin/node --env-file=.env run.mjs
  node_modules/.bin/deno run --quiet --allow-env --env-file=.env run.mjs
  node_modules/.bin/bun run.mjs
)
printf '%s\n' "$seen"

# shellcheck disable=SC2016 # the dollar sign is meant
expected='node: plain=p$word single=p$word
deno: plain=p single=p$word
bun: plain=p single=p'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
