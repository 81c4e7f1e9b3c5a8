import { RegInputError } from "../errors/client-errors.js";
import { createLessorActor, type LessorActor } from "./actor/lessor-actor.js";
import { createFetch, type SandboxFetch } from "./adapters/fetch.js";
import { createMswHandlers, type MswHandlers } from "./adapters/msw.js";
import { type SandboxServer, serve } from "./adapters/server.js";
import { createCore } from "./core/core.js";
import type { Services } from "./core/handler.js";
import { createHandlers } from "./core/handlers.js";
import { seededRandom } from "./core/random.js";
import { RateLimiter } from "./core/rate-limit.js";
import { type OperationId, operations } from "./core/router.js";
import { Tokens } from "./core/tokens.js";
import { type Fault, FaultPlan } from "./faults/faults.js";
import type { JournalEntry } from "./journal/journal.js";
import type { Credentials } from "./lessor/credentials.js";
import { checkSandboxOptions, type SandboxOptions } from "./options.js";
import { emptyState } from "./state/state.js";
import { createWorld, defaultSupplier } from "./state/world.js";
import { parseDateTime } from "./time/calendar.js";
import { createSandboxClock, type SandboxClock } from "./time/clock.js";

/** What a supplier's token can be told. */
export interface SupplierTokenOptions {
  /**
   * How long it is good for, in milliseconds, rounded up to whole seconds. Default ten years: long enough for a
   * client that goes by the machine's clock while the sandbox stands at some earlier `now`.
   */
  readonly expiresInMs?: number;
  /** Whose it is. Default 4711; 4712 has an account too. Each supplier sees its own requests. */
  readonly supplierNumber?: number;
}

/** A stateful stand-in for both services. */
export interface Sandbox {
  /** Answers in process: the `fetch` option of a client. */
  readonly fetch: SandboxFetch;
  /** Handlers for msw, which must be installed. They answer below `supplier.baseUrl` and `lessor.baseUrl`. */
  handlers(): Promise<MswHandlers>;
  /** Serves on 127.0.0.1, by default on any free port. */
  listen(options?: { readonly port?: number }): Promise<SandboxServer>;
  /** What a supplier needs to connect. */
  readonly supplier: {
    readonly baseUrl: string;
    token(options?: SupplierTokenOptions): Promise<string>;
  };
  /** What a lessor's client needs to connect; and the lessor in person, who decides on requests. */
  readonly lessor: LessorActor & Credentials & { readonly baseUrl: string };
  /** The one clock: tokens, rate window, timestamps, archiving. */
  readonly clock: SandboxClock;
  /** Every request so far, oldest first. */
  readonly journal: readonly JournalEntry[];
  /** Has something go wrong. */
  fail(fault: Fault): void;
  /** Keeps whoever creates an invoice from now on waiting, until the function that it returns is called. */
  holdInvoices(): () => void;
  /** The operations that are answered with 501. */
  readonly notSimulated: readonly OperationId[];
  /** Forgets requests, vehicles that were registered, faults and journal. The clock and the tokens stay. */
  reset(): void;
}

const origin = "https://sandbox.reg.invalid";
const tenYears = 3652 * 24 * 60 * 60 * 1000;

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
  const { now, seed = 1, rateLimit = {}, vehicles = [] } = options;
  const clock = createSandboxClock(now === undefined ? undefined : parseDateTime(now));
  const tokens = new Tokens(clock);
  const credentials = { clientId: "sandbox-lessor", clientSecret: `sandbox-${seededRandom(seed).hex(32)}` };
  const handlers = createHandlers(credentials);
  const limiter = rateLimit === false ? undefined : new RateLimiter(rateLimit, clock);
  const faults = new FaultPlan();
  const journal: JournalEntry[] = [];
  const begin = (): Services => ({
    tokens,
    state: emptyState(createWorld(vehicles)),
    random: seededRandom(seed),
    traces: seededRandom(~seed),
    now: clock.now,
  });
  let services = begin();
  const core = createCore({ services: () => services, handlers, limiter, faults, journal });

  return {
    fetch: createFetch(core),
    handlers: () => createMswHandlers(core, origin),
    listen: async ({ port = 0 } = {}) => serve(core, port),
    supplier: {
      baseUrl: `${origin}/supplier`,
      token: async ({ expiresInMs = tenYears, supplierNumber = defaultSupplier } = {}) => {
        if (!services.state.world.suppliers.has(supplierNumber)) {
          throw new RegInputError(
            "supplierNumber",
            `is not that of a supplier with an account: use ${[...services.state.world.suppliers.keys()].join(", ")}`,
          );
        }
        if (!Number.isFinite(expiresInMs))
          throw new RegInputError("expiresInMs", "must be a number of milliseconds");
        return tokens.issue("supplier", String(supplierNumber), expiresInMs);
      },
    },
    lessor: { baseUrl: `${origin}/lessor`, ...credentials, ...createLessorActor(() => services) },
    clock,
    journal,
    fail: (fault) => faults.add(fault),
    holdInvoices: () => holdInvoices(services),
    notSimulated: operations.map(({ id }) => id).filter((id) => !handlers.has(id)),
    reset() {
      services = begin();
      limiter?.reset();
      faults.reset();
      journal.length = 0;
    },
  };
}

function holdInvoices({ state }: Services): () => void {
  let release = () => {};
  state.invoiceGate = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    state.invoiceGate = undefined;
    release();
  };
}
