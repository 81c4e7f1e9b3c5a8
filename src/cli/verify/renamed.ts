import type { Bridge } from "../../document/bridge.js";
import type { ReceivedResponse } from "../../document/difference.js";
import type { Finding } from "./types.js";

/** A field whose name is assumed, and how to recognise it under another name. */
interface AssumedName {
  readonly name: string;
  /** The form of other names: letters only, because a name with digits could be a value. */
  readonly names: RegExp;
  readonly values: RegExp;
}

/**
 * The fields of an invoice that the reference mentions without their names (supplier-api.md §2.7), by their
 * assumptions.
 */
const assumedNames: Readonly<Record<string, AssumedName>> = {
  "Invoice.invoiceNumber": {
    name: "invoiceNumber",
    names: /^[a-z]*(number|nummer|num|nr)$/i,
    values: /./,
  },
  "Invoice.invoiceDate": {
    name: "invoiceDate",
    names: /^[a-z]*(date|datum)$/i,
    values: /^\d{4}-\d{2}-\d{2}/,
  },
};

/** Finds out under which names an invoice has the fields whose names are assumed. */
export class RenamedFields {
  /** The names that fit and that every invoice had, by the assumption; empty if one invoice has the assumed name. */
  readonly #candidates = new Map<string, ReadonlySet<string>>();
  readonly #operations = new Set<string>();
  #invoices = 0;

  add({ operationId, status, body }: ReceivedResponse): void {
    if (!operationId.endsWith(".invoices.get") || status !== 200) return;
    if (typeof body !== "object" || body === null || Array.isArray(body)) return;
    this.#invoices += 1;
    this.#operations.add(operationId);
    for (const [id, assumed] of Object.entries(assumedNames)) {
      const names = namesIn(body, assumed);
      const earlier = this.#candidates.get(id);
      const common = this.#invoices === 1 ? names : names.filter((name) => earlier?.has(name));
      this.#candidates.set(id, new Set(common));
    }
  }

  /** Returns what refutes an assumed name: exactly one other field that fits. */
  refute(id: string): Finding | undefined {
    const name = this.#otherName(id);
    return name === undefined ? undefined : { verdict: "refuted", evidence: `the field is ${name}` };
  }

  /** The bridges of the other names. */
  bridges(): { readonly operationId: string; readonly bridge: Bridge }[] {
    return Object.entries(assumedNames).flatMap(([id, { name }]) => {
      const otherName = this.#otherName(id);
      if (otherName === undefined) return [];
      return [...this.#operations].map((operationId) => ({
        operationId,
        bridge: { at: `/${name}`, is: `/${otherName}` },
      }));
    });
  }

  #otherName(id: string): string | undefined {
    const [name, ...others] = this.#candidates.get(id) ?? [];
    return others.length > 0 ? undefined : name;
  }
}

/** The fields that may be meant; none if the assumed one is there. */
function namesIn(invoice: object, { name: assumed, names, values }: AssumedName): string[] {
  if (Object.hasOwn(invoice, assumed)) return [];
  return Object.entries(invoice).flatMap(([name, value]) => {
    const isValue = ["string", "number"].includes(typeof value) && values.test(String(value));
    return isValue && names.test(name) ? [name] : [];
  });
}
