import { Refusal } from "../../core/problem.js";

/**
 * Where invoices are created: one caller at a time for each request, and who comes meanwhile gets 409
 * (supplier-api.md §7). A test can hold the caller who is in.
 */
export class InvoiceCounter {
  readonly #busy = new Set<string>();
  #gate: Promise<void> | undefined;

  /** Lets one caller do its work for a request; refuses another one that comes meanwhile. */
  async serve<T>(requestId: string, work: () => T): Promise<T> {
    if (this.#busy.has(requestId)) {
      throw new Refusal(409, "Somebody else is creating an invoice for this request.");
    }
    this.#busy.add(requestId);
    try {
      // Others get the chance to come meanwhile: a turn of the event loop, or as long as a test holds the gate.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#gate;
      return work();
    } finally {
      this.#busy.delete(requestId);
    }
  }

  /** Keeps whoever is in waiting until the function that it returns is called. */
  hold(): () => void {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#gate = gate;
    return () => {
      if (this.#gate === gate) this.#gate = undefined;
      release();
    };
  }
}
