import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** The path of a Node: of a major version, which npx fetches if need be, or the path that was given. */
export function findNode(wanted: string): string {
  if (!/^\d+$/.test(wanted)) return wanted;
  const args = ["-y", "--prefer-offline", "-p", `node@${wanted}`, "node", "-p", "process.execPath"];
  return execFileSync("npx", args, { encoding: "utf8" }).trim();
}

/** Something that whoever gave a command can put right: the message says it all. */
export class UserError extends Error {
  override readonly name = "Mistake";
}

/**
 * Runs a program of `npm run bench…`. With `--help` it only tells its usage, which is the comment at the head of its
 * file. After a mistake it tells what is wrong in place of a stack, and exits with 1.
 *
 * @param file the address of the program's file
 * @param run takes what stands after `--`
 */
export async function runCommand(
  file: string,
  run: (args: readonly string[]) => Promise<void> | void,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(readUsage(readFileSync(new URL(file), "utf8")));
    return;
  }
  try {
    await run(args);
  } catch (error) {
    const problem = describeUserError(error);
    if (problem === undefined) throw error;
    console.error(problem);
    process.exitCode = 1;
  }
}

/** The comment at the head of a program's text. */
export function readUsage(program: string): string {
  const [, comment] = /^\/\*\*\n(.*?)\n \*\//s.exec(program) ?? [];
  if (comment === undefined) throw new Error("the program has no comment at its head");
  return comment.replaceAll(/^ \* ?/gm, "");
}

/** What is wrong with the command; undefined if the error is none of a mistake. */
export function describeUserError(error: unknown): string | undefined {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error) || !isParseArgsError(error)) return undefined;
  // What follows the first sentence tells how to write texts that begin with a dash.
  return `${error.message.replace(/[.\n].*$/s, "")}; --help lists the options`;
}

function isParseArgsError(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && error.code.startsWith("ERR_PARSE_ARGS_");
}

/** The address of a built package, without a slash at its end; fails if there is none. */
export function resolveDist(folder: string): string {
  const dist = pathToFileURL(folder).href.replace(/\/$/, "");
  assertBuilt(new URL(`${dist}/esm/index.js`));
  return dist;
}

/** Whether a file of the built package is there. */
export function isBuilt(dist: string, file: string): boolean {
  return existsSync(new URL(`${dist}/${file}`));
}

/** Fails if a file of the built package is not there. */
export function assertBuilt(file: string | URL): void {
  if (!existsSync(file)) throw new UserError("the package is not built: run npm run build first");
}

/** Fails unless the peers are installed in their folder, and the clients made that are generated. */
export function assertPeersInstalled(folder: URL = new URL("peers/", import.meta.url)): void {
  const isThere = (path: string) => existsSync(new URL(path, folder));
  if (!isThere("node_modules/installed-from") || !isThere("generated/made-from"))
    throw new UserError("the peers are missing: run npm run bench:peers first");
}

/** How many rounds a run has unless it is told otherwise. Fewer are for a first look. */
export const defaultRounds = { calls: 21, weight: 31, typing: 9 } as const;

/** The number of rounds that was asked for; fails if it is none. */
export function parseRounds(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UserError(`not a number of rounds: ${text}`);
  return count;
}

/** The options of a run that knows no others: how many rounds, and the file for its figures. */
export function parseRoundsOptions(
  args: readonly string[],
  usual: number,
): { readonly rounds: number; readonly json: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "string" }, rounds: { type: "string", default: String(usual) } },
  });
  return { rounds: parseRounds(values.rounds), json: values.json };
}
