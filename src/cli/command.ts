/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood but cannot be carried out. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface OptionSpec {
  /** The name of its value in the help, such as `port`. Undefined: it takes no value. */
  readonly value?: string;
  /** Its description in the help. */
  readonly about: string;
  /** Whether it can be given several times; `listOf` returns its values. Default: the last value counts. */
  readonly repeats?: true;
}

/** Options by their long names, without the dashes. */
export type OptionTable = Readonly<Record<string, OptionSpec>>;

/**
 * The values of the options that were given; an empty string for an option that takes no value. Those of an option that
 * repeats are separated by line breaks.
 */
export type OptionValues = ReadonlyMap<string, string>;

/** How a user starts the program: unlike `reg`, which is also a tool of Windows, it is safe everywhere. */
export const programName = "npx @reg/sdk";

/** A command of the program. */
export interface Command {
  readonly name: string;
  /** One sentence for the list of commands. */
  readonly about: string;
  readonly options: OptionTable;
  /** Its positional arguments in the help, such as `<file>`. Undefined: it takes options only. */
  readonly words?: string;
  /**
   * Runs the command.
   *
   * @param words the positional arguments, in order
   * @returns the exit code
   * @throws UsageError for options that cannot be used, CommandError if the command cannot be carried out
   */
  run(values: OptionValues, terminal: Terminal, words: readonly string[]): number | Promise<number>;
}

/** The parts of the process that a command can use. */
export interface Terminal {
  /** Writes to the standard output. */
  readonly out: (text: string) => void;
  /** Writes a text without a change to the standard output; rejects if it cannot be written. */
  readonly write: (text: string) => Promise<void>;
  /** Writes to the standard error output. */
  readonly err: (text: string) => void;
  /** Is aborted when a signal asks the process to end. A command that runs until then must end on its own. */
  readonly interrupted: AbortSignal;
  /** Is also aborted when the output cannot be written: for a command that serves only who reads it. */
  readonly abandoned: AbortSignal;
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /** The standard error output if it is a terminal, for what changes in place. */
  readonly screen: NodeJS.WriteStream | undefined;
}
