import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { RegInputError } from "../../errors/errors.js";

/** A record of a CSV file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The number of the line in which it ends, from 1. */
  readonly line: number;
}

/** No vehicle needs as much as this, but a quote that is not closed makes one record of the rest of the file. */
const maxRecordBytes = 1024 * 1024;

/**
 * Parses CSV (RFC 4180) as exports contain it: with any line breaks, with empty lines, which are skipped, and with quotes
 * inside of cells that are not quoted. Cells are trimmed.
 *
 * @throws RegInputError for a quote that is not closed, because all that follows would be misread
 */
export async function* parseCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: maxRecordBytes,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
  });
  // An error of the texts ends the parser as well, so that the loop throws it.
  pipeline(texts, parser, () => {});
  let line = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      line = info.lines;
      yield { cells: record.map((cell) => cell.trim()), line };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const problem = "begins a record with a quote that is not closed; nothing after it was read";
    throw new RegInputError(`line ${line + 1}`, problem, { cause });
  }
}

/** What csv-parse emits with the option `info`. */
interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}
