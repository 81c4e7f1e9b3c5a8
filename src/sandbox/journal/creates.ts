import type { EntryLabel, JournalEntry } from "./entry.js";
import { isInvoiceCreate } from "./facts.js";

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
