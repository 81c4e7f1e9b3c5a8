import { expect } from "vitest";
import { invoicedCents, outstandingCents } from "./amounts.js";
import { Refused } from "./attempt.js";
import { fieldIn } from "./compare.js";
import { invoiceAt } from "./invoice-calls.js";
import type { Planner } from "./request-command.js";
import { type Model, type ModelRequest, phaseOf } from "./state.js";

/** Reads the templates: a debit while something is outstanding, a credit in the archive for what was invoiced. */
export const templates: Planner = () => ({
  carryOut: ({ next, model }) => ({
    status: 200,
    learn({ json }) {
      const { debit, credit } = due(next, model);
      expect([amountIn(json, "debit"), amountIn(json, "credit")]).toEqual([debit, credit]);
    },
  }),
});

/** Reads the single template of the older operation: the debit one, if both are due. */
export const template: Planner = () => ({
  carryOut({ next, model }) {
    const { debit, credit } = due(next, model);
    const cents = debit ?? credit;
    if (cents === undefined) throw new Refused(404, "no invoice is due");
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
    carryOut({ next }) {
      const found = invoiceAt(next, index);
      if (found === undefined) throw new Refused(404, "there is no such invoice");
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
    carryOut({ next }) {
      if (invoiceAt(next, index)?.pdf !== true) throw new Refused(404, "there is no such PDF");
      return { status: 200, learn: ({ text }) => expect(text).toBe("%PDF-1.7") };
    },
  });
}
