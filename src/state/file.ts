import type { FileHandle } from "node:fs/promises";
import { isObject } from "../base/json.js";
import { nextTurn } from "../base/next-turn.js";
import { RegStateError } from "../errors/errors.js";
import { builtin } from "./builtin.js";
import type { ListedEntry, LockRecord, StateEntries, StateFormat, StateKind, StateOwner } from "./entries.js";

/** The first line of the file, as JSON. */
type Header = Readonly<Record<string, string | number>>;

/** What is known of a key. */
interface Entry {
  /** Undefined if the state has no entry. */
  readonly text: string | undefined;
  readonly isNoted: boolean;
}

/**
 * Keeps entries, each as one text with a mark before it: an object for each, or a set with the keys that were noted,
 * takes 40 bytes more.
 */
class EntryMap {
  readonly #entries = new Map<string, string>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Entry {
    return parseEntry(this.#entries.get(key));
  }

  set(key: string, { text = "", isNoted }: Entry): void {
    // V8 would keep both parts of a text that was put together.
    this.#entries.set(key, Buffer.from((isNoted ? noted : notNoted) + text).toString());
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  *[Symbol.iterator](): Generator<readonly [key: string, entry: Entry]> {
    for (const [key, entry] of this.#entries) yield [key, parseEntry(entry)];
  }
}

const noted = "+";
const notNoted = "-";

function parseEntry(entry = notNoted): Entry {
  return { text: entry.slice(1) || undefined, isNoted: entry.startsWith(noted) };
}

/** How much of the file is read at once, in bytes. */
const chunkSize = 1024 * 1024;

/** The file is rewritten if its outdated lines take more characters than this, and more than all others. */
const fewOutdatedCharacters = 1024 * 1024;

/** The characters of a line beside its key and its text. */
const lineOverhead = 16;

/**
 * Keeps a state in one file to which each change is appended, so that a killed process leaves a usable file. A line is
 * the checksum of the rest and an array as JSON: the key and its text, or the key alone if the entry was deleted. The
 * last line of a key counts. A last line that was not written completely is ignored
 * and overwritten; anything else that is unreadable is reported, and the file stays as it is.
 */
export class StateFile implements StateEntries {
  readonly lock: LockRecord;
  readonly #path: string;
  readonly #format: StateFormat;
  readonly #owner: StateOwner;
  readonly #isReadOnly: boolean;
  readonly #entries = new EntryMap();
  #handle: FileHandle | undefined;
  /** The length of the readable part of the file when it was opened, in bytes. */
  #size = 0;
  /** The lines that were read. */
  #lines = 0;
  /** The characters of the lines that count, and of those that no longer do. */
  readonly #characters = { current: 0, outdated: 0 };
  #failure: { readonly error: unknown } | undefined;

  constructor(path: string, { format, owner, isReadOnly }: Omit<StateKind, "clock">) {
    this.#path = path;
    this.#format = format;
    this.#owner = owner;
    this.#isReadOnly = isReadOnly;
    this.lock = lockFile(`${path}.lock`);
  }

  async open(assertHeld?: () => Promise<void>): Promise<void> {
    try {
      this.#handle = await this.#openFile();
      const isCutOff = this.#handle !== undefined && (await this.#read(this.#handle));
      if (!this.#isReadOnly) await this.#prepare({ isCutOff, assertHeld });
    } catch (error) {
      await this.#handle?.close().catch(() => {});
      throw error;
    }
  }

  async #openFile(): Promise<FileHandle | undefined> {
    const { open } = builtin("node:fs/promises");
    // A run that lost its lock may write once more: an appended line does not overwrite those of another run. Only the
    // owner may read the file, because it contains license plates.
    if (!this.#isReadOnly) return open(this.#path, "a+", 0o600);
    try {
      return await open(this.#path, "r");
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  /** This process may have stood still since it has read the file, and another run may have written it. */
  async #prepare({ isCutOff, assertHeld }: { isCutOff: boolean; assertHeld: (() => Promise<void>) | undefined }) {
    if (isCutOff) {
      await assertHeld?.();
      // By the path, because Windows does not truncate a file that was opened for appending.
      await builtin("node:fs/promises").truncate(this.#path, this.#size);
    }
    if (this.#size === 0) {
      await assertHeld?.();
      this.#append(this.#header());
    }
    await this.tidy(assertHeld);
  }

  async tidy(assertHeld?: () => Promise<void>): Promise<void> {
    const { current, outdated } = this.#characters;
    if (outdated > Math.max(fewOutdatedCharacters, current)) await this.#rewrite(assertHeld);
  }

  get(key: string): string | undefined {
    return this.#entries.get(key).text;
  }

  note(key: string): boolean {
    const { text, isNoted } = this.#entries.get(key);
    if (!isNoted) this.#entries.set(key, { text, isNoted: true });
    return !isNoted;
  }

  async set(key: string, text: string): Promise<void> {
    this.#append([key, text]);
    this.#change(key, text);
  }

  async delete(key: string): Promise<void> {
    this.#append([key]);
    this.#change(key, undefined);
  }

  #change(key: string, text: string | undefined): void {
    const { text: before, isNoted } = this.#entries.get(key);
    const sizeOf = (content = "") => lineOverhead + key.length + content.length;
    const replaced = before === undefined ? 0 : sizeOf(before);
    this.#characters.current += (text === undefined ? 0 : sizeOf(text)) - replaced;
    this.#characters.outdated += replaced + (text === undefined ? sizeOf() : 0);
    if (text === undefined && !isNoted) this.#entries.delete(key);
    else this.#entries.set(key, { text, isNoted });
  }

  async *list(): AsyncGenerator<ListedEntry> {
    let listed = 0;
    for (const [key, { text, isNoted }] of this.#entries) {
      yield { key, text, isNoted };
      listed += 1;
      // Other tasks get a turn: a run must change its lock every second.
      if (listed % 10_000 === 0) await nextTurn();
    }
  }

  async close(): Promise<void> {
    try {
      if (this.#isReadOnly || this.#handle === undefined) return;
      await this.#handle.datasync();
      const [written, found] = [await this.#handle.stat(), await builtin("node:fs/promises").stat(this.#path)];
      // Without the device, because some versions of Node give a path and an open file different ones on Windows.
      if (written.ino !== found.ino) throw new Error("the file was replaced during the run");
    } finally {
      await this.#handle?.close();
    }
  }

  /**
   * Appends a line, without a promise: the system takes the line in a few microseconds, and waiting for another thread
   * would delay every request. After a failure all other lines fail in the same way, because a part of a line may have
   * been written.
   */
  #append(content: Header | readonly string[]): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#handle === undefined) throw new Error("the file is not open");
    const bytes = Buffer.from(lineOf(content));
    try {
      for (let written = 0; written < bytes.length; )
        written += builtin("node:fs").writeSync(this.#handle.fd, bytes, written);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #header(): Header {
    return { format: `${this.#format.name}-state`, version: this.#format.version, ...this.#owner };
  }

  /**
   * Reads all lines. Returns whether the last one is not complete.
   *
   * @throws RegStateError if the file is not a state, belongs to another owner, or is damaged
   */
  async #read(handle: FileHandle): Promise<boolean> {
    const chunk = Buffer.allocUnsafe(chunkSize);
    let rest: Buffer = Buffer.alloc(0);
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunkSize, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      rest = this.#readLines(Buffer.concat([rest, chunk.subarray(0, bytesRead)]));
      // Another file may be one endless line.
      if (this.#lines === 0 && rest.length > chunkSize) break;
    }
    if (this.#lines === 0 && !lineOf(this.#header()).startsWith(rest.toString())) throw this.#notAState();
    return rest.length > 0;
  }

  #readLines(bytes: Buffer): Buffer {
    let start = 0;
    for (let end = bytes.indexOf("\n"); end >= 0; end = bytes.indexOf("\n", start)) {
      this.#lines += 1;
      this.#readLine(bytes.subarray(start, end));
      this.#size += end + 1 - start;
      start = end + 1;
    }
    return bytes.subarray(start);
  }

  #readLine(line: Buffer): void {
    const content = parseLine(line);
    if (this.#lines === 1) {
      this.#checkHeader(content);
      return;
    }
    const [key, text] = Array.isArray(content) ? content : [];
    if (typeof key !== "string")
      throw this.#error("damaged", `is damaged in line ${this.#lines}; restore a copy of it, or delete it`);
    this.#change(key, typeof text === "string" ? text : undefined);
  }

  #checkHeader(content: unknown): void {
    if (!isObject(content) || content["format"] !== this.#header()["format"]) throw this.#notAState();
    if (content["version"] !== this.#format.version)
      throw this.#error("version", "was written by another version of the package; use that one, or delete it");
    // Without an owner, only to list what the file contains.
    if (Object.keys(this.#owner).length === 0) return;
    const header = this.#header();
    for (const field of Object.keys({ ...content, ...header }))
      if (content[field] !== header[field])
        throw this.#error("version", `belongs to another ${field}; use one file for each, or delete it`);
  }

  #notAState(): RegStateError {
    return this.#error("damaged", "is not a state; give the path of another file");
  }

  #error(reason: "damaged" | "version", problem: string): RegStateError {
    const advice = problem.endsWith("delete it") ? ` to ${this.#format.startingOver}` : "";
    return new RegStateError(`the state ${this.#path} ${problem}${advice}. It was not changed`, { reason });
  }

  /** Replaces the file by one without outdated lines. If that fails, for example on a full disk, the old one stays. */
  async #rewrite(assertHeld?: () => Promise<void>): Promise<void> {
    const { rename, rm } = builtin("node:fs/promises");
    const path = `${this.#path}.new`;
    try {
      await this.#copyTo(path);
      await assertHeld?.();
      // Windows does not replace a file that is open.
      await this.#handle?.close();
      this.#handle = undefined;
      await rename(path, this.#path);
      this.#characters.outdated = 0;
    } catch {
      // Also the copy of a run that was killed or stands still: the next rewrite begins anew.
      await rm(path).catch(() => {});
    }
    this.#handle ??= await this.#openFile();
  }

  async #copyTo(path: string): Promise<void> {
    const file = await builtin("node:fs/promises").open(path, "wx", 0o600);
    try {
      for (const text of this.#chunks()) await file.appendFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  *#chunks(): Generator<string> {
    let text = lineOf(this.#header());
    for (const [key, entry] of this.#entries) {
      if (entry.text !== undefined) text += lineOf([key, entry.text]);
      if (text.length < chunkSize) continue;
      yield text;
      text = "";
    }
    yield text;
  }
}

/** Resolves symbolic links, also if the file does not exist yet. */
export async function resolveLinks(path: string): Promise<string> {
  const { readlink, realpath } = builtin("node:fs/promises");
  const { basename, dirname, join, resolve } = builtin("node:path");
  try {
    return await realpath(path);
  } catch (error) {
    // Links in a circle, for example: opening the file says what is wrong.
    if (!hasCode(error, "ENOENT")) return path;
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    const target = await readlink(path).catch(() => undefined);
    return target === undefined ? join(folder, basename(path)) : resolveLinks(resolve(folder, target));
  }
}

/** Writes a line: eight hexadecimal digits of the checksum, a space, and the JSON. */
function lineOf(content: Header | readonly string[]): string {
  const json = JSON.stringify(content);
  return `${checksum(json)} ${json}\n`;
}

/** Returns undefined for a line whose checksum is wrong. */
function parseLine(line: Buffer): unknown {
  const json = line.subarray(9);
  if (line.toString("latin1", 0, 9) !== `${checksum(json)} `) return undefined;
  return JSON.parse(json.toString());
}

function checksum(data: string | Buffer): string {
  return builtin("node:zlib").crc32(data).toString(16).padStart(8, "0");
}

/**
 * Keeps a lock in a separate file. The file is overwritten in place, because on a full disk a new text could not be
 * written.
 */
function lockFile(path: string): LockRecord {
  const fs = () => builtin("node:fs/promises");
  const write = async (text: string, flags: number) => {
    const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = builtin("node:fs").constants;
    // Through a link, another file would be overwritten.
    const file = await fs().open(path, O_RDWR | O_CREAT | O_NOFOLLOW | flags, 0o600);
    try {
      await file.write(text.padEnd(lockLength), 0);
    } finally {
      await file.close();
    }
  };
  return {
    async read() {
      try {
        return await fs().readFile(path, "utf8");
      } catch (error) {
        if (hasCode(error, "ENOENT")) return undefined;
        throw error;
      }
    },
    write: (text) => write(text, 0),
    async create(text) {
      try {
        await write(text, builtin("node:fs").constants.O_EXCL);
        return true;
      } catch (error) {
        if (hasCode(error, "EEXIST")) return false;
        throw error;
      }
    },
    delete: () => fs().rm(path),
  };
}

/** The length of the text of a lock: a UUID and a number. */
const lockLength = 60;

function hasCode(error: unknown, code: string): boolean {
  return Object(error).code === code;
}
