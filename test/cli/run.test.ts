import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.js";
import { abortOnSignal, commands } from "../../src/cli/run.js";
import { reg, start } from "./support.js";

describe("reg", () => {
  it("shows its version and its help", async () => {
    expect(await reg("--version")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
    const help = await reg("--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const { name, about } of commands) expect(help.out).toContain(`${name}  ${about}`);
    expect(await reg("-h")).toEqual(help);
  });

  it("prints the help as an error if no command is given", async () => {
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
  ])("rejects the arguments %j", async (args, message, commandLine) => {
    expect(await reg(...args)).toEqual({
      code: 2,
      out: "",
      err: `reg: ${message}\n${commandLine} --help lists the options.\n`,
    });
  });

  it("shows the help of a command with all options aligned", async () => {
    const { code, out } = await reg("sandbox", "--port", "1", "--help");
    expect(code).toBe(0);
    const lines = out.split("\n").filter((line) => line.startsWith("  --"));
    const names = [...Object.keys(commands[0]?.options ?? {}), "help"];
    expect(lines.map((line) => /--([\w-]+)/.exec(line)?.[1])).toEqual(names);
    const begins = lines.map((line) => /^ {2}--[\w-]+(?: <\w+>)? {2,}/.exec(line)?.[0].length);
    expect(new Set(begins).size).toBe(1);
  });

  it("passes on an unexpected error of a command", async () => {
    const broken: Command = {
      name: "broken",
      about: "",
      options: {},
      run: () => Promise.reject(new TypeError("oops")),
    };
    await expect(start(["broken"], [broken])).rejects.toThrow(new TypeError("oops"));
  });
});

function fakeProcess() {
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
  it.each(["SIGINT", "SIGTERM"])("aborts at the first %s and exits at another signal", (name) => {
    const { signal, exits, send } = fakeProcess();
    expect(signal.aborted).toBe(false);
    send(name, 0);
    expect([signal.aborted, exits]).toEqual([true, []]);
    send("SIGINT", 251);
    expect(exits).toEqual([130]);
  });

  it("ignores a signal that follows the first within 250 ms", () => {
    const { exits, send } = fakeProcess();
    send("SIGINT", 0);
    send("SIGINT", 250);
    expect(exits).toEqual([]);
  });
});
