/** How many repetitions a client may make beside its calls. */
export interface RetryBudgetOptions {
  /** How many repetitions there may be before any call has earned one. Default 100. */
  readonly reserve?: number | undefined;
  /** How many repetitions each call earns, such as 0.2: one for every five calls. Default 0.2. */
  readonly ratio?: number | undefined;
}

/** The same with its defaults. */
export interface RetryBudgetSettings {
  readonly reserve: number;
  readonly ratio: number;
}

/**
 * Bounds the repetitions of a whole client: in an outage, when every call fails, each call is repeated `ratio`
 * times on average and not `retries` times, so that the clients do not hold down a service that wants to come back.
 */
export class RetryBudget {
  readonly #reserve: number;
  readonly #ratio: number;
  #balance: number;

  constructor({ reserve, ratio }: RetryBudgetSettings) {
    this.#reserve = reserve;
    this.#ratio = ratio;
    this.#balance = reserve;
  }

  /** A call has begun. */
  earn(): void {
    this.#balance = Math.min(this.#reserve, this.#balance + this.#ratio);
  }

  /** Takes one repetition, if there is one. */
  trySpend(): boolean {
    if (this.#balance < 1) return false;
    this.#balance -= 1;
    return true;
  }
}
