export type { Fault, FaultCall, FaultHandle } from "./fault.js";
export type {
  FaultAnswer,
  FaultContentType,
  FaultDelay,
  FaultDrip,
  FaultKind,
  FaultOversized,
  FaultRedirect,
} from "./kinds.js";
export { NetworkFault, type NetworkFaultKind } from "./network-fault.js";
export { type DueFault, FaultPlan } from "./plan.js";
