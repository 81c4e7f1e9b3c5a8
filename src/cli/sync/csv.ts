import { parse } from "csv-parse";
import { RegInputError } from "../../errors/errors.js";

/** A record of a CSV file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Its cells with the spaces and line breaks around them. */
  readonly written: readonly string[];
  /** The number of the line in which it ends, from 1. */
  readonly line: number;
}

/** How a CSV file is parsed. */
export interface CsvOptions {
  readonly delimiter: string;
  /** The most bytes of a record: a quote that is not closed makes one record of the rest of the file. */
  readonly maxLine: number;
}

/**
 * Parses CSV (RFC 4180) as exports contain it: with any line breaks, with empty records, which are skipped, and with
 * quotes within cells that are not quoted. Cells are trimmed.
 *
 * @throws RegInputError for a quote that is missing or misplaced, because all that follows would be misread; and for a
 *   record that is too long, because such a quote may be the reason
 */
export async function* parseCsv(
  texts: AsyncIterable<string>,
  { delimiter, maxLine }: CsvOptions,
): AsyncGenerator<CsvRecord> {
  const parsed: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    max_record_size: maxLine,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // The parser would repair a misplaced quote by reading further records as one cell, so the check below finds it
    // first.
    relax_quotes: true,
    // As a stream, the parser would discard the last records before an error.
    on_record(written: readonly string[], { lines }) {
      parsed.push({ cells: written.map((cell) => cell.trim()), written, line: lines });
      return null;
    },
  });
  // The callbacks below receive the error.
  parser.on("error", () => {});
  const quotes = new QuoteCheck(delimiter);
  let line = 0;
  // The length of the texts since the last one in which a record ended.
  let unfinished = 0;
  const failure = (problem: string, cause?: unknown) =>
    new RegInputError(`line ${line + 1}`, `${problem}; nothing after it was read`, { cause });
  function* takeParsed(error: Error | null | undefined): Generator<CsvRecord> {
    for (const record of parsed.splice(0)) {
      if (record.cells.some((cell) => cell !== "")) yield record;
      line = record.line;
    }
    // The parser counts neither empty cells nor the quotes that the check holds back.
    const isTooLong = unfinished > maxLine || Object(error).code === "CSV_MAX_RECORD_SIZE";
    const tooLong = `begins a record of more than ${maxLine} bytes (see --max-line), or a quote that is not closed`;
    if (isTooLong || error) throw failure(isTooLong ? tooLong : notClosed, error);
  }
  const write = (text: string) => new Promise<Error | null | undefined>((resolve) => parser.write(text, resolve));
  for await (const text of texts) {
    const error = await write(quotes.check(text));
    unfinished = parsed.length > 0 ? 0 : unfinished + text.length;
    yield* takeParsed(error);
    if (quotes.problem !== undefined) throw failure(quotes.problem);
  }
  const rest = quotes.end();
  if (quotes.problem !== undefined) throw failure(quotes.problem);
  yield* takeParsed(await write(rest));
  yield* takeParsed(await new Promise((resolve) => parser.end((error?: Error | null) => resolve(error))));
}

const notClosed = "begins a record with a quote that is not closed, or not at the end of its cell";

/**
 * Finds quotes that contradict RFC 4180: one that opens a cell must be closed directly before a delimiter or the end of
 * a line. A quote within a cell that is not quoted is a character like any other, but not at the end of the cell, where
 * it shows that the opening quote is missing.
 */
class QuoteCheck {
  readonly #delimiter: string;
  #isQuoted = false;
  /** The character before the text that is checked next. */
  #previous = "\n";
  /** The quotes at the end of the last text, which depend on the character that follows. */
  #held = "";
  /** Undefined if all quotes were correct so far. */
  problem: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Checks the next part of a file, and returns what can be parsed of it: up to a problem, if there is one. */
  check(part: string): string {
    const text = this.#held + part;
    let end = text.length;
    while (text[end - 1] === '"') end -= 1;
    this.#held = text.slice(end);
    end = this.#scan(text.slice(0, end));
    this.#previous = text[end - 1] ?? this.#previous;
    return text.slice(0, end);
  }

  /** Checks the end of a file, and returns the rest that can be parsed. */
  end(): string {
    this.#scan(`${this.#held}\n`);
    return this.#held;
  }

  /** Returns the position of a problem, or the length of the text, which does not end with a quote. */
  #scan(text: string): number {
    for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
      const next = text[at + 1] ?? "";
      if (!this.#isQuoted && this.#separates(text[at - 1] ?? this.#previous)) this.#isQuoted = true;
      else if (this.#isQuoted && next === '"') at += 1;
      else if (this.#separates(next)) {
        if (!this.#isQuoted)
          this.problem = "begins a record with a cell that ends with a quote but does not begin with one";
        this.#isQuoted = false;
      } else if (this.#isQuoted) this.problem = notClosed;
      if (this.problem !== undefined) return at;
    }
    return text.length;
  }

  #separates(character: string): boolean {
    return character === this.#delimiter || character === "\n" || character === "\r";
  }
}

/** How a record of a file is recognised. */
export interface RecordForm {
  readonly delimiter: string;
  /** The number of its cells. */
  readonly width: number;
  /** The index of the cell with the license plate. */
  readonly licensePlate: number;
}

/**
 * Returns the license plates of other records that the quoted cells of a record may contain: if a quote is not closed,
 * a later cell that ends with a quote, such as `19"`, closes it. A text with as many delimiters looks the same.
 */
export function findContainedPlates({ written }: CsvRecord, form: RecordForm): readonly string[] {
  if (!written.some((cell) => lineBreak.test(cell))) return [];
  const own = written[form.licensePlate];
  return [...splitRecord(written, form)]
    .filter(({ length }) => length === form.width)
    .map((cells) => cells[form.licensePlate] ?? "")
    .filter((licensePlate) => licensePlate !== own);
}

const lineBreak = /\r\n|\n|\r/;

/** Splits a record at the line breaks of its cells, as if these had no quotes. */
function* splitRecord(cells: readonly string[], { delimiter, width }: RecordForm): Generator<readonly string[]> {
  /** What follows the last line break of an earlier cell. */
  let line: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const [first = [], ...others] = cell.split(lineBreak).map((part) => part.split(delimiter));
    const last = others.pop();
    if (last === undefined) {
      line.push(cell);
      continue;
    }
    yield [...line, ...first];
    yield* others;
    // The line breaks of the cells before it, or after it, may belong to texts.
    if (index + first.length === width) yield [...cells.slice(0, index), ...first];
    const rest = cells.length - index - 1;
    if (last.length + rest === width) yield [...last, ...cells.slice(index + 1)];
    line = last;
  }
  yield line;
}
