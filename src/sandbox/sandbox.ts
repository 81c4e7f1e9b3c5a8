import type { SandboxFetch } from "./adapters/fetch.js";
import type { MswHandlers } from "./adapters/msw.js";
import type { ListenOptions } from "./adapters/port.js";
import type { SandboxServer } from "./adapters/server.js";
import type { Fault, FaultHandle } from "./faults/faults.js";
import type { Journal } from "./journal/journal.js";
import type { LessorSide } from "./lessor/lessor-side.js";
import type { Seed } from "./scenarios/seeder.js";
import type { SandboxSnapshot } from "./state/snapshot.js";
import type { SupplierSide } from "./supplier/supplier-side.js";
import type { SandboxClock } from "./time/clock.js";

/** A stateful stand-in for both services. */
export interface Sandbox {
  /** Answers in process: the `fetch` option of a client. */
  readonly fetch: SandboxFetch;
  /** Handlers for msw, which must be installed. They answer below `supplier.baseUrl` and `lessor.baseUrl`. */
  handlers(): Promise<MswHandlers>;
  /**
   * Serves on 127.0.0.1, by default on any free port.
   *
   * @throws RegInputError for a port that is none; and the system's error for one that cannot be had
   */
  listen(options?: ListenOptions): Promise<SandboxServer>;
  /** What a supplier needs to connect. */
  readonly supplier: SupplierSide;
  /** What a lessor's client needs to connect; and the lessor in person, who decides on requests. */
  readonly lessor: LessorSide;
  /** The one clock: tokens, rate window, timestamps, archiving. */
  readonly clock: SandboxClock;
  /** What was asked of it, redacted, with assertions for tests and a coverage report. */
  readonly journal: Journal;
  /**
   * Has something go wrong.
   *
   * @throws RegInputError that names the field which is wrong
   */
  fail(fault: Fault): FaultHandle;
  /**
   * Keeps whoever creates an invoice from now on waiting, until the function that it returns is called. Of several
   * holds, all must be released; a reset releases them, and `restore` leaves them alone.
   */
  holdInvoices(): () => void;
  /**
   * Keeps what both services hold: requests, vehicles, contracts, service levels, tokens and where ids come from. The
   * clock, the journal, faults, limits, holds and the lessor's policy are not part of it.
   */
  snapshot(): SandboxSnapshot;
  /**
   * Goes back to a snapshot, as often as you like. Also one of another sandbox with the same seed. Requests on their
   * way end as if their connection were reset.
   *
   * @throws RegInputError for something that is no snapshot
   */
  restore(snapshot: SandboxSnapshot): void;
  /**
   * Adds the requests of a scenario, by the calls that supplier 4711 would make, and gives their ids by name. They
   * stand in no journal.
   *
   * @throws RegInputError for a scenario that there is not, and if the requests do not fit what the sandbox holds
   */
  readonly seed: Seed;
  /**
   * Forgets requests, vehicles that were registered, clients and new secrets of lessors, revocations, faults and
   * journal, the lessor's policy and what lessors have changed. The clock stays, and so do the tokens: each is good
   * again until it expires. Requests on their way end as if their connection were reset.
   */
  reset(): void;
}
