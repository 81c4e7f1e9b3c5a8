import { RegError, RegPreconditionError, RegTimeoutError, type Violation } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import { callOptions } from "../../http/option-schemas.js";
import type { CallOptions } from "../../http/options.js";
import { checkInput, custom, optionsSchema } from "../../http/validate.js";
import { groupOf } from "../domain.js";
import type { Phase } from "../phases/phases.js";
import type { Known } from "../rules/draft.js";
import { ruleViolation } from "../rules/violation.js";
import type { WorkflowContext } from "./types.js";

/** One run of a workflow: its operation, its options and the time that remains. */
export class Workflow<Options extends CallOptions = CallOptions> {
  /** Its path on the client, such as `serviceRequests.submit`. */
  readonly operationId: string;
  readonly options: Options;
  readonly #clock: WorkflowContext["clock"];
  readonly #endsAt: number;

  /**
   * @param schema the options that the workflow has. Default: those of a call
   * @throws RegInputError for an option that cannot be used
   */
  constructor(
    { kind, clock }: WorkflowContext,
    name: string,
    { options, schema = callOptions }: { options: Options; schema?: typeof callOptions },
  ) {
    this.operationId = `${groupOf[kind]}.${name}`;
    checkInput(schema, options, { operationId: this.operationId });
    // A copy, because the caller may change the object for the next call while this workflow runs.
    this.options = { ...options };
    this.#clock = clock;
    this.#endsAt = clock.monotonic() + (options.deadline ?? Number.POSITIVE_INFINITY);
  }

  /**
   * The options for the next call, with the time that remains until the deadline.
   *
   * @throws RegTimeoutError if no time remains
   */
  remainingOptions(): CallOptions {
    const { signal, timeout, priority, headers, deadline } = this.options;
    const options = { signal, timeout, priority, headers };
    if (deadline === undefined) return options;
    const remaining = this.#endsAt - this.#clock.monotonic();
    if (remaining > 0) return { ...options, deadline: remaining };
    throw new RegTimeoutError(`the deadline of ${deadline} ms for the whole workflow has passed`, {
      operationId: this.operationId,
      limit: "deadline",
      limitMs: deadline,
    });
  }

  /**
   * Makes several reads at the same time. If one fails, the others are cancelled, so that none outlives the workflow.
   *
   * @throws the error of the first read that failed
   */
  async together<Results>(read: (options: CallOptions) => Promise<Results>): Promise<Results> {
    const { signal } = this.options;
    const reads = new AbortController();
    const onAbort = () => reads.abort(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await read({ ...this.remainingOptions(), signal: reads.signal });
    } catch (error) {
      reads.abort(error);
      throw error;
    } finally {
      // The caller's signal may live long, so no listener of this workflow stays on it.
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** @throws RegPreconditionError if there are violations */
  rejectIfAny(violations: readonly Violation[]): void {
    if (violations.length > 0) throw this.preconditionError(violations);
  }

  preconditionError(violations: readonly Violation[]): RegPreconditionError {
    return new RegPreconditionError(violations, { operationId: this.operationId });
  }

  /**
   * Ends a workflow that the request's phase does not allow. If the phase is not known, the service decides.
   *
   * @throws RegPreconditionError `RULE-PHASE`
   */
  requirePhase(phase: Phase | undefined, allowed: readonly Phase[]): void {
    if (phase === undefined || allowed.includes(phase)) return;
    this.rejectIfAny([
      ruleViolation(
        "RULE-PHASE",
        "status",
        `The request is in the phase ${phase}; this operation is only possible in ${allowed.join(" and ")}. ${advice[phase]}`,
      ),
    ]);
  }
}

const advice: Readonly<Record<Phase, string>> = {
  Draft: "Submit it first.",
  Lessor: "Wait for the lessor's decision.",
  Response: "Resubmit it, and wait for the lessor's decision.",
  Invoicing: "Invoice it, or change it first.",
  Archived: "It can only be invoiced or credited.",
};

/** Reads a request; returns undefined if it is archived and therefore can no longer be read. */
export async function readUnlessArchived(
  { requests }: WorkflowContext,
  workflow: Workflow,
  id: string,
): Promise<ServiceRequest | undefined> {
  try {
    return await requests.get(id, workflow.remainingOptions());
  } catch (error) {
    if (RegError.is(error, "archived")) return undefined;
    throw error;
  }
}

const stringList = custom(
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  "must be a list of texts",
);

/** The option `known`, which several workflows have. */
export const knownOption = optionsSchema<Known>({
  rentalCodes: stringList,
  repeatableCodes: stringList,
  warranties: stringList,
  leniencies: stringList,
});
