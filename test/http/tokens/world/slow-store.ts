import type { TokenStore } from "../../../../src/http/token-cache.js";
import { take } from "./pick.js";

interface Waiting {
  answer(): void;
  fail(): void;
}

/** A store that answers when told, in any order or never; a read gives what was there when it was asked. */
export class SlowStore implements TokenStore {
  held: string | undefined;
  readonly #waiting: Waiting[] = [];

  get(): Promise<string | undefined> {
    const value = this.held;
    return this.#slowly(() => value);
  }

  set(_key: string, value: string): Promise<void> {
    return this.#slowly(() => {
      this.held = value;
    });
  }

  delete(): Promise<void> {
    return this.#slowly(() => {
      this.held = undefined;
    });
  }

  answer(at: number): void {
    take(this.#waiting, at)?.answer();
  }

  fail(at: number): void {
    take(this.#waiting, at)?.fail();
  }

  #slowly<T>(task: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = () => resolve(task());
      this.#waiting.push({ answer, fail: () => reject(new Error("the store is down")) });
    });
  }
}
