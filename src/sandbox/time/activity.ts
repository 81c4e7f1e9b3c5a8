import { once } from "./once.js";

/** Real milliseconds without any activity after which a program is taken to do nothing but wait. */
const quiet = 2;

/** What goes on around a clock, for a clock that jumps when nothing does. */
export class Activity {
  readonly #onQuiet: (() => void) | undefined;
  #busy = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onQuiet is called once nothing has gone on for a while */
  constructor(onQuiet: (() => void) | undefined) {
    this.#onQuiet = onQuiet;
  }

  /** A request is worked on until the function that it returns is called. */
  begin(): () => void {
    this.#busy += 1;
    return once(() => {
      this.#busy -= 1;
      this.note();
    });
  }

  /** Nobody works on a request, although it has begun, until the function that it returns is called. */
  rest(): () => void {
    this.#busy -= 1;
    this.note();
    return once(() => {
      this.#busy += 1;
    });
  }

  /** Something has happened: the quiet begins anew. */
  note(): void {
    clearTimeout(this.#timer);
    if (this.#onQuiet !== undefined && this.#busy <= 0) this.#timer = setTimeout(this.#onQuiet, quiet);
  }
}
