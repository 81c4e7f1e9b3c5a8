import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { messageOf, toPrintable } from "../base/text.js";
import { CommandError } from "./command.js";
import { withoutFullStop } from "./help.js";

interface OutputFileOptions {
  /** Its name in messages. Default: the report. */
  readonly name?: string;
  /** The permissions of a new file. Default: those of any new file. */
  readonly mode?: number;
  /** Whether the file of an earlier run is removed if the new one cannot be written. Default: it stays. */
  readonly removesEarlier?: boolean;
}

/**
 * A file that is replaced as a whole: it contains either all that this run writes, or what an earlier run has written.
 */
export class OutputFile {
  readonly #path: string;
  readonly #options: OutputFileOptions;

  constructor(path: string, options: OutputFileOptions = {}) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * Finds out before the run whether the file can be written.
   *
   * @throws CommandError with exit code 2 if it cannot
   */
  async check(): Promise<void> {
    await this.#attempt(2, async () => {
      const { temporary } = await this.#findTarget();
      if (temporary === undefined) return;
      await writeFile(temporary, "", this.#forNewFile);
      await rm(temporary);
    });
  }

  /**
   * Writes before the run what the file contains until `write` replaces it. Something else than a file, such as a pipe,
   * gets nothing.
   *
   * @throws CommandError with exit code 2 if it cannot be written
   */
  async begin(text: string): Promise<void> {
    const { temporary } = await this.#findTarget().catch(() => ({ temporary: "" }));
    if (temporary !== undefined) await this.write(text, 2);
  }

  /**
   * Replaces the file of an earlier run.
   *
   * @param exitCode the exit code of the error
   * @throws CommandError if it cannot be written
   */
  async write(text: string, exitCode: number): Promise<void> {
    await this.#attempt(exitCode, async () => {
      const { target, temporary } = await this.#findTarget();
      if (temporary === undefined) return writeFile(target, text);
      try {
        await writeFile(temporary, text, this.#forNewFile);
        await rename(temporary, target);
      } catch (error) {
        const unwanted = this.#options.removesEarlier ? [temporary, target] : [temporary];
        await Promise.allSettled(unwanted.map((path) => rm(path, { force: true })));
        throw error;
      }
    });
  }

  get #forNewFile() {
    return { flag: "wx", mode: this.#options.mode };
  }

  /** Finds the file behind a link, and a name next to it unless it is something else, such as a pipe. */
  async #findTarget(): Promise<{ target: string; temporary: string | undefined }> {
    const found = await stat(this.#path).catch(() => undefined);
    if (found?.isDirectory()) throw new Error("it is a folder");
    if (found !== undefined && !found.isFile()) return { target: this.#path, temporary: undefined };
    const target = found === undefined ? this.#path : await realpath(this.#path);
    return { target, temporary: `${target}.${randomUUID()}.tmp` };
  }

  async #attempt(exitCode: number, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      const { name = "the report" } = this.#options;
      throw new CommandError(`${name} cannot be written: ${withoutFullStop(toPrintable(messageOf(error)))}.`, exitCode);
    }
  }
}
