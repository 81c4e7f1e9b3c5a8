import { expect } from "vitest";
import type { Planner } from "./commands.js";
import { arrayIn, fieldIn, invoiceIds } from "./driver.js";
import { type Model, type ModelInvoice, type ModelRequest, phaseOf } from "./model.js";
import {
  checkAmount,
  checkDate,
  firstDay,
  invoicedCents,
  isInvoiced,
  kindOfInvoice,
  outstandingCents,
} from "./rules.js";
import { move, Rejected } from "./transitions.js";

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
export function createInvoice({ amount, date, flaw, twice }: InvoiceInput): Planner {
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
      execute(attempt) {
        const { next } = attempt;
        if (flaw !== undefined) throw new Rejected(400, flaw);
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
export const setInvoiceStatus: Planner = () => ({
  json: { reason: "elsewhere" },
  execute(attempt) {
    if (attempt.next.invoices.length > 0) throw new Rejected(400, "it is invoiced");
    attempt.next.notInvoiced = true;
    move(attempt, "no-costs");
    return { status: 204 };
  },
});

/** Lists the invoices. */
export const listInvoices: Planner = () => ({
  execute: ({ next }) => ({
    status: 200,
    learn: ({ json }) => expect(invoiceIds(json)).toEqual(next.invoices.map(({ id }) => id)),
  }),
});

/** Reads an invoice, counted from the first and going round. */
export function getInvoice(index: number): Planner {
  return (request) => ({
    params: { invoiceId: invoiceAt(request, index)?.id ?? "1" },
    execute({ next }) {
      if (invoiceAt(next, index) === undefined) throw new Rejected(404, "there is no such invoice");
      return { status: 200 };
    },
  });
}

/** The invoice at an index, which goes round. */
function invoiceAt(request: ModelRequest | undefined, index: number): ModelInvoice | undefined {
  const invoices = request?.invoices ?? [];
  return invoices[index % Math.max(1, invoices.length)];
}

/** Reads the templates: a debit while something is outstanding, a credit in the archive for what was invoiced. */
export const listTemplates: Planner = () => ({
  execute: ({ next, model }) => ({
    status: 200,
    learn({ json }) {
      const { debit, credit } = due(next, model);
      expect([amountIn(json, "debit"), amountIn(json, "credit")]).toEqual([debit, credit]);
    },
  }),
});

/** Reads the single template of the older operation: the debit one, if both are due. */
export const getTemplate: Planner = () => ({
  execute({ next, model }) {
    const { debit, credit } = due(next, model);
    const cents = debit ?? credit;
    if (cents === undefined) throw new Rejected(404, "no invoice is due");
    return { status: 200, learn: ({ json }) => expect(centsIn(json)).toBe(cents) };
  },
});

function due(request: ModelRequest, { now }: Model) {
  const credit = phaseOf(request, now) === "Archived" ? invoicedCents(request) : 0;
  const debit = outstandingCents(request);
  return { debit: debit > 0 ? debit : undefined, credit: credit > 0 ? credit : undefined };
}

const centsIn = (template: unknown) => Math.round(Number(fieldIn(template, "amount")) * 100);

function amountIn(json: unknown, name: string): number | undefined {
  const template = fieldIn(json, name);
  return template === undefined ? undefined : centsIn(template);
}

/** Stores the PDF of an invoice; another type of file is refused. */
export function uploadPdf(index: number, isPdf: boolean): Planner {
  return (request) => ({
    params: { invoiceId: invoiceAt(request, index)?.id ?? "1" },
    file: { type: isPdf ? "application/pdf" : "text/plain", bytes: "%PDF-1.7" },
    isInvalid: !isPdf,
    execute({ next }) {
      const found = invoiceAt(next, index);
      if (found === undefined) throw new Rejected(404, "there is no such invoice");
      next.invoices = next.invoices.map((each) => (each === found ? { ...found, pdf: true } : each));
      return {
        status: 201,
        learn: ({ location }) => expect(location).toMatch(new RegExp(`/invoices/${found.id}/pdf$`)),
      };
    },
  });
}

/** Reads the PDF of an invoice. */
export function getPdf(index: number): Planner {
  return (request) => ({
    params: { invoiceId: invoiceAt(request, index)?.id ?? "1" },
    execute({ next }) {
      if (invoiceAt(next, index)?.pdf !== true) throw new Rejected(404, "there is no such PDF");
      return { status: 200, learn: ({ text }) => expect(text).toBe("%PDF-1.7") };
    },
  });
}

/** Uploads a file; one that is empty is refused. */
export function uploadAttachment(isEmpty: boolean): Planner {
  return () => ({
    file: { type: "text/plain", bytes: isEmpty ? "" : "photo" },
    isInvalid: isEmpty,
    execute({ next }) {
      const learn = ({ json }: { readonly json: unknown }) => {
        next.attachments = [...next.attachments, String(fieldIn(json, "id"))];
      };
      return { status: 201, learn };
    },
  });
}

/** Lists the files. */
export const listAttachments: Planner = () => ({
  execute: ({ next }) => ({
    status: 200,
    learn: ({ json }) => {
      const ids = arrayIn(json, "attachments").map((item) => fieldIn(item, "id"));
      expect(ids).toEqual(next.attachments);
    },
  }),
});

/** Reads a file, counted from the first and going round. */
export function getAttachment(index: number): Planner {
  return (request) => ({
    params: { attachmentId: attachmentIdAt(request, index) },
    execute({ next }) {
      if (next.attachments.length === 0) throw new Rejected(404, "there is no such file");
      return { status: 200, learn: ({ text }) => expect(text).toBe("photo") };
    },
  });
}

/** Deletes a file. */
export function deleteAttachment(index: number): Planner {
  return (request) => ({
    params: { attachmentId: attachmentIdAt(request, index) },
    execute({ next }) {
      if (next.attachments.length === 0) throw new Rejected(404, "there is no such file");
      const id = attachmentIdAt(next, index);
      next.attachments = next.attachments.filter((each) => each !== id);
      return { status: 204 };
    },
  });
}

function attachmentIdAt(request: ModelRequest | undefined, index: number): string {
  const ids = request?.attachments ?? [];
  return ids[index % Math.max(1, ids.length)] ?? "nothing";
}
