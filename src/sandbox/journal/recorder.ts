import type { Clock } from "../../http/clock.js";
import type { FaultKind } from "../faults/fault.js";
import type { NetworkFaultKind } from "../faults/network-fault.js";
import type { DueFault } from "../faults/plan.js";
import type { Api, CheckSchema } from "../model.js";
import type { Reply } from "../server/reply.js";
import type { Route } from "../server/router.js";
import type { JournalEntry } from "./entry.js";
import {
  digestOf,
  jsonIn,
  problemIn,
  recordedBody,
  recordedParams,
  recordedQuery,
  unreadable,
} from "./redact.js";
import { type Creates, createdId, isCreate, type JournalStore } from "./store.js";

/** The parts of a sandbox that a record uses. */
interface RecordParts {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly check: CheckSchema;
}

/** Collects what becomes known about a request, and adds one entry to the journal when the request ends. */
export class RequestRecord {
  route: Route | undefined;
  caller: string | undefined;
  /** The body as it was sent. */
  body: Uint8Array = new Uint8Array();
  fault: DueFault | undefined;
  /** The reply of the handler, even if a fault replaces it; undefined if the handler was not called. */
  reply: Reply | undefined;

  readonly #store: JournalStore;
  /** The creates at the time of arrival: a restore replaces them, and this request belongs to the old ones. */
  readonly #creates: Creates;
  readonly #check: CheckSchema;
  readonly #request: Request;
  readonly #api: Api | undefined;
  readonly #number: number;
  readonly #at: string;
  #isAdded = false;

  constructor({ store, clock, check }: RecordParts, request: Request) {
    this.#store = store;
    this.#creates = store.creates;
    this.#check = check;
    this.#request = request;
    this.#api = apiOf(request);
    this.#number = store.nextNumber();
    this.#at = new Date(clock.now()).toISOString();
    if (this.#api === "supplier") store.arrivals.add(clock.monotonic(), this.#number);
  }

  /** Adds the entry of a request with a response. */
  async responded(response: Response): Promise<void> {
    const { codes, traceId } = await problemIn(response);
    this.#end(response.status, codes, traceId);
  }

  /** Adds the entry of a request without a response. */
  ended(status: NetworkFaultKind | "broken-upload"): void {
    this.#end(status, [], undefined);
  }

  /** Adds the entry of a request on which the sandbox failed, unless it has been added already. It never throws. */
  failed(): void {
    if (this.#isAdded) return;
    try {
      this.#end("defect", [], undefined);
    } catch {
      // The defect is in the recording of this request, so that only the basic fields can be recorded.
      this.#add({ ...this.#basicFields("defect"), body: unreadable });
    }
  }

  /** Everything that can fail happens before the journal is changed. */
  #end(status: JournalEntry["status"], codes: readonly string[], traceId: string | undefined): void {
    const { route, reply } = this;
    const { headers } = this.#request;
    const check = this.#check;
    const operation = route?.operation;
    const location = reply?.headers?.["location"];
    const isSuccess = reply !== undefined && reply.status >= 200 && reply.status < 300;
    const isCreated = isSuccess && operation !== undefined && isCreate(operation.id);
    const json = operation === undefined ? undefined : jsonIn(operation, this.body);
    const digest = isCreated ? digestOf(json, headers, this.body) : undefined;
    const entry: JournalEntry = {
      ...this.#basicFields(status),
      params: route === undefined ? {} : recordedParams(check, route),
      query: route === undefined ? {} : recordedQuery(check, route, new URL(this.#request.url).searchParams),
      codes,
      created:
        operation === undefined || location === undefined ? undefined : createdId(operation.id, location),
      body: operation === undefined ? undefined : recordedBody(check, operation, headers, this.body, json),
      traceId,
    };
    this.#add(entry);
    if (digest !== undefined) this.#creates.add(entry, digest);
  }

  /** The fields that do not depend on the content of the request. */
  #basicFields(status: JournalEntry["status"]): JournalEntry {
    const operation = this.route?.operation;
    return {
      number: this.#number,
      at: this.#at,
      api: this.#api,
      operationId: operation?.id,
      method: methods.has(this.#request.method) ? this.#request.method : "(other)",
      path: operation?.path ?? "(unknown)",
      params: {},
      query: {},
      caller: this.caller,
      status,
      codes: [],
      created: undefined,
      body: undefined,
      fault: this.fault === undefined ? undefined : describeFault(this.fault),
      traceId: undefined,
    };
  }

  #add(entry: JournalEntry): void {
    this.#isAdded = true;
    this.#store.add(entry);
  }
}

/** Any other method can be an arbitrary word, and therefore a secret. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function apiOf(request: Request): Api | undefined {
  const first = new URL(request.url).pathname.split("/")[1];
  return first === "supplier" || first === "lessor" ? first : undefined;
}

/** Describes a fault, such as `after-commit reset`, without its addresses, headers and bodies. */
function describeFault({ when, with: kind }: DueFault): string {
  return `${when} ${describeKind(kind)}`;
}

function describeKind(kind: FaultKind): string {
  if (typeof kind === "string") return kind;
  if ("delay" in kind) return kind.with === undefined ? "delay" : `delay, then ${describeKind(kind.with)}`;
  if ("redirect" in kind) return "redirect";
  if ("oversized" in kind) return "oversized";
  if ("contentType" in kind) return "content type";
  if ("drip" in kind) return "drip";
  return [kind.status, kind.code, ...(kind.codes ?? [])].filter((part) => part !== undefined).join(" ");
}
