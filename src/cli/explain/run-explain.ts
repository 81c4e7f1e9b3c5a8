import { errorCodes } from "../../errors/catalogue.js";
import { type Explanation, explain } from "../../errors/explain.js";
import { ruleCodes } from "../../errors/rule-codes.js";
import { CommandError } from "../cli-errors.js";
import { columns } from "../columns.js";
import type { OptionValues } from "../command.js";
import type { Terminal } from "../terminal.js";
import { sayUnknown } from "./unknown-code.js";

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
