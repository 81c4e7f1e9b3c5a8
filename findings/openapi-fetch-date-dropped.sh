#!/usr/bin/env bash
# Tool: openapi-fetch 0.17.0.
# Expected: a Date in the query is sent as a date, as JSON.stringify does in a body, or it is rejected.
# Instead: a Date alone leaves the parameter out without an error. A list with the same Date is rejected.
# Seen: "one: sent as /requests?&status=Draft", "list: rejected"
# Why it matters: a filter that is left out asks for everything. A program that lists what has changed since yesterday
#   reads, and handles, all that there is.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund openapi-fetch@0.17.0

cat >"$dir/run.mjs" <<'EOF'
import createClient from "openapi-fetch";

let sent;
const fetch = async (request) => {
  const url = new URL(request.url);
  sent = url.pathname + url.search;
  return Response.json([]);
};
const client = createClient({ baseUrl: "http://127.0.0.1:9", fetch });
const changedSince = new Date("2026-06-15T09:00:00Z");
for (const [name, query] of Object.entries({
  one: { changedSince, status: "Draft" },
  list: { changedSince: [changedSince], status: "Draft" },
})) {
  const call = client.GET("/requests", { params: { query } });
  console.log(`${name}: ${await call.then(() => `sent as ${sent}`, () => "rejected")}`);
}
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='one: sent as /requests?&status=Draft
list: rejected'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
