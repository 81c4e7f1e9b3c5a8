export { allowedOperations, can, operationsInPhase, type RequestState } from "./allowed-operations.js";
export { canLine, type LineStep } from "./can-line.js";
export { type LineTransition, type LineTrigger, lineTransitions } from "./line-transitions.js";
export { isInPhase, phaseDetails, phaseOf, type StatusIn, type WithStatus } from "./phase-of.js";
export type { RequestOperation } from "./request-operations.js";
export {
  type Phase,
  type PhaseConfidence,
  type PhaseTrigger,
  phaseByStatus,
  type Transition,
  transitions,
} from "./transitions.js";
