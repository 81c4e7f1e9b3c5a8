import { editDistance } from "../base/similar-names.js";
import { type Explanation, errorCodes, explain as explainCode, ruleCodes } from "../errors/codes.js";
import { type Command, CommandError, type OptionValues, type Terminal } from "./command.js";
import { columns, joinLines } from "./help.js";

/** The command `explain`: explains error codes and the action that each of them calls for. */
export const explainCommand: Command = {
  name: "explain",
  about: "Explains error codes, such as REG-INV000107; without a code, lists all known ones.",
  options: { json: { about: "Prints JSON: a list with one object per code." } },
  words: "[code…]",
  run: runExplain,
};

const moreCodesHint = "The service has more codes than these: their list is not shown.";

function runExplain(values: OptionValues, terminal: Terminal, words: readonly string[]): number {
  const all = [...Object.keys(errorCodes), ...Object.keys(ruleCodes)];
  const codes = words.length === 0 ? all : words;
  const found = codes.map(explain).filter((each) => each !== undefined);
  if (values.has("json")) terminal.out(`${JSON.stringify(found, undefined, 2)}\n`);
  else if (words.length === 0) terminal.out(listCodes(found));
  else if (found.length > 0) terminal.out(found.map(describeCode).join("\n"));
  const unknown = words.filter((code) => explain(code) === undefined);
  if (unknown.length === 0) return 0;
  const sentences = unknown.map((code) => describeUnknownCode(code, all));
  throw new CommandError(`${sentences.join(" ")} ${moreCodesHint} npx @reg/sdk explain lists all known ones.`);
}

/** Explains a code, also one of the service without its first part: people read out `INV000107`. */
const explain = (code: string): Explanation | undefined => explainCode(code) ?? explainCode(`REG-${code.trim()}`);

function listCodes(explanations: readonly Explanation[]): string {
  const list = explanations.map(({ code, meaning }) => [code, meaning] as const);
  return joinLines([...columns(list), "", moreCodesHint]);
}

function describeCode(explanation: Explanation): string {
  const { code, rule, meaning, cause, action, status, retryable, field, caughtBy, source } = explanation;
  const retryHint = retryable
    ? "sending the same request again can succeed"
    : "sending the same request again does not help";
  const facts: [string, string][] = [
    ["Rule", rule === undefined ? "" : `${rule}: the sandbox uses this code for it`],
    ["Meaning", meaning],
    ["Cause", cause],
    ["What to do", action],
    ["Status", status === undefined ? "" : `${status}; ${retryHint}`],
    ["Field", field ?? ""],
    ["Caught by", caughtBy.join(", ") || "no check of this package before sending"],
    ["Source", source],
  ];
  const known = facts.filter(([, text]) => text !== "");
  return joinLines([code, ...columns(known, "  ")]);
}

function describeUnknownCode(code: string, all: readonly string[]): string {
  const wanted = code.trim().toUpperCase();
  if (wanted.startsWith("SANDBOX-"))
    return `"${code}" is not a rule of this package; only the sandbox uses it. The description next to it in the response says what is wrong, and the ledger (src/sandbox/LEDGER.md) names the rule.`;
  const similar = similarCodes(wanted, all);
  const hint = similar.length > 0 ? `similar: ${similar.join(", ")}` : "no known code is similar";
  return `"${code}" is not known; ${hint}.`;
}

const maxSimilarCodes = 3;

const maxTypos = 2;

/**
 * Finds the codes that may be meant, the most similar first: codes with the same number, then codes that contain
 * the text, then codes that differ by a few letters.
 */
function similarCodes(wanted: string, all: readonly string[]): string[] {
  const number = trailingNumber(wanted);
  const distanceTo = (code: string) => {
    if (number !== undefined && trailingNumber(code) === number) return 0;
    return wanted.length > 2 && code.includes(wanted) ? 1 : 1 + editDistance(wanted, code);
  };
  return all
    .map((code) => ({ code, distance: distanceTo(code) }))
    .filter(({ distance }) => distance <= 1 + maxTypos)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxSimilarCodes)
    .map(({ code }) => code);
}

function trailingNumber(code: string): number | undefined {
  const digits = /\d+$/.exec(code)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
