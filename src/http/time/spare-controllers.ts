import { SpareController } from "./spare-controller.js";

/**
 * Whoever wraps the global fetch may derive signals from ours, which gather on it until they are collected; those that
 * outlive their request are aborted if a later one is.
 */
const mostUses = 100;

/** How many are kept at most, in a pause after many calls at once. */
const mostKept = 64;

/**
 * The controllers with which attempts are aborted. Hardly any ever aborts, but each costs a twentieth of a call: one
 * that was not needed serves another attempt.
 */
export class SpareControllers {
  readonly #kept: SpareController[] = [];
  readonly #reuse: boolean;

  /** @param reuse false: each attempt gets a plain new one, because whoever sends it may listen for longer */
  constructor(reuse: boolean) {
    this.#reuse = reuse;
  }

  take(): AbortController {
    if (!this.#reuse) return new AbortController();
    return this.#kept.pop() ?? new SpareController();
  }

  /** Takes back one that has not aborted, and whose attempt is over. */
  giveBack(controller: AbortController): void {
    if (!(controller instanceof SpareController)) return;
    controller.forget();
    if (controller.uses < mostUses && this.#kept.length < mostKept) this.#kept.push(controller);
  }
}
