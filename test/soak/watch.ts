import type { RegEvent } from "@reg/sdk";
import { listenersOf } from "./caller.js";
import { HeapSamples } from "./memory.js";

/** What is watched through the whole run, beside the calls themselves. */
export class Watch {
  readonly heap = new HeapSamples();
  readonly #shared: readonly AbortSignal[];
  readonly #warnings: string[] = [];
  readonly #unhandled: string[] = [];
  readonly #events = new Map<RegEvent["type"], number>();
  #mostListeners = 0;

  /** @param shared the signals that all calls of a client carry */
  constructor(shared: readonly AbortSignal[]) {
    this.#shared = shared;
    process.on("warning", ({ name, message }) => void this.#warnings.push(`${name}: ${message}`));
    process.on("unhandledRejection", (reason) => void this.#unhandled.push(String(reason)));
  }

  /** Counts an event of a client. */
  readonly on = ({ type }: RegEvent): void => {
    this.#events.set(type, this.events(type) + 1);
  };

  events(type: RegEvent["type"]): number {
    return this.#events.get(type) ?? 0;
  }

  look(): void {
    this.#mostListeners = Math.max(this.#mostListeners, this.listeners);
  }

  /** The most on any of the shared signals. */
  get listeners(): number {
    return Math.max(...this.#shared.map(listenersOf));
  }

  get mostListeners(): number {
    return this.#mostListeners;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  get unhandled(): readonly string[] {
    return this.#unhandled;
  }
}
