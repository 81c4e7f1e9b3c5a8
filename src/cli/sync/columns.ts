import { isDate } from "../../base/dates.js";
import { isObject } from "../../base/json.js";
import { findClose } from "../../base/similar-names.js";
import { isDecimalText } from "../../base/text.js";
import { isRounded } from "../../document/content.js";
import { RegInputError } from "../../errors/errors.js";
import { fleetResources } from "../../lessor/sync/types.js";
import { CommandError } from "../command.js";
import type { CsvRecord, RecordForm } from "./csv.js";

/** The path of a field for the heading of each column, such as `{ "Stand": "mileages.0.value:number" }`. */
export type ColumnMapping = Readonly<Record<string, string>>;

interface Conversion {
  readonly convert: (text: string) => unknown;
  readonly accepts: string;
}

interface Column extends Conversion {
  readonly heading: string;
  readonly index: number;
}

/** The fields of an object or the elements of a list, by name or index. */
interface Group {
  readonly isList: boolean;
  readonly members: Map<string, Column | Group>;
}

/**
 * Checks the content of a file with a column mapping.
 *
 * @throws CommandError if it is not a mapping
 */
export function parseMapping(value: unknown): ColumnMapping {
  if (isObject(value) && Object.values(value).every((path) => typeof path === "string")) return value as ColumnMapping;
  throw unusable("the column mapping must be a JSON object with the path of a field for each heading");
}

/** Converts the records of a CSV file to items. */
export class ItemTemplate {
  readonly #heading: readonly string[];
  /** The line of the headings. */
  readonly #line: number;
  readonly #isMapped: boolean;
  readonly #fields: Group = { isList: false, members: new Map() };
  readonly #licensePlate: number;
  /** The columns that clear related data. */
  readonly #clears: { readonly resource: string; readonly column: Column }[] = [];

  /**
   * @param mapping undefined: the headings are the paths
   * @throws CommandError for columns that are missing or ambiguous, or that are not fields of an item
   */
  constructor({ cells: heading, line }: Pick<CsvRecord, "cells" | "line">, mapping?: ColumnMapping) {
    this.#heading = heading;
    this.#line = line;
    this.#isMapped = mapping !== undefined;
    const paths = mapping ?? Object.fromEntries(heading.map((name) => [name, name]));
    for (const [name, path] of Object.entries(paths)) if (name !== "") this.#add(name, path);
    const key = this.#fields.members.get("licensePlate");
    if (key === undefined || "members" in key) throw this.#unusable("no column has the path licensePlate");
    this.#licensePlate = key.index;
  }

