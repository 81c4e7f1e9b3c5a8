export type { TextFormat } from "../document/forms.js";
export type { BodyShapes, ObjectShape, Shape, TextShape } from "../document/shapes/types.js";
export type { LineDecision } from "../domain/phases/line-status.js";
export type { RelatedKind } from "../generated/lessor/operations.js";
export type { ClockMode, SandboxClock, TimeStep } from "./common/clock.js";
export type { Credentials } from "./common/secrets.js";
export type { SandboxVehicle } from "./data/vehicles.js";
export type { PermittedValues, WorldOptions } from "./data/world.js";
export type {
  Fault,
  FaultCall,
  FaultContentType,
  FaultDelay,
  FaultDrip,
  FaultHandle,
  FaultKind,
  FaultOversized,
  FaultRedirect,
  FaultResponse,
} from "./faults/fault.js";
export type { NetworkFaultKind } from "./faults/network-fault.js";
export { SandboxDefect } from "./messages/check-response.js";
export type { GivenShapes } from "./messages/learned.js";
export type { OperationId } from "./messages/router.js";
export type { SandboxOptions } from "./options.js";
export { createSandbox } from "./sandbox.js";
export { type ScenarioName, type Seed, type SeededRequests, type SeedOptions, scenarioNames } from "./scenarios.js";
export type { SandboxFetch } from "./server/fetch.js";
export { JournalAssertionError } from "./server/journal/assertions.js";
export type { EntryLabel, JournalEntry, RecordedFile } from "./server/journal/entry.js";
export type { Journal } from "./server/journal/journal.js";
export type { Calls } from "./server/journal/store.js";
export type { SandboxServer } from "./server/listen.js";
export type { Counting, RateLimit } from "./server/rate-limit.js";
export type { LessorPolicy } from "./service/lessor/automatic-reviewer.js";
export type { LessorActions, LessorActor, ReviewOptions } from "./service/lessor/lessor-actor.js";
export type { LessorControls, SandboxLessor } from "./service/lessor/lessor-api.js";
export type { SandboxSnapshot } from "./service/state/state.js";
export type { SandboxSupplier, SupplierTokenOptions } from "./service/supplier/supplier-api.js";
export type { Sandbox } from "./types.js";
