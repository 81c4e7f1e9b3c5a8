#!/usr/bin/env bash
# Tool: zod 4.6.7, z.fromJSONSchema, compared with ajv 8.20.0.
# Expected: {"allOf": [{…properties…}, {"required": ["number"]}]} makes the property required. This is how OpenAPI
#   documents derive the body of a POST from the body of a PATCH, in which everything is optional.
# Instead: zod forgets `required` wherever the same object does not list the property, too. Constructs that it does not
#   know, such as `if`, make it throw; this one does not.
# Seen: "apart: zod accepts {}, ajv rejects it", "together: zod rejects {}, ajv rejects it"
# Why it matters: a check before sending lets an invoice without a number pass, and a check of responses finds nothing
#   missing. Both look as if they worked, because wrong types are still found.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund zod@4.6.7 ajv@8.20.0

cat >"$dir/run.mjs" <<'EOF'
import Ajv from "ajv/dist/2020.js";
import * as z from "zod";

const properties = { number: { type: "string" }, date: { type: "string" } };
const schemas = {
  apart: { allOf: [{ type: "object", properties }, { type: "object", required: ["number"] }] },
  together: { allOf: [{ type: "object", properties, required: ["number"] }] },
};
for (const [name, schema] of Object.entries(schemas)) {
  const byZod = z.fromJSONSchema(schema).safeParse({}).success;
  const byAjv = new Ajv().validate(schema, {});
  console.log(`${name}: zod ${byZod ? "accepts" : "rejects"} {}, ajv ${byAjv ? "accepts" : "rejects"} it`);
}
EOF
seen=$(timeout 60 node "$dir/run.mjs")
printf '%s\n' "$seen"

expected='apart: zod accepts {}, ajv rejects it
together: zod rejects {}, ajv rejects it'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
