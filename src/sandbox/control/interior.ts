import type { ClockMode } from "../common/clock.js";
import type { FaultPlan } from "../faults/plan.js";
import type { Duplicate } from "../server/journal/creates.js";
import type { OnEntry } from "../server/journal/exchanges.js";
import type { AutomaticReviewer } from "../service/lessor/automatic-reviewer.js";
import { type Services, withGenerators } from "../service/state/context.js";
import type { Sandbox } from "../types.js";

/** A sandbox with what its control server reads beside the methods. */
export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly interior: SandboxInterior;
}

/** What the control server of a sandbox reads; only the methods of the sandbox change them. */
export interface SandboxInterior {
  readonly services: Services;
  readonly reviewer: AutomaticReviewer;
  readonly faults: FaultPlan;
  readonly clockMode: ClockMode;
  /** The creates that were executed twice, or sent again after a lost response. */
  readonly duplicates: () => readonly Duplicate[];
  /** A control server adds its own, and removes it when it closes. */
  readonly watchers: Set<SandboxWatcher>;
}

/** Is told what happens in a sandbox. */
export interface SandboxWatcher {
  /** A request has ended. */
  readonly onEntry: OnEntry;
  /** Something else has changed: by a method of the sandbox, or because its clock moved. */
  readonly onChange: () => void;
}

/**
 * The state, to read only. Decisions that are due are already made in it, in a copy; not if a function of the user
 * decides.
 */
export function currentServices({ services, reviewer }: SandboxInterior): Services {
  if (!reviewer.hasDue(services)) return services;
  // Shows due decisions as made, but on a copy: looking at the page must not change what the program sees.
  const copy = { ...services, ...withGenerators(structuredClone(services.state)) };
  reviewer.decideDue(copy);
  return copy;
}
