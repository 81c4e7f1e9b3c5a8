import { oddDays } from "./odd-values.js";
import type { Flaw } from "./request-flaws.js";
import { pickOf } from "./requests.js";

/** A sender or receiver as it is sent. */
export interface IdentityBody {
  name?: string;
  street?: string;
  streetNumberSuffix?: string;
  postalCode?: string;
  city?: string;
  RegNumber?: string | number;
}

/** An invoice as it is sent; anything can be missing. */
export interface InvoiceBody {
  identitySender?: IdentityBody;
  identityReceiver?: IdentityBody;
  invoiceNumber?: string;
  invoiceDate?: string;
  vatLines?: Record<string, unknown>[];
  total?: number;
}

type InvoiceFlaw = Flaw<InvoiceBody>;

const numbers = ["4711", 4711, "4712", 4712, "04711", " 4711", "", 0, -4711] as const;

/** The maximum lengths of the service (supplier-api.md §8), in characters. */
const lengths = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 } as const;

const isField = (name: string): name is keyof typeof lengths => Object.hasOwn(lengths, name);

/** Makes a text whose length is below, at or above the limit; some characters have two code units in UTF-16. */
function lengthen(identity: IdentityBody | undefined, pick: number): void {
  const field = pickOf(Object.keys(lengths).filter(isField), pick);
  if (identity === undefined || field === undefined) return;
  const more = pickOf([-1, 0, 1, 2], Math.floor(pick / 5)) ?? 0;
  const character = pickOf(["x", "é", "x", "\u{1f697}"], Math.floor(pick / 20)) ?? "x";
  identity[field] = character.repeat(lengths[field] + more);
}

const change = (cents: number): InvoiceFlaw =>
  function addCents(body) {
    if (body.total !== undefined) body.total = (Math.round(body.total * 100) + cents) / 100;
  };

/** The flaws that an invoice can have, by name. */
export const invoiceFlaws: Readonly<Record<string, InvoiceFlaw>> = {
  "no number": (body) => {
    delete body.invoiceNumber;
  },
  "an odd number": (body, pick) => {
    body.invoiceNumber = pickOf(["0", "00", "", " ", "0 ", "-0"], pick) ?? "";
  },
  "the number 0": (body) => {
    body.invoiceNumber = "0";
  },
  "no date": (body) => {
    delete body.invoiceDate;
  },
  "an odd date": (body, pick) => {
    body.invoiceDate = pickOf(oddDays, pick) ?? "";
  },
  "another day": (body, pick) => {
    const days = [-2, -1, 1, 2, 400][pick % 5] ?? 0;
    const instant = Date.parse(`${body.invoiceDate}T00:00:00Z`) + days * 24 * 60 * 60 * 1000;
    if (Number.isFinite(instant)) body.invoiceDate = new Date(instant).toISOString().slice(0, 10);
  },
  "no total": (body) => {
    delete body.total;
  },
  "a cent more": change(1),
  "a cent less": change(-1),
  "a total of nothing": (body, pick) => {
    body.total = pickOf([0, -0, 0.004, -0.004], pick) ?? 0;
  },
  "an odd total": (body, pick) => {
    body.total = pickOf([0.01, -0.01, 0.005, -0.005, -1, 1e21, -1e21, 1e-9], pick) ?? 0;
  },
  "the total the other way round": (body) => {
    if (body.total !== undefined) body.total = -body.total;
  },
  "a total that is no whole cent": (body, pick) => {
    if (body.total !== undefined) body.total += pickOf([1e-9, 0.004, 0.005, -0.005, 0.0049999], pick) ?? 0;
  },
  "no sender": (body) => {
    delete body.identitySender;
  },
  "a sender without a number": ({ identitySender }) => {
    delete identitySender?.RegNumber;
  },
  "another sender": ({ identitySender }, pick) => {
    if (identitySender !== undefined) identitySender.RegNumber = pickOf(numbers, pick) ?? 0;
  },
  "no receiver": (body) => {
    delete body.identityReceiver;
  },
  "another receiver": ({ identityReceiver }, pick) => {
    if (identityReceiver !== undefined) identityReceiver.RegNumber = pickOf(numbers, pick) ?? 0;
  },
  "a long sender": ({ identitySender }, pick) => lengthen(identitySender, pick),
  "a long receiver": ({ identityReceiver }, pick) => lengthen(identityReceiver, pick),
  "no VAT lines": (body) => {
    delete body.vatLines;
  },
  "an empty list of VAT lines": (body) => {
    body.vatLines = [];
  },
  "a wild text": (body, pick, text) => {
    if (pick % 4 === 0) body.invoiceNumber = text;
    if (pick % 4 === 1) body.invoiceDate = text;
    if (pick % 4 === 2) body.identitySender = { ...body.identitySender, RegNumber: text };
    if (pick % 4 === 3) body.identityReceiver = { ...body.identityReceiver, name: text };
  },
};

/** The flaws that depend on the request. */
export const likelyInvoiceFlaws: readonly string[] = [
  "another day",
  "a cent more",
  "a cent less",
  "a total that is no whole cent",
  "the total the other way round",
  "a long sender",
];
