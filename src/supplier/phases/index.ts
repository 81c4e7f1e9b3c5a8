export { allowedOperations, can, operationsInPhase, type RequestState } from "./allowed-operations.js";
export { canLine, type LineStep } from "./can-line.js";
export { type LineTransition, type LineTrigger, lineTransitions } from "./line-transitions.js";
export { isInPhase, phaseByStatus, phaseOf, type StatusIn } from "./phase-of.js";
export type { RequestOperation } from "./request-operations.js";
export {
  type Confidence,
  type Phase,
  type PhaseTransition,
  type PhaseTrigger,
  phaseTransitions,
} from "./transitions.js";
