#!/usr/bin/env bash
# Tool: Caddy 2.6.2 (Debian 12) as a reverse proxy with "encode gzip".
# Expected: when the upstream breaks off in the middle of a body, the proxy breaks off, too, so that its client notices.
#   Caddy does so if the body has a content-length and is passed on as it is.
# Instead: a chunked body that breaks off is ended properly. With gzip, so is a body whose content-length Caddy knew:
#   the client gets a valid gzip file with a new content-length, which agrees with the part that arrived.
# Seen: "length: breaks off", "chunked: complete, 600 of 5000 bytes", "length, gzip: complete, 600 of 5000 bytes"
# Why it matters: no check of the client can find it: status, length, encoding and end are all right. A list is shorter,
#   a file is cut, and a fleet that is compared with such a list loses its end.
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
import { gunzipSync } from "node:zlib";

const listen = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
const upstream = http.createServer((request, response) => {
  const length = request.url === "/length" ? { "content-length": 5000 } : {};
  response.writeHead(200, { "content-type": "text/plain", ...length });
  response.write("x".repeat(600));
  setTimeout(() => response.destroy(), 200);
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
    encode gzip
    reverse_proxy 127.0.0.1:${await listen(upstream)}
  }`,
);
const caddy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore" });
process.on("exit", () => caddy.kill());

const get = (path, headers) =>
  new Promise((resolve, reject) => {
    http.get({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part)).on("error", () => {});
      answer.on("close", () => resolve({ answer, bytes: Buffer.concat(parts) }));
    }).on("error", reject);
  });
for (let tries = 0; tries < 100; tries++) {
  if (await get("/chunked", {}).catch(() => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
for (const [name, path, headers] of [
  ["length", "/length", {}],
  ["chunked", "/chunked", {}],
  ["length, gzip", "/length", { "accept-encoding": "gzip" }],
]) {
  const { answer, bytes } = await get(path, headers);
  const whole = answer.complete && answer.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  console.log(`${name}: ${answer.complete ? `complete, ${whole.length} of 5000 bytes` : "breaks off"}`);
}
process.exit();
EOF
seen=$(timeout 60 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='length: breaks off
chunked: complete, 600 of 5000 bytes
length, gzip: complete, 600 of 5000 bytes'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
