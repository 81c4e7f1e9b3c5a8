#!/usr/bin/env bash
# Tool: Bun 1.4.5, compared with Node and Deno 2.9.6.
# Expected: a Blob made of a text, a file (fs.openAsBlob) and a text contains all three.
# Instead: Bun leaves the file out, without an error. The size of the Blob agrees with what is left, so that the
#   request is sent with a matching content-length. A Blob that is made of the file alone is complete.
# Seen: "bun: 2 bytes <>, alone 10", "node: 12 bytes <0123456789>, alone 10", and the same for Deno
# Why it matters: this is how a program writes a multipart body by hand, or puts a head before a file without reading
#   it into memory. The upload succeeds and the stored document is empty.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund bun@1.4.5 deno@2.9.6

cat >"$dir/run.mjs" <<'EOF'
import { openAsBlob } from "node:fs";
import http from "node:http";

const server = http.createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  response.end(`${request.headers["content-length"]} bytes ${text}`);
});
server.listen(0, "127.0.0.1", async () => {
  const file = await openAsBlob(new URL("file.txt", import.meta.url));
  const body = new Blob(["<", file, ">"]);
  const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: "POST", body });
  const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
  console.log(`${runtime}: ${await answer.text()}, alone ${new Blob([file]).size}`);
  process.exit();
});
EOF
printf 0123456789 >"$dir/file.txt"
seen=$(
  timeout 60 "$dir/node_modules/.bin/bun" "$dir/run.mjs"
  timeout 60 node "$dir/run.mjs"
  timeout 60 "$dir/node_modules/.bin/deno" run --quiet --allow-net --allow-read "$dir/run.mjs"
)
printf '%s\n' "$seen"

expected='bun: 2 bytes <>, alone 10
node: 12 bytes <0123456789>, alone 10
deno: 12 bytes <0123456789>, alone 10'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
