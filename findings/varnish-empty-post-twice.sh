#!/usr/bin/env bash
# Tool: Varnish 7.1.1 (Debian 12) with its built-in rules.
# Expected: a POST is passed to the backend once. If the connection ends before the response, Varnish answers 503; it
#   does so for a POST with a body.
# Instead: a POST without a body is sent again if the connection to the backend had been used before. The backend had
#   read it whole and acted on it.
# Seen: "with a body: 503, 1 request", "without a body: 503, 2 requests"
# Why it matters: services change a status with a POST to an address such as /orders/1/approval and nothing in it. Behind
#   this cache it is done twice when the service is restarted, although no client repeats anything.
set -euo pipefail

version=$(varnishd -V 2>&1 | grep -oE "varnish-[0-9.]+" | head -n 1 || true)
[[ $version == varnish-7.1.1 ]] || { echo "Needs Varnish 7.1.1 (Debian 12); found: ${version:-none}" >&2 && exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir" # varnishd changes to a user of its own

cat >"$dir/run.mjs" <<'EOF'
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";

const listen = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
let posts = 0;
const backend = http.createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "GET") return response.setHeader("cache-control", "no-store").end("ready");
    posts += 1;
    request.socket.destroy();
  });
});
const probe = net.createServer();
const port = await listen(probe);
await new Promise((resolve) => probe.close(resolve));
const dir = process.argv[2];
const rules = `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${await listen(backend)}"; }`;
writeFileSync(`${dir}/rules.vcl`, rules);
const options = ["-F", "-n", `${dir}/state`, "-f", `${dir}/rules.vcl`, "-a", `127.0.0.1:${port}`, "-T", "none"];
const varnish = spawn("varnishd", [...options, "-s", "malloc,20m"], { stdio: "ignore" });
process.on("exit", () => varnish.kill());
const ended = new Promise((resolve) => varnish.on("exit", resolve));

// A GET before each POST makes sure that Varnish has an open connection to the backend.
let gets = 0;
const get = () => fetch(`http://127.0.0.1:${port}/${++gets}`).then((answer) => answer.text());
for (let tries = 0; tries < 200; tries++) {
  if (await get().catch(() => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
for (const [name, body] of [
  ["with a body", "{}"],
  ["without a body", undefined],
]) {
  await get();
  posts = 0;
  const answer = await fetch(`http://127.0.0.1:${port}/orders/1/approval`, { method: "POST", body });
  console.log(`${name}: ${answer.status}, ${posts} ${posts === 1 ? "request" : "requests"}`);
}
varnish.kill();
await ended;
process.exit();
EOF
seen=$(timeout 90 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='with a body: 503, 1 request
without a body: 503, 2 requests'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
