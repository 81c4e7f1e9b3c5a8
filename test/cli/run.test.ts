import { describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.js";
import { commands } from "../../src/cli/run.js";
import { reg, start } from "./support.js";

describe("reg", () => {
  it("shows its version and its help", async () => {
    expect(await reg("--version")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
    const help = await reg("--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const { name, about } of commands) expect(help.out).toContain(`${name}  ${about}`);
    expect(await reg("-h")).toEqual(help);
  });

  it("shows the help as an error where no command is given", async () => {
    expect(await reg()).toEqual({ code: 2, out: "", err: (await reg("--help")).out });
  });

  it.each([
    [["sanbox"], '"sanbox" is not a command. Did you mean sandbox?', "reg"],
    [["--verison"], "--verison is not an option of reg. Did you mean --version?", "reg"],
    [["-x"], "-x is not an option of reg. Did you mean --help?", "reg"],
    [["--version", "sandbox"], '"sandbox" is not expected: reg takes options only.', "reg"],
    [
      ["sandbox", "--prot", "1"],
      "--prot is not an option of reg sandbox. Did you mean --port?",
      "reg sandbox",
    ],
    [
      ["sandbox", "--toString"],
      "--toString is not an option of reg sandbox. Did you mean --counting?",
      "reg sandbox",
    ],
    [["sandbox", "4010"], '"4010" is not expected: reg sandbox takes options only.', "reg sandbox"],
    [["sandbox", "--port"], "--port needs a value: --port <port>.", "reg sandbox"],
    [["sandbox", "--port="], "--port needs a value: --port <port>.", "reg sandbox"],
    [["sandbox", "--json=yes"], "--json takes no value.", "reg sandbox"],
  ])("refuses %j", async (args, message, whose) => {
    expect(await reg(...args)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${message}\n${whose} --help shows what there is.\n`,
    });
  });

  it("shows the help of a command, with every option in line", async () => {
    const { code, out } = await reg("sandbox", "--port", "1", "--help");
    expect(code).toBe(0);
    const lines = out.split("\n").filter((line) => line.startsWith("  --"));
    const names = [...Object.keys(commands[0]?.options ?? {}), "help"];
    expect(lines.map((line) => /--([\w-]+)/.exec(line)?.[1])).toEqual(names);
    const begins = lines.map((line) => /^ {2}--[\w-]+(?: <\w+>)? {2,}/.exec(line)?.[0].length);
    expect(new Set(begins).size).toBe(1);
  });

  it("does not hide a failure that is nobody's mistake", async () => {
    const broken: Command = {
      name: "broken",
      about: "",
      options: {},
      run: () => Promise.reject(new TypeError("oops")),
    };
    await expect(start(["broken"], [broken])).rejects.toThrow(new TypeError("oops"));
  });
});
