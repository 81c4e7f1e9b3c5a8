import type { State } from "../state/state.js";
import { InvoiceCounter } from "../supplier/invoices/counter.js";
import type { SandboxClock } from "../time/clock.js";
import type { Services } from "./handler.js";
import { randomFrom } from "./random.js";
import type { Tokens } from "./tokens.js";

/** Puts together what handlers share, around a state. */
export function servicesFor(state: State, tokens: Tokens, clock: SandboxClock): Services {
  return {
    state,
    tokens,
    counter: new InvoiceCounter(),
    random: randomFrom(state.ids),
    traces: randomFrom(state.traces),
    now: clock.now,
  };
}
