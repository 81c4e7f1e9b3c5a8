#!/usr/bin/env bash
# Tool: the fetch of Node 26.10.0, which chooses HTTP/2 by itself (also undici 7.30.2 with allowH2).
# Expected: a server that gives up in the middle of a body resets the stream, and reading the body rejects. It does with
#   the error code INTERNAL_ERROR. HTTP/2 has one sign of a complete body, END_STREAM, and it has not come.
# Instead: with the code CANCEL the part that arrived counts as the whole body, even if content-length announced more.
# Seen: "INTERNAL_ERROR: 13 of 40 bytes, terminated", "CANCEL: 13 of 40 bytes, complete"
# Why it matters: a PDF that breaks off is stored as if it were whole. Over HTTP/1.1 fetch itself notices this; an update
#   of Node changes the protocol, and the program then has to compare the lengths.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund node@26.10.0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>"$dir/openssl.log"

cat >"$dir/run.mjs" <<'EOF'
import { readFileSync } from "node:fs";
import tls from "node:tls";

const [key, cert] = ["key.pem", "cert.pem"].map((name) => readFileSync(new URL(name, import.meta.url)));
// The frames are written by hand: node:http2 would send END_STREAM before it resets a stream.
const types = { data: 0, headers: 1, reset: 3, settings: 4 };
const frame = (type, flags, stream, payload = []) =>
  Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);
const status200 = 0x88;
const contentLength40 = [0x0f, 0x0d, 2, ...Buffer.from("40")];

for (const [name, code] of Object.entries({ INTERNAL_ERROR: 2, CANCEL: 8 })) {
  const server = tls.createServer({ key, cert, ALPNProtocols: ["h2"] }, (socket) => {
    let received = Buffer.alloc(0);
    let position = 24; // the preface of the client
    socket.on("error", () => {});
    socket.write(frame(types.settings, 0, 0));
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= position + 9) {
        const end = position + 9 + received.readUIntBE(position, 3);
        if (received.length < end) return;
        const [type, flags, stream] = [received[position + 3], received[position + 4], received[position + 8]];
        position = end;
        if (type === types.settings && flags === 0) socket.write(frame(types.settings, 1, 0));
        if (type !== types.headers) continue;
        socket.write(frame(types.headers, 4, stream, [status200, ...contentLength40]));
        socket.write(frame(types.data, 0, stream, Buffer.from("the beginning")));
        setTimeout(() => socket.write(frame(types.reset, 0, stream, [0, 0, 0, code])), 100);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`https://localhost:${server.address().port}/`, { signal: AbortSignal.timeout(10_000) });
  let bytes = 0;
  const read = async () => {
    for await (const part of answer.body) bytes += part.length;
    return "complete";
  };
  const end = await read().catch((error) => error.message);
  console.log(`${name}: ${bytes} of ${answer.headers.get("content-length")} bytes, ${end}`);
}
process.exit();
EOF
seen=$(NODE_EXTRA_CA_CERTS="$dir/cert.pem" timeout 60 "$dir/node_modules/node/bin/node" "$dir/run.mjs")
printf '%s\n' "$seen"

expected='INTERNAL_ERROR: 13 of 40 bytes, terminated
CANCEL: 13 of 40 bytes, complete'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
