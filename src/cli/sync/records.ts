import { closeSync, constants, createReadStream, open, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { onAbort } from "../../base/abort.js";
import { RegInputError } from "../../errors/errors.js";
import { findPlateDoubt } from "../../lessor/sync/plates.js";
import { CommandError, type Terminal } from "../command.js";
import { unreadable } from "../input-file.js";
import {
  type ColumnMapping,
  hasUndecodable,
  ItemTemplate,
  isPlatePath,
  itemFields,
  notDecoded,
  parseExactJson,
} from "./columns.js";
import { type CsvRecord, findContainedPlates, parseCsv, type RecordForm } from "./csv.js";

/** How a file is read. */
export interface ReadOptions {
  readonly format: "ndjson" | "csv";
  /** A name that TextDecoder knows. */
  readonly encoding: string;
  /** For CSV; undefined: that which the line `sep=;` names, or a comma. */
  readonly delimiter: string | undefined;
  /** For CSV; undefined: the headings are the paths of the fields. */
  readonly mapping: ColumnMapping | undefined;
  /** The most bytes that a line of NDJSON or a record of CSV may have in UTF-8. */
  readonly maxLine: number;
  /** Whether a last line without a line end is an error, because the file may have been cut off there. */
  readonly requiresLineEnd?: boolean;
  /** Returns what replaces an item, whose last line has this number, from 1. */
  readonly check?: (item: unknown, line: number) => unknown;
  /** For CSV: receives each license plate that a quoted cell may contain, with the last line of its record. */
  readonly onContained?: (licensePlate: string, line: number) => void;
}

/** Finds the line of each item. It stores only where the distance between position and line changes. */
export class ItemLines {
  #position = 0;
  /** From each position on, by how much the line is greater than the position. */
  readonly #offsets: { readonly position: number; readonly offset: number }[] = [];

  add(line: number): void {
    this.#position += 1;
    const offset = line - this.#position;
    if (this.#offsets.at(-1)?.offset !== offset) this.#offsets.push({ position: this.#position, offset });
  }

  /** Returns the line of an item; undefined if it has none. */
  find(position: number | undefined): number | undefined {
    if (position === undefined) return undefined;
    const found = this.#offsets.findLast((each) => each.position <= position);
    return found && position + found.offset;
  }
}

/**
 * Reads the items of a fleet. A line or a record that cannot be read becomes an error that names its line.
 *
 * @throws CommandError for an empty file, and for columns that cannot be used; RegInputError for CSV that cannot be
 *   read on, and for a missing line end; and what `chunks` throws
 */
export async function* readItems(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<unknown> {
  let lastCharacter = "\n";
  async function* decode(): AsyncGenerator<string> {
    let decoder = new TextDecoder(options.encoding);
    let rejectUtf8 = options.encoding === "windows-1252" ? createUtf8Check() : undefined;
    let isFirst = true;
    for await (const chunk of joinStart(chunks)) {
      const utf16 = isFirst ? findUtf16(chunk) : undefined;
      if (utf16 !== undefined) [decoder, rejectUtf8] = [new TextDecoder(utf16), undefined];
      isFirst = false;
      rejectUtf8?.(chunk);
      const text = decoder.decode(chunk, { stream: true });
      lastCharacter = text.at(-1) ?? lastCharacter;
      yield text;
    }
    const rest = decoder.decode();
    lastCharacter = rest.at(-1) ?? lastCharacter;
    yield rest;
  }
  yield* options.format === "csv" ? readCsv(decode(), options) : readNdjson(decode(), options);
  if (options.requiresLineEnd && !/[\r\n]/.test(lastCharacter))
    throw new RegInputError("the last line", "has no line end, so that the file may be cut off");
}

/** No byte order mark with the line `"sep=;"` after it is longer, also in UTF-16. */
const startBytes = 16;

/** Joins the first chunks until they have so many bytes. */
async function* joinStart(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    if (start !== undefined) start = Buffer.concat([start, chunk]);
    if (start !== undefined && start.length < startBytes) continue;
    yield start ?? chunk;
    start = undefined;
  }
  if (start !== undefined) yield start;
}

/** Returns the encoding of a byte order mark of UTF-16; no text in another encoding begins with these bytes. */
function findUtf16([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/**
 * Creates a check of the parts of a file: it throws if they have other characters than ASCII and all are UTF-8. As
 * windows-1252, `ë` would be sent as `Ã«`.
 */
function createUtf8Check(): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let isUtf8 = true;
  return (chunk) => {
    let text = "";
    try {
      if (isUtf8) text = decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
    if (/[^\0-\x7f]/.test(text)) throw new CommandError("the file is UTF-8: leave out --encoding windows-1252.", 2);
  };
}

async function* readCsv(
  texts: AsyncGenerator<string>,
  { maxLine, mapping, check = asItIs, onContained, ...options }: ReadOptions,
): AsyncGenerator<unknown> {
  const { value: start = "" } = await texts.next();
  const delimiter = options.delimiter ?? /^"?sep=([^"\r\n])(?=["\r\n]|\1|$)/i.exec(start)?.[1] ?? ",";
  async function* read(): AsyncGenerator<string> {
    yield start;
    yield* texts;
  }
  const noteContained = (record: CsvRecord, { form }: ItemTemplate) => {
    if (onContained === undefined) return;
    for (const plate of findContainedPlates(record, { delimiter, ...form })) onContained(plate, record.line);
  };
  let template: ItemTemplate | undefined;
  const titles: CsvRecord[] = [];
  for await (const record of parseCsv(read(), { delimiter, maxLine })) {
    if (template !== undefined) {
      noteContained(record, template);
      yield check(template.toItem(record), record.line);
    } else if (titles.length > 0 || !namesDelimiter(record, delimiter)) {
      if (hasPlateHeading(record, mapping)) {
        template = new ItemTemplate(record, mapping);
        rejectVehicles(titles, { ...template.form, line: record.line });
        noteContained(record, template);
      } else if (titles.push(record) > mostTitles) break;
    }
  }
  if (template !== undefined) return;
  const [closest] = titles.sort((one, other) => likeness(other, mapping) - likeness(one, mapping));
  if (closest === undefined) throw new CommandError("the file is empty: CSV needs a line with the headings.", 2);
  // It throws, because no heading is that of the license plate.
  template = new ItemTemplate(closest, mapping);
}

/** The most records above the headings, such as a title. */
const mostTitles = 10;

interface Headings extends Pick<RecordForm, "width" | "licensePlate"> {
  readonly line: number;
}

/**
 * Rejects a file with vehicles above its headings, as a sheet has them that was sorted with its headings: they would
 * look missing.
 *
 * @throws CommandError that names the line of the first one
 */
function rejectVehicles(titles: readonly CsvRecord[], { width, licensePlate, line }: Headings): void {
  const vehicle = titles.find(({ cells }) => {
    const filled = cells.filter((cell) => cell !== "").length;
    const plate = cells[licensePlate] ?? "";
    // A title fills one cell, or has a name and a value.
    return plate !== "" && (filled === width ? width > 1 : filled > 1 && findPlateDoubt(plate) === undefined);
  });
  if (vehicle !== undefined)
    throw new CommandError(`line ${vehicle.line} has a vehicle above the headings of line ${line}: move them up.`, 2);
}

function hasPlateHeading({ cells }: CsvRecord, mapping: ColumnMapping | undefined): boolean {
  return cells.some((heading) => isPlatePath(mapping === undefined ? heading : String(mapping[heading])));
}

/** How many cells a record has in common with the headings that are expected, ignoring case. */
function likeness({ cells }: CsvRecord, mapping: ColumnMapping | undefined): number {
  const names = (mapping === undefined ? itemFields : Object.keys(mapping)).map((name) => name.toLowerCase());
  const nameOf = (cell: string) => (mapping === undefined ? cell.replace(/[.:].*/s, "") : cell).toLowerCase();
  return cells.filter((cell) => names.includes(nameOf(cell))).length;
}

/**
 * Whether a record is the line `sep=;`, which Excel writes and reads.
 *
 * @throws CommandError if it names another delimiter
 */
function namesDelimiter({ cells: [cell = "", ...others], line }: CsvRecord, delimiter: string): boolean {
  const [, named] = /^sep=(.?)$/i.exec(cell) ?? [];
  if (named === undefined || others.some((other) => other !== "")) return false;
  // Cells are trimmed, so a tab that is no delimiter is missing.
  const found = named !== "" ? named : others.length > 0 ? delimiter : "tab";
  if (found === delimiter) return true;
  throw new CommandError(`line ${line} is "${cell}": give --delimiter "${found}".`, 2);
}

async function* readNdjson(
  texts: AsyncIterable<string>,
  { maxLine, check = asItIs }: ReadOptions,
): AsyncGenerator<unknown> {
  let line = 0;
  let isEmpty = true;
  for await (const text of splitLines(texts, maxLine)) {
    line += 1;
    if (text?.trim() === "") continue;
    isEmpty = false;
    const tooLong = `has more than ${maxLine} bytes (see --max-line)`;
    yield check(text === undefined ? new RegInputError(`line ${line}`, tooLong) : parseLine(text, line), line);
  }
  if (isEmpty) throw new CommandError("the file is empty: it has no item.", 2);
}

const asItIs = (item: unknown) => item;

/**
 * Splits at \n only: a JSON text may contain U+2028, at which node:readline splits as well. A line of more bytes than the
 * limit is undefined, and is not kept in memory.
 */
async function* splitLines(texts: AsyncIterable<string>, maxLine: number): AsyncGenerator<string | undefined> {
  let line = "";
  let bytes = 0;
  const add = (part: string) => {
    bytes += Buffer.byteLength(part);
    line = bytes > maxLine ? "" : line + part;
  };
  const take = () => {
    const taken = bytes > maxLine ? undefined : line;
    [line, bytes] = ["", 0];
    return taken;
  };
  for await (const text of texts) {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      add(text.slice(start, end));
      yield take();
      start = end + 1;
    }
    add(text.slice(start));
  }
  yield take();
}

function parseLine(text: string, line: number): unknown {
  if (hasUndecodable(text)) return new RegInputError(`line ${line}`, notDecoded);
  const { value, problem } = parseExactJson(text);
  // The license plate tells removeMissing that the file contains the vehicle.
  return problem === undefined
    ? value
    : Object.assign(new RegInputError(`line ${line}`, problem), { licensePlate: Object(value).licensePlate });
}

/**
 * Reads a file or standard input.
 *
 * @throws CommandError if not even its beginning can be read; an Error at the end of a file that was changed meanwhile:
 *   what was read may be parts of two exports, in which vehicles are missing
 */
export async function* readChunks(
  path: string | undefined,
  { input, interrupted }: Pick<Terminal, "input" | "interrupted">,
): AsyncGenerator<Uint8Array> {
  let hasBegun = false;
  try {
    const version = path && (await versionOf(path));
    for await (const chunk of path === undefined ? input : await openInput(path, interrupted)) {
      hasBegun = true;
      yield chunk;
    }
    if (path && (await versionOf(path)) !== version)
      throw new Error(`${path} was changed while it was read; write an export under another name, and rename it`);
  } catch (error) {
    throw hasBegun ? error : unreadable(path ?? "standard input", error);
  }
}

async function openInput(path: string, interrupted: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  if (!(await stat(path)).isFIFO()) return createReadStream(path);
  // The process could not end while a thread waits for the writer of a pipe. A signal makes this process the writer;
  // then a socket reads without a thread.
  interrupted.throwIfAborted();
  const unlisten = onAbort(interrupted, () => writeNothing(path));
  try {
    return new Socket({ fd: await promisify(open)(path, "r"), writable: false });
  } finally {
    unlisten();
  }
}

function writeNothing(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // Nobody waits for a writer.
  }
}

/** Changes when a file is written or replaced. Undefined for a pipe, which changes while it is read. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true });
  return found.isFile() ? [found.dev, found.ino, found.size, found.mtimeNs].join() : undefined;
}
