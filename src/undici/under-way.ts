/**
 * Counts the requests that are under way, so that the last of them can be waited for. An agent of undici's does not know
 * them all: it forgets those that wait for a new connection when the last of the old ones goes.
 */
export class UnderWay {
  #count = 0;
  #whenNone: (() => void)[] = [];

  begin(): void {
    this.#count += 1;
  }

  /** Must be called once for each request that has begun. */
  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#whenNone.splice(0)) resolve();
  }

  /** Resolves when there is none. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#whenNone.push(resolve);
    });
  }
}
