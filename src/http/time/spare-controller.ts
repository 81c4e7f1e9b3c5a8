type Listening = Parameters<AbortSignal["addEventListener"]>;

const { addEventListener, removeEventListener } = AbortSignal.prototype;

/**
 * A controller that can serve one attempt after the other, as long as none is aborted. The global fetch adds a listener
 * for each request, to be told once, and never takes it off, which costs a twentieth of a call on Node 20: those are
 * held back, and put on only when there is an abort.
 */
export class SpareController extends AbortController {
  #heldBack: Listening[] = [];
  /** How many attempts it has served. */
  uses = 0;
  /** Somebody listens on the signal itself, and may go on doing so. */
  isListenedTo = false;

  constructor() {
    super();
    const { signal } = this;
    Object.assign(signal, {
      addEventListener: (...listening: Listening) => {
        if (Object(listening[2]).once) this.#heldBack.push(listening);
        else this.#putOn(listening);
      },
      removeEventListener: (...listening: Listening) => {
        this.#heldBack = this.#heldBack.filter(([, listener]) => listener !== listening[1]);
        // Fetch takes its listener off when its request is collected, of a signal on which there is none.
        if (this.isListenedTo) removeEventListener.apply(signal, listening);
      },
    });
  }

  override abort(reason?: unknown): void {
    for (const listening of this.#heldBack) this.#putOn(listening);
    super.abort(reason);
  }

  /** The attempt that it served is over: who was to be told once is not told of what becomes of the next one. */
  forget(): void {
    this.uses += 1;
    this.#heldBack = [];
  }

  #putOn(listening: Listening): void {
    this.isListenedTo = true;
    addEventListener.apply(this.signal, listening);
  }
}
