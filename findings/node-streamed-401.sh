#!/usr/bin/env bash
# Tool: the fetch of Node 24.14.0, compared with Node 24.13.1 and 24.21.0.
# Expected: a 401 is a response like any other: fetch resolves, and the caller reads the status and the body.
# Instead: if the body of the request was a stream, fetch of Node 24.14.0 rejects with a network failure, and the status
#   and the text of the response are lost. The two other versions resolve.
# Seen: "v24.13.1: 401", "v24.14.0: fetch failed (expected non-null body source)", "v24.21.0: 401"
# Why it matters: the token of a long upload has expired, and the program reports a broken network and retries, instead
#   of signing in again.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";

const server = http.createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(401, { "content-type": "application/json" }).end("{}"));
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/files`;
  const body = new Blob(["text"]).stream();
  await fetch(url, { method: "POST", body, duplex: "half" }).then(
    (answer) => console.log(`${process.version}: ${answer.status}`),
    (error) => console.log(`${process.version}: ${error.message} (${error.cause?.message})`),
  );
  process.exit();
});
EOF
seen=$(
  for version in 24.13.1 24.14.0 24.21.0; do
    npm install --prefix "$dir/$version" --silent --no-audit --no-fund "node@$version"
    timeout 60 "$dir/$version/node_modules/node/bin/node" "$dir/run.mjs"
  done
)
printf '%s\n' "$seen"

expected='v24.13.1: 401
v24.14.0: fetch failed (expected non-null body source)
v24.21.0: 401'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
