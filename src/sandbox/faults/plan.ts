import { RegInputError } from "../../errors/errors.js";
import type { Clock } from "../../http/clock.js";
import { seededRandom } from "../model.js";
import { applyFault } from "./apply.js";
import { type Fault, type FaultCall, type FaultHandle, type FaultKind, needsRealAnswer } from "./fault.js";
import { checkFault } from "./validate.js";

export type {
  Fault,
  FaultCall,
  FaultHandle,
  FaultKind,
} from "./fault.js";

/** A fault that befalls a request now. */
export interface DueFault {
  readonly when: "before-commit" | "after-commit";
  readonly with: FaultKind;
  /**
   * Carries it out.
   *
   * @param real the answer that it spoils; left out before the commit
   * @returns what to answer with; `real` if all is to go on as usual
   * @throws Refusal or NetworkFault
   */
  apply(real?: Response): Promise<Response | undefined>;
}

interface Planned extends DueFault {
  readonly concerns: (call: FaultCall) => boolean;
  readonly chance: () => boolean;
  skip: number;
  remaining: number;
  happened: number;
}

/** The faults that are still to happen, in the order in which they were asked for. */
export class FaultPlan {
  readonly #clock: Clock;
  readonly #seed: number;
  #asked = 0;
  #planned: Planned[] = [];

  constructor(clock: Clock, seed: number) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /**
   * Plans a fault.
   *
   * @throws RegInputError for an operation that does not exist, or a fault that is none
   */
  add(fault: Fault): FaultHandle {
    checkFault(fault);
    this.#asked += 1;
    const planned = plannedOf(fault, this.#clock, this.#seed + this.#asked);
    this.#planned.push(planned);
    return {
      get remaining() {
        return planned.remaining;
      },
      get happened() {
        return planned.happened;
      },
      cancel: () => this.#end(planned),
    };
  }

  /**
   * Takes the fault that is due for a request, if there is one.
   *
   * @throws RegInputError if a `matches` throws, or answers neither true nor false
   */
  take(call: FaultCall): DueFault | undefined {
    let due: Planned | undefined;
    for (const planned of this.#planned) {
      if (!planned.concerns(call)) continue;
      if (planned.skip > 0) planned.skip -= 1;
      else if (due === undefined && planned.chance()) due = planned;
    }
    if (due === undefined) return undefined;
    due.happened += 1;
    due.remaining -= 1;
    if (due.remaining === 0) this.#end(due);
    return due;
  }

  /** Forgets every fault. */
  reset(): void {
    for (const planned of [...this.#planned]) this.#end(planned);
    this.#asked = 0;
  }

  #end(planned: Planned): void {
    planned.remaining = 0;
    this.#planned = this.#planned.filter((other) => other !== planned);
  }
}

function plannedOf(fault: Fault, clock: Clock, seed: number): Planned {
  const { operation, matches, skip = 0, probability = 1, times = 1, with: kind } = fault;
  const random = seededRandom(seed);
  const { when = needsRealAnswer(kind) ? "after-commit" : "before-commit" } = fault;
  const named: ReadonlySet<string> = new Set(typeof operation === "string" ? [operation] : operation);
  return {
    when,
    with: kind,
    apply: (real) => applyFault(kind, real, clock),
    concerns: (call) =>
      (named.has("*") || named.has(call.operationId)) && (matches === undefined || asked(matches, call)),
    chance: () => Number.parseInt(random.hex(8), 16) / 2 ** 32 < probability,
    skip,
    remaining: times,
    happened: 0,
  };
}

/** A promise would count as true, whatever it comes to. */
function asked(matches: (call: FaultCall) => unknown, call: FaultCall): boolean {
  const answer = answerOf(matches, call);
  if (typeof answer !== "boolean") throw new RegInputError("matches", "must answer true or false, at once");
  return answer;
}

function answerOf(matches: (call: FaultCall) => unknown, call: FaultCall): unknown {
  try {
    return matches(call);
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new RegInputError("matches", `threw: ${what}`, { cause });
  }
}
