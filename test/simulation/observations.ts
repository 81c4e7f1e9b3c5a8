import { RegError } from "@reg/sdk";
import { textsOf } from "../support/canaries.js";
import type { Incident, Process } from "./machine.js";
import type { NetworkFault } from "./network.js";
import { Outcomes } from "./outcomes.js";
import type { StoreFault } from "./store.js";
import type { WorldIncident } from "./world.js";

/** The name of a fault: one of a machine says whether it is that of a lessor's job. */
export type FaultName =
  | NetworkFault
  | StoreFault
  | WorldIncident
  | "full disk"
  | Incident["kind"]
  | `${Incident["kind"]} of a lessor's job`;

/** An event that was handed to a handler. */
export interface ObservedEvent {
  readonly request: string;
  readonly id: string;
  readonly type: string;
  /** On the timeline. */
  readonly at: number;
}

/** What the programs of a simulation have seen, beside what the service has recorded. */
export class Observations {
  /** The events in the order in which they were handed over. */
  readonly handed: ObservedEvent[] = [];
  /** The events that were handled, in the order in which their handlers have ended. */
  readonly events: ObservedEvent[] = [];
  /** What must never happen, such as an error that is none of the package, each with the time at which it was seen. */
  readonly problems: string[] = [];
  /** How often something has happened, by its name. */
  readonly counts = new Map<string, number>();
  /** The faults, errors and events, each with its time, for a person who looks for a cause. */
  readonly log: string[] = [];
  readonly outcomes = new Outcomes();
  /** The lines of which a workflow says that it has changed their price. */
  readonly changed: { readonly componentId: string; readonly price: number }[] = [];
  /** Texts that must be in no error and no event. */
  readonly secrets: string[] = [];
  /** How often a create of a work order has failed although the service has not acted, by what the error says. */
  readonly notCreated = new Map<string, number>();
  /** How often a create of a work order was tried. */
  readonly tried = new Map<string, number>();
  /** The calls that have not settled, of processes that are alive. */
  readonly pending = new Set<{ readonly name: string; readonly process: Process }>();

  readonly #isoTime: () => string;

  /** @param isoTime the time of the service, as a date-time */
  constructor(isoTime: () => string) {
    this.#isoTime = isoTime;
  }

  /** Notes what must not happen. */
  noteProblem(text: string): void {
    this.problems.push(`${this.#isoTime()} ${text}`);
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  noteFault(name: FaultName, where = ""): void {
    this.count(`fault ${name}`);
    this.#note(`fault ${name} ${where}`.trimEnd());
  }

  hasFault(name: FaultName): boolean {
    return this.counts.has(`fault ${name}`);
  }

  noteHanded(event: ObservedEvent): void {
    this.handed.push(event);
    this.#note(`event ${event.type} of ${event.request}, ${event.id}`);
  }

  noteDecision(decision: string): void {
    this.#note(`the lessor decides: ${decision}`);
  }

  /** Notes the error of a call. */
  error(where: string, error: unknown): void {
    if (!RegError.is(error)) {
      this.noteProblem(`${where}: an error that is none of the package: ${error}`);
      return;
    }
    this.count(`error ${error.kind}`);
    this.#note(`${where}: ${error.message}`);
    this.searchSecrets(where, textsOf(error).join(" "));
  }

  /** Adds a line to the log. */
  #note(text: string): void {
    this.log.push(`${this.#isoTime()} ${text}`);
  }

  searchSecrets(where: string, text: string): void {
    for (const secret of this.secrets) if (text.includes(secret)) this.noteProblem(`${where}: it shows a secret`);
  }
}

export const increase = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);
