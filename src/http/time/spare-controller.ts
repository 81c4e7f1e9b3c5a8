type Listening = Parameters<AbortSignal["addEventListener"]>;

const { addEventListener, removeEventListener } = AbortSignal.prototype;

/**
 * A controller that can serve one attempt after the other, as long as none is aborted. The global fetch adds a listener
 * for each request, to be told once, and never takes it off, which costs a twentieth of a call on Node 20: those are
 * held back, and put on only when there is an abort.
 */
export class SpareController extends AbortController {
  #heldBack: Listening[] = [];
  /** How many attempts it has served; no end of them if listeners were put on, who may go on listening. */
  uses = 0;

  constructor() {
    super();
    const { signal } = this;
    Object.assign(signal, {
      addEventListener: (...listening: Listening) => {
        if (Object(listening[2]).once) return void this.#heldBack.push(listening);
        this.uses = Number.POSITIVE_INFINITY;
        addEventListener.apply(signal, listening);
      },
      removeEventListener: (...listening: Listening) => {
        const rest = this.#heldBack.filter(([, listener]) => listener !== listening[1]);
        const wasHeldBack = rest.length < this.#heldBack.length;
        this.#heldBack = rest;
        // The usual case ends here: who was only held back was never put on, and to look for them takes its time.
        if (!wasHeldBack || this.uses === Number.POSITIVE_INFINITY)
          removeEventListener.apply(signal, listening);
      },
    });
  }

  override abort(reason?: unknown): void {
    this.uses = Number.POSITIVE_INFINITY;
    for (const listening of this.#heldBack) addEventListener.apply(this.signal, listening);
    super.abort(reason);
  }

  /** The attempt that it served is over: who was to be told once is not told of what becomes of the next one. */
  forget(): void {
    this.uses += 1;
    this.#heldBack = [];
  }
}
