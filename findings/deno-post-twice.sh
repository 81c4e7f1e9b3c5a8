#!/usr/bin/env bash
# Tool: the fetch of Deno 2.9.6.
# Expected: when a connection ends after the server has read a POST, fetch rejects, and the caller decides whether to
#   send it again. Only methods that HTTP calls idempotent may be repeated without asking.
# Instead: if the connection had been used before, fetch sends the POST again on a new one. A body that is a stream is
#   sent once.
# Seen: "text: 2 requests", "stream: 1 request"
# Why it matters: a server that is stopped between the work and the response has stored the order, and its successor
#   stores it once more. The program sees one call.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund deno@2.9.6

cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";

let posts = 0;
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "GET") return response.end("ready");
    posts += 1;
    request.socket.destroy();
  });
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/orders`;
  for (const [name, body] of Object.entries({ text: "{}", stream: new Blob(["{}"]).stream() })) {
    await (await fetch(url)).text();
    posts = 0;
    await fetch(url, { method: "POST", body }).catch(() => {});
    console.log(`${name}: ${posts} ${posts === 1 ? "request" : "requests"}`);
  }
  process.exit();
});
EOF
seen=$(timeout 60 "$dir/node_modules/.bin/deno" run --quiet --allow-net "$dir/run.mjs")
printf '%s\n' "$seen"

expected='text: 2 requests
stream: 1 request'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
