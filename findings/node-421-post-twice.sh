#!/usr/bin/env bash
# Tool: the fetch of Node 24.21.0 (also 20, 22 and 26).
# Expected: one call of fetch with the method POST sends one request, whatever the server answers.
# Instead: after a response 421 (Misdirected Request) fetch sends the POST again on another connection. Only the second
#   response is reported; nothing shows that there were two. A body that is a stream is sent once.
# Seen: "text: status 421, requests 2", "stream: status 421, requests 1"
# Why it matters: a gateway that answers 421 after it has passed the request on (or counted it) receives two. A throttle,
#   a log and a retry rule around fetch see one call.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@24.21.0

cat >"$dir/run.mjs" <<'EOF'
import http from "node:http";

let requests = 0;
const server = http.createServer((request, response) => {
  requests += 1;
  request.resume().on("end", () => response.writeHead(421).end());
});
server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/orders`;
  for (const [name, body] of Object.entries({ text: "{}", stream: new Blob(["{}"]).stream() })) {
    requests = 0;
    const answer = await fetch(url, { method: "POST", body, duplex: "half" });
    console.log(`${name}: status ${answer.status}, requests ${requests}`);
  }
  process.exit();
});
EOF
seen=$(timeout 60 "$dir/node_modules/node/bin/node" "$dir/run.mjs")
printf '%s\n' "$seen"

expected='text: status 421, requests 2
stream: status 421, requests 1'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
