import { parseDateTime } from "../base/dates.js";
import { checkEnvironment } from "../errors/environment.js";
import { RegInputError } from "../errors/errors.js";
import { createSandboxTime, hour } from "./common/clock.js";
import { randomKey } from "./common/secrets.js";
import type { OpenedSandbox, SandboxInterior, SandboxWatcher } from "./control/interior.js";
import { checkSupplierNumber, createWorld } from "./data/world.js";
import { FaultPlan } from "./faults/plan.js";
import { checkFault } from "./faults/validate.js";
import { SandboxDefect } from "./messages/check-response.js";
import { readLearned } from "./messages/learned.js";
import { checkSandboxOptions, type SandboxOptions } from "./options.js";
import { createSeeder } from "./scenarios.js";
import { createFetch } from "./server/fetch.js";
import { createJournal } from "./server/journal/journal.js";
import { type SandboxServer, serve } from "./server/listen.js";
import { createPipeline } from "./server/pipeline.js";
import { ServiceLimit } from "./server/rate-limit.js";
import { createServiceForm } from "./server/service-form.js";
import { createHandlers } from "./service/handlers.js";
import { AutomaticReviewer } from "./service/lessor/automatic-reviewer.js";
import { createLessorActor } from "./service/lessor/lessor-actor.js";
import { createSandboxLessor } from "./service/lessor/lessor-api.js";
import { type Services, withGenerators } from "./service/state/context.js";
import { InvoiceLock } from "./service/state/invoice-lock.js";
import { emptyState, SandboxSnapshot, type State } from "./service/state/state.js";
import { Tokens } from "./service/state/tokens.js";
import { createSandboxSupplier } from "./service/supplier/supplier-api.js";
import type { Sandbox } from "./types.js";

const origin = "https://sandbox.reg.invalid";

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
  return openSandbox(options).sandbox;
}

/**
 * Creates a sandbox for the command `sandbox`, which serves the controls on a port that the user chooses.
 *
 * @throws RegInputError for an invalid option
 */
export function openSandbox(options: SandboxOptions = {}): OpenedSandbox {
  checkEnvironment("Request", "crypto.subtle");
  checkSandboxOptions(options);
  const {
    now,
    clock: clockMode = now === undefined ? "running" : "standing",
    seed = 1,
    rateLimit = {},
    tokenLifetime = hour,
    journalLimit = 100_000,
    onDefect = throwUncaught,
    unknownFields = "refuse",
    shapes = [],
    adapter,
  } = options;
  const learned = readLearned(shapes);
  const watchers = new Set<SandboxWatcher>();
  const reportChange = () => {
    for (const { onChange } of watchers) onChange();
  };
  const start = now === undefined ? undefined : parseDateTime(now);
  const time = createSandboxTime(clockMode, start ?? Date.now(), reportChange);
  const { clock } = time;
  const handlers = createHandlers(tokenLifetime);
  const serviceLimit = rateLimit === false ? undefined : new ServiceLimit(rateLimit, clock);
  const faults = new FaultPlan(time.delayClock, seed);
  const { journal, ...journalControls } = createJournal(clock, journalLimit, (entry, exchange) => {
    for (const { onEntry } of watchers) onEntry(entry, exchange);
  });
  const reviewer = new AutomaticReviewer();
  const createState = () => emptyState(createWorld(options), seed);
  const services: Services = {
    ...withGenerators(createState()),
    tokens: new Tokens({ clock, seed: options.seed, state: () => services.state }),
    invoiceLock: new InvoiceLock(),
    now: clock.now,
  };
  const handleRequest = createPipeline({
    services,
    time,
    handlers,
    reviewer,
    serviceLimit,
    faults,
    acceptsUnknownFields: unknownFields === "accept",
    learned,
    beginRecord: journalControls.beginRecord,
    onDefect,
    serviceForm: adapter === undefined ? undefined : createServiceForm(adapter),
  });
  const replaceState = (state: State) => {
    services.invoiceLock.clear();
    Object.assign(services, withGenerators(state));
  };
  const baseUrl = `${origin}/supplier`;
  const changing: Pick<Sandbox, "fail" | "seed" | "restore" | "reset"> = {
    fail(fault) {
      checkFault(fault);
      if (fault.supplierNumber !== undefined) checkSupplierNumber(services.state.world, fault.supplierNumber);
      return faults.add(fault);
    },
    seed: createSeeder({ services, handlers, clock, baseUrl }),
    restore(snapshot) {
      if (!(snapshot instanceof SandboxSnapshot))
        throw new RegInputError("snapshot", "must be what sandbox.snapshot() gave");
      replaceState(snapshot.copy());
      journalControls.forgetCreates();
    },
    reset() {
      replaceState(createState());
      services.invoiceLock.releaseAll();
      reviewer.setPolicy(undefined);
      serviceLimit?.reset();
      faults.reset();
      journalControls.reset();
    },
  };
  const { duplicates } = journalControls;
  const interior: SandboxInterior = { services, reviewer, faults, clockMode, duplicates, watchers };
  const sandbox: Sandbox = {
    fetch: createFetch(handleRequest),
    async listen(options = {}) {
      const server = await serve(handleRequest, options);
      return options.page === true ? await withPage(server, { sandbox, interior }, onDefect) : server;
    },
    supplier: createSandboxSupplier(baseUrl, services),
    lessor: createSandboxLessor({
      baseUrl: `${origin}/lessor`,
      services,
      seed,
      actor: reportCalls(createLessorActor(services, reviewer), reportChange),
    }),
    clock,
    journal,
    holdInvoices: () => services.invoiceLock.hold(),
    snapshot: () => new SandboxSnapshot(services.state),
    ...reportCalls(changing, reportChange),
  };
  return { sandbox, interior };
}

/** Adds the page to a server; the page's own server closes with it. */
async function withPage(
  server: SandboxServer,
  opened: OpenedSandbox,
  report: (defect: SandboxDefect) => void,
): Promise<SandboxServer> {
  // Most tests serve no page, so that its code is loaded only here.
  const { serveControlBeside } = await import("./control/control-server.js");
  const onDefect = (cause: unknown) => report(new SandboxDefect("(page)", "its control server failed", { cause }));
  const { page, close } = await serveControlBeside(server, { ...opened, key: randomKey(), port: 0, onDefect });
  return { ...server, page, close };
}

/** Returns an object whose methods report each call after it has ended. */
function reportCalls<Methods extends object>(methods: Methods, report: () => void): Methods {
  const reporting = Object.entries(methods).map(([name, method]: [string, (...given: never[]) => unknown]) => [
    name,
    (...given: never[]) => {
      const result = method(...given);
      void Promise.resolve(result).then(report, () => {});
      return result;
    },
  ]);
  // The type of Object.fromEntries loses the names.
  return Object.fromEntries(reporting) as Methods;
}

/** Throws where no client can catch the defect, so that the test or program that uses the sandbox fails. */
function throwUncaught(defect: SandboxDefect): void {
  queueMicrotask(() => {
    throw defect;
  });
}
