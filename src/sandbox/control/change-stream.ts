import type { ServerResponse } from "node:http";

/** The shortest time between two events, in ms: a busy program must not keep the page from being used. */
const pause = 250;

/** The longest time between two events, in ms: time alone changes what is due, and shows a lost connection. */
const longestPause = 15_000;

/** Tells pages that something has changed, as server-sent events; the pages then read what they show. */
export class ChangeStream {
  readonly #clients = new Set<ServerResponse>();
  readonly #describe: () => object;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #sentAt = 0;

  /** @param describe gives the data of an event */
  constructor(describe: () => object) {
    this.#describe = describe;
  }

  /** Keeps a response open and sends it an event now and after each change. */
  open(response: ServerResponse): void {
    this.#clients.add(response);
    response.once("close", () => this.#remove(response));
    response.write(this.#event());
    if (this.#timer === undefined) this.#wait(longestPause);
  }

  /** Sends an event: at once, or together with others a quarter of a second after the last one. */
  report(): void {
    if (this.#clients.size === 0 || this.#isDue) return;
    this.#isDue = true;
    this.#wait(Math.max(0, this.#sentAt + pause - performance.now()));
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), ms);
  }

  #send(): void {
    this.#isDue = false;
    this.#sentAt = performance.now();
    const event = this.#event();
    for (const client of this.#clients) client.write(event);
    this.#wait(longestPause);
  }

  #remove(response: ServerResponse): void {
    this.#clients.delete(response);
    if (this.#clients.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  #event(): string {
    return `event: change\ndata: ${JSON.stringify(this.#describe())}\n\n`;
  }
}
