/**
 * The requests that are under way, so that the last of them can be waited for. An agent of undici's does not know them
 * all: it forgets those that wait for a new connection when the last of the old ones goes.
 */
export class UnderWay {
  readonly #requests = new Set<object>();
  #whenNone: (() => void)[] = [];

  add(request: object): void {
    this.#requests.add(request);
  }

  /** A request is over; what is over already may be given again. */
  remove(request: object): void {
    this.#requests.delete(request);
    if (this.#requests.size > 0) return;
    for (const resolve of this.#whenNone.splice(0)) resolve();
  }

  /** Resolves when there is none. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#requests.size === 0) resolve();
      else this.#whenNone.push(resolve);
    });
  }
}
