import { RegPreconditionError, RegTimeoutError } from "../../errors/client-errors.js";
import { isObject, type Rule, type RulesFor } from "../../http/input/check-fields.js";
import { checkJourneyOptions } from "../../http/input/check-options.js";
import type { CallOptions } from "../../http/options.js";
import type { Phase } from "../phases/transitions.js";
import type { Known } from "../rules/known.js";
import { ruleViolation, type Violation } from "../rules/violation.js";
import type { JourneyParts } from "./parts.js";

/** One run of a journey: its name, its options, and what is left of its time. */
export class Journey {
  /** Its path on the client, such as `serviceRequests.submit`. */
  readonly operationId: string;
  readonly #options: CallOptions;
  readonly #clock: JourneyParts["clock"];
  readonly #endsAt: number;

  /** @throws RegInputError for an option that cannot be used */
  constructor(
    { kind, clock }: JourneyParts,
    name: string,
    options: CallOptions,
    own: Readonly<Record<string, Rule>> = {},
  ) {
    this.operationId = `${kind === "damage" ? "damageServiceRequests" : "serviceRequests"}.${name}`;
    checkJourneyOptions(options, own, this.operationId);
    this.#options = options;
    this.#clock = clock;
    this.#endsAt = clock.monotonic() + (options.deadline ?? Number.POSITIVE_INFINITY);
  }

  /**
   * What the next call is told, with what is left of the deadline.
   *
   * @throws RegTimeoutError if nothing is left
   */
  callOptions(): CallOptions {
    const { signal, timeout, priority, headers, deadline } = this.#options;
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

const areTexts: Rule = {
  check: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  must: "be a list of texts",
};

const knownFields: RulesFor<Known> = {
  rentalCodes: areTexts,
  repeatableCodes: areTexts,
  warranties: areTexts,
  leniencies: areTexts,
};

/** The option `known` of a journey. */
export const knownRule: Rule = { check: isObject, must: "be an object", fields: knownFields };
