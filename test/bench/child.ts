import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A file of plain JavaScript, and the Node that runs it; by default the Node of this process. */
export interface PlainProgram {
  readonly file: URL;
  readonly node?: string | undefined;
  /** Options for Node itself. */
  readonly flags?: readonly string[];
}

/** A program in a separate process: one of `programs/` or another on plain Node, or a TypeScript file. */
export class Child {
  readonly #process: ChildProcess;

  constructor(program: string | URL | PlainProgram, ...args: string[]) {
    this.#process = start(program, args);
  }

  /** Waits for the next message; rejects if the program ends without one. */
  async next(): Promise<unknown> {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(this.#process, "exit", { signal }).then(([code]: unknown[]) => {
      throw new Error(`a program ended with ${code} before it sent a message`);
    });
    try {
      const [message]: unknown[] = await Promise.race([once(this.#process, "message", { signal }), ended]);
      return message;
    } finally {
      over.abort();
    }
  }

  /** Sends a message and waits for the reply. */
  ask(message: object): Promise<unknown> {
    const reply = this.next();
    this.#process.send(message);
    return reply;
  }

  stop(): void {
    this.#process.kill();
  }
}

function start(program: string | URL | PlainProgram, args: string[]): ChildProcess {
  if (program instanceof URL) return fork(fileURLToPath(program), args);
  if (typeof program === "string") return fork(pathOf(program), args, { execArgv: [] });
  const { file, node = process.execPath, flags = [] } = program;
  return fork(fileURLToPath(file), args, { execArgv: [...flags], execPath: node });
}

/** Returns the path of a program. */
export const pathOf = (program: string): string =>
  fileURLToPath(new URL(`./programs/${program}.mjs`, import.meta.url));

/** Reads a number from a message. */
export function numberIn(message: unknown, name: string): number {
  const value: unknown = Reflect.get(Object(message), name);
  if (typeof value !== "number") throw new Error(`the program sent no ${name}`);
  return value;
}

/** Reads a text from a message. */
export function textIn(message: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(message), name);
  if (typeof value !== "string") throw new Error(`the program sent no ${name}`);
  return value;
}
