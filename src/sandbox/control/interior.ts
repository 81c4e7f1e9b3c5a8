import type { ClockMode } from "../common/clock.js";
import type { PlannedFault } from "../faults/plan.js";
import type { Duplicate } from "../server/journal/creates.js";
import type { OnEntry } from "../server/journal/exchanges.js";
import type { LessorPolicy } from "../service/lessor/automatic-reviewer.js";
import type { HandlerParts } from "../service/state/context.js";
import type { StoredRequest } from "../service/state/state.js";
import type { Sandbox } from "../types.js";

/** A sandbox with what its control server reads beside the methods. */
export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly interior: SandboxInterior;
}

/** What the control server reads of a sandbox beside its methods. */
export interface SandboxInterior {
  /**
   * The state, to read only. Decisions that are due are already made in it, in a copy; not if a function of the user
   * decides.
   */
  currentParts(): HandlerParts;
  readonly clockMode: ClockMode;
  /** How the lessor decides automatically; undefined: every request waits for a person. */
  policy(): LessorPolicy | undefined;
  /** When the lessor decides by its policy; undefined if no time is known. */
  decisionDueAt(waiting: NonNullable<StoredRequest["waiting"]>): number | undefined;
  /** The faults that can still happen, whoever planned them. */
  plannedFaults(): readonly PlannedFault[];
  /** The creates that were executed twice, or sent again after a lost response. */
  duplicates(): readonly Duplicate[];
  /** Reports changes until the returned function is called. */
  watch(watcher: SandboxWatcher): () => void;
}

/** Is told what happens in a sandbox. */
export interface SandboxWatcher {
  /** A request has ended. */
  readonly onEntry: OnEntry;
  /** Something else has changed: by a method of the sandbox, or because its clock moved. */
  readonly onChange: () => void;
}
