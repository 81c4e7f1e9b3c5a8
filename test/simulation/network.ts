import type { Fetch } from "@reg/sdk";
import type { Random } from "../support/random.js";
import type { Process } from "./machine.js";
import type { Timeline } from "./timeline.js";

/** What goes wrong with one request. */
export const networkFaults = {
  refused: { before: () => broken("ECONNREFUSED", "connect") },
  "lost-request": { before: () => broken("ECONNRESET") },
  "lost-response": { after: () => broken("ECONNRESET") },
  "cut-response": { after: cut },
  // After its attempt has ended, but before its unit of the limit returns: no client can know of one that arrives later.
  "late-request": { requestDelay: 35_000 },
  "late-response": { responseDelay: 45_000 },
  "slow-response": { responseDelay: 8000 },
  "killed-before-response": { kills: true },
  "page-in-place": { before: () => page(200) },
  // The reference shows no response of a lessor's PUT, so that nobody could tell an empty one from it.
  "empty-in-place": { before: ({ url }) => (url.includes("/lessor/") ? page(200) : new Response(null)) },
  "redirect-to-login": { before: () => new Response(null, { status: 302, headers: { location: "/login" } }) },
  "not-found-by-gateway": { before: () => new Response("404 page not found\n", { status: 404, headers: plainText }) },
  "refused-by-gateway": { before: () => new Response(null, { status: 401 }) },
  "bad-gateway": { after: () => page(502) },
  "gateway-timeout": { after: () => page(504) },
  unavailable: { before: () => page(503) },
  "unavailable-for-a-time": { before: () => page(503, { "retry-after": "5" }) },
  "too-many": { before: () => new Response(null, { status: 429 }) },
  "too-many-for-a-time": { before: () => new Response(null, { status: 429, headers: { "retry-after": "7" } }) },
} as const satisfies Readonly<Record<string, NetworkFaultEffect>>;

export type NetworkFault = keyof typeof networkFaults;

interface NetworkFaultEffect {
  /** What the client gets; the request does not arrive. */
  readonly before?: (request: Request) => Response | Error;
  /** What the client gets in place of the response of the service, which has acted. */
  readonly after?: (response: Response) => Response | Error | Promise<Response | Error>;
  /** How long the request takes, in milliseconds. */
  readonly requestDelay?: number;
  /** How long the response takes, in milliseconds. */
  readonly responseDelay?: number;
  /** Whether the process is killed when the service has acted. */
  readonly kills?: boolean;
}

const plainText = { "content-type": "text/plain; charset=utf-8" };

/** An error as fetch rejects with if the connection fails. */
function broken(code: string, syscall = "read"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(`${syscall} ${code}`), { code, syscall }) });
}

function page(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response("<html><body>Maintenance</body></html>", {
    status,
    headers: { "content-type": "text/html", ...headers },
  });
}

/** A response whose connection fails in the middle of its body. */
async function cut(response: Response): Promise<Response | Error> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return broken("ECONNRESET");
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      controller.error(broken("ECONNRESET"));
    },
  });
  return new Response(body, response);
}

interface NetworkParts {
  readonly timeline: Timeline;
  readonly random: Random;
  /** By the number of the request. */
  readonly faults: ReadonlyMap<number, NetworkFault>;
  /** By the number of the request among those that may change something, which are few. */
  readonly changeFaults: ReadonlyMap<number, NetworkFault>;
  readonly onFault: (fault: NetworkFault, where: string) => void;
  /** Passes a request to the services. */
  readonly serve: (request: Request) => Promise<Response>;
}

/** The network between the processes and the services. */
export class Network {
  readonly #parts: NetworkParts;
  #requests = 0;
  #changes = 0;
  #fails = false;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  /** The fetch of a process. */
  openFor(process: Process): Fetch {
    return (url, init) => this.#send(process, url, init);
  }

  /** Loses every request that is sent from now on, for a time, without a word to anybody. */
  fail(ms: number): void {
    this.#fails = true;
    this.#parts.timeline.after(ms, () => {
      this.#fails = false;
    });
  }

  #send(process: Process, url: string, init: RequestInit): Promise<Response> {
    const { timeline, random, faults, changeFaults, onFault, serve } = this.#parts;
    return process.call<Response>(({ resolve, reject }) => {
      const { signal } = init;
      signal?.addEventListener("abort", () => reject(0, signal.reason), { once: true });
      if (this.#fails) return;
      const request = new Request(url, { ...init, signal: null });
      this.#requests += 1;
      const isChange = request.method !== "GET";
      if (isChange) this.#changes += 1;
      const name = faults.get(this.#requests) ?? (isChange ? changeFaults.get(this.#changes) : undefined);
      if (name !== undefined) onFault(name, `of ${process.machine.name}: ${request.method} ${new URL(url).pathname}`);
      const fault: NetworkFaultEffect = name === undefined ? {} : networkFaults[name];
      const settle = (result: Response | Error) => {
        const delay = fault.responseDelay ?? random.between(2, 60);
        if (result instanceof Error) reject(delay, result);
        else resolve(delay, result);
      };
      timeline.after(fault.requestDelay ?? random.between(2, 60), async () => {
        if (fault.before !== undefined) return settle(fault.before(request));
        const response = await serve(request);
        if (fault.kills) return process.machine.kill(process);
        settle((await fault.after?.(response)) ?? response);
      });
    });
  }
}
