import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type CheckName, errorCodes, explain, ruleCodes } from "../../src/errors/index.js";

const folders: Readonly<Record<CheckName, string>> = { checkApproval: "approval", checkInvoice: "invoice" };

/** The codes that the rules of a check give, as they stand in its modules and in those of all rules that they use. */
function codesIn(check: string): ReadonlySet<string> {
  const path = fileURLToPath(new URL("../../src/supplier/rules/", import.meta.url));
  const own = readdirSync(path).filter((file) => file.startsWith(check));
  const read = (file: string) => readFileSync(path + file, "utf8");
  const shared = [
    ...own
      .map(read)
      .join("")
      .matchAll(/^import (?!type)[^;]*?"\.\/([\w-]+)\.js";/gm),
  ];
  const files = new Set([...own, ...shared.map(([, name = ""]) => `${name}.ts`)]);
  const texts = [...files].map(read);
  return new Set([...texts.join("").matchAll(/"((?:REG|RULE)-[\w-]+)"/g)].map(([, code = ""]) => code));
}

it.each(["checkApproval", "checkInvoice"] as const)(
  "the codes that %s gives are those that say so",
  (check) => {
    const said = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)].filter((code) =>
      explain(code)?.caughtBy.includes(check),
    );
    expect([...codesIn(folders[check])].sort()).toEqual(said.sort());
  },
);
