import { type Clock, systemClock } from "../../../base/clock.js";
import { isSuccess } from "../../../base/status.js";
import { messageOf } from "../../../base/text.js";
import type { ApiName } from "../../../document/apis.js";
import { describeKind } from "../../faults/fault.js";
import { NetworkFault } from "../../faults/network-fault.js";
import type { DueFault } from "../../faults/plan.js";
import { SandboxDefect } from "../../messages/check-response.js";
import type { Reply } from "../../messages/reply.js";
import { BrokenUpload } from "../../messages/request-body.js";
import type { Route } from "../../messages/router.js";
import { type Creates, createdId, digestsOf, isCreate } from "./creates.js";
import type { JournalEntry } from "./entry.js";
import type { AnsweredResponse, OnEntry } from "./exchanges.js";
import { jsonIn, noProblem, problemIn, type RecordedProblem, recordedContent, unreadable } from "./redact.js";
import type { JournalStore } from "./store.js";

interface RecordParts {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly onEntry: OnEntry;
}

/** How a request ended: with its response, or with the error that prevented one. */
export type Ending = Response | NetworkFault | BrokenUpload | SandboxDefect;

/** What became known of a request until it ended. Fields are added step by step, because it may end at any step. */
export interface RequestDetails {
  route?: Route;
  caller?: string | undefined;
  /** The request and its body in the form of the documents. */
  request?: Request;
  body?: Uint8Array;
  fault?: DueFault | undefined;
  /** The reply of the handler, even if a fault replaces it; undefined if the handler gave none. */
  reply?: Reply;
  /** The response in the form of the documents, before a fault after the commit. */
  response?: AnsweredResponse;
  /** What ends the request, in the form of the documents; undefined if that is the form of the service, too. */
  ending?: Response;
}

/** Records a request that has arrived, and adds one entry to the journal when the request ends. */
export class RequestRecord {
  readonly #store: JournalStore;
  /** The creates at the time of arrival: a restore replaces them, and this request belongs to the old ones. */
  readonly #creates: Creates;
  readonly #request: Request;
  readonly #api: ApiName | undefined;
  readonly #number: number;
  readonly #at: string;
  readonly #start = systemClock.monotonic();
  readonly #onEntry: OnEntry;

  constructor({ store, clock, onEntry }: RecordParts, request: Request) {
    this.#onEntry = onEntry;
    this.#store = store;
    this.#creates = store.creates;
    this.#request = request;
    this.#api = apiOf(request);
    this.#number = store.nextNumber();
    this.#at = new Date(clock.now()).toISOString();
    if (this.#api === "supplier") store.arrivals.add(clock.monotonic(), this.#number);
  }

  /**
   * Adds the entry of the request.
   *
   * @returns how the request ends: with a defect if its response cannot be recorded
   */
  async end(ending: Ending, details: RequestDetails): Promise<Ending> {
    const status = statusOf(ending);
    try {
      const problem = ending instanceof Response ? await problemIn(details.ending ?? ending) : noProblem;
      this.#addEntry(status, problem, details);
    } catch (error) {
      if (ending instanceof Response) return this.end(asEnding(error, details.route), details);
      // The recording of this request is defective, so that only the basic fields can be recorded.
      this.#add({ ...this.#basicFields(status, details), body: unreadable }, details);
    }
    return ending;
  }

  /** Everything that can fail happens before the journal is changed. */
  #addEntry(status: JournalEntry["status"], problem: RecordedProblem, details: RequestDetails): void {
    const { route, reply, fault, request = this.#request, body = new Uint8Array() } = details;
    const basicFields = this.#basicFields(status, details);
    if (route === undefined) {
      this.#add({ ...basicFields, ...problem }, details);
      return;
    }
    const { operation } = route;
    const isExecuted = reply !== undefined && isSuccess(reply.status);
    const isLost = isExecuted && fault?.when === "after-commit";
    const json = jsonIn(operation, body);
    const digests = isCreate(operation) ? digestsOf(json, request.headers, body) : undefined;
    const entry: JournalEntry = {
      ...basicFields,
      ...problem,
      ...recordedContent({ route, request, body, json }),
      created: createdId(operation, reply),
    };
    this.#add(entry, details);
    if (digests !== undefined) this.#creates.add(operation, entry, { ...digests, isExecuted, isLost });
  }

  #basicFields(status: JournalEntry["status"], { route, caller, fault }: RequestDetails): JournalEntry {
    const operation = route?.operation;
    return {
      number: this.#number,
      at: this.#at,
      api: this.#api,
      operationId: operation?.id,
      method: methods.has(this.#request.method) ? this.#request.method : "(other)",
      path: operation?.path ?? "(unknown)",
      params: {},
      query: {},
      caller,
      status,
      codes: [],
      created: undefined,
      body: undefined,
      fault: fault === undefined ? undefined : `${fault.when} ${describeKind(fault.with)}`,
      traceId: undefined,
    };
  }

  #add(entry: JournalEntry, { response }: RequestDetails): void {
    this.#store.add(entry);
    const durationMs = systemClock.monotonic() - this.#start;
    this.#onEntry(entry, { durationMs, response });
  }
}

/** How a request ends with an error; one that the sandbox does not know is a defect. */
export function asEnding(error: unknown, route: Route | undefined): Ending {
  if (error instanceof NetworkFault || error instanceof BrokenUpload || error instanceof SandboxDefect) return error;
  const what = `it failed with "${messageOf(error)}"`;
  return new SandboxDefect(route?.operation.id ?? "(unknown)", what, { cause: error });
}

function statusOf(ending: Ending): JournalEntry["status"] {
  if (ending instanceof Response) return ending.status;
  if (ending instanceof NetworkFault) return ending.kind;
  return ending instanceof BrokenUpload ? "broken-upload" : "defect";
}

/** Any other method can be an arbitrary word, and therefore a secret. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function apiOf(request: Request): ApiName | undefined {
  const first = new URL(request.url).pathname.split("/")[1];
  return first === "supplier" || first === "lessor" ? first : undefined;
}
