import { isDate } from "../base/dates.js";
import { componentCodes } from "../domain/vocabulary.js";
import type { ProblemLine } from "../errors/problem.js";
import type { FieldName, Texts } from "./types.js";
import type { Form, Format } from "./values.js";

/** What an error has of a problem. */
export interface ProblemFacts {
  readonly values: Readonly<Record<string, unknown>>;
  /** The line that the text names. */
  readonly line: ProblemLine | undefined;
}

/** The longest list in a text: a vehicle may allow hundreds of components. */
const maxListed = 10;

/** Writes a value in a language. One that is missing, or has another form than expected, is an empty text. */
export function valueWords(texts: Texts, name: string, format: Format, { values, line }: ProblemFacts): string {
  const { locale } = texts;
  const value = values[name];
  const text = typeof value === "string" || Number.isFinite(value) ? String(value) : "";
  switch (format) {
    case "text":
      return text;
    case "number":
      return numberWords(locale, value);
    case "euros":
      return /^-?\d+(\.\d+)?$/.test(text)
        ? new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(text as `${number}`)
        : text;
    case "date":
      return dateWords(locale, text);
    case "component":
      return text === "" || text === line?.component ? texts.thisComponent : `${texts.component} ${text}`;
    case "one-of":
      return listWords(locale, "disjunction", listOf(value));
    case "all-of":
      return listWords(locale, "conjunction", listOf(value));
    case "field":
      return fieldWords(texts, text);
    case "form":
      return formWords(texts, text, values["value"]);
    case "phase":
      return entryOf(texts.phases, text)?.name ?? "";
    case "phases":
      return listWords(
        locale,
        "disjunction",
        listOf(value).map((each) => entryOf(texts.phases, each)?.name ?? ""),
      );
    case "next-step":
      return entryOf(texts.phases, String(values["phase"]))?.next ?? "";
    case "work":
      return entryOf(texts.works, text) ?? "";
  }
}

/** Writes a number; a text stays as it was typed. Not every value can be written. */
export function numberWords(locale: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return "";
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
}

/** Writes a date, or the day of a date-time as it is given; any other text stays as it is. */
function dateWords(locale: string, text: string): string {
  const day = text.slice(0, 10);
  if (!isDate(day)) return text;
  const format = { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, format).format(Date.parse(day));
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function listWords(locale: string, type: "conjunction" | "disjunction", list: readonly string[]): string {
  const known = list.filter((each) => each !== "");
  const shown = known.length > maxListed ? [...known.slice(0, maxListed), "…"] : known;
  return new Intl.ListFormat(locale, { type }).format(shown);
}

/** The forms of numbers that may have decimals. */
const decimalForms: readonly string[] = [
  "number",
  "decimal",
  "decimal-from-zero",
  "decimal-above-zero",
  "euros",
] satisfies Form[];

function formWords({ forms }: Texts, form: string, value: unknown): string {
  const text = decimalForms.includes(form) && typeof value === "string" ? value : "";
  if (/^-?\d+,\d+$/.test(text)) return forms.comma;
  // Whoever reads the text has written the amount as they should.
  if (form === "euros" && /^-?\d+(\.\d{1,2})?$/.test(text)) return forms["amount-as-text"];
  return entryOf(forms, form) ?? forms.object;
}

/** The start of the path of a field in a line of a request. */
const linePath = /^components\[(\d+)\]\.?/;

/** The index of the line that a path leads into. */
export function lineIndexOf(path: string): number | undefined {
  const index = linePath.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/**
 * Describes a field in words, such as "the price of subcomponent 1"; empty if no part of its path has a word.
 *
 * @param line the line that the text names already
 * @param value follows the name of the field: "the price 22,50 of subcomponent 1"
 */
export function fieldWords(texts: Texts, path: string, line?: ProblemLine, value = ""): string {
  const ownPath = line === undefined ? path : path.replace(linePath, "");
  if (ownPath === "" && path !== "") return texts.fields.line;
  const [last = "", ...containers] = ownPath.split(".").reverse();
  const owners = containers.flatMap((each) => (isObvious(each) ? [] : (segmentWords(texts, each, line) ?? [])));
  const name = segmentWords(texts, last, line) ?? (owners.length > 0 || value !== "" ? texts.fields.other : undefined);
  if (name === undefined) return "";
  return [value === "" ? name : `${name} ${value}`, ...owners].join(` ${texts.of} `);
}

/** Whether a clerk knows what a field belongs to. */
const isObvious = (name: string) => name === "vehicle" || name === "appointment";

function segmentWords({ fields, items }: Texts, segment: string, line: ProblemLine | undefined): string | undefined {
  const [, list = "", index] = /^(\w+)\[(\d+)\]$/.exec(segment) ?? [];
  if (index === undefined) return entryOf(fields, segment === "value" ? valueName(line?.component) : segment);
  const item = entryOf(items, list);
  return item && `${item} ${Number(index) + 1}`;
}

function valueName(component: string | undefined): FieldName {
  if (component === componentCodes.mileageReading) return "mileage";
  return component === componentCodes.hoursReading ? "hours" : "value";
}

/** The entry of a table, if it has one of its own with this name: names come from errors, and from the service. */
export function entryOf<Entry>(table: { readonly [Name: string]: Entry }, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
