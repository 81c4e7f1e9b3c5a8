import { EventEmitter } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explain } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.js";
import { abortOnSignal, commands } from "../../src/cli/run.js";
import { errorCodes, ruleCodes } from "../../src/errors/codes.js";
import { temporaryFolder } from "../support/folder.js";
import { httpServer } from "../support/server.js";
import { runReg, startReg } from "./support.js";

describe("reg", () => {
  it("shows its version and its help", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await runReg("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
    const help = await runReg("--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const { name, about } of commands) expect(help.out).toContain(`${name.padEnd(7)}  ${about}`);
    expect(await runReg("-h")).toEqual(help);
    expect(await runReg("help")).toEqual(help);
    expect(await runReg("help", "follow")).toEqual(await runReg("follow", "--help"));
    expect((await runReg("help", "folow")).err).toContain("Did you mean follow?");
  });

  it("prints the help as an error if no command is given", async () => {
    expect(await runReg()).toEqual({ code: 2, out: "", err: (await runReg("--help")).out });
  });

  it.each([
    [["sanbox"], '"sanbox" is not a command. Did you mean sandbox?', "npx @reg/sdk"],
    [
      ["serve-all"],
      '"serve-all" is not a command. The commands are sandbox, follow, sync, verify, learn, doctor, explain.',
      "npx @reg/sdk",
    ],
    [["--verison"], "--verison is not an option of npx @reg/sdk. Did you mean --version?", "npx @reg/sdk"],
    [["-x"], "-x is not an option of npx @reg/sdk.", "npx @reg/sdk"],
    [["--version", "sandbox"], '"sandbox" is not expected: npx @reg/sdk takes options only.', "npx @reg/sdk"],
    [
      ["sandbox", "--prot", "1"],
      "--prot is not an option of npx @reg/sdk sandbox. Did you mean --port?",
      "npx @reg/sdk sandbox",
    ],
    [["sandbox", "--toString"], "--toString is not an option of npx @reg/sdk sandbox.", "npx @reg/sdk sandbox"],
    [["sandbox", "4010"], '"4010" is not expected: npx @reg/sdk sandbox takes options only.', "npx @reg/sdk sandbox"],
    [["sandbox", "--port"], "--port needs a value: --port <port>.", "npx @reg/sdk sandbox"],
    [["sandbox", "--port="], "--port needs a value: --port <port>.", "npx @reg/sdk sandbox"],
    [
      ["sync", "f.csv", "--accept-plates", "--dry-run"],
      "--accept-plates needs a value; write --accept-plates=--dry-run if it is meant.",
      "npx @reg/sdk sync",
    ],
    [
      ["sync", "f.csv", "--source", "--state=x"],
      "--source needs a value; write --source=--state=x if it is meant.",
      "npx @reg/sdk sync",
    ],
    [
      ["sandbox", "--port", "--help"],
      "--port needs a value; write --port=--help if it is meant.",
      "npx @reg/sdk sandbox",
    ],
    [["sandbox", "--port", "-h"], "--port needs a value; write --port=-h if it is meant.", "npx @reg/sdk sandbox"],
    [
      ["sandbox", "--port", "--dry-run"],
      '--port must be a whole number from 0 to 65535, not "--dry-run".',
      "npx @reg/sdk sandbox",
    ],
    [
      ["sandbox", "--port=--json"],
      '--port must be a whole number from 0 to 65535, not "--json".',
      "npx @reg/sdk sandbox",
    ],
    [["sandbox", "--json=yes"], "--json takes no value.", "npx @reg/sdk sandbox"],
  ])("rejects the arguments %j", async (args, message, commandLine) => {
    expect(await runReg(...args)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${message}\n${commandLine} --help lists the options.\n`,
    });
  });

  it("shows the help of a command with all options aligned", async () => {
    const { code, out } = await runReg("sandbox", "--port", "1", "--help");
    expect(code).toBe(0);
    const lines = out.split("\n").filter((line) => line.startsWith("  --"));
    const names = [...Object.keys(commands[0]?.options ?? {}), "help"];
    expect(lines.map((line) => /--([\w-]+)/.exec(line)?.[1])).toEqual(names);
    const indents = lines.map((line) => /^ {2}--[\w-]+(?: <\w+>)? {2,}/.exec(line)?.[0].length);
    expect(new Set(indents).size).toBe(1);
  });

  it("rejects with an unexpected error of a command", async () => {
    const broken: Command = {
      name: "broken",
      about: "",
      options: {},
      run: () => Promise.reject(new TypeError("oops")),
    };
    await expect(startReg(["broken"], [broken])).rejects.toThrow(new TypeError("oops"));
  });
});

/** A text whose lines are not indented, with one blank where columns have several. */
const withoutColumns = (text: string) => text.replaceAll(/^ +/gm, "").replaceAll(/ +/g, " ");

const moreCodesHint = "The service has more codes than these: their list is not shown.";
const allCodes = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)];

describe("a message that ends with a full stop", () => {
  it("of an adapter is printed with one", async () => {
    const adapter = join(temporaryFolder(), "adapter.mjs");
    writeFileSync(adapter, 'throw new Error("the table of fields is missing.");\n');
    expect((await runReg("doctor", "--adapter", adapter)).err).toBe(
      `reg: the adapter ${adapter} cannot be loaded: Error: the table of fields is missing.\n`,
    );
  });

  it("of the service is printed with one at its end, and with none before what follows", async () => {
    const { url } = await httpServer((request, response) => {
      const status = request.url?.includes("damage") ? 400 : 403;
      const body = { status, errors: [], traceId: "1", detail: "The account is closed." };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const state = ["--state", join(temporaryFolder(), "requests.state")];
    const { written, code } = await startReg(["follow", ...state], commands, {
      env: { REG_BASE_URL: url, REG_TOKEN: "token" },
    });
    expect(await code).toBe(1);
    expect(written.err).toMatch(/The account is closed; it is tried again\n/);
    expect(written.err).toMatch(/The account is closed\.\n$/);
  });
});

describe("the command explain", () => {
  it("explains a code of the service", async () => {
    const { code, err, out } = await runReg("explain", "REG-INV000107");
    expect([code, err]).toEqual([0, ""]);
    expect(withoutColumns(out)).toBe(`REG-INV000107
Meaning ${errorCodes["REG-INV000107"].meaning}
Cause ${errorCodes["REG-INV000107"].cause}
What to do ${errorCodes["REG-INV000107"].action}
Status 400; sending the same request again does not help
Field invoiceDate
Caught by checkInvoice
Source ${errorCodes["REG-INV000107"].source}
`);
  });

  it("explains several codes at once and ignores their case", async () => {
    const { code, out } = await runReg("explain", "sandbox-required", "reg-svc000175");
    expect(code).toBe(0);
    const [rule = "", other = ""] = withoutColumns(out).split("\n\n");
    expect(rule).toMatch(/^SANDBOX-REQUIRED\nRule RULE-REQUIRED: the sandbox uses this code for it\nMeaning/);
    expect(rule).toContain("\nCaught by checkApproval, checkInvoice\n");
    expect(rule).not.toContain("\nStatus");
    expect(other).toMatch(/^REG-SVC000175\n/);
  });

  it("lists all codes if none is given", async () => {
    const { code, out } = await runReg("explain");
    expect(code).toBe(0);
    const width = Math.max(...allCodes.map(({ length }) => length));
    const lines = allCodes.map((each) => `${each.padEnd(width)}  ${explain(each)?.meaning}\n`);
    expect(out).toBe(`${lines.join("")}\n${moreCodesHint}\n`);
  });

  it("explains a code of the service without its first part", async () => {
    const { code, out } = await runReg("explain", "inv000107");
    expect(code).toBe(0);
    expect(out).toMatch(/^REG-INV000107\n/);
  });

  it("suggests similar codes for an unknown one and explains the others", async () => {
    const { code, out, err } = await runReg("explain", "REG-INV00018", "RULE-VAT", "RULE-VATS");
    expect(code).toBe(1);
    expect(out).toMatch(/^RULE-VAT\n/);
    expect(err).toMatch(/^reg: "REG-INV00018" is not known; similar: REG-INV000018, REG-INV000\d+, /);
    expect(err).toContain('"RULE-VATS" is not known; similar: RULE-VAT.');
    expect(err).toMatch(`${moreCodesHint} npx @reg/sdk explain lists all known ones.\n`);
  });

  it.each([
    ["105", "similar: REG-INV000105."],
    ["REG-SVC000105", "similar: REG-INV000105, REG-SVC000175"],
    ["inv00018", "similar: REG-INV000018."],
    ["vat", "similar: RULE-VAT."],
    ["x", "no known code is similar."],
  ])("suggests the codes that %j may mean", async (code, advice) => {
    const { code: exitCode, out, err } = await runReg("explain", code);
    expect([exitCode, out]).toEqual([1, ""]);
    expect(err).toContain(`reg: "${code}" is not known; ${advice}`);
    expect(err).toContain("npx @reg/sdk explain lists all known ones.");
  });

  it("refers to the ledger for a code that only the sandbox uses", async () => {
    const { code, out, err } = await runReg("explain", "sandbox-unknown-field");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain('"sandbox-unknown-field" is not a rule of this package; only the sandbox uses it.');
    expect(err).toMatch(/description .* ledger/);
    expect(err).not.toContain("similar: ");
  });

  it("prints JSON", async () => {
    const one = await runReg("explain", "rule-vat", "--json");
    expect(JSON.parse(one.out)).toEqual([explain("RULE-VAT")]);
    const every = await runReg("explain", "--json");
    expect(JSON.parse(every.out)).toEqual(allCodes.map(explain));
    expect(await runReg("explain", "--json", "x")).toMatchObject({ code: 1, out: "[]\n" });
  });
});

/** Creates a process that records its exits; `send` emits a signal after a delay. */
function createFakeProcess() {
  const emitter = new EventEmitter();
  const exits: number[] = [];
  let now = 1000;
  const process = {
    on: (signal: string, listener: () => void) => emitter.on(signal, listener),
    exit: (code: number) => exits.push(code),
  };
  return {
    signal: abortOnSignal(process, () => now),
    exits,
    send: (name: string, after: number) => {
      now += after;
      emitter.emit(name);
    },
  };
}

describe("abortOnSignal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("aborts at the first %s and exits at another signal", (name) => {
    const { signal, exits, send } = createFakeProcess();
    expect(signal.aborted).toBe(false);
    send(name, 0);
    expect([signal.aborted, exits]).toEqual([true, []]);
    send("SIGINT", 251);
    expect(exits).toEqual([130]);
  });

  it("ignores a second signal within 250 ms of the first", () => {
    const { exits, send } = createFakeProcess();
    send("SIGINT", 0);
    send("SIGINT", 250);
    expect(exits).toEqual([]);
  });
});
