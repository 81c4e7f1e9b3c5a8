import { parseProblem } from "../../errors/problem.js";
import type { Clock } from "../../http/clock.js";
import { readText } from "../../http/read-body.js";
import type { Reply } from "../core/reply.js";
import type { Route } from "../core/router.js";
import type { Api } from "../core/tokens.js";
import { formOf } from "../document/forms.js";
import type { DueFault } from "../faults/faults.js";
import { recordedBody } from "./body.js";
import type { Book } from "./book.js";
import { digestOf } from "./digest.js";
import type { JournalEntry } from "./entry.js";
import { createdId, isCreate } from "./facts.js";
import { faultText } from "./fault-text.js";

/** What becomes known of a request on its way; the steps of the core fill it in. */
export class Note {
  route: Route | undefined;
  caller: string | undefined;
  /** The body as it was sent. */
  body: Uint8Array = new Uint8Array();
  fault: DueFault | undefined;
  /** What the handler answered, whatever a fault made of it; undefined if it was not asked. */
  reply: Reply | undefined;

  readonly #book: Book;
  readonly #request: Request;
  readonly #api: Api | undefined;
  readonly #number: number;
  readonly #at: string;

  constructor(book: Book, clock: Clock, request: Request) {
    this.#book = book;
    this.#request = request;
    this.#api = apiOf(request);
    this.#number = book.nextNumber();
    this.#at = new Date(clock.now()).toISOString();
    if (this.#api === "supplier") book.arrivals.add(clock.monotonic(), this.#number);
  }

  /** Writes the entry of a request that was answered, and gives the answer back. */
  async answered(response: Response): Promise<Response> {
    const { errors, traceId } =
      response.status < 400 ? { errors: [], traceId: undefined } : parseProblem(await jsonOf(response));
    const codes = errors.map(({ code }) => code).filter((code) => /^(REG|SANDBOX)-[\w-]{1,60}$/.test(code));
    this.#write(response.status, [...new Set(codes)], traceId);
    return response;
  }

  /** Writes the entry of a request that gets no answer. */
  ended(how: Exclude<JournalEntry["status"], number>): void {
    this.#write(how, [], undefined);
  }

  #write(status: JournalEntry["status"], codes: readonly string[], traceId: string | undefined): void {
    const { route, reply, fault } = this;
    const operation = route?.operation;
    const { method, headers } = this.#request;
    const location = reply?.headers?.["location"];
    const entry: JournalEntry = {
      number: this.#number,
      at: this.#at,
      api: this.#api,
      operationId: operation?.id,
      method,
      path: operation?.path ?? "(unknown)",
      params: route?.params ?? {},
      query: this.#query(),
      caller: this.caller,
      status,
      codes,
      created:
        operation === undefined || location === undefined ? undefined : createdId(operation.id, location),
      body: operation === undefined ? undefined : recordedBody(operation, headers, this.body),
      fault: fault === undefined ? undefined : faultText(fault),
      traceId,
    };
    this.#book.add(entry);
    const isDone = reply !== undefined && reply.status >= 200 && reply.status < 300;
    if (isDone && operation !== undefined && isCreate(operation.id)) {
      this.#book.creates.add(entry, digestOf(headers, this.body));
    }
  }

  /** The declared parameters only: what else stands in a query may be a secret, name and all. */
  #query(): JournalEntry["query"] {
    if (this.route === undefined) return {};
    const { api, id } = this.route.operation;
    const given = new URL(this.#request.url).searchParams;
    const names = Object.keys(formOf(api, id).query ?? {}).filter((name) => given.has(name));
    return Object.fromEntries(names.map((name) => [name, given.getAll(name)]));
  }
}

function apiOf(request: Request): Api | undefined {
  const first = new URL(request.url).pathname.split("/")[1];
  return first === "supplier" || first === "lessor" ? first : undefined;
}

/** No error body of the service comes near; a fault may answer with far more. */
const longestProblem = 65_536;

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response.clone(), longestProblem));
  } catch {
    return undefined;
  }
}
