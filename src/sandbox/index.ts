export type { LessorPolicy } from "./actor/desk.js";
export type { LessorActor, ReviewOptions } from "./actor/lessor-actor.js";
export type { LessorOffice } from "./actor/lessor-office.js";
export type { LineDecision } from "./actor/review.js";
export type { SandboxFetch } from "./adapters/fetch.js";
export type { MswHandlers } from "./adapters/msw.js";
export type { SandboxServer } from "./adapters/server.js";
export type { OperationId } from "./core/router.js";
export { createSandbox } from "./create-sandbox.js";
export type { SandboxVehicle } from "./data/vehicles.js";
export { SandboxDefect } from "./document/defect.js";
export type {
  Fault,
  FaultAnswer,
  FaultCall,
  FaultContentType,
  FaultDelay,
  FaultDrip,
  FaultHandle,
  FaultKind,
  FaultOversized,
  FaultRedirect,
  NetworkFaultKind,
} from "./faults/faults.js";
export { JournalAssertionError } from "./journal/assertions.js";
export type { CatalogueCode, CoverageReport, Reach } from "./journal/coverage.js";
export type { EntryLabel, JournalEntry, RecordedFile } from "./journal/entry.js";
export type { Calls, Journal } from "./journal/journal.js";
export type { Counts } from "./journal/tally.js";
export type { Credentials } from "./lessor/credentials.js";
export type { LessorControls, LessorSide } from "./lessor/lessor-side.js";
export type { RelatedKind } from "./lessor/related.js";
export type { Counting, RateLimit } from "./limits/rate-limit.js";
export type { SandboxOptions } from "./options.js";
export type { Sandbox } from "./sandbox.js";
export { type ScenarioName, scenarioNames } from "./scenarios/catalogue.js";
export type { SeededRequests } from "./scenarios/play.js";
export type { Seed } from "./scenarios/seeder.js";
export type { SandboxSnapshot } from "./state/snapshot.js";
export type { PermittedValues, WorldOptions } from "./state/world.js";
export type { SupplierSide, SupplierTokenOptions } from "./supplier/supplier-side.js";
export type { ClockMode, SandboxClock } from "./time/clock.js";
export type { TimeStep } from "./time/step.js";
