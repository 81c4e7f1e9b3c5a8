#!/usr/bin/env bash
# Tool: Caddy 2.6.2 (Debian 12) as a reverse proxy, with its default settings.
# Expected: a reverse proxy sends a POST once. The header Idempotency-Key is a matter between the client and the
#   service, and only a service that knows it may be asked twice.
# Instead: if a POST without a body carries that header, and the connection to the upstream ends before the response, Caddy
#   sends it again: the HTTP library of Go, on which it is built, takes the header for a promise of the service.
# Seen: "without the header: 1 request", "with the header: 2 requests"
# Why it matters: a client adds the header to be safe, and the service ignores it, as most do. A POST without a body that
#   starts or approves something is then carried out twice, because of the header that was to prevent it.
set -euo pipefail

version=$(caddy version 2>/dev/null | cut -d' ' -f1 || true)
[[ ${version#v} == 2.6.2 ]] || { echo "Needs Caddy 2.6.2, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/run.mjs" <<'EOF'
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";

const listen = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
let posts = 0;
const upstream = http.createServer((request, response) => {
  if (request.method === "GET") return response.end("ready");
  posts += 1;
  request.socket.destroy();
});
const probe = net.createServer();
const port = await listen(probe);
await new Promise((resolve) => probe.close(resolve));
const file = `${process.argv[2]}/Caddyfile`;
writeFileSync(
  file,
  `{
    admin off
    auto_https off
  }
  http://127.0.0.1:${port} {
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:${await listen(upstream)}
  }`,
);
const caddy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore" });
process.on("exit", () => caddy.kill());

const url = `http://127.0.0.1:${port}/approvals`;
// A GET before each POST makes sure that Caddy has an open connection to the upstream.
const get = () => fetch(url).then((answer) => answer.text());
for (let tries = 0; tries < 100; tries++) {
  if (await get().catch(() => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
for (const [name, headers] of [
  ["without the header", {}],
  ["with the header", { "idempotency-key": "7f3a" }],
]) {
  await get();
  posts = 0;
  await fetch(url, { method: "POST", headers });
  console.log(`${name}: ${posts} ${posts === 1 ? "request" : "requests"}`);
}
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='without the header: 1 request
with the header: 2 requests'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
