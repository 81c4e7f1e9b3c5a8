import { type Explanation, errorCodes, explain, ruleCodes } from "../errors/codes.js";
import { editDistance } from "../errors/messages.js";
import { CommandError, type OptionValues, type Terminal } from "./command.js";
import { columns } from "./help.js";

/** How many codes are named for one that is not known. */
const most = 3;

/** How many letters a slip gets wrong at most. */
const slip = 2;

/** What is said of a code that cannot be explained, and whether the service may have it nevertheless. */
function sayUnknown(code: string, all: readonly string[]): string {
  const wanted = code.trim().toUpperCase();
  if (wanted.startsWith("SANDBOX-"))
    return `"${code}" stands for no rule of this package: it is the sandbox's own, if the sandbox answered it. The description beside it in the answer says what is wrong, and the ledger (src/sandbox/LEDGER.md) which rule it is.`;
  const near = nearCodes(wanted, all);
  const advice = near.length > 0 ? `near it: ${near.join(", ")}` : "nothing is near it";
  return `"${code}" is not known; ${advice}.`;
}

/**
 * The codes that may be meant, nearest first: those with the same number, then those with the text in them, then those
 * that are a slip away. A number tells codes apart, so that another one is no reason to name a code.
 */
function nearCodes(wanted: string, all: readonly string[]): string[] {
  const number = numberIn(wanted);
  const far = (code: string) => {
    if (number !== undefined && numberIn(code) === number) return 0;
    return wanted.length > 2 && code.includes(wanted) ? 1 : 1 + editDistance(wanted, code);
  };
  return all
    .map((code) => ({ code, distance: far(code) }))
    .filter(({ distance }) => distance <= 1 + slip)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ code }) => code);
}

/** The number that a code ends with, without zeros before it. */
function numberIn(code: string): number | undefined {
  const digits = /\d+$/.exec(code)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Explains codes; without any, lists all.
 *
 * @throws CommandError for a code that is not known, after the others are explained
 */
export function runExplain(values: OptionValues, terminal: Terminal, words: readonly string[]): number {
  const all = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)];
  const codes = words.length === 0 ? all : words;
  const found = codes.map(explain).filter((each) => each !== undefined);
  if (values.has("json")) terminal.out(`${JSON.stringify(found, undefined, 2)}\n`);
  else if (words.length === 0) terminal.out(list(found));
  else if (found.length > 0) terminal.out(found.map(describe).join("\n"));
  const unknown = words.filter((code) => explain(code) === undefined);
  if (unknown.length === 0) return 0;
  const sentences = unknown.map((code) => sayUnknown(code, all));
  throw new CommandError(`${sentences.join(" ")} ${more} reg explain lists all that are known.`);
}

const more = "The service has more codes than these: their list is not shown.";

function list(explanations: readonly Explanation[]): string {
  return lines([...columns(explanations.map(({ code, meaning }) => [code, meaning])), "", more]);
}

function describe(explanation: Explanation): string {
  const { code, rule, meaning, cause, action, status, retryable, field, caughtBy, source } = explanation;
  const again = retryable ? "sending the same again can succeed" : "sending the same again does not help";
  const rows: [string, string][] = [
    ["Rule", rule === undefined ? "" : `${rule}: this is what the sandbox calls it`],
    ["Meaning", meaning],
    ["Cause", cause],
    ["What to do", action],
    ["Status", status === undefined ? "" : `${status}; ${again}`],
    ["Field", field ?? ""],
    ["Caught by", caughtBy.join(", ") || "nothing before it is sent: only the service can know"],
    ["Source", source],
  ];
  const known = rows.filter(([, text]) => text !== "");
  return lines([code, ...columns(known, "  ")]);
}

const lines = (texts: readonly string[]) => `${texts.join("\n")}\n`;
