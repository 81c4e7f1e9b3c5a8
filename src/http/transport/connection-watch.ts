const connectError = "undici:client:connectError";

/** Absent in runtimes other than Node, where such failures count as sent. */
function channels() {
  try {
    return globalThis.process?.getBuiltinModule?.("node:diagnostics_channel");
  } catch {
    // On the edge of Next.js, this function throws.
    return undefined;
  }
}

/** Taken now, because fake timers replace it by one that waits until a test moves the time. */
const { setImmediate: inLaterTurn = (action: () => void) => action() } = globalThis;

/**
 * Observes the connections of undici and Node's fetch while requests of a client are sent, because the codes of their
 * errors alone do not say whether a request was sent.
 */
export class ConnectionWatch {
  readonly #failed = new WeakSet<object>();
  #requests = 0;
  #host = "";
  #isSubscribed = false;
  #isStopping = false;

  /** A request begins. */
  begin(url: string): void {
    this.#requests += 1;
    if (this.#requests === 1) this.#host = new URL(url).host;
    if (!this.#isSubscribed) channels()?.subscribe(connectError, this.#onFailure);
    this.#isSubscribed = true;
  }

  /** A request has ended. */
  end(): void {
    this.#requests -= 1;
    if (this.#requests > 0 || this.#isStopping) return;
    this.#isStopping = true;
    // Later, because the next request often begins at once: to subscribe takes a tenth of a call over undici.
    inLaterTurn(this.#stopUnlessBusy);
  }

  readonly #stopUnlessBusy = (): void => {
    this.#isStopping = false;
    if (this.#requests > 0) return;
    this.#isSubscribed = false;
    channels()?.unsubscribe(connectError, this.#onFailure);
  };

  /** Whether a request has failed before there was a connection, or a tunnel or a TLS session of a proxy. */
  hasFailed(error: unknown): boolean {
    try {
      const { cause } = Object(error);
      return [error, cause, Object(cause).cause].some((each) => this.#failed.has(each));
    } catch {
      // A getter of the error threw, or a proxy.
      return false;
    }
  }

  readonly #onFailure = (message: unknown): void => {
    const { error, connectParams } = message as { error: Error & { code?: string }; connectParams: { host: string } };
    this.#failed.add(error);
    // Without this code, which undici 8 sets, undici 7 itself connects again and again to a proxy that closes the
    // connection.
    if (error.code === "UND_ERR_SOCKET" && connectParams.host === this.#host) error.code = "UND_ERR_PRX_CONN";
  };
}
