import type { CheckSchema } from "../document/schema-checker.js";
import type { State } from "../state/state.js";
import type { InvoiceCounter } from "../supplier/invoices/counter.js";
import type { SandboxClock } from "../time/clock.js";
import type { Tokens } from "../tokens/tokens.js";
import type { Services } from "./handler.js";
import { randomFrom } from "./random.js";

/** What handlers share that stays when the state is replaced. */
export interface LastingParts {
  readonly tokens: Tokens;
  readonly check: CheckSchema;
  readonly counter: InvoiceCounter;
  readonly clock: SandboxClock;
}

/** Puts together what handlers share, around a state. */
export function servicesFor(state: State, { tokens, check, counter, clock }: LastingParts): Services {
  return {
    state,
    tokens,
    check,
    counter,
    random: randomFrom(state.ids),
    traces: randomFrom(state.traces),
    now: clock.now,
  };
}
