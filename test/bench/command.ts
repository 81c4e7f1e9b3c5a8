import { readFileSync } from "node:fs";

/** Something that whoever gave a command can put right: the message says it all. */
export class Mistake extends Error {
  override readonly name = "Mistake";
}

/**
 * Runs a program of `npm run bench…`. With `--help` it only tells its usage, which is the comment at the head of its
 * file. After a mistake it tells what is wrong in place of a stack, and exits with 1.
 *
 * @param file the address of the program's file
 * @param run takes what stands after `--`
 */
export async function command(
  file: string,
  run: (args: readonly string[]) => Promise<void> | void,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usageIn(readFileSync(new URL(file), "utf8")));
    return;
  }
  try {
    await run(args);
  } catch (error) {
    const problem = mistakeIn(error);
    if (problem === undefined) throw error;
    console.error(problem);
    process.exitCode = 1;
  }
}

/** The comment at the head of a program's text. */
export function usageIn(program: string): string {
  const [, comment] = /^\/\*\*\n(.*?)\n \*\//s.exec(program) ?? [];
  if (comment === undefined) throw new Error("the program has no comment at its head");
  return comment.replaceAll(/^ \* ?/gm, "");
}

/** What is wrong with the command; undefined if the error is none of a mistake. */
export function mistakeIn(error: unknown): string | undefined {
  if (error instanceof Mistake) return error.message;
  if (!(error instanceof Error) || !isOfParseArgs(error)) return undefined;
  // What follows the first sentence tells how to write texts that begin with a dash.
  return `${error.message.replace(/[.\n].*$/s, "")}; --help tells what can be given`;
}

function isOfParseArgs(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && error.code.startsWith("ERR_PARSE_ARGS_");
}
