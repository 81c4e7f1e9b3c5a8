/** The part of Node's `process` that is used here; other runtimes have less of it, or nothing. */
interface Process {
  readonly stderr?: { readonly isTTY?: boolean; write?(text: string): unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const runtime = (): Process | undefined => Reflect.get(globalThis, "process");

/** Writes a line to the standard error output, or to the console where there is none. */
export function writeToStderr(line: string): void {
  const stderr = runtime()?.stderr;
  if (stderr?.write !== undefined) stderr.write(`${line}\n`);
  // biome-ignore lint/suspicious/noConsole: to write lines is what a logger is for.
  else globalThis.console.error(line);
}

/** Whether the standard error output is a terminal, and its user has nothing against colours. */
export function colorsWanted(): boolean {
  const process = runtime();
  return process?.stderr?.isTTY === true && !process.env?.["NO_COLOR"];
}
