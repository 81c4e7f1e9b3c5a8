import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** Returns the path of a Node: a major version, which npx installs if necessary, or a given path. */
export function findNode(wanted: string): string {
  if (!/^\d+$/.test(wanted)) return wanted;
  const args = ["-y", "--prefer-offline", "-p", `node@${wanted}`, "node", "-p", "process.execPath"];
  return execFileSync("npx", args, { encoding: "utf8" }).trim();
}

/** An error that the user of a command can correct. Its message is printed without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
}

/**
 * Runs a program of `npm run bench…`. With `--help` it prints its usage, which is the first comment of its file. After a
 * UserError it prints the message and exits with 1.
 *
 * @param file the URL of the program
 * @param run receives the arguments after `--`
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

/** Extracts the first comment of a program. */
export function readUsage(program: string): string {
  const [, comment] = /^\/\*\*\n(.*?)\n \*\//s.exec(program) ?? [];
  if (comment === undefined) throw new Error("the program does not begin with a comment");
  return comment.replaceAll(/^ \* ?/gm, "");
}

/** Returns the message for the user; undefined for any other error. */
function describeUserError(error: unknown): string | undefined {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error) || !isParseArgsError(error)) return undefined;
  // The other sentences explain how to write values that begin with a dash.
  return `${error.message.replace(/[.\n].*$/s, "")}; --help lists the options`;
}

function isParseArgsError(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && error.code.startsWith("ERR_PARSE_ARGS_");
}

/** Returns the URL of a build without a trailing slash; throws if there is none. */
export function resolveDist(folder: string): string {
  const dist = pathToFileURL(folder).href.replace(/\/$/, "");
  assertBuilt(new URL(`${dist}/esm/index.js`));
  return dist;
}

export function isBuilt(dist: string, file: string): boolean {
  return existsSync(new URL(`${dist}/${file}`));
}

export function assertBuilt(file: string | URL): void {
  if (!existsSync(file)) throw new UserError("the package is not built: run npm run build first");
}

/** Throws unless the peers are installed and their clients are generated. */
export function assertPeersInstalled(): void {
  const files = ["node_modules/installed-from", "generated/made-from"];
  if (!files.every((file) => existsSync(new URL(`peers/${file}`, import.meta.url))))
    throw new UserError("the peers are missing: run npm run bench:peers first");
}

/** The default numbers of rounds. Runs with fewer rounds are only rough. */
export const defaultRounds = { calls: 21, weight: 31, typing: 9 } as const;

export function parseRounds(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UserError(`not a number of rounds: ${text}`);
  return count;
}

/** Parses `--rounds` and `--json` for a program without other options. */
export function parseRoundsOptions(
  args: readonly string[],
  defaultCount: number,
): { readonly rounds: number; readonly json: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "string" }, rounds: { type: "string", default: String(defaultCount) } },
  });
  return { rounds: parseRounds(values.rounds), json: values.json };
}
