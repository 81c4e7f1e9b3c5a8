import { RegInputError } from "../../errors/errors.js";
import type { SupplierMethods } from "../../generated/supplier/methods.js";
import type {
  Invoice,
  InvoiceCreate,
  InvoiceList,
  ServiceRequestListItem,
  VatLine,
} from "../../generated/supplier/models.js";
import type { Clock } from "../../http/clock.js";
import { isUpload, type Upload } from "../../http/files.js";
import { callFields } from "../../http/option-schemas.js";
import type { CallOptions } from "../../http/options.js";
import { aFunction, custom, isObject, optionsSchema, trueOrFalse } from "../../http/validate.js";
import type { RequestKind } from "../domain.js";
import type { InvoiceContext, InvoicedRequest } from "../rules/invoice-input.js";
import type { Known } from "../rules/violation.js";

const texts = custom(
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  "must be a list of texts",
);

/** The option `known` of a journey. */
export const knownOption = optionsSchema<Known>({
  rentalCodes: texts,
  repeatableCodes: texts,
  warranties: texts,
  leniencies: texts,
});

/** What an invoice says, and what the rules need to know that cannot be read. */
interface InvoiceContent extends Pick<InvoiceContext, "outstanding" | "invoiced" | "known" | "vatBaseOf"> {
  /** Your own number for the invoice: use each one once, for an invoice is recognised by it, and by its total. */
  readonly number: string;
  /**
   * The date, `yyyy-MM-dd`. Default: today in Amsterdam by the client's clock, or the first day after it that is possible;
   * in the archive the only date that is possible.
   */
  readonly date?: string | undefined;
  /**
   * The VAT lines, or what makes them from the total. Default: none. Their fields are not shown: the service
   * may require some that you must find out.
   */
  readonly vatLines?: readonly VatLine[] | ((total: number) => readonly VatLine[]) | undefined;
  /**
   * The total in euros; below zero a credit in the archive, and before that, with `discount`, a discount. Default: what is
   * outstanding. In the archive that cannot be read: say it there.
   */
  readonly total?: number | undefined;
  /**
   * Whether this is the discount invoice that some lessors want on a damage before the archive, with a total below zero.
   * Without it, such a total is taken for a credit that comes too early, and refused. Default false.
   */
  readonly discount?: boolean | undefined;
  /** The document, uploaded once the invoice is there. A stream can be read only once. Default: none. */
  readonly pdf?: Upload | undefined;
  /**
   * The date of the invoice that was processed last, on which all others in the archive have to be dated. Default: that
   * of the invoices in the list, if they all have the same; the order of the list is not shown.
   */
  readonly latestInvoiceDate?: string | undefined;
  /** The request as you last read it: used once it is archived and cannot be read. Its amounts only bound a credit. */
  readonly request?: InvoicedRequest | undefined;
  /** Further fields; `identitySender` and `identityReceiver` go before those of the template. */
  readonly fields?:
    | Partial<Omit<InvoiceCreate, "invoiceNumber" | "invoiceDate" | "vatLines" | "total">>
    | undefined;
  /**
   * Finds the invoices in the list of them, whose form is not shown. Default: as `findInvoice` does; it must be a list, or
   * an object with one in `invoices`, of invoices with `id` and `invoiceNumber`.
   */
  readonly invoicesIn?: ((list: InvoiceList) => readonly Invoice[]) | undefined;
}

/** What `invoice` can be told. `deadline` bounds all of its calls together. */
export interface InvoiceOptions extends CallOptions, InvoiceContent {}

const anObject = custom(isObject, "must be an object");
const euros = custom(Number.isFinite, "must be a number of euros");
const date = custom((value) => typeof value === "string", "must be a date as yyyy-MM-dd");

/** The schema of the options of `invoice`. */
export const invoiceOptions = optionsSchema<InvoiceOptions>({
  ...callFields,
  number: custom(
    (value) => typeof value === "string" && value !== "" && value.trim() === value,
    "must be a text that is not empty, without blanks around it",
  ),
  date,
  vatLines: custom(
    (value) => Array.isArray(value) || typeof value === "function",
    "must be a list, or a function that makes one from the total",
  ),
  total: euros,
  discount: trueOrFalse,
  pdf: custom(isUpload, "must be a Blob, bytes or a stream of bytes"),
  latestInvoiceDate: date,
  request: anObject,
  outstanding: euros,
  invoiced: euros,
  known: knownOption,
  vatBaseOf: aFunction,
  fields: anObject,
  invoicesIn: aFunction,
});

/** @throws RegInputError without a number, which no default can stand for */
export function requireNumber(number: unknown, operationId: string): void {
  if (number === undefined) throw new RegInputError("number", "must be given", { operationId });
}

/** The calls for one kind of request that the journeys are made of. */
export type RequestCalls = Pick<
  SupplierMethods["damageServiceRequests"],
  "list" | "get" | "patch" | "components" | "invoices" | "invoiceTemplates"
>;

/** What the journeys of one kind of request work with. */
export interface WorkflowContext {
  readonly kind: RequestKind;
  readonly requests: RequestCalls;
  /** The contracts and allowed components of vehicles, active or not. */
  readonly contracts: SupplierMethods["lessors"]["contracts"];
  /** The address of the service. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Tells when the client is closed, so that nobody waits any longer; returns what takes the listener back. */
  whenClosing(listener: () => void): () => void;
}

/** What every change of a watch has. */
interface AnyChange {
  /** The id of the request. */
  readonly id: string;
  /**
   * Where the watch stands with this change and all before it: keep it when the change is processed, and begin with it
   * after a restart. It can be read at any time, and is written when it is read. It grows with the number of open
   * requests, by some 50 characters for each, and takes about 2 ms for 5000 of them: at a first poll with so many, you
   * may keep one now and then, if it does no harm to process the changes since once more. It holds ids and hashes,
   * nothing personal.
   */
  readonly cursor: string;
}

/** One change of the list of open requests. */
export type RequestChange = AnyChange &
  (
    | {
        /** `new`: it was not in the list before; `changed`: something that the list shows of it is different. */
        readonly type: "new" | "changed";
        /** The request in brief, as it is now. */
        readonly request: ServiceRequestListItem;
      }
    | {
        /** It has left the list: archived, or a draft that was deleted. */
        readonly type: "gone";
        /** The request as it was last seen; undefined if that was before a restart. */
        readonly request: ServiceRequestListItem | undefined;
      }
  );
