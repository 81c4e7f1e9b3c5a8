import type { Random } from "../support/random.js";
import type { Deployment } from "./deployment.js";
import type { Process } from "./machine.js";
import type { Observations } from "./observations.js";
import type { Service } from "./service.js";
import type { Timeline } from "./timeline.js";

interface TokensParts {
  readonly deployment: Deployment;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly observations: Observations;
  readonly service: Service;
}

/** How long a request to the server that supplies tokens takes at most, and its response. In milliseconds. */
const longestWayMs = 60;

/** How long a call may wait for its token after its turn, in milliseconds; -1 if it has it at once. */
export const longestWaitFor = (token: Deployment["supplierToken"]): number =>
  token === undefined ? -1 : 2 * longestWayMs;

/** The tokens of the supplier, and the server that supplies its processes with them. */
export class SupplierTokens {
  readonly #parts: TokensParts;
  #lifetime: Deployment["supplierToken"];
  /** When each token expires that does, on the timeline. */
  readonly #expiries = new Map<string, number>();
  #current = "";
  /** When the server asks for another one, on the timeline. */
  #renewedAt = Number.POSITIVE_INFINITY;

  constructor(parts: TokensParts) {
    this.#parts = parts;
    this.#lifetime = parts.deployment.supplierToken;
  }

  /** From now on, tokens last. */
  endExpiry(): Promise<void> {
    this.#lifetime = undefined;
    return this.issue();
  }

  /** Gives the supplier a new token. */
  async issue(): Promise<void> {
    const { observations, service, timeline } = this.#parts;
    const { ms: expiresInMs, renewedAfter = Number.POSITIVE_INFINITY } = this.#lifetime ?? {};
    this.#current = await service.sandbox.supplier.token({ expiresInMs });
    this.#renewedAt = timeline.now + renewedAfter;
    // Its time is in whole seconds, rounded up.
    if (expiresInMs !== undefined) this.#expiries.set(this.#current, timeline.now + expiresInMs + 1000);
    observations.secrets.push(this.#current);
  }

  /** The token that the server supplies now. */
  async supply(): Promise<string> {
    if (this.#parts.timeline.now >= this.#renewedAt) await this.issue();
    return this.#current;
  }

  /** The `token` option of a process. One of a token that expires asks the server before each request. */
  openFor(process: Process): () => string | Promise<string> {
    if (this.#lifetime === undefined) return () => this.#current;
    const { random, timeline } = this.#parts;
    return () =>
      process.call<string>(({ resolve }) => {
        const delay = () => random.between(2, longestWayMs);
        timeline.after(delay(), async () => resolve(delay(), await this.supply()));
      });
  }

  /** Checks that a process sends no token that has expired. */
  checkUse(headers: RequestInit["headers"]): void {
    const { observations, timeline } = this.#parts;
    const token = new Headers(headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const expiresAt = this.#expiries.get(token) ?? Number.POSITIVE_INFINITY;
    // What a process takes for the time may be earlier, if its machine has slept.
    if (timeline.now >= expiresAt && !observations.hasFault("suspend"))
      observations.noteProblem(`a token was sent ${timeline.now - expiresAt} ms after it had expired`);
  }
}
