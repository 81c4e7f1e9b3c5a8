import { onAbort } from "../../base/abort.js";
import { sleep } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import type { RegEvent } from "../../http/call/events.js";
import type { Fetch } from "../../http/call/options.js";
import type { ServiceFacts } from "./types.js";

/** The limits of a run. */
export interface ConnectionLimits {
  /** The least time between two requests in milliseconds. */
  readonly intervalMs: number;
  readonly maxRequests: number;
  /** Whether requests may change anything. */
  readonly mayWrite: boolean;
  /** Recognises the reads to which an adapter gives another method or path. Default: none. */
  readonly isMovedRead?: ((url: string, method: string | undefined) => boolean) | undefined;
}

/**
 * The way to the service: every request of a run passes through `fetch`, also those for tokens and retries, so that the
 * rate and the number of requests are kept whatever the client does. It measures what the report says of the service.
 */
export class Connection {
  readonly #send: Fetch;
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #latencies: number[] = [];
  readonly #rateLimitHeaders = new Set<string>();
  requests = 0;
  #extraRequests = 0;
  #turn = Number.NEGATIVE_INFINITY;
  #sentAt = 0;
  #clockSkewMs: number | undefined;
  /** The status of the latest response to a request for a token; undefined if there was none. */
  tokenStatus: number | undefined;

  constructor(send: Fetch, clock: Clock, limits: ConnectionLimits) {
    this.#send = send;
    this.#clock = clock;
    this.#limits = limits;
  }

  get remaining(): number {
    return this.#limits.maxRequests + this.#extraRequests - this.requests;
  }

  /** Allows so many requests in any case, because what the run creates must be deleted. */
  reserve(requests: number): void {
    this.#extraRequests += requests;
  }

  /** Sends a request as soon as the rate allows it. */
  readonly fetch: Fetch = async (url, init) => {
    const { mayWrite, isMovedRead } = this.#limits;
    if (!(mayWrite || isRead(url, init.method) || isMovedRead?.(url, init.method)))
      throw new Error("only reads are sent without --write");
    if (this.remaining <= 0) throw new Error("the run has sent as many requests as it may");
    this.requests += 1;
    await this.#waitForTurn(init.signal ?? undefined);
    this.#sentAt = this.#clock.monotonic();
    const response = await this.#send(url, init);
    if (isTokenRequest(url, init.method)) this.tokenStatus = response.status;
    this.#measure(response.headers);
    return response;
  };

  /** Measures the latency of each attempt. */
  readonly listen = (event: RegEvent): void => {
    if (event.type === "attempt-end" && event.status !== undefined)
      this.#latencies.push(this.#clock.monotonic() - this.#sentAt);
  };

  /** Describes the service as far as the run has shown it. */
  facts(): Omit<ServiceFacts, "tokenLifetimeMs"> {
    const sorted = this.#latencies.map(Math.round).sort((a, b) => a - b);
    const [median, maximum] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    return {
      ...(this.#clockSkewMs !== undefined && { clockSkewMs: this.#clockSkewMs }),
      ...(median !== undefined && maximum !== undefined && { latencyMs: { median, maximum } }),
      rateLimitHeaders: [...this.#rateLimitHeaders].sort(),
    };
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const now = this.#clock.monotonic();
    const turn = Math.max(now, this.#turn + this.#limits.intervalMs);
    this.#turn = turn;
    await sleep(this.#clock, turn - now, {
      aborted: signal?.aborted === true,
      reason: signal?.reason,
      listen: (onCancel) => onAbort(signal, onCancel),
    });
  }

  #measure(headers: Headers): void {
    // A date is cut to seconds and arrives late, both of which make it too small: the largest difference is the best.
    const skew = Date.parse(headers.get("date") ?? "") - this.#clock.now();
    if (!Number.isNaN(skew)) this.#clockSkewMs = Math.max(skew, this.#clockSkewMs ?? skew);
    for (const [name] of headers) if (rateLimitHeader.test(name)) this.#rateLimitHeaders.add(name);
  }
}

/** The usual names; any other name of the service could contain a value. */
export const rateLimitHeader = /^(retry-after|(x-)?rate-?limit(-(limit|remaining|reset|used|policy|resource))?)$/;

function isRead(url: string, method = "GET"): boolean {
  return method === "GET" || isTokenRequest(url, method);
}

function isTokenRequest(url: string, method: string | undefined): boolean {
  return method === "POST" && new URL(url).pathname.endsWith("/token");
}
