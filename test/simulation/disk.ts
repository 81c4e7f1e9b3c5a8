import { constants } from "node:fs";
import { crc32 } from "node:zlib";
import type { Random } from "../support/random.js";
import type { Process } from "./machine.js";

interface StoredFile {
  readonly ino: number;
  bytes: Buffer;
}

/** A file that a process has opened. */
interface OpenFile {
  readonly process: Process;
  readonly file: StoredFile;
}

interface DiskParts {
  readonly random: Random;
  /** The numbers of the writes for which there is no space. */
  readonly full: { readonly from: number; readonly to: number };
  /** Called when there is no space for a write. */
  readonly onFull: () => void;
}

/**
 * A disk in memory, in place of Node's modules for files. It has what a state uses. Every process sees the same files
 * below a path of its own, which shows who makes a call. What was written stays when a process is killed; of a write
 * during which it is killed, any part may be there.
 */
export class Disk {
  readonly #parts: DiskParts;
  readonly #files = new Map<string, StoredFile>();
  readonly #processes: Process[] = [];
  readonly #open: OpenFile[] = [];
  #inodes = 0;
  #writes = 0;
  #isFree = false;

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  /** The path of a file as a process sees it. */
  pathFor(process: Process, name: string): string {
    if (!this.#processes.includes(process)) this.#processes.push(process);
    return `/${this.#processes.indexOf(process)}/${name}`;
  }

  /** From now on, there is space. */
  free(): void {
    this.#isFree = true;
  }

  /** Adds so much to the files of states that no longer counts that they are rewritten. */
  enlargeFiles(): void {
    // A line that was not written completely stays the last one.
    for (const [name, file] of this.#files)
      if (name.endsWith(".state") && file.bytes.at(-1) === newline)
        file.bytes = Buffer.concat([file.bytes, ...outdatedLines]);
  }

  /** The content of a file. */
  textOf(name: string): string {
    return this.#files.get(name)?.bytes.toString() ?? "";
  }

  /** Gives this disk to everything that asks for Node's modules for files. Returns what ends that. */
  install(): () => void {
    const { process } = globalThis;
    const original = process.getBuiltinModule;
    const modules: Readonly<Record<string, unknown>> = {
      "node:fs": { constants, writeSync: this.#writeSync.bind(this) },
      "node:fs/promises": this.#promises(),
    };
    const replacement = (name: string): unknown => modules[name] ?? original(name);
    process.getBuiltinModule = replacement as typeof original;
    return () => {
      process.getBuiltinModule = original;
    };
  }

  #promises() {
    const call = <Result>(path: string, act: (name: string, process: Process) => Result): Promise<Result> => {
      const [, index = "", name = ""] = path.split("/");
      const process = this.#processes[Number(index)];
      if (process === undefined) throw new Error(`no process has the path ${path}`);
      return callOf(process, () => act(name, process));
    };
    return {
      open: (path: string, flags: string | number) =>
        call(path, (name, process) => this.#openFile({ process, file: this.#create(name, flags) })),
      readFile: (path: string) => call(path, (name) => this.#find(name).bytes.toString()),
      realpath: async (path: string) => path,
      stat: (path: string) => call(path, (name) => ({ ino: this.#find(name).ino })),
      rename: (path: string, to: string) =>
        call(path, (name) => {
          this.#files.set(to.split("/")[2] ?? "", this.#find(name));
          this.#files.delete(name);
        }),
      truncate: (path: string, size: number) =>
        call(path, (name) => {
          const file = this.#find(name);
          file.bytes = file.bytes.subarray(0, size);
        }),
      rm: (path: string) => call(path, (name) => void this.#files.delete(this.#find(name) && name)),
    };
  }

  #openFile(opened: OpenFile) {
    const { process, file } = opened;
    return {
      fd: this.#open.push(opened) - 1,
      read: (target: Buffer, offset: number, length: number, position: number) =>
        callOf(process, () => ({ bytesRead: file.bytes.copy(target, offset, position, position + length) })),
      write: async (text: string, position: number) => {
        this.#write(opened, Buffer.from(text), position);
        return callOf(process, () => {});
      },
      appendFile: async (text: string) => {
        this.#write(opened, Buffer.from(text), file.bytes.length);
        return callOf(process, () => {});
      },
      stat: () => callOf(process, () => ({ ino: file.ino })),
      datasync: () => callOf(process, () => {}),
      close: () => callOf(process, () => {}),
    };
  }

  #find(name: string): StoredFile {
    const file = this.#files.get(name);
    if (file === undefined) throw errorOf("ENOENT", "no such file or directory");
    return file;
  }

  #create(name: string, flags: string | number): StoredFile {
    const found = this.#files.get(name);
    if (found !== undefined && (flags === "wx" || (typeof flags === "number" && flags & constants.O_EXCL)))
      throw errorOf("EEXIST", "file already exists");
    if (found !== undefined) return found;
    this.#inodes += 1;
    const file = { ino: this.#inodes, bytes: Buffer.alloc(0) };
    this.#files.set(name, file);
    return file;
  }

  #writeSync(fd: number, bytes: Buffer, offset = 0): number {
    const opened = this.#open[fd];
    if (opened === undefined) throw errorOf("EBADF", "bad file descriptor");
    return this.#write(opened, bytes.subarray(offset), opened.file.bytes.length);
  }

  /** Writes what there is space for. A process that is killed meanwhile makes no further call that returns. */
  #write({ process, file }: OpenFile, bytes: Buffer, position: number): number {
    if (!process.isAlive) return bytes.length;
    const isKilled = !process.machine.call(process);
    this.#writes += 1;
    const { random, full, onFull } = this.#parts;
    const grows = position + bytes.length > file.bytes.length;
    const isFull = !this.#isFree && grows && this.#writes >= full.from && this.#writes < full.to;
    const written = bytes.subarray(0, isKilled || isFull ? random.between(0, bytes.length - 1) : bytes.length);
    const end = position + written.length;
    file.bytes = Buffer.concat([file.bytes.subarray(0, position), written, file.bytes.subarray(end)]);
    if (isKilled || !isFull) return bytes.length;
    onFull();
    throw errorOf("ENOSPC", "no space left on device");
  }
}

function callOf<Result>(process: Process, act: () => Result): Promise<Result> {
  return process.call(({ resolve, reject }) => {
    try {
      resolve(0, act());
    } catch (error) {
      reject(0, error);
    }
  });
}

const newline = 10;

/** An entry that takes more than a megabyte, and was deleted. */
const outdatedLines = [["earlier", "x".repeat(1_100_000)], ["earlier"]].map((entry) => {
  const json = JSON.stringify(entry);
  return Buffer.from(`${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
});

const errorOf = (code: string, problem: string) => Object.assign(new Error(`${code}: ${problem}`), { code });
