import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorCodes, explain, ruleCodes } from "../../src/errors/index.js";
import { reg } from "./support.js";

const more = "The service has more codes than these: their list is not shown.";
const all = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)];

describe("reg explain", () => {
  it("explains a code of the service", async () => {
    expect(await reg("explain", "REG-INV000107")).toEqual({
      code: 0,
      err: "",
      out: `REG-INV000107
  Meaning     ${errorCodes["REG-INV000107"].meaning}
  Cause       ${errorCodes["REG-INV000107"].cause}
  What to do  ${errorCodes["REG-INV000107"].action}
  Status      400; sending the same again does not help
  Field       invoiceDate
  Caught by   checkInvoice
  Source      ${errorCodes["REG-INV000107"].source}
`,
    });
  });

  it("says what only the service can know", async () => {
    const { out } = await reg("explain", "REG-SVC000187");
    expect(out).toContain("  Caught by   nothing before it is sent: only the service can know\n");
    expect(out).not.toContain("  Field");
  });

  it("explains several at once, however they are written", async () => {
    const { code, out } = await reg("explain", "sandbox-required", "reg-svc000175");
    expect(code).toBe(0);
    const [rule = "", other = ""] = out.split("\n\n");
    expect(rule).toMatch(
      /^SANDBOX-REQUIRED\n {2}Rule {8}RULE-REQUIRED: this is what the sandbox calls it\n {2}Meaning/,
    );
    expect(rule).toContain("  Caught by   checkApproval, checkInvoice\n");
    expect(rule).not.toContain("  Status");
    expect(other).toMatch(/^REG-SVC000175\n/);
  });

  it("lists all codes where none is given", async () => {
    const { code, out } = await reg("explain");
    expect(code).toBe(0);
    const width = Math.max(...all.map(({ length }) => length));
    const rows = all.map((each) => `${each.padEnd(width)}  ${explain(each)?.meaning}\n`);
    expect(out).toBe(`${rows.join("")}\n${more}\n`);
  });

  it("names what is near where a code is not known, and explains the others", async () => {
    const { code, out, err } = await reg("explain", "REG-INV00018", "RULE-VAT", "RULE-VATS");
    expect(code).toBe(1);
    expect(out).toMatch(/^RULE-VAT\n/);
    expect(err).toMatch(/^reg: "REG-INV00018" is not known; near it: REG-INV000018, REG-INV000\d+, /);
    expect(err).toContain('"RULE-VATS" is not known; near it: RULE-VAT.');
    expect(err).toMatch(`${more} reg explain lists all that are known.\n`);
  });

  it.each([
    ["105", "near it: REG-INV000105."],
    ["REG-SVC000105", "near it: REG-INV000105, REG-SVC000175"],
    ["inv00018", "near it: REG-INV000018."],
    ["vat", "near it: RULE-VAT."],
    ["svc", "near it: REG-SVC000175, REG-SVC000176, REG-SVC000177."],
    ["409", "nothing is near it."],
    ["REG-XXX999999", "nothing is near it."],
    ["x", "nothing is near it."],
    ["", "nothing is near it."],
  ])("is helped to what is meant by %j", async (code, advice) => {
    const { code: exit, out, err } = await reg("explain", code);
    expect([exit, out]).toEqual([1, ""]);
    expect(err).toContain(`reg: "${code}" is not known; ${advice}`);
    expect(err).toContain("reg explain lists all that are known.");
  });

  it("says of a code that is the sandbox's own where more of it is", async () => {
    const { code, out, err } = await reg("explain", "sandbox-unknown-field");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      '"sandbox-unknown-field" stands for no rule of this package: it is the sandbox\'s own',
    );
    expect(err).toMatch(/description .* ledger/);
    expect(err).not.toContain("near it");
  });

  it("prints JSON", async () => {
    const one = await reg("explain", "rule-vat", "--json");
    expect(JSON.parse(one.out)).toEqual([explain("RULE-VAT")]);
    const every = await reg("explain", "--json");
    expect(JSON.parse(every.out)).toEqual(all.map(explain));
    expect(await reg("explain", "--json", "x")).toMatchObject({ code: 1, out: "[]\n" });
  });

  it("has help that shows what it takes, and refuses other options", async () => {
    const { code, out } = await reg("explain", "REG-INV000107", "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: reg explain \[code…\] \[options\]\n/);
    expect(await reg("explain", "--jsno")).toEqual({
      code: 2,
      out: "",
      err: "reg: --jsno is not an option of reg explain. Did you mean --json?\nreg explain --help shows what there is.\n",
    });
  });

  it("does not load the sandbox", () => {
    const loaded = loadedWith("cli/main.ts", "cli/explain.ts");
    expect(loaded).toContain("errors/codes.ts");
    expect(loaded.filter((file) => file.startsWith("sandbox/"))).toEqual([]);
    expect(loadedWith("cli/sandbox/serve.ts")).toContain("sandbox/sandbox.ts");
  });
});

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** The modules that are loaded at once with some of src, without what is there for its types only. */
function loadedWith(...files: readonly string[]): string[] {
  const found = new Set(files.map((file) => src + file));
  for (const file of found) {
    const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)(?! type)\b[^;]*?"(\.[^"]+)";/gm);
    for (const [, path = ""] of imports)
      found.add(fileURLToPath(new URL(path.replace(/\.js$/, ".ts"), `file://${file}`)));
  }
  return [...found].map((file) => file.slice(src.length));
}
