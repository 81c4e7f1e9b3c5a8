import { RegAuthenticationError } from "../../../../src/errors/errors.js";
import type { CallCancellation } from "../../../../src/http/cancellation.js";

const reason = "aborted by the test";

/** What is seen of one call from outside. */
export class WatchedCall {
  refusals = 0;
  /** Its refusal may be the end of it. */
  hasNoReplay = false;
  readonly #cancellation: CallCancellation;
  readonly #begun: number;
  #attempts = 0;
  #onTheWire = false;
  #outcome: "pending" | "done" | { readonly error: unknown } = "pending";

  /** @param begun the turn in which it began */
  constructor(cancellation: CallCancellation, begun: number) {
    this.#cancellation = cancellation;
    this.#begun = begun;
  }

  follow(result: Promise<unknown>): void {
    result.then(
      () => {
        this.#outcome = "done";
      },
      (error: unknown) => {
        this.#outcome = { error };
      },
    );
  }

  abort(): void {
    this.#cancellation.abort(reason);
  }

  sent(): void {
    this.#attempts += 1;
    this.#onTheWire = true;
  }

  answered(): void {
    this.#onTheWire = false;
  }

  refused(): void {
    this.refusals += 1;
  }

  get isPending(): boolean {
    return this.#outcome === "pending";
  }

  /** It was aborted and goes on. The wire of this world does not heed a signal; everything else must. */
  get isDeaf(): boolean {
    return this.#cancellation.aborted && this.isPending && !this.#onTheWire;
  }

  /**
   * What is wrong with how it ended.
   *
   * @param lastFailure the turn in which a request for a token failed last
   */
  judge(lastFailure: number): string | undefined {
    const outcome = this.#outcome;
    if (outcome === "pending") return "a call hangs";
    if (this.#attempts > 2) return "a call was sent more than twice";
    if (outcome === "done") return undefined;
    if (outcome.error === reason)
      return this.#cancellation.aborted ? undefined : "a call ended by the abort of another";
    if (outcome.error instanceof RegAuthenticationError)
      return this.refusals === 2 || this.hasNoReplay ? undefined : "a call was given up without its replay";
    const explained = lastFailure >= this.#begun && String(outcome.error).includes("endpoint is down");
    return explained ? undefined : `a call failed: ${outcome.error}`;
  }
}
