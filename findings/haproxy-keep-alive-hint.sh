#!/usr/bin/env bash
# Tool: HAProxy 2.6.12 (Debian 12) between a client and a Node server.
# Expected: "Keep-Alive: timeout=77" is about one connection, that between HAProxy and the server. HAProxy removes it, or
#   writes its own limit, as it does with the header Connection.
# Instead: HAProxy passes the hint of the server on to the client, and closes the connection after its own limit.
# Seen: "hint: timeout=77, closed after 1 s"
# Why it matters: fetch of Node and other clients keep a connection for as long as the hint says, and send the next
#   request just when HAProxy closes it. A POST then ends with a reset, and nobody knows whether it was carried out.
set -euo pipefail

version=$(haproxy -v 2>/dev/null | grep -oE "2\.6\.[0-9]+" | head -n 1 || true)
[[ $version == 2.6.12 ]] || { echo "Needs HAProxy 2.6.12, as in Debian 12; found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/run.mjs" <<'EOF'
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";

const listen = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
const server = http.createServer((request, response) => response.end("ok"));
server.keepAliveTimeout = 77_000;
const probe = net.createServer();
const port = await listen(probe);
await new Promise((resolve) => probe.close(resolve));
const file = `${process.argv[2]}/haproxy.cfg`;
writeFileSync(
  file,
  `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout http-keep-alive 1s
listen proxy
  bind 127.0.0.1:${port}
  server node 127.0.0.1:${await listen(server)}
`,
);
const haproxy = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
process.on("exit", () => haproxy.kill());

const agent = new http.Agent({ keepAlive: true });
const get = () =>
  new Promise((resolve, reject) => {
    http.get({ host: "127.0.0.1", port, agent }, (answer) => {
      const { socket } = answer;
      answer.resume().on("end", () => resolve({ answer, socket, end: performance.now() }));
    }).on("error", reject);
  });
for (let tries = 0; tries < 100; tries++) {
  if (await get().catch(() => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const { answer, socket, end } = await get();
await new Promise((resolve) => socket.once("close", resolve));
console.log(`hint: ${answer.headers["keep-alive"]}, closed after ${Math.round((performance.now() - end) / 1000)} s`);
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='hint: timeout=77, closed after 1 s'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
