import { LessorDesk } from "../actor/desk.js";
import { createAnswer } from "../core/answer.js";
import type { Services } from "../core/handler.js";
import type { Handlers } from "../core/handlers.js";
import { findRoute } from "../core/router.js";
import type { CheckSchema } from "../document/schema-checker.js";
import { FaultPlan } from "../faults/faults.js";
import { createJournal } from "../journal/keeper.js";
import { defaultSupplier } from "../state/world.js";
import { InvoiceCounter } from "../supplier/invoices/counter.js";
import type { SandboxClock } from "../time/clock.js";
import type { ScenarioName } from "./catalogue.js";
import { type Perform, play, type SeededRequests } from "./play.js";

/** Adds the requests of a scenario and gives their ids by name. */
export type Seed = <Name extends ScenarioName>(scenario: Name) => Promise<SeededRequests<Name>>;

/** What seeding needs of a sandbox. */
export interface SeederParts {
  readonly services: () => Services;
  readonly handlers: Handlers;
  readonly clock: SandboxClock;
  readonly check: CheckSchema;
  readonly baseUrl: string;
}

/**
 * Makes what fills a sandbox with a scenario. It goes the way of every call, but past the limit, planned faults, the
 * lessor's policy and the journal; if it fails, nothing has happened.
 */
export function createSeeder(parts: SeederParts): Seed {
  const { handlers, clock, check, baseUrl } = parts;
  const desk = new LessorDesk();
  const answer = createAnswer({
    handlers,
    desk,
    limiter: undefined,
    faults: new FaultPlan(clock, 0),
    acceptsUnknownFields: false,
  });
  const { begin } = createJournal(clock, 1, check);
  return async <Name extends ScenarioName>(name: Name) => {
    // With a counter of its own: a test may be holding the callers at the other one.
    const services = { ...parts.services(), counter: new InvoiceCounter() };
    const token = await services.tokens.issue("supplier", String(defaultSupplier), hour);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const perform: Perform = (method, path, body) => {
      const request = new Request(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
      return answer(services, findRoute(method, new URL(request.url)), request, begin(request));
    };
    // The catalogue and its type are one: these are the names that it has.
    return (await play(name, services, perform)) as SeededRequests<Name>;
  };
}

const hour = 60 * 60 * 1000;
