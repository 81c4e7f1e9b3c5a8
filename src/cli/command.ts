/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood, but what it should do is not possible: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** An option of a command. */
export interface OptionSpec {
  /** What its value is called in the help, such as `port`. Undefined: it takes no value. */
  readonly value?: string;
  /** What it does, for the help. */
  readonly about: string;
}

/** Options by their long names, without the dashes. */
export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What was given for each option; an empty text for one that takes no value. */
export type OptionValues = ReadonlyMap<string, string>;

/** A command of `reg`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly about: string;
  readonly options: OptionTable;
  /** What the words that may follow are called in the help, such as `code`. Undefined: it takes options only. */
  readonly words?: string;
  /**
   * Runs it.
   *
   * @param words what was given besides options, in that order
   * @returns the exit code
   * @throws UsageError for options that cannot be used, CommandError if it cannot do what it should
   */
  run(values: OptionValues, terminal: Terminal, words: readonly string[]): Promise<number>;
}

/** What a command can see of the process that it runs in. */
export interface Terminal {
  /** Writes to the standard output. */
  readonly out: (text: string) => void;
  /** Writes to the standard error output. */
  readonly err: (text: string) => void;
  /** Is aborted when the process is asked to end. A command that runs until then must end by itself. */
  readonly interrupted: AbortSignal;
}
