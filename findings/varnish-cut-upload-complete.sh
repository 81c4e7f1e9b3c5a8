#!/usr/bin/env bash
# Tool: Varnish 7.1.1 (Debian 12) with its built-in rules.
# Expected: a client that fails in the middle of a chunked upload closes its connection without the last chunk. The proxy
#   passes that on, so that the backend knows that the body is not whole.
# Instead: Varnish ends the body properly. The backend receives a complete request with the part that was sent. With a
#   content-length the backend does notice.
# Seen: "chunked: 2000 of 5000 bytes, complete", "length: 2000 of 5000 bytes, aborted"
# Why it matters: an upload from a stream whose length is not known is chunked. If the source fails, the client reports
#   an error, and the service stores half a file under the final name; who then asks whether the file is there, is told
#   that it is.
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
let report = () => {};
const backend = http.createServer((request, response) => {
  let bytes = 0;
  request.on("data", (part) => (bytes += part.length)).on("error", () => {});
  request.on("close", () => report(`${bytes} of 5000 bytes, ${request.complete ? "complete" : "aborted"}`));
  request.on("end", () => response.end("stored"));
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

for (const [name, headers] of [
  ["chunked", {}],
  ["length", { "content-length": 5000 }],
]) {
  const reported = new Promise((resolve) => {
    report = resolve;
  });
  const upload = http.request({ host: "127.0.0.1", port, method: "POST", path: "/files", headers, agent: false });
  upload.on("error", () => {});
  upload.write("x".repeat(2000));
  setTimeout(() => upload.destroy(), 300);
  console.log(`${name}: ${await reported}`);
}
varnish.kill();
await ended;
process.exit();
EOF
seen=$(timeout 90 node "$dir/run.mjs" "$dir")
printf '%s\n' "$seen"

expected='chunked: 2000 of 5000 bytes, complete
length: 2000 of 5000 bytes, aborted'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
