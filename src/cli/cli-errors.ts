/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood, but what it should do is not possible: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
