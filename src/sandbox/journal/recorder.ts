import type { Clock } from "../../http/clock.js";
import type { FaultKind } from "../faults/fault.js";
import type { NetworkFaultKind } from "../faults/network-fault.js";
import type { DueFault } from "../faults/plan.js";
import type { CheckSchema } from "../schema/checker.js";
import type { Reply } from "../server/reply.js";
import type { Route } from "../server/router.js";
import type { Api } from "../tokens.js";
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

/** What the journal says of a fault, such as `after-commit reset`: never an address, a header or a body. */
const faultText = ({ when, with: kind }: Pick<DueFault, "when" | "with">): string =>
  `${when} ${nameOf(kind)}`;

function nameOf(kind: FaultKind): string {
  if (typeof kind === "string") return kind;
  if ("delay" in kind) return kind.with === undefined ? "delay" : `delay, then ${nameOf(kind.with)}`;
  if ("redirect" in kind) return "redirect";
  if ("oversized" in kind) return "oversized";
  if ("contentType" in kind) return "content type";
  if ("drip" in kind) return "drip";
  return [kind.status, kind.code, ...(kind.codes ?? [])].filter((part) => part !== undefined).join(" ");
}

/** Any other method may be a secret, as it may be any word. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What a note is made with. */
interface NoteParts {
  readonly book: JournalStore;
  readonly clock: Clock;
  readonly check: CheckSchema;
}

/** What becomes known of a request on its way; the steps of the core fill it in. */
export class Note {
  route: Route | undefined;
  caller: string | undefined;
  /** The body as it was sent. */
  body: Uint8Array = new Uint8Array();
  fault: DueFault | undefined;
  /** What the handler answered, whatever a fault made of it; undefined if it was not asked. */
  reply: Reply | undefined;

  readonly #book: JournalStore;
  /** Those of the time of arrival: what is created after a restore stands elsewhere. */
  readonly #creates: Creates;
  readonly #check: CheckSchema;
  readonly #request: Request;
  readonly #api: Api | undefined;
  readonly #number: number;
  readonly #at: string;
  #isWritten = false;

  constructor({ book, clock, check }: NoteParts, request: Request) {
    this.#book = book;
    this.#creates = book.creates;
    this.#check = check;
    this.#request = request;
    this.#api = apiOf(request);
    this.#number = book.nextNumber();
    this.#at = new Date(clock.now()).toISOString();
    if (this.#api === "supplier") book.arrivals.add(clock.monotonic(), this.#number);
  }

  /** Writes the entry of a request that was answered, and gives the answer back. */
  async answered(response: Response): Promise<Response> {
    const { codes, traceId } = await problemIn(response);
    this.#write(response.status, codes, traceId);
    return response;
  }

  /** Writes the entry of a request that gets no answer. */
  ended(how: NetworkFaultKind | "broken-upload"): void {
    this.#write(how, [], undefined);
  }

  /** Writes the entry of a request on which the sandbox failed, unless it is written already. It never throws. */
  failed(): void {
    if (this.#isWritten) return;
    try {
      this.#write("defect", [], undefined);
    } catch {
      // What is to be kept of the request is what the sandbox failed on.
      this.#add({ ...this.#basics("defect"), body: unreadable });
    }
  }

  /** Whatever can fail comes before the first line that changes the journal. */
  #write(status: JournalEntry["status"], codes: readonly string[], traceId: string | undefined): void {
    const { route, reply } = this;
    const { headers } = this.#request;
    const check = this.#check;
    const operation = route?.operation;
    const location = reply?.headers?.["location"];
    const isDone = reply !== undefined && reply.status >= 200 && reply.status < 300;
    const isCreated = isDone && operation !== undefined && isCreate(operation.id);
    const json = operation === undefined ? undefined : jsonIn(operation, this.body);
    const digest = isCreated ? digestOf(json, headers, this.body) : undefined;
    const entry: JournalEntry = {
      ...this.#basics(status),
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

  /** What is known of the request without a look at what it brought. */
  #basics(status: JournalEntry["status"]): JournalEntry {
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
      fault: this.fault === undefined ? undefined : faultText(this.fault),
      traceId: undefined,
    };
  }

  #add(entry: JournalEntry): void {
    this.#isWritten = true;
    this.#book.add(entry);
  }
}

function apiOf(request: Request): Api | undefined {
  const first = new URL(request.url).pathname.split("/")[1];
  return first === "supplier" || first === "lessor" ? first : undefined;
}
