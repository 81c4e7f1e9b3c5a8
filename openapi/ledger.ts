/**
 * Prints the ledger: how sure it is, for each operation and rule of the sandbox, that the services do the same. With
 * `--write` it goes to src/sandbox/LEDGER.md; with `--check` it fails if that is not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { writeLedger } from "./ledger/ledger.js";
import { readOperations } from "./ledger/operations.js";
import { rules } from "./ledger/rules.js";

const file = new URL("../src/sandbox/LEDGER.md", import.meta.url);
const ledger = writeLedger(readOperations(), rules);

if (process.argv.includes("--check")) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== ledger) {
    console.error(
      "src/sandbox/LEDGER.md does not match the documents and the rules. Run `npm run ledger -- --write`.",
    );
    process.exitCode = 1;
  }
} else if (process.argv.includes("--write")) {
  writeFileSync(file, ledger);
} else {
  process.stdout.write(ledger);
}
