import { type OperationId, operations, type SandboxOperation } from "../messages/router.js";
import type { EntryLabel, JournalEntry } from "./entry.js";

/** The content of a journal between two resets. */
export class JournalStore {
  readonly tally: Tally = new Tally();
  /** The arrivals of the requests to the supplier API. */
  readonly arrivals: Arrivals = new Arrivals();
  readonly #entries: JournalEntry[] = [];
  /** The creates since the last reset or restore. */
  creates: Creates = new Creates();
  /** The copy that was returned since the last change. */
  #copy: readonly JournalEntry[] | undefined;
  readonly #limit: number;
  #arrived = 0;

  /** @param limit the maximum number of entries */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    this.#copy ??= Object.freeze([...this.#entries]);
    return this.#copy;
  }

  /** Starts a new set of creates. Requests in flight are added to the old one. */
  forgetCreates(): void {
    this.creates = new Creates();
  }

  nextNumber(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  /** Inserts an entry by its number: a later request can have ended earlier. */
  add(entry: JournalEntry): void {
    this.tally.add(entry);
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1]?.number ?? 0) > entry.number) index -= 1;
    this.#entries.splice(index, 0, entry);
    this.#copy = undefined;
    if (this.#entries.length > this.#limit) this.#entries.shift();
  }
}

interface Busiest {
  readonly count: number;
  /** The numbers of those requests. */
  readonly numbers: readonly number[];
}

/** The arrival times of all requests, with two numbers for each request; the limit of the journal does not apply. */
class Arrivals {
  readonly #instants: number[] = [];
  readonly #numbers: number[] = [];

  /** Adds a request; `instant` is in milliseconds, on a scale that never goes back. */
  add(instant: number, number: number): void {
    this.#instants.push(instant);
    this.#numbers.push(number);
  }

  /** The first interval of `window` milliseconds, its end excluded, with the maximum number of requests. */
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

/** Whether the operation creates another resource each time. */
export const isCreate = ({ effects }: SandboxOperation): boolean => effects === "create";

/** The id of the created resource in a `Location`; undefined if the operation creates none. */
export function createdId({ created }: SandboxOperation, location: string): string | undefined {
  if (created === undefined) return undefined;
  const template = created.path.split("/");
  return location.split("/").at(template.indexOf(`{${created.param}}`) - template.length);
}

/** Creates with the same content: executed, or sent again after a lost response. */
export interface Duplicate {
  /** The common content of the creates. */
  readonly what: "the same body" | "the same body but for the ids of its lines" | "the same invoice number";
  /** The requests, in the order in which they arrived. */
  readonly entries: readonly EntryLabel[];
}

interface CreateFacts {
  /** The digest of the body. */
  readonly digest: string;
  /** The digest of the body without the ids of its lines, because a caller that rebuilds the body creates new ids. */
  readonly digestWithoutIds: string;
  readonly isExecuted: boolean;
  /** Whether it was executed, and a fault then kept its response from the caller or changed it. */
  readonly isLost: boolean;
}

type Create = Pick<CreateFacts, "isExecuted" | "isLost"> & { readonly label: EntryLabel };

/** The creates, grouped by the content that must be unique. The limit of the journal does not apply. */
export class Creates {
  readonly #bodies = new Map<string, Create[]>();
  readonly #bodiesWithoutIds = new Map<string, Create[]>();
  readonly #invoiceNumbers = new Map<string, Create[]>();

  add(operation: SandboxOperation, entry: JournalEntry, { digest, digestWithoutIds, ...facts }: CreateFacts): void {
    const { number, at, operationId, caller, params, body } = entry;
    const create = { ...facts, label: { number, at, operationId } };
    addToGroup(this.#bodies, JSON.stringify([operationId, caller, params, digest]), create);
    addToGroup(this.#bodiesWithoutIds, JSON.stringify([operationId, caller, params, digestWithoutIds]), create);
    if (operation.created?.param !== "invoiceId") return;
    // Invoice numbers are taken to be unique for a supplier, across requests of both kinds.
    const invoiceNumber: unknown = Reflect.get(Object(body), "invoiceNumber");
    if (invoiceNumber !== undefined) addToGroup(this.#invoiceNumbers, JSON.stringify([caller, invoiceNumber]), create);
  }

  duplicates(): Duplicate[] {
    const all = [
      ...duplicatesIn("the same body", this.#bodies, findDuplicates),
      // Two requests that differ in these ids only can be intended, unless the response to the first one was lost.
      ...duplicatesIn("the same body but for the ids of its lines", this.#bodiesWithoutIds, fromFirstLost),
      ...duplicatesIn("the same invoice number", this.#invoiceNumbers, findDuplicates),
    ];
    // Invoices with the same body also have the same number.
    return all.filter(({ entries }, index) => !all.slice(0, index).some((other) => isWithin(entries, other.entries)));
  }
}

function addToGroup(map: Map<string, Create[]>, key: string, create: Create): void {
  const group = map.get(key);
  if (group === undefined) map.set(key, [create]);
  else group.push(create);
}

function duplicatesIn(
  what: Duplicate["what"],
  map: ReadonlyMap<string, readonly Create[]>,
  find: (sorted: readonly Create[]) => readonly Create[],
): Duplicate[] {
  return [...map.values()]
    .map((creates) => find(creates.toSorted((one, other) => one.label.number - other.label.number)))
    .filter((found) => found.length > 1)
    .map((found) => ({ what, entries: found.map(({ label }) => label) }));
}

/**
 * A rejected create counts if it arrived after one whose response was lost: the sandbox rejects some creates that
 * the service might execute a second time.
 */
function findDuplicates(sorted: readonly Create[]): Create[] {
  const repeated = fromFirstLost(sorted);
  return sorted.filter((each) => each.isExecuted || repeated.includes(each));
}

function fromFirstLost(sorted: readonly Create[]): readonly Create[] {
  const first = sorted.findIndex(({ isLost }) => isLost);
  return first < 0 ? [] : sorted.slice(first);
}

const isWithin = (entries: readonly EntryLabel[], others: readonly EntryLabel[]) =>
  entries.every(({ number }) => others.some((other) => other.number === number));

/** How many times each operation was called; operations that were not called are absent. */
export type Calls = Readonly<Partial<Record<OperationId, number>>>;

/** How often each name occurred. */
export type Counts = Readonly<Record<string, number>>;

/** The counts over all entries. The limit of the journal does not apply. */
export class Tally {
  /** The number of requests that have ended. */
  requests = 0;
  readonly #operations = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #statuses = new Map<string, number>();

  add({ operationId, codes, status }: JournalEntry): void {
    this.requests += 1;
    if (operationId !== undefined) increment(this.#operations, operationId);
    for (const code of codes) increment(this.#codes, code);
    increment(this.#statuses, String(status));
  }

  /** The operations that were called, in the order of the documents. */
  get operations(): Calls {
    const called = operations.map(({ id }) => [id, this.#operations.get(id)] as const);
    return Object.fromEntries(called.filter(([, count]) => count !== undefined));
  }

  /** The codes of error responses, in alphabetical order. */
  get codes(): Counts {
    return sorted(this.#codes);
  }

  /** The statuses, and the kinds of faults that prevented one. */
  get statuses(): Counts {
    return sorted(this.#statuses);
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Sorts by name, because the order of concurrent responses can be random. */
function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
