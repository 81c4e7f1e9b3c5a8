import { RegError, RegPreconditionError, RegTimeoutError, type Violation } from "../../errors/errors.js";
import type { ServiceRequest } from "../../generated/supplier/models.js";
import { callOptions } from "../../http/option-schemas.js";
import type { CallOptions } from "../../http/options.js";
import { checkInput } from "../../http/validate.js";
import type { Phase } from "../phases/phases.js";
import { ruleViolation } from "../rules/violation.js";
import type { WorkflowContext } from "./types.js";
import type { Begun } from "./workflows.js";

/** One run of a journey: its name, its options, and what is left of its time. */
export class Workflow<Options extends CallOptions = CallOptions> {
  readonly operationId: string;
  readonly options: Options;
  readonly #clock: WorkflowContext["clock"];
  readonly #endsAt: number;

  /** @throws RegInputError for an option that cannot be used */
  constructor(
    { clock }: WorkflowContext,
    { operationId, options, startedAt }: Begun<Options>,
    schema = callOptions,
  ) {
    checkInput(schema, options, { operationId });
    this.operationId = operationId;
    this.options = options;
    this.#clock = clock;
    this.#endsAt = startedAt + (options.deadline ?? Number.POSITIVE_INFINITY);
  }

  /**
   * What the next call is told, with what is left of the deadline.
   *
   * @throws RegTimeoutError if nothing is left
   */
  callOptions(): CallOptions {
    const { signal, timeout, priority, headers, deadline } = this.options;
    const options = { signal, timeout, priority, headers };
    if (deadline === undefined) return options;
    const left = this.#endsAt - this.#clock.monotonic();
    if (left > 0) return { ...options, deadline: left };
    throw new RegTimeoutError(`the deadline of ${deadline} ms for the whole journey has passed`, {
      operationId: this.operationId,
      limit: "deadline",
      limitMs: deadline,
    });
  }

  /**
   * Makes several reads at the same time. If one fails, the others are ended, so that nothing runs on after the journey.
   *
   * @throws what the first read that failed rejected with
   */
  async together<Results>(read: (options: CallOptions) => Promise<Results>): Promise<Results> {
    const { signal } = this.options;
    const end = new AbortController();
    const follow = () => end.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener("abort", follow, { once: true });
    try {
      return await read({ ...this.callOptions(), signal: end.signal });
    } catch (error) {
      end.abort(error);
      throw error;
    } finally {
      // The caller's signal may live long: nothing of this journey stays on it.
      signal?.removeEventListener("abort", follow);
    }
  }

  /** @throws RegPreconditionError if a rule is broken */
  refuseIfAny(violations: readonly Violation[]): void {
    if (violations.length > 0) throw this.refusal(violations);
  }

  /** The error for broken rules. */
  refusal(violations: readonly Violation[]): RegPreconditionError {
    return new RegPreconditionError(violations, { operationId: this.operationId });
  }

  /**
   * Ends a journey that the phase of its request does not allow. A phase that is not known is left to the service.
   *
   * @throws RegPreconditionError `RULE-PHASE`
   */
  requirePhase(phase: Phase | undefined, allowed: readonly Phase[]): void {
    if (phase === undefined || allowed.includes(phase)) return;
    this.refuseIfAny([
      ruleViolation(
        "RULE-PHASE",
        "status",
        `The request is in the phase ${phase}, and this is possible in ${allowed.join(" and ")} only. ${advice[phase]}`,
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

/** A request; undefined if it is archived, and so cannot be read any more. */
export async function readUnlessArchived(
  { requests }: WorkflowContext,
  journey: Workflow,
  id: string,
): Promise<ServiceRequest | undefined> {
  try {
    return await requests.get(id, journey.callOptions());
  } catch (error) {
    if (RegError.is(error, "archived")) return undefined;
    throw error;
  }
}
