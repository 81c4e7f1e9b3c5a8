import * as z from "zod/mini";
import { isDate } from "../../time/calendar.js";
import { parse } from "../requests/schemas.js";

const text = (longest: number) =>
  z.optional(z.string().check(z.maxLength(longest, `must not be longer than ${longest} characters`)));

/** The lengths are the service's own (supplier-api.md §8). */
const identity = {
  name: text(150),
  street: text(100),
  streetNumberSuffix: text(10),
  postalCode: text(10),
  city: text(100),
};

/** `invoiceNumber` and `invoiceDate` are assumed names; the fields of a VAT line are not shown. */
const invoice = z.looseObject({
  identitySender: z.looseObject({ ...identity, RegNumber: z.union([z.string(), z.number()]) }),
  identityReceiver: z.looseObject(identity),
  invoiceNumber: z.string().check(z.minLength(1, "must not be empty")),
  invoiceDate: z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd")),
  vatLines: z.array(z.looseObject({})),
  total: z.number(),
});

/** An invoice as a supplier sends it. */
export type InvoiceBody = z.infer<typeof invoice>;

/** Checks the form of an invoice; refuses with every fault at once. */
export const parseInvoice = (body: unknown): InvoiceBody => parse(invoice, body);
