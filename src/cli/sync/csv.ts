import { parse } from "csv-parse";
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
 * Parses CSV (RFC 4180) as exports contain it: with any line breaks, with empty records, which are skipped, and with
 * quotes within cells that are not quoted. Cells are trimmed.
 *
 * @throws RegInputError for a quote that is not closed, because all that follows would be misread
 */
export async function* parseCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parsed: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    max_record_size: maxRecordBytes,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    // As a stream, the parser would discard the last records before an error.
    on_record(cells: readonly string[], { lines }) {
      parsed.push({ cells: cells.map((cell) => cell.trim()), line: lines });
      return null;
    },
  });
  // The callbacks below receive the error.
  parser.on("error", () => {});
  let line = 0;
  function* takeParsed(error: Error | null | undefined): Generator<CsvRecord> {
    for (const record of parsed.splice(0)) {
      yield record;
      line = record.line;
    }
    if (!error) return;
    const problem = "begins a record with a quote that is not closed; nothing after it was read";
    throw new RegInputError(`line ${line + 1}`, problem, { cause: error });
  }
  for await (const text of texts)
    yield* takeParsed(await new Promise((resolve) => parser.write(text, resolve)));
  yield* takeParsed(await new Promise((resolve) => parser.end((error?: Error | null) => resolve(error))));
}
