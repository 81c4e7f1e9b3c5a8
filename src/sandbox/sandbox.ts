import { RegInputError } from "../errors/errors.js";
import { parseDateTime } from "../values/dates.js";
import { createFetch, type SandboxFetch } from "./adapters/fetch.js";
import { createMswHandlers, type MswHandlers } from "./adapters/msw.js";
import { type ListenOptions, requestedPort, type SandboxServer, serve } from "./adapters/server.js";
import { createSandboxTime, type SandboxClock } from "./clock.js";
import type { Fault, FaultHandle } from "./faults/fault.js";
import { FaultPlan } from "./faults/plan.js";
import { createJournal, type Journal } from "./journal/journal.js";
import { createLessorSide, type LessorSide } from "./lessor/lessor-api.js";
import { checkSandboxOptions, type SandboxOptions } from "./options.js";
import { RateLimiter } from "./rate-limit.js";
import { AutomaticReviewer } from "./reviewer/policy.js";
import { createLessorActor } from "./reviewer/reviewer.js";
import { createSeeder, type Seed } from "./scenarios.js";
import { createSchemaChecker } from "./schema/checker.js";
import type { SandboxDefect } from "./schema/response.js";
import { servicesFor } from "./server/context.js";
import { createHandlers } from "./server/handlers.js";
import { createCore } from "./server/pipeline.js";
import { emptyState, SandboxSnapshot, type State } from "./state.js";
import { InvoiceLock } from "./supplier/invoice-lock.js";
import { createSupplierSide, type SupplierSide } from "./supplier/supplier-api.js";
import { Tokens } from "./tokens.js";
import { createWorld } from "./world.js";

const origin = "https://sandbox.reg.invalid";
const hour = 60 * 60 * 1000;

/**
 * Makes a sandbox. Nothing of it is shared with another, and nothing runs until it is used.
 *
 * @example
 * const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
 * const { baseUrl, token } = sandbox.supplier;
 * const supplier = createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch, clock: sandbox.clock });
 *
 * @throws RegInputError for an option that cannot be used
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkSandboxOptions(options);
  const {
    now,
    clock: mode = now === undefined ? "running" : "standing",
    seed = 1,
    rateLimit = {},
    tokenLifetime = hour,
    journalLimit = 100_000,
    onDefect = throwAside,
    unknownFields = "refuse",
  } = options;
  const time = createSandboxTime(mode, startOf(now));
  const { clock } = time;
  const tokens = new Tokens({ clock, seed: options.seed, state: () => services.state });
  const handlers = createHandlers(tokenLifetime);
  const check = createSchemaChecker();
  const limiter = rateLimit === false ? undefined : new RateLimiter(rateLimit, clock);
  const faults = new FaultPlan(time.holdingUp, seed);
  const {
    journal,
    begin: beginNote,
    reset: resetJournal,
    forgetCreates,
  } = createJournal(clock, journalLimit, check);
  const desk = new AutomaticReviewer();
  const begin = () => emptyState(createWorld(options, check), seed);
  const lasting = { tokens, check, invoiceLock: new InvoiceLock(), clock };
  let services = servicesFor(begin(), lasting);
  const resume = (state: State) => {
    lasting.invoiceLock.clear();
    services = servicesFor(state, lasting);
  };
  const core = createCore({
    services: () => services,
    time,
    handlers,
    desk,
    limiter,
    faults,
    acceptsUnknownFields: unknownFields === "accept",
    beginNote,
    onDefect,
  });

  return {
    fetch: createFetch(core),
    handlers: () => createMswHandlers(core, origin),
    listen: async (options = {}) => serve(core, requestedPort(options)),
    supplier: createSupplierSide(`${origin}/supplier`, () => services),
    lessor: createLessorSide({
      baseUrl: `${origin}/lessor`,
      services: () => services,
      seed,
      actor: createLessorActor(() => services, desk),
    }),
    clock,
    journal,
    fail: (fault) => faults.add(fault),
    holdInvoices: () => lasting.invoiceLock.hold(),
    snapshot: () => new SandboxSnapshot(services.state),
    restore(snapshot) {
      if (!(snapshot instanceof SandboxSnapshot))
        throw new RegInputError("snapshot", "must be what sandbox.snapshot() gave");
      resume(snapshot.copy());
      forgetCreates();
    },
    seed: createSeeder({
      services: () => services,
      handlers,
      clock,
      check,
      baseUrl: `${origin}/supplier`,
    }),
    reset() {
      resume(begin());
      lasting.invoiceLock.releaseAll();
      desk.setPolicy(undefined);
      limiter?.reset();
      faults.reset();
      resetJournal();
    },
  };
}

/** The instant at which a clock that does not run begins. */
function startOf(now: string | undefined): number {
  return (now === undefined ? undefined : parseDateTime(now)) ?? Date.now();
}

/** Throws where no client can catch it: the test or the program that uses the sandbox shall fail. */
function throwAside(defect: SandboxDefect): void {
  queueMicrotask(() => {
    throw defect;
  });
}

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
