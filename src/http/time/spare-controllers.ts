/** Fetch leaves listeners on a signal until they are collected, and adding one costs as much as there are already. */
const mostUses = 8;

/** How many are kept at most, in a pause after many calls at once. */
const mostKept = 64;

/** A controller that counts the attempts that it has served. */
class SpareController extends AbortController {
  uses = 0;
}

/**
 * The controllers with which attempts are aborted. Hardly any ever aborts, but each costs a twentieth of a call: one
 * that was not needed serves another attempt.
 */
export class SpareControllers {
  readonly #kept: SpareController[] = [];
  readonly #mostKept: number;

  /** @param reuse false: each attempt gets a new one, because whoever sends it may listen to its signal for longer */
  constructor(reuse: boolean) {
    this.#mostKept = reuse ? mostKept : 0;
  }

  take(): SpareController {
    return this.#kept.pop() ?? new SpareController();
  }

  /** Takes back one that has not aborted, and whose attempt is over. */
  giveBack(controller: SpareController): void {
    controller.uses += 1;
    if (controller.uses < mostUses && this.#kept.length < this.#mostKept) this.#kept.push(controller);
  }
}
