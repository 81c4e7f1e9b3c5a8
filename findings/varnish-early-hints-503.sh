#!/usr/bin/env bash
# Tool: Varnish 7.1.1 (Debian 12) with its built-in rules.
# Expected: a backend may send interim responses (102 Processing, 103 Early Hints) before its response. HTTP/1.1 asks whoever
#   does not know them to skip them.
# Instead: Varnish takes any of them for a failed backend and answers 503 with "Retry-After: 5". The POST has reached
#   the backend, and the response 201 that follows is dropped.
# Seen: "102: 503, retry after 5, posts 1", "103: 503, retry after 5, posts 1", "none: 201, retry after null, posts 1"
# Why it matters: 503 with Retry-After reads as "nothing was done, come back in five seconds". A client that does so
#   creates the order a second time.
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
const interim = {
  "/102": "HTTP/1.1 102 Processing\r\n\r\n",
  "/103": "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n",
};
const backend = http.createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "GET") return response.end("ready");
    posts += 1;
    request.socket.write(interim[request.url] ?? "");
    response.writeHead(201, { location: "/orders/1" }).end();
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

const ready = () => fetch(`http://127.0.0.1:${port}/ready`).then((answer) => answer.ok);
for (let tries = 0; tries < 200; tries++) {
  if (await ready().catch(() => false)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}

for (const path of ["/102", "/103", "/none"]) {
  posts = 0;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "{}" });
  const after = answer.headers.get("retry-after");
  console.log(`${path.slice(1)}: ${answer.status}, retry after ${after}, posts ${posts}`);
}
varnish.kill();
await ended;
process.exit();
EOF
seen=$(timeout 90 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='102: 503, retry after 5, posts 1
103: 503, retry after 5, posts 1
none: 201, retry after null, posts 1'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
