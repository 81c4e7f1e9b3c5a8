#!/usr/bin/env bash
# Tool: tsup 8.5.1 with openapi-fetch 0.17.0, checked with publint 0.3.25.
# Expected: `import createClient from "openapi-fetch"` works in both builds that tsup makes of an ES module package. The
#   library offers ESM and CommonJS, and publint finds nothing wrong with the result.
# Instead: the CommonJS build loads, and throws when the function is called: tsup takes the whole module for the default
#   export, because the importing package has "type": "module".
# Seen: "publint: no problem", "esm: works", "cjs: (0 , import_openapi_fetch.default) is not a function"
# Why it matters: a test that only loads the package is green, and so are the tools that check its exports. Half of the
#   users of a client then cannot make a single call.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund \
  tsup@8.5.1 typescript@5.9.3 openapi-fetch@0.17.0 publint@0.3.25
cd "$dir"

cat >package.json <<'EOF'
{
  "name": "client",
  "version": "1.0.0",
  "type": "module",
  "license": "MIT",
  "engines": { "node": ">=20" },
  "files": ["dist"],
  "exports": { ".": { "import": "./dist/index.js", "require": "./dist/index.cjs" } },
  "dependencies": { "openapi-fetch": "0.17.0" }
}
EOF
cat >index.ts <<'EOF'
import createClient from "openapi-fetch";

export const connect = () => createClient({ baseUrl: "http://127.0.0.1:9" });
EOF
cat >run.cjs <<'EOF'
const attempt = async (name, load) => {
  const { connect } = await load();
  try {
    connect();
    console.log(`${name}: works`);
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
};
attempt("esm", () => import("./dist/index.js")).then(() => attempt("cjs", () => require("./dist/index.cjs")));
EOF
npx --no-install tsup index.ts --format esm,cjs --silent
seen=$(
  npx --no-install publint --strict --pack false >publint.log && echo "publint: no problem"
  node run.cjs
)
printf '%s\n' "$seen"

expected='publint: no problem
esm: works
cjs: (0 , import_openapi_fetch.default) is not a function'
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
