import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** How Node runs a program; by default as it runs this process, so that the program can be TypeScript. */
interface NodeOptions {
  /** The path of another Node. */
  readonly execPath?: string;
  readonly execArgv?: readonly string[];
}

/** A program in a process of its own, which exchanges messages with this one. */
export class Child {
  readonly #process: ChildProcess;

  constructor(program: URL, args: readonly string[], options: NodeOptions = {}) {
    this.#process = fork(fileURLToPath(program), args, {
      ...options,
      execArgv: options.execArgv && [...options.execArgv],
    });
  }

  /** Waits for the next message; rejects if the program ends without one. */
  async next<T>(): Promise<T> {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(this.#process, "exit", { signal }).then(([code]: unknown[]) => {
      throw new Error(`a program ended with ${code} before it sent a message`);
    });
    try {
      const [message] = await Promise.race([once(this.#process, "message", { signal }), ended]);
      return message;
    } finally {
      over.abort();
    }
  }

  /** Sends a message and waits for the reply. */
  ask<T>(message: object): Promise<T> {
    const reply = this.next<T>();
    this.#process.send(message);
    return reply;
  }

  stop(): void {
    this.#process.kill();
  }
}
