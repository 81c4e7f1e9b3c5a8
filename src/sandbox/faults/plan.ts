import type { Clock } from "../../base/clock.js";
import { isObject, parseJson } from "../../base/json.js";
import { RegInputError } from "../../errors/errors.js";
import { callGiven } from "../common/call-given.js";
import { type SeededRandom, seededRandom } from "../common/random.js";
import { applyFault } from "./apply.js";
import {
  type Fault,
  type FaultCall,
  type FaultHandle,
  type FaultKind,
  keyedByBody,
  needsRealResponse,
} from "./fault.js";

/** The fault to apply to a request. */
export interface DueFault {
  readonly when: "before-commit" | "after-commit";
  readonly with: FaultKind;
  /**
   * Applies the fault.
   *
   * @param traces the generator of trace ids
   * @param real the real response; left out before the commit
   * @returns the response to send; `real` if the fault does not change it
   * @throws NetworkFault
   */
  apply(traces: SeededRandom, real?: Response): Promise<Response | undefined>;
}

/** A fault that can still happen. */
export interface PlannedFault {
  /** 1, 2, 3 and so on, since the last reset. */
  readonly number: number;
  readonly fault: Fault;
  readonly handle: FaultHandle;
}

interface PlanEntry extends DueFault {
  readonly matches: (call: FaultCall) => boolean;
  /** Draws the next random number of this fault, and returns whether the fault happens. */
  readonly drawChance: () => boolean;
  skip: number;
  remaining: number;
  happened: number;
}

/** The faults that can still happen, in the order in which they were planned. */
export class FaultPlan {
  readonly #clock: Clock;
  readonly #seed: number;
  #addedCount = 0;
  readonly #planned = new Map<PlanEntry, PlannedFault>();

  constructor(clock: Clock, seed: number) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Plans a fault, which was checked. */
  add(fault: Fault): FaultHandle {
    this.#addedCount += 1;
    // A seed for each fault, so that one fault does not change when another happens.
    const planned = planFault(fault, this.#clock, this.#seed + this.#addedCount);
    const handle: FaultHandle = {
      get remaining() {
        return planned.remaining;
      },
      get happened() {
        return planned.happened;
      },
      cancel: () => this.#remove(planned),
    };
    this.#planned.set(planned, { number: this.#addedCount, fault, handle });
    return handle;
  }

  get planned(): readonly PlannedFault[] {
    return [...this.#planned.values()];
  }

  /**
   * Takes the fault that is due for a request, if there is one.
   *
   * @throws RegInputError if a `matches` throws, or does not return a boolean
   */
  take(call: FaultCall): DueFault | undefined {
    let due: PlanEntry | undefined;
    // All faults see the request, because each of them counts the requests that it skips.
    for (const planned of this.#planned.keys()) {
      if (!planned.matches(call)) continue;
      if (planned.skip > 0) planned.skip -= 1;
      else if (due === undefined && planned.drawChance()) due = planned;
    }
    if (due === undefined) return undefined;
    due.happened += 1;
    due.remaining -= 1;
    if (due.remaining === 0) this.#remove(due);
    return due;
  }

  /** Removes every fault, and starts again with the seed. */
  reset(): void {
    for (const planned of this.#planned.keys()) this.#remove(planned);
    this.#addedCount = 0;
  }

  #remove(planned: PlanEntry): void {
    planned.remaining = 0;
    this.#planned.delete(planned);
  }
}

function planFault(fault: Fault, clock: Clock, seed: number): PlanEntry {
  const { operation, matches, supplierNumber, skip = 0, probability = 1, times = 1, with: kind } = fault;
  const { when = needsRealResponse(kind) ? "after-commit" : "before-commit" } = fault;
  const random = seededRandom(seed);
  const operations: ReadonlySet<string> = new Set(typeof operation === "string" ? [operation] : operation);
  return {
    when,
    with: kind,
    apply: (traces, real) => applyFault(kind, { real, clock, traces }),
    matches: (call) =>
      (operations.has("*") || operations.has(call.operationId)) &&
      (supplierNumber === undefined || call.caller === String(supplierNumber)) &&
      (typeof matches === "function" ? callMatches(matches, call) : hasParameters(call, matches ?? {})),
    drawChance: () => Number.parseInt(random.hex(8), 16) / 2 ** 32 < probability,
    skip,
    remaining: times,
    happened: 0,
  };
}

function hasParameters({ operationId, params, body }: FaultCall, wanted: Readonly<Record<string, string>>): boolean {
  const isInBody = operationId === keyedByBody;
  const found: Readonly<Record<string, unknown>> = isInBody ? { licensePlate: licensePlateIn(body) } : params;
  return Object.entries(wanted).every(([name, value]) => found[name] === value);
}

function licensePlateIn(body: Uint8Array): unknown {
  const content = parseJson(new TextDecoder().decode(body));
  return isObject(content) ? content["licensePlate"] : undefined;
}

/** Calls the user's function. A promise would count as true, whatever it resolves to, so only booleans are accepted. */
function callMatches(matches: (call: FaultCall) => unknown, call: FaultCall): boolean {
  const result = callGiven("matches", () => matches(call));
  if (typeof result !== "boolean")
    throw new RegInputError("matches", "must return true or false; a promise is not accepted");
  return result;
}
