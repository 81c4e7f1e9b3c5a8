import { findClose } from "../base/similar-names.js";
import { packageVersion } from "../base/version.js";
import { commonOptions, parseArguments } from "./args.js";
import { type Command, CommandError, programName, type Terminal, UsageError } from "./command.js";
import { doctorOptions } from "./doctor/options.js";
import { explainCommand } from "./explain.js";
import { followOptions } from "./follow/options.js";
import { commandHelp, topHelp, topOptions } from "./help.js";
import { sandboxOptions } from "./sandbox/options.js";
import { syncOptions } from "./sync/options.js";
import { verifyOptions } from "./verify/options.js";

// Each command is loaded only when it runs, so that the others start fast.

const sandboxCommand: Command = {
  name: "sandbox",
  about: "Serves a sandbox of both APIs on 127.0.0.1, with a control surface, until Ctrl-C.",
  options: sandboxOptions,
  run: async (values, terminal) => (await import("./sandbox/serve.js")).runSandbox(values, terminal),
};

const syncCommand: Command = {
  name: "sync",
  about: "Sends a fleet from a file, or from standard input (-), and remembers what was confirmed.",
  options: syncOptions,
  words: "<file> --state <file>",
  run: async (...args) => (await import("./sync/sync.js")).runSync(...args),
};

const followCommand: Command = {
  name: "follow",
  about: "Writes what happens to the requests of a supplier as lines of JSON, or sends it as signed messages.",
  options: followOptions,
  run: async (values, terminal) => (await import("./follow/follow.js")).runFollow(values, terminal),
};

const learnCommand: Command = {
  name: "learn",
  about: "Writes types for the bodies that the reference leaves open.",
  options: {
    from: {
      value: "file",
      about:
        "What was seen: the output of npx @reg/sdk verify --json, the shapes of a recorder, or the .json file of another --out; - is standard input. Can be given several times.",
      repeats: true,
    },
    out: {
      value: "file",
      about: "Writes the types, such as reg-fields.d.ts, and next to it a .json file, with which the next run merges.",
    },
  },
  run: async (values, terminal) => (await import("./learn.js")).runLearn(values, terminal),
};

const verifyCommand: Command = {
  name: "verify",
  about: "Reads a service, and reports where it differs from the documents of this package.",
  options: verifyOptions,
  words: "<supplier|lessor>",
  run: async (...args) => (await import("./verify/verify.js")).runVerify(...args),
};

const doctorCommand: Command = {
  name: "doctor",
  about: "Shows what is wrong with the settings and the connection. Its output contains no secret.",
  options: doctorOptions,
  words: "[supplier|lessor]",
  run: async (...args) => (await import("./doctor/doctor.js")).runDoctor(...args),
};

/** The commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  sandboxCommand,
  followCommand,
  syncCommand,
  verifyCommand,
  learnCommand,
  doctorCommand,
  explainCommand,
];

/**
 * Runs one of the commands with the arguments of the program.
 *
 * @returns the exit code: 0 for success, 2 if the arguments cannot be understood, otherwise that of the command, which
 *   is 1 if it failed
 */
export async function run(args: readonly string[], all: readonly Command[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, all, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      const command = findCommand(args, all);
      const commandLine = command === undefined ? programName : `${programName} ${command.name}`;
      terminal.err(`reg: ${error.message}\n${commandLine} --help lists the options.\n`);
      return 2;
    }
    if (error instanceof CommandError) {
      terminal.err(`reg: ${error.message}\n`);
      return error.exitCode;
    }
    throw error;
  }
}

async function dispatch(args: readonly string[], all: readonly Command[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(topHelp(all));
    return 2;
  }
  if (name === "help") return dispatch([...rest.slice(0, 1), "--help"], all, terminal);
  if (name.startsWith("-")) return runWithoutCommand(args, all, terminal);
  const command = findCommand(args, all);
  if (command === undefined) throw unknownCommand(name, all);
  const { values, words } = parseArguments(rest, {
    commandLine: `${programName} ${name}`,
    options: { ...command.options, ...commonOptions },
    takesWords: command.words !== undefined,
  });
  if (!values.has("help")) return command.run(values, terminal, words);
  terminal.out(commandHelp(command));
  return 0;
}

function runWithoutCommand(args: readonly string[], all: readonly Command[], terminal: Terminal): number {
  const { values } = parseArguments(args, { commandLine: programName, options: topOptions, takesWords: false });
  terminal.out(values.has("version") ? `${packageVersion}\n` : topHelp(all));
  return 0;
}

function findCommand([name]: readonly string[], all: readonly Command[]): Command | undefined {
  return all.find((command) => command.name === name);
}

function unknownCommand(name: string, all: readonly Command[]): UsageError {
  const names = all.map((command) => command.name);
  const near = findClose(name, names);
  const hint = near === undefined ? `The commands are ${names.join(", ")}.` : `Did you mean ${near}?`;
  return new UsageError(`"${name}" is not a command. ${hint}`);
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The parts of `process` that `abortOnSignal` uses. */
interface SignalSource {
  on(signal: (typeof signals)[number], listener: () => void): unknown;
  /** Ends the process immediately. */
  exit(code: number): unknown;
}

/**
 * Milliseconds within which another signal counts as a copy of the first: the terminal sends Ctrl-C to every
 * process of the command, and a program between the two, such as npx, may pass it on as well.
 */
const duplicateSignalMs = 250;

// Shells use it for a process that SIGINT ended.
const interruptedExitCode = 130;

/**
 * Turns signals into an abort: the first one asks the command to end, another one ends the process immediately.
 *
 * @param now returns the milliseconds of a monotonic clock
 */
export function abortOnSignal(process: SignalSource, now: () => number): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (!controller.signal.aborted) {
      firstAt = now();
      controller.abort();
    } else if (now() - firstAt > duplicateSignalMs) process.exit(interruptedExitCode);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return controller.signal;
}
