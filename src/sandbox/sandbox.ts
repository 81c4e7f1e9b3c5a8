import { RegInputError } from "../errors/errors.js";
import { parseDateTime } from "../values/dates.js";
import { createSandboxTime, type SandboxClock } from "./common/clock.js";
import { createFetch, type SandboxFetch } from "./connections/fetch.js";
import { type ListenOptions, type SandboxServer, serve } from "./connections/server.js";
import { createWorld } from "./data/world.js";
import type { Fault, FaultHandle } from "./faults/fault.js";
import { FaultPlan } from "./faults/plan.js";
import { createJournal, type Journal } from "./journal/journal.js";
import { createSandboxLessor, type SandboxLessor } from "./lessor/lessor-api.js";
import { checkSandboxOptions, type SandboxOptions } from "./options.js";
import { AutomaticReviewer } from "./reviewer/automatic-reviewer.js";
import { createLessorActor } from "./reviewer/lessor-actor.js";
import { createSeeder, type Seed } from "./scenarios.js";
import type { SandboxDefect } from "./schema/response.js";
import { createHandlers } from "./server/handlers.js";
import { createPipeline } from "./server/pipeline.js";
import { ServiceLimit } from "./server/rate-limit.js";
import { createServiceForm } from "./server/service-form.js";
import { readFindings } from "./shapes/findings.js";
import { createHandlerParts } from "./state/context.js";
import { InvoiceLock } from "./state/invoice-lock.js";
import { emptyState, SandboxSnapshot, type State } from "./state/state.js";
import { Tokens } from "./state/tokens.js";
import { createSandboxSupplier, type SandboxSupplier } from "./supplier/supplier-api.js";

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
  /** The redacted record of all requests, with assertions for tests and a coverage report. */
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
   * Adds the requests of a scenario, with the calls that supplier 4711 would make, and returns their ids by name. The
   * journal does not contain these calls.
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

const origin = "https://sandbox.reg.invalid";
const hour = 60 * 60 * 1000;

/**
 * Creates a sandbox. It shares nothing with another sandbox, and nothing runs until it is used.
 *
 * @example
 * const sandbox = createSandbox({ now: "2026-06-15T09:00:00Z" });
 * const { baseUrl, token } = sandbox.supplier;
 * const supplier = createSupplierClient({ baseUrl, token: await token(), fetch: sandbox.fetch, clock: sandbox.clock });
 *
 * @throws RegInputError for an invalid option
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
    onDefect = throwUncaught,
    unknownFields = "refuse",
    shapes = [],
    adapter,
  } = options;
  const learned = readFindings(shapes, seed);
  const time = createSandboxTime(mode, startInstant(now));
  const { clock } = time;
  const tokens = new Tokens({ clock, seed: options.seed, state: () => parts.state });
  const handlers = createHandlers(tokenLifetime);
  const serviceLimit = rateLimit === false ? undefined : new ServiceLimit(rateLimit, clock);
  const faults = new FaultPlan(time.delayClock, seed);
  const { journal, ...journalControls } = createJournal(clock, journalLimit);
  const reviewer = new AutomaticReviewer();
  const createState = () => emptyState(createWorld(options), seed);
  const lasting = { tokens, invoiceLock: new InvoiceLock(), clock, learned };
  let parts = createHandlerParts(createState(), lasting);
  const currentParts = () => parts;
  const replaceState = (state: State) => {
    lasting.invoiceLock.clear();
    parts = createHandlerParts(state, lasting);
  };
  const handleRequest = createPipeline({
    currentParts,
    time,
    handlers,
    reviewer,
    serviceLimit,
    faults,
    acceptsUnknownFields: unknownFields === "accept",
    beginRecord: journalControls.beginRecord,
    onDefect,
    serviceForm: adapter && createServiceForm(adapter),
  });
  const baseUrl = `${origin}/supplier`;

  return {
    fetch: createFetch(handleRequest),
    listen: (options = {}) => serve(handleRequest, options),
    supplier: createSandboxSupplier(baseUrl, currentParts),
    lessor: createSandboxLessor({
      baseUrl: `${origin}/lessor`,
      currentParts,
      seed,
      actor: createLessorActor(currentParts, reviewer),
    }),
    clock,
    journal,
    fail: (fault) => faults.add(fault),
    holdInvoices: () => lasting.invoiceLock.hold(),
    snapshot: () => new SandboxSnapshot(parts.state),
    restore(snapshot) {
      if (!(snapshot instanceof SandboxSnapshot))
        throw new RegInputError("snapshot", "must be what sandbox.snapshot() gave");
      replaceState(snapshot.copy());
      journalControls.forgetCreates();
    },
    seed: createSeeder({ currentParts, handlers, clock, baseUrl }),
    reset() {
      replaceState(createState());
      lasting.invoiceLock.releaseAll();
      reviewer.setPolicy(undefined);
      serviceLimit?.reset();
      faults.reset();
      journalControls.reset();
    },
  };
}

function startInstant(now: string | undefined): number {
  return (now === undefined ? undefined : parseDateTime(now)) ?? Date.now();
}

/** Throws where no client can catch the defect, so that the test or program that uses the sandbox fails. */
function throwUncaught(defect: SandboxDefect): void {
  queueMicrotask(() => {
    throw defect;
  });
}
