import type { SandboxClock } from "./common/clock.js";
import type { Fault, FaultHandle } from "./faults/fault.js";
import type { Seed } from "./scenarios.js";
import type { SandboxFetch } from "./server/fetch.js";
import type { Journal } from "./server/journal/journal.js";
import type { ListenOptions, SandboxServer } from "./server/listen.js";
import type { SandboxLessor } from "./service/lessor/lessor-api.js";
import type { SandboxSnapshot } from "./service/state/state.js";
import type { SandboxSupplier } from "./service/supplier/supplier-api.js";

/** A stateful simulation of both services. */
export interface Sandbox {
  /** Responds in process: the `fetch` option of a client. For msw, see `createMswHandlers` of `@reg/sdk/msw`. */
  readonly fetch: SandboxFetch;
  /**
   * Serves on 127.0.0.1, by default on any free port. The process stays alive until `server.close()`.
   *
   * @throws RegInputError for an invalid port; and the system's error for a port that is not available
   */
  listen(options?: ListenOptions): Promise<SandboxServer>;
  /** The connection data of a supplier, with control of its tokens. */
  readonly supplier: SandboxSupplier;
  /** The connection data of a lessor's client, and the lessor as a person who decides on requests. */
  readonly lessor: SandboxLessor;
  /** The one clock, for tokens, rate limit, timestamps and archiving. */
  readonly clock: SandboxClock;
  /** The redacted record of all requests, with assertions for tests. */
  readonly journal: Journal;
  /**
   * Plans a fault.
   *
   * @throws RegInputError that names the invalid field
   */
  fail(fault: Fault): FaultHandle;
  /**
   * Makes every creation of an invoice wait until the returned function is called. If there are several holds, all of
   * them must be released. A reset releases them; `restore` does not.
   */
  holdInvoices(): () => void;
  /**
   * Saves the state of both services: requests, vehicles, contracts, service levels, tokens and the generators of ids.
   * The clock, the journal, faults, limits, holds and the lessor's policy are not part of it.
   */
  snapshot(): SandboxSnapshot;
  /**
   * Returns to a snapshot, any number of times. The snapshot can be from another sandbox with the same seed. Requests
   * in flight end as if their connection were reset.
   *
   * @throws RegInputError for a value that is not a snapshot
   */
  restore(snapshot: SandboxSnapshot): void;
  /**
   * Adds the requests of a scenario, with the calls that supplier 4711 (or another `supplierNumber`) would make, and
   * returns their ids by name. The journal does not contain these calls.
   *
   * @throws RegInputError for an unknown scenario, and if the requests conflict with the state of the sandbox
   */
  readonly seed: Seed;
  /**
   * Removes requests, registered vehicles, clients and new secrets of lessors, revocations, faults, the journal, the
   * lessor's policy and the lessors' changes. The clock keeps its time, and tokens stay valid: each is accepted again
   * until it expires. Requests in flight end as if their connection were reset.
   */
  reset(): void;
}
