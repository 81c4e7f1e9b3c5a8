import { expect } from "vitest";
import { invoicedCents, outstandingCents } from "./amounts.js";
import { isInvoiced, kindOfInvoice } from "./assumptions.js";
import { move, Refused } from "./attempt.js";
import { invoiceIds } from "./compare.js";
import { checkAmount, checkDate, firstDay } from "./invoice-checks.js";
import type { Planner } from "./request-command.js";
import { type ModelInvoice, type ModelRequest, phaseOf } from "./state.js";

/** The amounts that a command tries, each in relation to what is outstanding or invoiced. */
export const amounts = {
  outstanding: outstandingCents,
  "a cent too much": (request) => outstandingCents(request) + 1,
  "nothing at all": () => 0,
  "all that was invoiced, back": (request) => -invoicedCents(request),
  "a cent more than was invoiced, back": (request) => -invoicedCents(request) - 1,
  "a euro, back": () => -100,
} as const satisfies Readonly<Record<string, (request: ModelRequest) => number>>;

/** What a command says in an invoice. */
export interface InvoiceInput {
  readonly amount: keyof typeof amounts;
  /** `latest`: that of the latest invoice, or the first day that is possible. */
  readonly date: "latest" | "2026-06-14" | "2026-06-15" | "2026-06-17";
  /** `0` and another sender are refused by codes of their own; without a total the document refuses. */
  readonly flaw?: "number 0" | "other sender" | "no total" | undefined;
  readonly twice: boolean;
}

/** Creates an invoice. */
export function create({ amount, date, flaw, twice }: InvoiceInput): Planner {
  return (request, model) => {
    const cents = request === undefined ? 100 : amounts[amount](request);
    const invoiceDate = date === "latest" ? latestDate(request) : date;
    return {
      json: {
        identitySender: { RegNumber: flaw === "other sender" ? 4712 : 4711 },
        identityReceiver: {},
        invoiceNumber: flaw === "number 0" ? "0" : "2026-1",
        invoiceDate,
        vatLines: [],
        total: flaw === "no total" ? undefined : cents / 100,
      },
      isInvalid: flaw === "no total",
      twice,
      carryOut(attempt) {
        const { next } = attempt;
        if (flaw !== undefined) throw new Refused(400, flaw);
        const phase = phaseOf(next, model.now);
        const kind = kindOfInvoice(cents, phase);
        checkDate(next, model, invoiceDate);
        checkAmount(next, kind, cents);
        const invoice = { id: "", kind, cents, date: invoiceDate, pdf: false };
        next.invoices = [...next.invoices, invoice];
        if (phase === "Invoicing" && isInvoiced(next)) move(attempt, "invoice");
        const learn = ({ location }: { readonly location: string | null }) => {
          const id = location?.match(/\/invoices\/(\d+)$/)?.[1] ?? "no location";
          next.invoices = next.invoices.map((each) => (each === invoice ? { ...invoice, id } : each));
        };
        return { status: 201, learn };
      },
    };
  };
}

function latestDate(request: ModelRequest | undefined): string {
  return request?.invoices.at(-1)?.date ?? (request && firstDay(request)) ?? "2026-06-15";
}

/** Notes a reason for not invoicing. */
export const setStatus: Planner = () => ({
  json: { reason: "elsewhere" },
  carryOut(attempt) {
    if (attempt.next.invoices.length > 0) throw new Refused(400, "it is invoiced");
    attempt.next.notInvoiced = true;
    move(attempt, "no-costs");
    return { status: 204 };
  },
});

/** Lists the invoices. */
export const list: Planner = () => ({
  carryOut: ({ next }) => ({
    status: 200,
    learn: ({ json }) => expect(invoiceIds(json)).toEqual(next.invoices.map(({ id }) => id)),
  }),
});

/** Reads an invoice, counted from the first and going round. */
export function get(index: number): Planner {
  return (request) => ({
    params: { invoiceId: invoiceAt(request, index)?.id ?? "1" },
    carryOut({ next }) {
      if (invoiceAt(next, index) === undefined) throw new Refused(404, "there is no such invoice");
      return { status: 200 };
    },
  });
}

/** The invoice at an index, which goes round. */
export function invoiceAt(request: ModelRequest | undefined, index: number): ModelInvoice | undefined {
  const invoices = request?.invoices ?? [];
  return invoices[index % Math.max(1, invoices.length)];
}
