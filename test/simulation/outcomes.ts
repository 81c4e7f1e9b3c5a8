import type { Fetch, RegEvent } from "@reg/sdk";

/** What a client reports, and sends with. */
interface ClientParts {
  readonly fetch: Fetch;
  readonly on: (event: RegEvent) => void;
}

/** An attempt that is reported, and whose request is not sent yet. */
interface Reported extends Pick<RegEvent, "method" | "urlTemplate"> {
  readonly call: string;
}

/** Compares what the errors of calls say of their outcome with what the service has done. */
export class Outcomes {
  #clients = 0;
  /** The calls of which the service has confirmed a change. */
  readonly #changed = new Set<string>();
  /** The names of the operations whose error says that nothing was changed, by their call. */
  readonly #denied = new Map<string, string>();

  /** Returns the options of a client whose calls are compared: its requests have a mark. */
  observe({ fetch, on }: ClientParts): ClientParts {
    this.#clients += 1;
    const client = this.#clients;
    const reported: Reported[] = [];
    const take = (isWanted: (attempt: Reported) => boolean) => {
      const index = reported.findIndex(isWanted);
      return index < 0 ? undefined : reported.splice(index, 1)[0];
    };
    return {
      on: (event) => {
        const { type, method, urlTemplate, operationId } = event;
        const call = `${client} ${event.callId}`;
        if (type === "attempt") reported.push({ call, method, urlTemplate });
        if (type === "attempt-end") take((attempt) => attempt.call === call);
        // That a token was created is of no interest to the caller.
        const isChange = method !== "GET" && operationId !== "token.create";
        if (isChange && type === "error" && event.error.outcome !== "unknown") this.#denied.set(call, operationId);
        on(event);
      },
      fetch: (url, init) => {
        const { pathname } = new URL(url);
        // Calls of the same operation are sent in the order in which they are reported.
        const sent = take(({ method, urlTemplate }) => method === init.method && isPathOf(urlTemplate, pathname));
        return fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), mark: sent?.call ?? "" },
        });
      },
    };
  }

  /** Notes what the service has done with a request. */
  noteResponse(request: Request, { ok }: Response): void {
    const call = request.headers.get("mark");
    if (ok && call && request.method !== "GET") this.#changed.add(call);
  }

  /** The operations that have changed something although their error says otherwise. */
  findDenied(): string[] {
    return [...this.#denied].flatMap(([call, operation]) => (this.#changed.has(call) ? [operation] : []));
  }
}

function isPathOf(template: string, pathname: string): boolean {
  const parts = template.split("/").reverse();
  const own = pathname.split("/").reverse();
  return parts.every((part, index) => part.startsWith("{") || part === "" || part === own[index]);
}