  /** Creates the item of a record, without the fields of empty cells; an error if the record cannot be read. */
  toItem(record: CsvRecord): object {
    const [found, expected] = [record.cells.length, this.#heading.length];
    // Its cells may be those of other columns, so that it has no license plate that is certain.
    if (found !== expected)
      return new RegInputError(
        `line ${record.line}`,
        `has another number of cells (${found}) than the heading (${expected})${found < expected ? leftOut : ""}`,
      );
    try {
      const item = Object(readGroup(this.#fields, record));
      for (const { resource, column } of this.#clears) {
        if (readCell(column, record) !== true) continue;
        if (resource in item) throw inputError(column, record, `clears ${resource}, which other cells fill`);
        item[resource] = null;
      }
      return item;
    } catch (error) {
      if (!(error instanceof RegInputError)) throw error;
      const licensePlate = record.cells[this.#licensePlate];
      // The license plate tells removeMissing that the file contains the vehicle.
      // A license plate in another encoding is that of no vehicle.
      const isReadable = licensePlate !== undefined && licensePlate !== "" && !hasUndecodable(licensePlate);
      return isReadable ? Object.assign(error, { licensePlate }) : error;
    }
  }

  /** The form of its records. */
  get form(): Pick<RecordForm, "width" | "licensePlate"> {
    return { width: this.#heading.length, licensePlate: this.#licensePlate };
  }

  #add(name: string, path: string): void {
    const index = this.#heading.indexOf(name);
    if (index < 0) throw this.#unusable(`there is no column "${name}"`, this.#hintOfColumn(name));
    if (this.#heading.lastIndexOf(name) > index) throw this.#unusable(`two columns are named "${name}"`);
    const [fields = "", suffix] = path.split(/:(.*)/, 2);
    const steps = fields.split(".");
    const [root = ""] = steps;
    if (!itemFields.includes(root)) throw this.#unusable(`"${path}" is not the path of a field`, hintOf(root));
    if (!isField(steps, suffix)) throw this.#unusable(`"${path}" is not the path of a field`);
    const kind = root === "remove" ? "boolean" : (suffix ?? "text");
    const conversion = root === "licensePlate" && suffix === undefined ? plateText : findConversion(kind);
    if (conversion === undefined) throw this.#unusable(`"${path}"${problemOfSuffix(kind)}`);
    const column = { heading: name, index, ...conversion };
    if (suffix === "clear") this.#clears.push({ resource: root, column });
    else if (!insert(this.#fields, steps, column))
      throw this.#unusable(`the column "${name}" contradicts another one: both fill ${fields}`);
  }

  #hintOfColumn(name: string): string {
    const headings = this.#heading.filter((heading) => heading !== "");
    const close = findClose(name, headings);
    return `${close === undefined ? "" : `perhaps it is "${close}"; `}line ${this.#line} has ${headings.join(", ")}`;
  }

  #unusable(problem: string, hint?: string): CommandError {
    const hints =
      this.#heading.length === 1
        ? [`line ${this.#line} has one column: check --delimiter`]
        : [hint ?? [], this.#isMapped ? [] : "--columns maps headings to fields"].flat();
    return unusable([problem, ...hints].join("; "));
  }
}

/** Empty cells could be left out, but such a record may also be the first part of one that a line break divides. */
const leftOut =
  "; if only empty cells at its end are left out, move a column without empty cells, such as the license plate, to the end";

/** A mistake in the columns concerns the whole file, so that nothing is sent. */
const unusable = (problem: string) => new CommandError(`the columns cannot be used: ${problem}.`, 2);

/** Whether a column with this path has the license plate. */
export const isPlatePath = (path: string) => /^licensePlate(:|$)/.test(path);

/** The fields of an item, with which the path of each column begins. */
export const itemFields: readonly string[] = ["licensePlate", ...fleetResources, "remove"];

function hintOf(name: string): string {
  const close = findClose(name, itemFields);
  return close === undefined ? `it must begin with one of ${itemFields.join(", ")}` : `perhaps it is ${close}`;
}

/** Whether a path leads to a field of an item: a body is an object or a list, unless it is given as JSON. */
function isField([root = "", ...rest]: readonly string[], suffix: string | undefined): boolean {
  if (root === "licensePlate" || root === "remove") return rest.length === 0 && suffix !== "clear";
  if (suffix === "clear") return rest.length === 0 && root !== "vehicle";
  return !rest.includes("") && (rest.length > 0 || suffix === "json");
}

/** Adds a column at a path; returns false if there is one already. */
function insert(group: Group, [step = "", ...rest]: readonly string[], column: Column): boolean {
  if (group.isList !== isIndex(step)) return false;
  const member = group.members.get(step);
  const [next] = rest;
  if (next === undefined) {
    group.members.set(step, column);
    return member === undefined;
  }
  const inner = member ?? { isList: isIndex(next), members: new Map() };
  group.members.set(step, inner);
  return "members" in inner && insert(inner, rest, column);
}

const isIndex = (step: string) => /^(0|[1-9]\d{0,5})$/.test(step);

/** Returns undefined if all cells are empty. */
function readGroup({ isList, members }: Group, record: CsvRecord): unknown {
  const fields: [string, unknown][] = [];
  for (const [name, member] of members) {
    const value = "members" in member ? readGroup(member, record) : readCell(member, record);
    if (value !== undefined) fields.push([name, value]);
  }
  if (fields.length === 0) return undefined;
  const object = Object.fromEntries(fields);
  // Objects list their indexes in ascending order.
  return isList ? Object.values(object) : object;
}

function readCell(column: Column, record: CsvRecord): unknown {
  const text = record.cells[column.index] ?? "";
  if (text === "") return undefined;
  if (hasUndecodable(text)) throw inputError(column, record, notDecoded);
  const value = column.convert(text);
  if (value === undefined) throw inputError(column, record, `must be ${column.accepts}`);
  return value;
}

const inputError = ({ heading }: Column, { line }: CsvRecord, problem: string) =>
  new RegInputError(`line ${line}, column "${heading}"`, problem);

/** Whether a text has the character that decoders write for bytes that are not of their encoding. */
export const hasUndecodable = (text: string) => text.includes("\ufffd");

/** The problem of a text that was decoded with the wrong encoding: it would damage the data of the service. */
export const notDecoded = "has bytes that are not of the encoding; give the right one with --encoding";

/** JSON that was read, or why it cannot be sent; then the value may be there as well. */
interface ExactJson {
  readonly value?: unknown;
  readonly problem?: string;
}

/** Parses JSON whose integers are exact: beyond 2 ** 53, JavaScript would send other digits. */
export function parseExactJson(text: string): ExactJson {
  try {
    if (!/\d{16}/.test(text)) return { value: JSON.parse(text) };
    let problem: string | undefined;
    const value = JSON.parse(text, (name, each) => {
      if (isRounded(each)) problem = `has an integer in "${name}" that is too large to be exact; write it as a text`;
      return each;
    });
    return { value, ...(problem !== undefined && { problem }) };
  } catch {
    // The message of JSON.parse quotes the text.
    return { problem: "is not JSON" };
  }
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "ja", "waar", "y", "j", "1"].map((text) => [text, true] as const),
  ...["false", "no", "nee", "onwaar", "n", "0"].map((text) => [text, false] as const),
]);

const truth: Conversion = {
  convert: (text) => truths.get(text.toLowerCase()),
  accepts: `one of ${[...truths.keys()].join(", ")}`,
};

/** The run itself checks license plates. */
const plateText: Conversion = { convert: (text) => text, accepts: "a text" };

const conversions: ReadonlyMap<string, Conversion> = new Map([
  [
    "text",
    { convert: parseText, accepts: "a text, not an error of a spreadsheet or what it shows in a narrow column" },
  ],
  ["number", { convert: parseNumber, accepts: "a number such as 1234 or 12.5" }],
  ["number(,)", { convert: parseCommaNumber, accepts: "a number such as 1234 or 12,5" }],
  ["integer", { convert: parseInteger, accepts: "a whole number without separators, such as 1234" }],
  ["boolean", truth],
  ["clear", truth],
  ["json", { convert: parseJsonCell, accepts: "JSON with integers of at most 15 digits" }],
] satisfies [string, Conversion][]);

const suffixes = [...conversions.keys(), "date(dd-MM-yyyy)", "date(d-M-yy,2000)"]
  .map((suffix) => `:${suffix}`)
  .join(", ");

/** Says what is wrong with a suffix that is none, after the path. */
function problemOfSuffix(suffix: string): string {
  const withCentury = suffix.replace(/\)$/, ",2000)");
  if (findConversion(withCentury) !== undefined)
    return `: a year of two digits needs the first of its hundred years, such as ${withCentury}`;
  return /^date\b/.test(suffix) ? ` ${wrongPattern}` : ` must end with ${suffixes}, or none of them`;
}

const wrongPattern =
  "has a wrong pattern of the date: it has d or dd, M or MM, and yyyy, with separators, such as :date(d-M-yyyy); or yy with the first of its hundred years, such as :date(d-M-yy,2000)";

function findConversion(suffix: string): Conversion | undefined {
  const [, pattern, firstYear] = /^date\((.*?)(?:,(\d{4}))?\)$/.exec(suffix) ?? [];
  return pattern === undefined ? conversions.get(suffix) : dateConversion(pattern, firstYear);
}

interface DatePart {
  readonly name: string;
  readonly digits: string;
  /** For the error. */
  readonly example: string;
}

/** The parts of a pattern of a date. */
const dateParts: ReadonlyMap<string, DatePart> = new Map([
  ["yyyy", { name: "year", digits: "\\d{4}", example: "2026" }],
  ["yy", { name: "year", digits: "\\d{2}", example: "26" }],
  ["MM", { name: "month", digits: "\\d{2}", example: "12" }],
  ["M", { name: "month", digits: "\\d{1,2}", example: "12" }],
  ["dd", { name: "day", digits: "\\d{2}", example: "31" }],
  ["d", { name: "day", digits: "\\d{1,2}", example: "31" }],
]);

/**
 * Creates the conversion from a pattern such as `dd-MM-yyyy` to `yyyy-MM-dd`; undefined if it is not such a pattern.
 *
 * @param firstYear the first of the hundred years of `yy`, because no century is guessed
 */
function dateConversion(pattern: string, firstYear: string | undefined): Conversion | undefined {
  const tokens: readonly string[] = pattern.match(/([A-Za-z])\1*|[^A-Za-z]/g) ?? [];
  const parts = tokens.flatMap((token) => dateParts.get(token) ?? []);
  const names = new Set(parts.map(({ name }) => name));
  const isDigits = (token = "") => dateParts.has(token);
  if (tokens.some((token) => /[A-Za-z\d]/.test(token) && !isDigits(token))) return undefined;
  if (parts.length !== 3 || names.size !== 3 || tokens.includes("yy") !== (firstYear !== undefined)) return undefined;
  // Without a separator, 1112026 would be two dates.
  const isUnclear = (token: string, at: number) =>
    /^[dM]$/.test(token) && (isDigits(tokens[at - 1]) || isDigits(tokens[at + 1]));
  if (tokens.some(isUnclear)) return undefined;
  const toSource = (token: string) => {
    const part = dateParts.get(token);
    return part === undefined ? `\\${token}` : `(?<${part.name}>${part.digits})`;
  };
  const expression = new RegExp(`^${tokens.map(toSource).join("")}$`);
  const first = Number(firstYear);
  return {
    convert: (text) => {
      const { year = "", month = "", day = "" } = expression.exec(text)?.groups ?? {};
      const fullYear = firstYear === undefined ? year : String(first + ((Number(year) - (first % 100) + 100) % 100));
      const date = [fullYear, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
      return isDate(date) ? date : undefined;
    },
    accepts: `a date that exists, such as ${tokens.map((token) => dateParts.get(token)?.example ?? token).join("")}`,
  };
}

/** A column that is too narrow, and the errors of spreadsheets in several languages, such as `#N/B` or `#WAARDE!`. */
const failedCell = /^(?:#+|#N\/?[ABDV]|#[¡¿]?[\p{Lu}/0]+[!?])$/u;

function parseText(text: string): string | undefined {
  return failedCell.test(text) ? undefined : text;
}

/** A dot is a decimal separator: a separator of thousands looks like one, which {@link parseInteger} rejects. */
function parseNumber(text: string): number | undefined {
  const number = isDecimalText(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

function parseCommaNumber(text: string): number | undefined {
  return text.includes(".") ? undefined : parseNumber(text.replace(",", "."));
}

function parseJsonCell(text: string): unknown {
  const { value, problem } = parseExactJson(text);
  return problem === undefined ? value : undefined;
}

function parseInteger(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? parseNumber(text) : undefined;
}
