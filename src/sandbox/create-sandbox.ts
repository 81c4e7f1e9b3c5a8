import { RegInputError } from "../errors/client-errors.js";
import { parseDateTime } from "../values/calendar.js";
import { LessorDesk } from "./actor/desk.js";
import { createLessorActor } from "./actor/lessor-actor.js";
import { createFetch } from "./adapters/fetch.js";
import { createMswHandlers } from "./adapters/msw.js";
import { requestedPort } from "./adapters/port.js";
import { serve } from "./adapters/server.js";
import { createCore } from "./core/core.js";
import { createHandlers } from "./core/handlers.js";
import { servicesFor } from "./core/services.js";
import type { SandboxDefect } from "./document/defect.js";
import { createSchemaChecker } from "./document/schema-checker.js";
import { FaultPlan } from "./faults/faults.js";
import { createJournal } from "./journal/keeper.js";
import { createLessorSide } from "./lessor/lessor-side.js";
import { RateLimiter } from "./limits/limiter.js";
import { checkSandboxOptions, type SandboxOptions } from "./options.js";
import type { Sandbox } from "./sandbox.js";
import { createSeeder } from "./scenarios/seeder.js";
import { SandboxSnapshot } from "./state/snapshot.js";
import { emptyState, type State } from "./state/state.js";
import { createWorld } from "./state/world.js";
import { InvoiceCounter } from "./supplier/invoices/counter.js";
import { createSupplierSide } from "./supplier/supplier-side.js";
import { createSandboxTime } from "./time/clock.js";
import { Tokens } from "./tokens/tokens.js";

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
  const desk = new LessorDesk();
  const begin = () => emptyState(createWorld(options, check), seed);
  const lasting = { tokens, check, counter: new InvoiceCounter(), clock };
  let services = servicesFor(begin(), lasting);
  const resume = (state: State) => {
    lasting.counter.forget();
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
    holdInvoices: () => lasting.counter.hold(),
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
      lasting.counter.releaseAll();
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
