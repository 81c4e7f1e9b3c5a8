/** What a command can see of the process that it runs in. */
export interface Terminal {
  /** Writes to the standard output. */
  readonly out: (text: string) => void;
  /** Writes to the standard error output. */
  readonly err: (text: string) => void;
  /** Is aborted when the process is asked to end. A command that runs until then must end by itself. */
  readonly interrupted: AbortSignal;
}
