#!/usr/bin/env bash
# Tool: the fetch of workerd, in miniflare 4.20260426.0.
# Expected: an error that has `retryable: true` says that nothing was done. A host that does not exist, or a port on
#   which nothing listens, is such a case.
# Instead: it is the other way round. A POST that the server has read completely before its connection ended is
#   retryable; a host without an address is not. A refused connection has the same name, message and fields as that POST.
# Seen: "read by the server: Network connection lost. retryable true, 1 request", "refused: Network connection lost.
#   retryable true", "unknown host: internal error, retryable undefined"
# Why it matters: a program that repeats what is retryable creates an order twice, and one that is careful cannot tell a
#   server that is down from one that has stored the order.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund miniflare@4.20260426.0

cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";
import { Miniflare } from "miniflare";

let requests = 0;
const server = http.createServer((request) => {
  request.resume().on("end", () => {
    requests += 1;
    request.socket.destroy();
  });
});
const closed = http.createServer();
for (const each of [server, closed]) await new Promise((resolve) => each.listen(0, "127.0.0.1", resolve));
const urlOf = (each) => `http://127.0.0.1:${each.address().port}/orders`;
const urls = {
  "read by the server": urlOf(server),
  refused: urlOf(closed),
  "unknown host": "http://no-such-host.invalid/",
};
closed.close();
const script = `export default {
  async fetch(request, { URL }) {
    const error = await fetch(URL, { method: "POST", body: "{}" }).catch((error) => error);
    return new Response(error.message.replace(/; reference.*/, ",") + " retryable " + error.retryable);
  },
};`;
for (const [name, URL] of Object.entries(urls)) {
  const worker = new Miniflare({ modules: true, compatibilityDate: "2026-04-01", script, bindings: { URL } });
  const text = await (await worker.dispatchFetch("http://worker.example/")).text();
  await worker.dispose();
  console.log(`${name}: ${text}${name.startsWith("read") ? `, ${requests} request` : ""}`);
}
process.exit();
EOF
# Its own output on the error stream names internal places.
seen=$(cd "$dir" && timeout 120 node run.mjs 2>/dev/null)
printf '%s\n' "$seen"

expected='read by the server: Network connection lost. retryable true, 1 request
refused: Network connection lost. retryable true
unknown host: internal error, retryable undefined'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
