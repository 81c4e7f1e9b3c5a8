import type { Fetch, RegEvent } from "@reg/sdk";

/** What a client reports, and sends with. */
interface ClientParts {
  readonly fetch: Fetch;
  readonly on: (event: RegEvent) => void;
}

/** Compares what the errors of calls say of their outcome with what the service has done. */
export class Outcomes {
  #clients = 0;
  /** The calls of which the service has confirmed a change. */
  readonly #changed = new Set<string>();
  /** The names of the operations whose error says that nothing was changed, by their call. */
  readonly #denied = new Map<string, string>();

  /** Returns the options of a client whose calls are compared. */
  observe({ fetch, on }: ClientParts): ClientParts {
    this.#clients += 1;
    const client = this.#clients;
    let current = "";
    return {
      on: (event) => {
        const call = `${client} ${event.callId}`;
        if (event.type === "attempt") current = call;
        // That a token was created is of no interest to the caller.
        const isChange = event.method !== "GET" && event.operationId !== "token.create";
        if (isChange && event.type === "error" && event.error.outcome !== "unknown")
          this.#denied.set(call, event.operationId);
        on(event);
      },
      // The event of an attempt comes immediately before.
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), mark: current } }),
    };
  }

  /** Notes what the service has done with a request. */
  noteResponse(request: Request, { ok }: Response): void {
    const call = request.headers.get("mark");
    if (ok && call !== null && request.method !== "GET") this.#changed.add(call);
  }

  /** The operations that have changed something although their error says otherwise. */
  findDenied(): string[] {
    return [...this.#denied].flatMap(([call, operation]) => (this.#changed.has(call) ? [operation] : []));
  }
}
