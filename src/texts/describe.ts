import { RegError, type RegErrorKind, RegInputError } from "../errors/errors.js";
import { asInput } from "../errors/input.js";
import type { ErrorProblem, ProblemLine } from "../errors/problem.js";
import { isServiceCode } from "../errors/summary.js";
import { en } from "./en.js";
import { nl } from "./nl.js";
import type { ErrorText, Text, Texts, TextValues } from "./types.js";
import { type Format, ruleValues } from "./values.js";
import { entryOf, fieldWords, lineIndexOf, numberWords, valueWords } from "./words.js";

const languages = { en, nl };

/** A language that this package has texts in: English or Dutch. */
export type Language = keyof typeof languages;

/** The options of `describe`. */
export interface DescribeOptions {
  /** The language of the texts, or your own texts. */
  readonly language: Language | Texts;
}

/**
 * Says what a clerk should read about an error: a text for each of its `problems`, or one for the whole error.
 *
 * @throws RegInputError with the field `error` if it is no error of this package, or `language`
 *
 * @example
 * if (RegError.is(error)) for (const { text } of describe(error, { language: "nl" })) console.log(text);
 */
export function describe(error: RegError, options: DescribeOptions): ErrorText[] {
  if (!RegError.is(error)) throw new RegInputError("error", "must be an error of this package: ask RegError.is first");
  return asInput("language", undefined, () => {
    const texts = textsOf(options.language);
    const { kind, problems, outcome } = error;
    if (outcome === "unknown") return [{ text: sentence(write(texts.unknownOutcome, {})) }];
    if (problems.length === 0) return [{ text: sentence(kindText(texts, kind, "")) }];
    return problems.map((problem) => describeProblem(texts, problem, kind));
  });
}

function textsOf(language: Language | Texts): Texts {
  if (typeof language === "object") return language;
  const texts = entryOf<Texts>(languages, language);
  if (texts !== undefined) return texts;
  throw new RegInputError("language", `must be ${Object.keys(languages).join(" or ")}, or your own texts`);
}

function describeProblem(texts: Texts, problem: ErrorProblem, kind: RegErrorKind): ErrorText {
  const { fieldName } = problem.context;
  const path = typeof fieldName === "string" ? fieldName : "";
  const line = lineOf(problem, path);
  const prefix = line === undefined ? "" : lineWords(texts, line);
  const text =
    ruleText(texts, problem, { path, line }) ?? serviceText(texts, problem, kind, fieldWords(texts, path, line));
  return {
    text: sentence(prefix === "" ? text : `${prefix}: ${text}`),
    ...(path !== "" && { field: path }),
    ...(line !== undefined && { line }),
  };
}

/** The line of a problem. An error of the service shows only its index, in the path of the field. */
function lineOf({ line }: ErrorProblem, path: string): ProblemLine | undefined {
  const index = lineIndexOf(path);
  return index === undefined ? line : { index, ...line };
}

/** Names a line, such as `line 2 (Oil service)`, as far as it is known. */
function lineWords(texts: Texts, { index, component, name }: ProblemLine): string {
  const names = name || (component ? `${texts.component} ${component}` : "");
  if (index === undefined) return names;
  const line = `${texts.items.components} ${index + 1}`;
  return names === "" ? line : `${line} (${names})`;
}

type Formats = Readonly<Record<string, Format>>;

/** The text of a rule; undefined for an error of the service, and for a rule of another version of this package. */
function ruleText(
  texts: Texts,
  { rule, values = {} }: ErrorProblem,
  { path, line }: { readonly path: string; readonly line: ProblemLine | undefined },
): string | undefined {
  if (rule === undefined) return undefined;
  const text = entryOf<Text<string>>(texts.rules, rule);
  if (text === undefined) return undefined;
  const formats = entryOf<Formats>(ruleValues, rule) ?? {};
  const written = Object.entries(formats).map(([name, format]) => [
    name,
    valueWords(texts, name, format, { values, line }),
  ]);
  const value = rule === "field-invalid" ? numberWords(texts.locale, values["value"]) : "";
  const field = fieldWords(texts, path, line, value) || texts.fields.other;
  return write(text, { ...Object.fromEntries(written), field });
}

function serviceText(texts: Texts, { code = "" }: ErrorProblem, kind: RegErrorKind, field: string): string {
  const text = entryOf<Text>(texts.codes, code);
  if (text !== undefined) return write(text, {});
  const ofKind = kindText(texts, kind, field);
  // The operator of the service knows the code. Any other text in its place could contain anything.
  return isServiceCode(code) ? `${ofKind} ${texts.errorCode}: ${code}.` : ofKind;
}

function kindText({ kinds }: Texts, kind: RegErrorKind, field: string): string {
  // Another version of the package may have further kinds.
  return write(entryOf<Text<"field">>(kinds, kind) ?? kinds.api, { field });
}

function write<Name extends string>(text: Text<Name>, values: TextValues<Name>): string {
  return typeof text === "string" ? text : text(values);
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
