/** How long somebody has to wait on a clock that stands, in real milliseconds, before it is told. */
const patience = 1000;

/** Tells, once, that a client waits on a clock that stands: the program would end without a word. */
export class Standstill {
  #told = false;

  /**
   * Watches over a wait of so many milliseconds by the clock, until the function that it returns is called. The
   * timer behind it keeps the program alive until it is told.
   */
  watch(delay: number): () => void {
    if (this.#told) return () => {};
    const timer = setTimeout(() => this.#tell(delay), patience);
    return () => clearTimeout(timer);
  }

  #tell(delay: number): void {
    if (this.#told) return;
    this.#told = true;
    process.emitWarning(
      `A client has to wait ${Math.ceil(delay)} ms by the sandbox's clock, which stands. Move it with ` +
        'clock.advance(), or make the sandbox with clock: "jumping".',
      { type: "SandboxWarning", code: "REG_SANDBOX_CLOCK_STANDS" },
    );
  }
}
