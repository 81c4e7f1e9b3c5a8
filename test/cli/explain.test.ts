import { describe, expect, it } from "vitest";
import { errorCodes, explain, ruleCodes } from "../../src/errors/index.js";
import { reg } from "./support.js";

const moreCodesHint = "The service has more codes than these: their list is not shown.";
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
  Status      400; sending the same request again does not help
  Field       invoiceDate
  Caught by   checkInvoice
  Source      ${errorCodes["REG-INV000107"].source}
`,
    });
  });

  it("states that only the service can know some problems", async () => {
    const { out } = await reg("explain", "REG-SVC000187");
    expect(out).toContain("  Caught by   no check before sending: only the service can know\n");
    expect(out).not.toContain("  Field");
  });

  it("explains several codes at once and ignores upper and lower case", async () => {
    const { code, out } = await reg("explain", "sandbox-required", "reg-svc000175");
    expect(code).toBe(0);
    const [rule = "", other = ""] = out.split("\n\n");
    expect(rule).toMatch(
      /^SANDBOX-REQUIRED\n {2}Rule {8}RULE-REQUIRED: the sandbox uses this code for it\n {2}Meaning/,
    );
    expect(rule).toContain("  Caught by   checkApproval, checkInvoice\n");
    expect(rule).not.toContain("  Status");
    expect(other).toMatch(/^REG-SVC000175\n/);
  });

  it("lists all codes if none is given", async () => {
    const { code, out } = await reg("explain");
    expect(code).toBe(0);
    const width = Math.max(...all.map(({ length }) => length));
    const lines = all.map((each) => `${each.padEnd(width)}  ${explain(each)?.meaning}\n`);
    expect(out).toBe(`${lines.join("")}\n${moreCodesHint}\n`);
  });

  it("names similar codes for an unknown one and explains the others", async () => {
    const { code, out, err } = await reg("explain", "REG-INV00018", "RULE-VAT", "RULE-VATS");
    expect(code).toBe(1);
    expect(out).toMatch(/^RULE-VAT\n/);
    expect(err).toMatch(/^reg: "REG-INV00018" is not known; similar: REG-INV000018, REG-INV000\d+, /);
    expect(err).toContain('"RULE-VATS" is not known; similar: RULE-VAT.');
    expect(err).toMatch(`${moreCodesHint} reg explain lists all known ones.\n`);
  });

  it.each([
    ["105", "similar: REG-INV000105."],
    ["REG-SVC000105", "similar: REG-INV000105, REG-SVC000175"],
    ["inv00018", "similar: REG-INV000018."],
    ["vat", "similar: RULE-VAT."],
    ["svc", "similar: REG-SVC000175, REG-SVC000176, REG-SVC000177."],
    ["409", "no known code is similar."],
    ["REG-XXX999999", "no known code is similar."],
    ["x", "no known code is similar."],
    ["", "no known code is similar."],
  ])("suggests the codes that %j may mean", async (code, advice) => {
    const { code: exit, out, err } = await reg("explain", code);
    expect([exit, out]).toEqual([1, ""]);
    expect(err).toContain(`reg: "${code}" is not known; ${advice}`);
    expect(err).toContain("reg explain lists all known ones.");
  });

  it("refers to the ledger for a code that only the sandbox uses", async () => {
    const { code, out, err } = await reg("explain", "sandbox-unknown-field");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain('"sandbox-unknown-field" is not a rule of this package; only the sandbox uses it.');
    expect(err).toMatch(/description .* ledger/);
    expect(err).not.toContain("similar: ");
  });

  it("prints JSON", async () => {
    const one = await reg("explain", "rule-vat", "--json");
    expect(JSON.parse(one.out)).toEqual([explain("RULE-VAT")]);
    const every = await reg("explain", "--json");
    expect(JSON.parse(every.out)).toEqual(all.map(explain));
    expect(await reg("explain", "--json", "x")).toMatchObject({ code: 1, out: "[]\n" });
  });

  it("shows its help and rejects unknown options", async () => {
    const { code, out } = await reg("explain", "REG-INV000107", "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: reg explain \[code…\] \[options\]\n/);
    expect(await reg("explain", "--jsno")).toEqual({
      code: 2,
      out: "",
      err: "reg: --jsno is not an option of reg explain. Did you mean --json?\nreg explain --help lists the options.\n",
    });
  });
});
