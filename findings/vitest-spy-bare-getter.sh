#!/usr/bin/env bash
# Tool: vitest 4.1.12.
# Expected: `vi.spyOn(object, "method")` replaces a method that a getter of the object's class returns, such as one that
#   is bound to its client when it is read. Jest does.
# Instead: it calls the getter without the object: `this` is undefined, and the spy fails in the code of the getter.
# Seen: "spyOn of a getter: Cannot destructure property 'name' of 'this' as it is undefined.", "spyOn of a method: replaced"
# Why it matters: a client library that makes its methods getters, to keep thousands of clients small, breaks the tests
#   of its users, whose own code is right. The getter has to return something that works without its object.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --prefix "$dir" --silent --no-audit --no-fund vitest@4.1.12

cat >"$dir/run.test.mjs" <<'EOF'
import { test, vi } from "vitest";

class Client {
  name = "workshop";
  get list() {
    const { name } = this;
    return () => `the list of ${name}`;
  }
  read() {
    return `what ${this.name} reads`;
  }
}

test("spies", () => {
  const lines = [["a getter", "list"], ["a method", "read"]].map(([what, name]) => {
    const client = new Client();
    try {
      vi.spyOn(client, name).mockReturnValue("replaced");
      return `spyOn of ${what}: ${client[name]()}`;
    } catch (error) {
      return `spyOn of ${what}: ${error.message}`;
    }
  });
  process.stdout.write(`${lines.join("\n")}\n`);
});
EOF
seen=$(cd "$dir" && timeout 120 npx vitest run --silent=passed-only run.test.mjs 2>&1 | grep "^spyOn")
printf '%s\n' "$seen"

expected="spyOn of a getter: Cannot destructure property 'name' of 'this' as it is undefined.
spyOn of a method: replaced"
[[ $seen == "$expected" ]] || { echo "The behaviour has changed." >&2 && exit 1; }
