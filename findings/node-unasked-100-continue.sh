#!/usr/bin/env bash
# Tool: the fetch of Node 26.10.0 (also 20, 22 and 24), compared with Bun 1.4.5 and Deno 2.9.6.
# Expected: a server may send "100 Continue" before its response, also to a client that did not ask for it. HTTP obliges
#   clients to read past it, and fetch does so with 102 and 103.
# Instead: fetch of Node ends the connection and rejects with "bad response", although the response 201 follows.
# Seen: "node: fetch failed (bad response)", "bun: 201 /orders/1", "deno: 201 /orders/1"
# Why it matters: older gateways send 100 to each request with a body. Each POST was then carried out, and its caller
#   sees a network failure without a status, and cannot tell what was created.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@26.10.0 bun@1.4.5 deno@2.9.6

cat >"$dir/run.mjs" <<'EOF'
import net from "node:net";

const server = net.createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => {
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("HTTP/1.1 201 Created\r\nlocation: /orders/1\r\ncontent-length: 0\r\n\r\n");
  });
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/orders`;
  const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
  await fetch(url, { method: "POST", body: "{}", signal: AbortSignal.timeout(10_000) }).then(
    (answer) => console.log(`${runtime}: ${answer.status} ${answer.headers.get("location")}`),
    (error) => console.log(`${runtime}: ${error.message} (${error.cause?.message})`),
  );
  process.exit();
});
EOF
seen=$(
  timeout 60 "$dir/node_modules/node/bin/node" "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/bun" "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/deno" run --quiet --allow-net "$dir/run.mjs"
)
printf '%s\n' "$seen"

expected='node: fetch failed (bad response)
bun: 201 /orders/1
deno: 201 /orders/1'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
