import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program in a process of its own: one of `programs/` on plain Node, or a TypeScript file. */
export class Child {
  readonly #process: ChildProcess;

  constructor(program: string | URL, ...args: string[]) {
    this.#process =
      program instanceof URL
        ? fork(fileURLToPath(program), args)
        : fork(pathOf(program), args, { execArgv: [] });
  }

  /** The next message that it sends. */
  async next(): Promise<unknown> {
    const [message]: unknown[] = await once(this.#process, "message");
    return message;
  }

  /** Sends a message, and gives the answer. */
  ask(message: object): Promise<unknown> {
    const answer = this.next();
    this.#process.send(message);
    return answer;
  }

  stop(): void {
    this.#process.kill();
  }
}

/** Where a program stands. */
export const pathOf = (program: string): string =>
  fileURLToPath(new URL(`./programs/${program}.mjs`, import.meta.url));

/** The number under a name in a message. */
export function numberIn(message: unknown, name: string): number {
  const value: unknown = Reflect.get(Object(message), name);
  if (typeof value !== "number") throw new Error(`the program sent no ${name}`);
  return value;
}

/** The text under a name in a message. */
export function textIn(message: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(message), name);
  if (typeof value !== "string") throw new Error(`the program sent no ${name}`);
  return value;
}
