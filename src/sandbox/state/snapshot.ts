import type { State } from "./state.js";

/**
 * What both services held at one moment. Nothing of it can be seen from outside: it holds the secrets of the
 * sandbox's clients.
 */
export class SandboxSnapshot {
  readonly #state: State;

  constructor(state: State) {
    this.#state = structuredClone(state);
  }

  /** The state of then, to go on from. */
  copy(): State {
    return structuredClone(this.#state);
  }
}
