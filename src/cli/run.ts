import { nearest } from "../errors/messages.js";
import { commonOptions, parseArguments } from "./args.js";
import { type Command, CommandError, type Terminal, UsageError } from "./command.js";
import { explainCommand, sandboxCommand } from "./commands.js";
import { commandHelp, topHelp, topOptions } from "./help.js";

/** The commands of `reg`, in the order of the help. Each loads what it needs only when it runs. */
export const commands: readonly Command[] = [sandboxCommand, explainCommand];

/** What `reg` is made of. */
export interface Program {
  readonly commands: readonly Command[];
  readonly version: string;
}

/**
 * Runs `reg` with the arguments that follow its name.
 *
 * @returns the exit code: 0 if all went well, 1 if the command failed, 2 if the arguments cannot be understood
 */
export async function run(args: readonly string[], program: Program, terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, program, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      const command = commandOf(args, program.commands);
      const whose = command === undefined ? "reg" : `reg ${command.name}`;
      terminal.err(`reg: ${error.message}\n${whose} --help shows what there is.\n`);
      return 2;
    }
    if (error instanceof CommandError) {
      terminal.err(`reg: ${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

async function dispatch(args: readonly string[], program: Program, terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(topHelp(program.commands));
    return 2;
  }
  if (name.startsWith("-")) return withoutCommand(args, program, terminal);
  const command = commandOf(args, program.commands) ?? unknownCommand(name, program.commands);
  const options = { ...command.options, ...commonOptions };
  const taker = { name: `reg ${name}`, options, takesWords: command.words !== undefined };
  const { values, words } = parseArguments(rest, taker);
  if (!values.has("help")) return command.run(values, terminal, words);
  terminal.out(commandHelp(command));
  return 0;
}

function withoutCommand(args: readonly string[], program: Program, terminal: Terminal): number {
  const { values } = parseArguments(args, { name: "reg", options: topOptions, takesWords: false });
  terminal.out(values.has("version") ? `${program.version}\n` : topHelp(program.commands));
  return 0;
}

function commandOf([name]: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find((command) => command.name === name);
}

function unknownCommand(name: string, commands: readonly Command[]): never {
  const names = commands.map((command) => command.name);
  throw new UsageError(`"${name}" is not a command. Did you mean ${nearest(name, names)[0]}?`);
}
