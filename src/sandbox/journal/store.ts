import { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import { type OperationId, operations } from "../server/router.js";
import type { EntryLabel, JournalEntry } from "./entry.js";

/** The stretch of time in which most requests arrived. */
export interface Busiest {
  readonly count: number;
  /** The numbers of those requests. */
  readonly numbers: readonly number[];
}

/** When requests arrived. It keeps two numbers of each request, however many entries the journal keeps. */
export class Arrivals {
  readonly #instants: number[] = [];
  readonly #numbers: number[] = [];

  /** Notes a request; `instant` is in milliseconds, on a scale that never goes back. */
  add(instant: number, number: number): void {
    this.#instants.push(instant);
    this.#numbers.push(number);
  }

  /** The first of the stretches of `window` milliseconds, the end not included, that hold the most requests. */
  busiest(window: number): Busiest {
    let first = 0;
    let best = { from: 0, count: 0 };
    for (const [index, instant] of this.#instants.entries()) {
      while (instant - (this.#instants[first] ?? instant) >= window) first += 1;
      const count = index - first + 1;
      if (count > best.count) best = { from: first, count };
    }
    return { count: best.count, numbers: this.#numbers.slice(best.from, best.from + best.count) };
  }
}

interface OperationFacts {
  readonly effects: string;
  readonly created?: { readonly path: string; readonly param: string };
}

const facts: Readonly<Record<OperationId, OperationFacts>> = {
  ...supplierOperations,
  ...lessorOperations,
  ...lessorTokenOperations,
};

/** Whether sending it twice makes two. */
export const isCreate = (operation: OperationId): boolean => facts[operation].effects === "create";

/** Whether it makes an invoice, of either kind of request. */
const isInvoiceCreate = (operation: OperationId): boolean =>
  isCreate(operation) && facts[operation].created?.param === "invoiceId";

/** The id in the `Location` of what an operation made; undefined if it makes nothing. */
export function createdId(operation: OperationId, location: string): string | undefined {
  const { created } = facts[operation];
  if (created === undefined) return undefined;
  const template = created.path.split("/");
  return location.split("/").at(template.indexOf(`{${created.param}}`) - template.length);
}

/** What of a create was sent or used more than once. */
export interface Duplicate {
  /** Which of the two it is. */
  readonly what: "the same body" | "the same invoice number";
  /** The requests, in the order in which they arrived. */
  readonly entries: readonly EntryLabel[];
}

/** The creates that were carried out, grouped by what must not come twice. It outlives the entries. */
export class Creates {
  readonly #bodies = new Map<string, EntryLabel[]>();
  readonly #invoiceNumbers = new Map<string, EntryLabel[]>();

  /** Notes a create that was carried out, with a digest of its body. */
  add(entry: JournalEntry, digest: string): void {
    const { number, at, operationId, caller, params, body } = entry;
    const label = { number, at, operationId };
    put(this.#bodies, JSON.stringify([operationId, caller, params, digest]), label);
    if (operationId === undefined || !isInvoiceCreate(operationId)) return;
    // Numbers are taken to be unique in a supplier's books, over requests of either kind.
    const invoiceNumber: unknown = Reflect.get(Object(body), "invoiceNumber");
    if (invoiceNumber !== undefined)
      put(this.#invoiceNumbers, JSON.stringify([caller, invoiceNumber]), label);
  }

  /** Every group of more than one. */
  duplicates(): Duplicate[] {
    const bodies = groups("the same body", this.#bodies);
    const isNamed = ({ entries }: Duplicate) => bodies.some((other) => isWithin(entries, other.entries));
    // What has the same body has the same number too.
    const numbers = groups("the same invoice number", this.#invoiceNumbers).filter((each) => !isNamed(each));
    return [...bodies, ...numbers];
  }
}

function put(map: Map<string, EntryLabel[]>, key: string, label: EntryLabel): void {
  const group = map.get(key);
  if (group === undefined) map.set(key, [label]);
  else group.push(label);
}

function groups(what: Duplicate["what"], map: ReadonlyMap<string, readonly EntryLabel[]>): Duplicate[] {
  return [...map.values()]
    .filter((entries) => entries.length > 1)
    .map((entries) => ({ what, entries: entries.toSorted((one, other) => one.number - other.number) }));
}

const isWithin = (entries: readonly EntryLabel[], others: readonly EntryLabel[]) =>
  entries.every(({ number }) => others.some((other) => other.number === number));

/** How often something was met, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what the entries held. It outlives them. */
export class Tally {
  #requests = 0;
  readonly #operations = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #statuses = new Map<string, number>();

  /** Counts an entry. */
  add({ operationId, codes, status }: JournalEntry): void {
    this.#requests += 1;
    if (operationId !== undefined) increase(this.#operations, operationId);
    for (const code of codes) increase(this.#codes, code);
    increase(this.#statuses, String(status));
  }

  /** How many requests were answered or cut off. */
  get requests(): number {
    return this.#requests;
  }

  /** The operations that were called, in the order of the documents. */
  get operations(): Readonly<Partial<Record<OperationId, number>>> {
    const called = operations.map(({ id }) => [id, this.#operations.get(id)] as const);
    return Object.fromEntries(called.filter(([, count]) => count !== undefined));
  }

  /** The codes of error answers, in alphabetical order. */
  get codes(): Counts {
    return sorted(this.#codes);
  }

  /** The statuses, and what faults did in place of one. */
  get statuses(): Counts {
    return sorted(this.#statuses);
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** By name: which answer came first may be chance where calls run side by side. */
function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What is written down between two resets. */
export class JournalStore {
  readonly tally: Tally = new Tally();
  /** Of the requests to the supplier API. */
  readonly arrivals: Arrivals = new Arrivals();
  readonly #entries: JournalEntry[] = [];
  #creates = new Creates();
  /** What was handed out since the last change. */
  #copy: readonly JournalEntry[] | undefined;
  readonly #limit: number;
  #arrived = 0;

  /** `limit` is the most entries that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Those that are kept, in a frozen copy: nobody else changes the book. */
  get entries(): readonly JournalEntry[] {
    this.#trim();
    this.#copy ??= Object.freeze([...this.#entries]);
    return this.#copy;
  }

  /** The creates that were carried out, as far as they are not forgotten. */
  get creates(): Creates {
    return this.#creates;
  }

  /** Begins the creates anew. What is on its way is noted with those that are forgotten. */
  forgetCreates(): void {
    this.#creates = new Creates();
  }

  /** The number of the request that arrives. */
  nextNumber(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  /** Writes an entry in its place, which is not the last one where a later request was answered earlier. */
  add(entry: JournalEntry): void {
    this.tally.add(entry);
    let place = this.#entries.length;
    while (place > 0 && (this.#entries[place - 1]?.number ?? 0) > entry.number) place -= 1;
    this.#entries.splice(place, 0, entry);
    this.#copy = undefined;
    // Many at a time: to drop the first of a long array moves all the others.
    if (this.#entries.length > this.#limit * 1.1) this.#trim();
  }

  #trim(): void {
    const beyond = this.#entries.length - this.#limit;
    if (beyond > 0) this.#entries.splice(0, beyond);
  }
}
