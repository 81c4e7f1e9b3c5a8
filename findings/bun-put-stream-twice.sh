#!/usr/bin/env bash
# Tool: the fetch of Bun 1.4.5.
# Expected: a body that is a stream can be read once, so a request with one is sent once. A request that asks for
#   `Connection: close` has a connection of its own.
# Instead: if the connection had been used before and ends after the server has read the PUT, fetch sends it again on a
#   new one, with the whole content of the stream. The header `Connection: close` changes nothing; only the option
#   `keepalive: false` does.
# Seen: "stream: 2 requests, 6 bytes", "connection close: 2 requests, 6 bytes", "keepalive false: 1 request, 3 bytes"
# Why it matters: a service that adds a file with each PUT, and stops before it responds, has the file twice. The program
#   gave a stream to be sure that this cannot happen.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund bun@1.4.5

cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";

let puts = 0;
let bytes = 0;
const server = http.createServer((request, response) => {
  request.on("data", (chunk) => {
    bytes += chunk.length;
  });
  request.on("end", () => {
    if (request.method === "GET") return response.end("ready");
    puts += 1;
    request.socket.destroy();
  });
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/files`;
  const variants = {
    stream: {},
    "connection close": { headers: { connection: "close" } },
    "keepalive false": { keepalive: false },
  };
  for (const [name, options] of Object.entries(variants)) {
    await (await fetch(url)).text();
    puts = bytes = 0;
    const body = new Blob(["abc"]).stream();
    await fetch(url, { method: "PUT", body, duplex: "half", ...options }).catch(() => {});
    console.log(`${name}: ${puts} ${puts === 1 ? "request" : "requests"}, ${bytes} bytes`);
  }
  process.exit();
});
EOF
seen=$(timeout 60 "$dir/node_modules/.bin/bun" "$dir/run.mjs")
printf '%s\n' "$seen"

expected='stream: 2 requests, 6 bytes
connection close: 2 requests, 6 bytes
keepalive false: 1 request, 3 bytes'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
