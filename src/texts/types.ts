import type { RegCode } from "../errors/codes.js";
import type { RegErrorKind } from "../errors/errors.js";
import type { ProblemLine } from "../errors/problem.js";
import type { RuleId } from "../errors/rules.js";
import type { Form, Phase, ValueNames, Work } from "./values.js";

/** What a clerk should read about one problem of an error. */
export interface ErrorText {
  /**
   * One or more sentences, such as `Line 2 (Oil service): the price 22,50 must be written with a dot.` Contains neither
   * secrets nor advice for programmers.
   */
  readonly text: string;
  /** The path of the field in what was sent, such as `components[1].price`, to mark it in a form. Absent: not known. */
  readonly field?: string;
  /** The line that it is about. Absent if it is about the request, an invoice or the whole call. */
  readonly line?: ProblemLine;
}

/** Values for a text, each written in its language. A value that is missing is an empty text, never undefined. */
export type TextValues<Name extends string> = { readonly [Each in Name]: string };

/**
 * One or more sentences. The first begins with a small letter, because the name of a line may stand before it; it gets a
 * capital otherwise. With values, it is a function of them.
 */
export type Text<Name extends string = never> = string | ((values: TextValues<Name>) => string);

/**
 * The texts of `describe` in one language. Declare yours as `const de: Texts`: a missing text, or one with a value that
 * its rule does not have, does not compile. `en` and `nl` are examples to start from.
 */
export interface Texts {
  /** The language as a BCP 47 tag, such as `nl-NL`: it decides how numbers, amounts, dates and lists are written. */
  readonly locale: string;
  /**
   * Each broken rule, and each mistake in the arguments of a builder. `field` is the field in words; in `field-invalid`,
   * its value follows, if it may be shown: "the price 22,50".
   */
  readonly rules: { readonly [Rule in RuleId]: Text<ValueNames<Rule> | "field"> };
  /** Each code of the service that is known. */
  readonly codes: { readonly [Code in RegCode]: Text };
  /** Each kind of error, if nothing more exact is known. `field` is the field in words, or empty. */
  readonly kinds: { readonly [Kind in RegErrorKind]: Text<"field"> };
  /** An error after which it is not known whether the service has acted. */
  readonly unknownOutcome: Text;
  /** The word before another code of the service, for its operator. */
  readonly errorCode: string;
  /**
   * What the value of a field must be: `expected` of the rule `field-invalid`. `comma`: the decimals follow a comma;
   * `amount-as-text`: the program has not made a number of a right text.
   */
  readonly forms: { readonly [Each in Form | "comma" | "amount-as-text"]: string };
  /** The name of each phase, and what to do in it, as a sentence. */
  readonly phases: { readonly [Each in Phase]: { readonly name: string; readonly next: string } };
  /** The work of which a vehicle can have one open request. */
  readonly works: { readonly [Each in Work]: string };
  /** Fields, with their article. */
  readonly fields: { readonly [Name in FieldName]: string };
  /** Entries of lists, without an article: their number follows. */
  readonly items: { readonly [Name in ItemName]: string };
  /** The word before the code of a component. */
  readonly component: string;
  /** The component that the text names already, or one whose code is not known. */
  readonly thisComponent: string;
  /** The word between a field and what it belongs to: the price *of* subcomponent 1. */
  readonly of: string;
}

/** A field that can be named in a text. `line` and `other` stand for a whole line, and for every other field. */
export type FieldName =
  | "line"
  | "other"
  // A request. What contains the field is named only if all of it is meant.
  | "appointment"
  | "checkoutDate"
  | "components"
  | "contact"
  | "estimatedDurationInDays"
  | "licensePlate"
  | "name"
  | "partialVin"
  | "phone"
  | "supplierNumber"
  | "vehicle"
  | "workOrderNumber"
  | "workshopDate"
  // A line or a subcomponent. The value of a reading has a word of its own.
  | "code"
  | "component"
  | "damage"
  | "hours"
  | "id"
  | "leniency"
  | "location"
  | "mileage"
  | "operation"
  | "part"
  | "price"
  | "reason"
  | "reg"
  | "status"
  | "subcomponents"
  | "supplierCode"
  | "type"
  | "value"
  | "warranty"
  // Arguments of builders and workflows.
  | "attachments"
  | "comment"
  | "days"
  | "disposalFee"
  | "disposed"
  | "file"
  | "position"
  | "positions"
  | "quantity"
  | "tire"
  | "tires"
  // An invoice.
  | "amount"
  | "base"
  | "city"
  | "discount"
  | "identityReceiver"
  | "identitySender"
  | "invoiceDate"
  | "invoiceNumber"
  | "number"
  | "percentage"
  | "postalCode"
  | "RegNumber"
  | "street"
  | "streetNumberSuffix"
  | "total"
  | "vatLines";

/** A list whose entries can be named in a text. */
export type ItemName = "attachments" | "components" | "disposed" | "positions" | "subcomponents" | "tires" | "vatLines";
