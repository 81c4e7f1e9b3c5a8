export type { TextFormat } from "../document/forms.js";
export type { BodyShapes, ObjectShape, Shape, TextShape } from "../document/shapes/types.js";
export type { LineDecision } from "../domain/phases/line-status.js";
export type { RelatedKind } from "../generated/lessor/operations.js";
export type { ClockMode, SandboxClock, TimeStep } from "./common/clock.js";
export type { Credentials } from "./common/secrets.js";
export type { SandboxFetch } from "./connections/fetch.js";
export type { SandboxServer } from "./connections/server.js";
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
export { JournalAssertionError } from "./journal/assertions.js";
export type { EntryLabel, JournalEntry, RecordedFile } from "./journal/entry.js";
export type { Journal } from "./journal/journal.js";
export type { Calls } from "./journal/store.js";
export type { LessorControls, SandboxLessor } from "./lessor/lessor-api.js";
export type { OperationId } from "./messages/router.js";
export type { SandboxOptions } from "./options.js";
export type { LessorPolicy } from "./reviewer/automatic-reviewer.js";
export type { LessorActions, LessorActor, ReviewOptions } from "./reviewer/lessor-actor.js";
export { createSandbox } from "./sandbox.js";
export { type ScenarioName, type Seed, type SeededRequests, scenarioNames } from "./scenarios.js";
export type { GivenShapes } from "./schema/learned.js";
export { SandboxDefect } from "./schema/response.js";
export type { Counting, RateLimit } from "./server/rate-limit.js";
export type { SandboxSnapshot } from "./state/state.js";
export type { SandboxSupplier, SupplierTokenOptions } from "./supplier/supplier-api.js";
export type { Sandbox } from "./types.js";
