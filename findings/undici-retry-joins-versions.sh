#!/usr/bin/env bash
# Tool: undici 7.30.2 (also 8.13.1), interceptors.retry.
# Expected: when a download breaks off, the rest may be asked for with Range only if the server names a version of the
#   file, such as an ETag: the file may have changed. Without one, the interceptor starts again or rejects.
# Instead: it asks for the rest without any condition and joins both parts. The result is status 200 with the right
#   length, the beginning of one version and the end of the next.
# Seen: "200 AAAAABBBBB, second request: range bytes=5-9, if-match undefined, if-range undefined"
# Why it matters: an invoice or a list that is made anew for each request is a mixture of two that never existed. Neither
#   the length nor an error shows it.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund undici@7.30.2

cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";
import { Agent, interceptors, request } from "undici";

let second;
const server = http.createServer((incoming, response) => {
  if (incoming.headers.range === undefined) {
    response.writeHead(200, { "content-length": 10 }).write("AAAAA");
    setTimeout(() => response.destroy(), 100);
  } else {
    second = incoming.headers;
    response.writeHead(206, { "content-length": 5, "content-range": "bytes 5-9/10" }).end("BBBBB");
  }
});
server.listen(0, "127.0.0.1", async () => {
  const dispatcher = new Agent().compose(interceptors.retry({ minTimeout: 10 }));
  const answer = await request(`http://127.0.0.1:${server.address().port}/invoice.pdf`, { dispatcher });
  const text = await answer.body.text();
  const conditions = `if-match ${second["if-match"]}, if-range ${second["if-range"]}`;
  console.log(`${answer.statusCode} ${text}, second request: range ${second.range}, ${conditions}`);
  process.exit();
});
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='200 AAAAABBBBB, second request: range bytes=5-9, if-match undefined, if-range undefined'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
